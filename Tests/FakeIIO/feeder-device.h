// A device of the tree as the feeder sees it: its channels, read from its own files, and what it writes to them.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHANNELS 16
#define AXES 3

// What a channel measures, and so where its value comes from.
enum quantity { ACCELERATION, ANGLE, STAMP, NOTHING };

struct channel {
    char name[48]; // as in in_accel_x
    enum quantity quantity;
    int part; // of the vector, or of the angles
    double scale;
    double offset;
    bool has_raw;
    bool is_element;
    unsigned index;
    bool is_big_endian;
    bool is_signed;
    unsigned bits;
    unsigned storage; // bits
    unsigned shift;
    int64_t count; // what it reads now
};

struct device {
    char path[PATH_MAX / 4];
    char staging[PATH_MAX / 4];
    int node; // -1: a device without a buffer
    int channel_count;
    struct channel channels[CHANNELS];
    unsigned layout; // the elements of the last scan, one bit for each channel
    int64_t scans;
    int64_t dropped;
};

static void fail(const char *what) {
    fprintf(stderr, "feeder: %s: %s\n", what, strerror(errno));
    exit(1);
}

// Opened anew each time: whoever writes an attribute may have renamed another file over it.
static bool attribute(const struct device *device, const char *name, char value[64]) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", device->path, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    ssize_t count = read(file, value, 63);
    close(file);
    value[count > 0 ? count : 0] = '\0';
    return count > 0;
}

static bool flag_is_set(const struct device *device, const char *name) {
    char value[64];
    return attribute(device, name, value) && value[0] == '1';
}

// in_accel_x -> in_accel, in_angl0 -> in_angl, in_accel -> nothing: what a channel shares its attributes with.
static size_t shared_prefix(const char *name, size_t length) {
    if (name[length - 1] >= '0' && name[length - 1] <= '9') {
        while (length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9') {
            length--;
        }
        return length;
    }
    while (length > 0 && name[length - 1] != '_') {
        length--;
    }
    // "in_" alone begins no shared attribute.
    return length > 3 ? length - 1 : 0;
}

// The channel's own attribute of this kind, or the one that it shares; `otherwise` where there is none.
static double factor(const struct device *device, const struct channel *channel, const char *kind, double otherwise) {
    char name[64];
    char value[64];
    for (size_t length = strlen(channel->name);; length = shared_prefix(channel->name, length)) {
        snprintf(name, sizeof name, "%.*s%s%s", (int)length, channel->name, length > 0 ? "_" : "", kind);
        if (attribute(device, name, value)) {
            return strtod(value, NULL);
        }
        if (length == 0) {
            return otherwise;
        }
    }
}

static struct channel *channel_named(struct device *device, const char *name, size_t length) {
    for (int i = 0; i < device->channel_count; i++) {
        if (strlen(device->channels[i].name) == length && strncmp(device->channels[i].name, name, length) == 0) {
            return &device->channels[i];
        }
    }
    if (device->channel_count == CHANNELS || length >= sizeof device->channels[0].name) {
        errno = E2BIG;
        fail(name);
    }
    struct channel *channel = &device->channels[device->channel_count++];
    *channel = (struct channel){.quantity = NOTHING, .bits = 64, .storage = 64, .is_signed = true};
    snprintf(channel->name, sizeof channel->name, "%.*s", (int)length, name);
    char axis = 0;
    int part = 0;
    if (sscanf(channel->name, "in_accel_%c", &axis) == 1 || sscanf(channel->name, "in_gravity_%c", &axis) == 1) {
        channel->quantity = ACCELERATION;
        channel->part = axis - 'x';
    } else if (strncmp(channel->name, "in_angl", 7) == 0 && strncmp(channel->name, "in_anglvel", 10) != 0) {
        channel->quantity = ANGLE;
        channel->part = sscanf(channel->name, "in_angl%d", &part) == 1 ? part : 0;
    } else if (strcmp(channel->name, "in_timestamp") == 0) {
        channel->quantity = STAMP;
    }
    return channel;
}

// Every file in `folder` (or the device itself) that ends with `end` names a channel.
static void find_channels(struct device *device, const char *folder, const char *end) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", device->path, folder);
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length > strlen(end) && strcmp(entry->d_name + length - strlen(end), end) == 0) {
            struct channel *channel = channel_named(device, entry->d_name, length - strlen(end));
            bool is_raw = strcmp(end, "_raw") == 0;
            channel->has_raw |= is_raw;
            channel->is_element |= !is_raw;
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

static void read_format(const struct device *device, struct channel *channel) {
    char name[128];
    char value[64];
    char order = 0;
    char sign = 0;
    snprintf(name, sizeof name, "scan_elements/%s_index", channel->name);
    channel->index = attribute(device, name, value) ? (unsigned)atoi(value) : 0;
    snprintf(name, sizeof name, "scan_elements/%s_type", channel->name);
    if (!attribute(device, name, value)
        || sscanf(value, "%ce:%c%u/%u>>%u", &order, &sign, &channel->bits, &channel->storage, &channel->shift) != 5
        || channel->bits < 1 || channel->bits + channel->shift > channel->storage || channel->storage > 64
        || channel->storage % 8 != 0) {
        errno = EINVAL;
        fail(name);
    }
    channel->is_big_endian = order == 'b';
    channel->is_signed = sign == 's';
}

static int by_index(const void *one, const void *other) {
    const struct channel *left = one;
    const struct channel *right = other;
    return (left->index > right->index) - (left->index < right->index);
}

static void open_device(struct device *device, const char *root, int number) {
    char node[PATH_MAX];
    device->node = -1;
    snprintf(device->path, sizeof device->path, "%s/sys/bus/iio/devices/iio:device%d", root, number);
    snprintf(device->staging, sizeof device->staging, "%s/staging", root);
    find_channels(device, "", "_raw");
    find_channels(device, "scan_elements", "_en");
    if (device->channel_count == 0) {
        errno = ENOENT;
        fail(device->path);
    }
    for (int i = 0; i < device->channel_count; i++) {
        struct channel *channel = &device->channels[i];
        // An angle without a scale is in degrees; every other scale is needed.
        channel->scale = factor(device, channel, "scale", channel->quantity == ANGLE ? M_PI / 180 : 0);
        channel->offset = factor(device, channel, "offset", 0);
        if (channel->quantity == ACCELERATION && channel->scale == 0) {
            errno = EINVAL;
            fail("the scale");
        }
        if (channel->is_element) {
            read_format(device, channel);
        }
    }
    qsort(device->channels, (size_t)device->channel_count, sizeof device->channels[0], by_index);
    // For reading too: without a reader, an open for writing alone fails with ENXIO and a write raises SIGPIPE. In return
    // the reader never sees an end of file when the feeder goes, only silence.
    snprintf(node, sizeof node, "%s/dev/iio:device%d", root, number);
    device->node = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (device->node < 0 && errno != ENOENT) {
        fail(node);
    }
}

// By rename, so that no reader sees an empty or half-written attribute; staged outside the device's directory, where
// libiio would take it for an attribute.
static void write_raw(const struct device *device, const struct channel *channel) {
    char staged[PATH_MAX];
    char path[PATH_MAX];
    snprintf(staged, sizeof staged, "%s/%d-%s_raw", device->staging, (int)getpid(), channel->name);
    snprintf(path, sizeof path, "%s/%s_raw", device->path, channel->name);
    FILE *file = fopen(staged, "we");
    if (file == NULL) {
        fail(staged);
    }
    fprintf(file, "%lld\n", (long long)channel->count);
    if (fclose(file) != 0 || rename(staged, path) != 0) {
        fail(path);
    }
}

static void write_raws(struct device *device) {
    for (int i = 0; i < device->channel_count; i++) {
        struct channel *channel = &device->channels[i];
        if (channel->has_raw && (channel->quantity == ACCELERATION || channel->quantity == ANGLE)) {
            write_raw(device, channel);
        }
    }
}
