// Where the fake tree is, what stands in it, and what its drivers' descriptions say.

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Resolves the C library's own function, once, as `next`.
#define NEXT(function)                                            \
    static __typeof__(&function) next;                            \
    if (next == NULL) {                                           \
        next = (__typeof__(&function))dlsym(RTLD_NEXT, #function); \
    }

static const char sysfs_prefix[] = "/sys/bus/iio";
static const char devices_prefix[] = "/sys/bus/iio/devices/";
static const char node_prefix[] = "/dev/iio:";
static const char queue_path[] = "/run/udev/queue";

#define VALUE_MAX 1024 // an attribute's longest value, and a description's longest line

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static const char *fake_root_for(const char *path) {
    if (path == NULL) {
        return NULL;
    }
    if (!starts_with(path, sysfs_prefix) && !starts_with(path, node_prefix) && strcmp(path, queue_path) != 0) {
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

static int real_openat(int directory, const char *path, int flags, mode_t mode) {
    NEXT(openat)
    return next(directory, path, flags, mode);
}

static int real_close(int descriptor) {
    NEXT(close)
    return next(descriptor);
}

static ssize_t real_write(int descriptor, const void *bytes, size_t count) {
    NEXT(write)
    return next(descriptor, bytes, count);
}

// A device by its id, as in iio:device0, of the tree below `root`.
struct device {
    const char *root;
    char id[64];
};

// Splits "/sys/bus/iio/devices/ID/ATTRIBUTE"; NULL where the path is none.
static const char *attribute_of_path(const char *path, struct device *device) {
    device->root = fake_root_for(path);
    if (device->root == NULL || !starts_with(path, devices_prefix)) {
        return NULL;
    }
    const char *id = path + strlen(devices_prefix);
    const char *slash = strchr(id, '/');
    if (slash == NULL || (size_t)(slash - id) >= sizeof device->id) {
        return NULL;
    }
    snprintf(device->id, sizeof device->id, "%.*s", (int)(slash - id), id);
    return slash + 1;
}

// Up to the first newline or NUL, which older trees keep from libiio's writes.
static void first_line(char *text) {
    text[strcspn(text, "\n")] = '\0';
}

// Reads a device's attribute; false where there is none.
static bool read_attribute(const struct device *device, const char *name, char value[VALUE_MAX]) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s%s/%s", device->root, devices_prefix, device->id, name);
    int file = real_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    if (file < 0) {
        return false;
    }
    ssize_t count = read(file, value, VALUE_MAX - 1);
    real_close(file);
    value[count > 0 ? count : 0] = '\0';
    first_line(value);
    return count >= 0;
}

static bool buffer_is_on(const struct device *device) {
    char value[VALUE_MAX];
    return read_attribute(device, "buffer/enable", value) && value[0] == '1';
}

// What the description of the device's driver says of `key`; false where it says nothing.
static bool description(const struct device *device, const char *key, char value[VALUE_MAX]) {
    char line[VALUE_MAX];
    snprintf(line, sizeof line, "%s/drivers/%s", device->root, device->id);
    FILE *file = real_fopen(line, "re");
    if (file == NULL) {
        return false;
    }
    size_t length = strlen(key);
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        first_line(line);
        if (strncmp(line, key, length) == 0 && starts_with(line + length, " = ")) {
            snprintf(value, VALUE_MAX, "%s", line + length + strlen(" = "));
            found = true;
        }
    }
    fclose(file);
    return found;
}

static bool description_is(const struct device *device, const char *key, const char *wanted) {
    char value[VALUE_MAX];
    return description(device, key, value) && strcmp(value, wanted) == 0;
}

// Whether `word` is one of the words of `list`, as it is written there.
static bool lists(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; length > 0 && *at != '\0';) {
        at += strspn(at, " ");
        size_t span = strcspn(at, " ");
        if (span == length && strncmp(at, word, length) == 0) {
            return true;
        }
        at += span;
    }
    return false;
}
