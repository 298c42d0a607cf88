// A preload library that shows a fake IIO tree to one process, without root.
//
// Paths under /sys/bus/iio and the nodes /dev/iio:... are looked up below $FAKE_IIO_ROOT instead; every other path is
// left alone. Writes to attributes are taken or refused as the kernel's core and the device's driver do, a node is open
// once at a time, and udev's properties come from the tree too. $FAKE_IIO_ROOT/fault makes opens fail or hang; README.md
// tells of its lines.
//
//     gcc -O2 -shared -fPIC -o shim.so shim.c -ldl

#define _GNU_SOURCE
// The checked variants are interposed under their own names below.
#undef _FORTIFY_SOURCE
#include <dirent.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "shim-tree.h"
#include "shim-store.h"
#include "shim-udev.h"

// As any library of a program may do: whoever then reads numbers by the locale misreads sysfs.
__attribute__((constructor)) static void take_locale(void) {
    if (getenv("LC_ALL") != NULL) {
        setlocale(LC_ALL, "");
    }
}

// Hangs as a slow driver does; EINTR where a signal ends it, as it ends a driver's wait.
static int hang(long milliseconds) {
    struct timespec pause = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    return nanosleep(&pause, NULL) == 0 ? 0 : EINTR;
}

// The errno that the fault file asks for, 0 for none. A line that hangs only lets the next ones decide.
static int fault_of(const char *path, bool reads, bool writes) {
    const char *root = fake_root_for(path);
    if (root == NULL) {
        return 0;
    }
    char line[VALUE_MAX];
    snprintf(line, sizeof line, "%s/fault", root);
    FILE *faults = real_fopen(line, "re");
    if (faults == NULL) {
        return 0;
    }
    int found = 0;
    long milliseconds = 0;
    while (found == 0 && fgets(line, sizeof line, faults) != NULL) {
        char *rest = NULL;
        const char *substring = strtok_r(line, " \n", &rest);
        const char *word = strtok_r(NULL, " \n", &rest);
        if (substring == NULL || word == NULL || strstr(path, substring) == NULL) {
            continue;
        }
        if (strcmp(word, "read") == 0 || strcmp(word, "write") == 0) {
            if (*word == 'r' ? !reads : !writes) {
                continue;
            }
            word = strtok_r(NULL, " \n", &rest);
        }
        if (word != NULL && strcmp(word, "delay") == 0) {
            word = strtok_r(NULL, " \n", &rest);
            milliseconds += word != NULL ? atol(word) : 0;
        } else {
            found = word != NULL ? atoi(word) : 0;
        }
    }
    fclose(faults);
    if (milliseconds > 0) {
        int interrupted = hang(milliseconds);
        return interrupted != 0 ? interrupted : found;
    }
    return found;
}

// sysfs has no file creation: a write to an attribute that is not there fails, where a plain directory would make a file.
static bool would_create_attribute(const char *path, const char *target) {
    return fake_root_for(path) != NULL && real_access(target, F_OK) != 0;
}

// Some drivers let nobody read a channel while the buffer has the chip.
static bool is_busy(const char *path) {
    struct device device;
    const char *name = attribute_of_path(path, &device);
    return name != NULL && ends_with(name, "_raw") && buffer_is_on(&device)
        && description_is(&device, "refuse.raw", "yes");
}

// True if the open must fail; errno then says why.
static bool open_refused(const char *path, const char *target, bool reads, bool writes, bool creates) {
    if (fake_root_for(path) == NULL) {
        return false;
    }
    int saved = errno;
    int fault = fault_of(path, reads, writes);
    if (fault == 0 && creates && would_create_attribute(path, target)) {
        fault = EACCES;
    }
    if (fault == 0 && reads && is_busy(path)) {
        fault = EBUSY;
    }
    errno = fault != 0 ? fault : saved;
    return fault != 0;
}

// The kernel lets one program at a time open a device's node.
static int claim_node(const char *path, int descriptor) {
    if (descriptor >= 0 && fake_root_for(path) != NULL && starts_with(path, node_prefix)
        && flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        real_close(descriptor);
        errno = EBUSY;
        return -1;
    }
    return descriptor;
}

static bool takes_mode(int flags) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

static mode_t mode_argument(int flags, va_list arguments) {
    return takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
}

static int open_at(int directory, const char *path, int flags, mode_t mode) {
    char buffer[PATH_MAX];
    const char *target = redirected(path, buffer);
    int access_mode = flags & O_ACCMODE;
    bool writes = access_mode != O_RDONLY;
    if (open_refused(path, target, access_mode != O_WRONLY, writes, (flags & O_CREAT) != 0)) {
        return -1;
    }
    if (writes && fake_root_for(path) != NULL) {
        flags &= ~(O_CREAT | O_TRUNC);
    }
    int descriptor = claim_node(path, real_openat(directory, target, flags, mode));
    if (writes && fake_root_for(path) != NULL) {
        remember(descriptor, path);
    }
    return descriptor;
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
        bool writes = mode[0] != 'r' || strchr(mode, '+') != NULL;  \
        if (open_refused(path, target, !writes, writes, writes)) {  \
            return NULL;                                            \
        }                                                           \
        if (writes && fake_root_for(path) != NULL) {                \
            return open_stream(path, target);                       \
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
