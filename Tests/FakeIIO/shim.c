// A preload library that shows a fake IIO tree to one process, without root.
//
// Paths under /sys/bus/iio and the nodes /dev/iio:... are looked up below $FAKE_IIO_ROOT instead; every other path is
// left alone. $FAKE_IIO_ROOT/fault makes opens fail: lines of "SUBSTRING ERRNO", the errno as a number; the first line
// whose substring occurs in the path as the program wrote it decides.
//
//     gcc -O2 -shared -fPIC -o shim.so shim.c -ldl

#define _GNU_SOURCE
// The checked variants are interposed under their own names below.
#undef _FORTIFY_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Resolves the C library's own function, once, as `next`.
#define NEXT(function)                                            \
    static __typeof__(&function) next;                            \
    if (next == NULL) {                                           \
        next = (__typeof__(&function))dlsym(RTLD_NEXT, #function); \
    }

static const char sysfs_prefix[] = "/sys/bus/iio";
static const char node_prefix[] = "/dev/iio:";

static bool starts_with(const char *path, const char *prefix) {
    return strncmp(path, prefix, strlen(prefix)) == 0;
}

static const char *fake_root_for(const char *path) {
    if (path == NULL) {
        return NULL;
    }
    if (!starts_with(path, sysfs_prefix) && !starts_with(path, node_prefix)) {
        return NULL;
    }
    return getenv("FAKE_IIO_ROOT");
}

static const char *redirected(const char *path, char buffer[PATH_MAX]) {
    const char *root = fake_root_for(path);
    if (root == NULL) {
        return path;
    }
    snprintf(buffer, PATH_MAX, "%s%s", root, path);
    return buffer;
}

static FILE *real_fopen(const char *path, const char *mode) {
    NEXT(fopen)
    return next(path, mode);
}

static int real_access(const char *path, int mode) {
    NEXT(access)
    return next(path, mode);
}

// The errno that the fault file asks for, 0 for none.
static int fault_of(const char *path) {
    const char *root = fake_root_for(path);
    if (root == NULL) {
        return 0;
    }
    char fault_path[PATH_MAX];
    snprintf(fault_path, sizeof fault_path, "%s/fault", root);
    FILE *faults = real_fopen(fault_path, "re");
    if (faults == NULL) {
        return 0;
    }
    char substring[256];
    int number = 0;
    int found = 0;
    while (found == 0 && fscanf(faults, "%255s %d", substring, &number) == 2) {
        if (strstr(path, substring) != NULL) {
            found = number;
        }
    }
    fclose(faults);
    return found;
}

// sysfs has no file creation: a write to an attribute that is not there fails, where a plain directory would make a file.
static bool would_create_attribute(const char *path, const char *target) {
    return fake_root_for(path) != NULL && real_access(target, F_OK) != 0;
}

// True if the open must fail; errno then says why.
static bool open_refused(const char *path, const char *target, bool creates) {
    int saved = errno;
    int fault = fault_of(path);
    if (fault == 0 && creates && would_create_attribute(path, target)) {
        fault = EACCES;
    }
    errno = fault != 0 ? fault : saved;
    return fault != 0;
}

static bool takes_mode(int flags) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

static mode_t mode_argument(int flags, va_list arguments) {
    return takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
}

static int open_at(int directory, const char *path, int flags, mode_t mode) {
    NEXT(openat)
    char buffer[PATH_MAX];
    const char *target = redirected(path, buffer);
    if (open_refused(path, target, (flags & O_CREAT) != 0)) {
        return -1;
    }
    return next(directory, target, flags, mode);
}

#define DEFINE_OPEN(name)                               \
    int name(const char *path, int flags, ...) {        \
        va_list arguments;                              \
        va_start(arguments, flags);                     \
        mode_t mode = mode_argument(flags, arguments);  \
        va_end(arguments);                              \
        return open_at(AT_FDCWD, path, flags, mode);    \
    }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(name)                                     \
    int name(int directory, const char *path, int flags, ...) { \
        va_list arguments;                                      \
        va_start(arguments, flags);                             \
        mode_t mode = mode_argument(flags, arguments);          \
        va_end(arguments);                                      \
        return open_at(directory, path, flags, mode);           \
    }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

// What a build with _FORTIFY_SOURCE calls for an open without a mode.
#define DEFINE_CHECKED_OPEN(name)                     \
    int name(const char *path, int flags);            \
    int name(const char *path, int flags) {           \
        return open_at(AT_FDCWD, path, flags, 0);     \
    }
DEFINE_CHECKED_OPEN(__open_2)
DEFINE_CHECKED_OPEN(__open64_2)

#define DEFINE_CHECKED_OPENAT(name)                        \
    int name(int directory, const char *path, int flags);  \
    int name(int directory, const char *path, int flags) { \
        return open_at(directory, path, flags, 0);         \
    }
DEFINE_CHECKED_OPENAT(__openat_2)
DEFINE_CHECKED_OPENAT(__openat64_2)

#define DEFINE_FOPEN(name)                                          \
    FILE *name(const char *path, const char *mode) {                \
        char buffer[PATH_MAX];                                      \
        const char *target = redirected(path, buffer);              \
        if (open_refused(path, target, mode[0] != 'r')) {           \
            return NULL;                                            \
        }                                                           \
        return real_fopen(target, mode);                            \
    }
DEFINE_FOPEN(fopen)
DEFINE_FOPEN(fopen64)

DIR *opendir(const char *path) {
    NEXT(opendir)
    char buffer[PATH_MAX];
    return next(redirected(path, buffer));
}

#define DEFINE_STAT(name, kind)                      \
    int name(const char *path, struct kind *status) { \
        NEXT(name)                                   \
        char buffer[PATH_MAX];                       \
        return next(redirected(path, buffer), status); \
    }
DEFINE_STAT(stat, stat)
DEFINE_STAT(stat64, stat64)
DEFINE_STAT(lstat, stat)
DEFINE_STAT(lstat64, stat64)

#define DEFINE_FSTATAT(name, kind)                                            \
    int name(int directory, const char *path, struct kind *status, int flags) { \
        NEXT(name)                                                            \
        char buffer[PATH_MAX];                                                \
        return next(directory, redirected(path, buffer), status, flags);      \
    }
DEFINE_FSTATAT(fstatat, stat)
DEFINE_FSTATAT(fstatat64, stat64)

int statx(int directory, const char *path, int flags, unsigned int mask, struct statx *status) {
    NEXT(statx)
    char buffer[PATH_MAX];
    return next(directory, redirected(path, buffer), flags, mask, status);
}

int access(const char *path, int mode) {
    char buffer[PATH_MAX];
    return real_access(redirected(path, buffer), mode);
}

int faccessat(int directory, const char *path, int mode, int flags) {
    NEXT(faccessat)
    char buffer[PATH_MAX];
    return next(directory, redirected(path, buffer), mode, flags);
}

ssize_t readlink(const char *path, char *link, size_t size) {
    NEXT(readlink)
    char buffer[PATH_MAX];
    return next(redirected(path, buffer), link, size);
}

ssize_t readlinkat(int directory, const char *path, char *link, size_t size) {
    NEXT(readlinkat)
    char buffer[PATH_MAX];
    return next(directory, redirected(path, buffer), link, size);
}

// The answer lies below $FAKE_IIO_ROOT and can be opened as it is: the C library's own lookups inside realpath are out of
// a preload library's reach.
char *realpath(const char *path, char *resolved) {
    NEXT(realpath)
    char buffer[PATH_MAX];
    return next(redirected(path, buffer), resolved);
}
