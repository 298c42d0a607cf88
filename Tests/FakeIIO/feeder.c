// Feeds the fake accelerometer that make-device.sh made: raw attributes, and scans into its FIFO while the buffer is on.
//
//     gcc -O2 -o feeder feeder.c -lm
//
// Accelerations are in m/s^2 in the sensor's own frame, before any mount matrix, and point toward the ground: upright is
// (0, -9.81, 0), face up (0, 0, -9.81).

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define GRAVITY 9.80665 // m/s^2
#define AXES 3
// Every rename costs the reader's file system more than a scan does; a polled reader's own rate is about this.
#define ATTRIBUTE_HZ 20.0
#define SWING_PERIOD 4.0   // seconds, flat and back
#define SWING_DEGREES 60.0

static const char axis_names[AXES] = {'x', 'y', 'z'};

struct options {
    const char *root;
    double hz;
    double seconds; // 0: until a signal
    bool holds;
    double held[AXES];
    bool raw_at_full_rate;
    bool scans_only;
};

struct feeder {
    char device[PATH_MAX / 4];
    char staging[PATH_MAX / 4];
    int node; // -1: a device without a buffer
    double scale;
    unsigned layout; // the elements of the last scan, one bit each
    int64_t scans;
    int64_t dropped;
};

static volatile sig_atomic_t stopped;

static void stop(int number) {
    (void)number;
    stopped = 1;
}

static void fail(const char *what) {
    fprintf(stderr, "feeder: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void usage(void) {
    fprintf(stderr, "usage: feeder ROOT HZ SECONDS [--roll DEG | --hold X,Y,Z] [--raw | --scans-only]\n"
                    "  --roll DEG    held at a roll of DEG to the right in landscape-right\n"
                    "  --hold X,Y,Z  held at this acceleration, m/s^2\n"
                    "                without either: rolls from flat to 60 degrees and back every 4 s\n"
                    "  --raw         raw attributes at HZ too, instead of 20 a second at most\n"
                    "  --scans-only  raw attributes as they are, so that nothing but the scan keeps the CPU from its reader\n"
                    "  SECONDS 0     until a signal\n");
    exit(64);
}

static void roll_to(double degrees, double acceleration[AXES]) {
    double angle = degrees * M_PI / 180;
    acceleration[0] = 0;
    acceleration[1] = -GRAVITY * sin(angle);
    acceleration[2] = -GRAVITY * cos(angle);
}

static void acceleration_at(const struct options *options, double seconds, double acceleration[AXES]) {
    if (options->holds) {
        memcpy(acceleration, options->held, sizeof options->held);
        return;
    }
    double phase = 2 * M_PI * seconds / SWING_PERIOD;
    roll_to(SWING_DEGREES * (1 - cos(phase)) / 2, acceleration);
}

static int16_t raw_value(double acceleration, double scale) {
    double raw = round(acceleration / scale);
    return (int16_t)fmin(fmax(raw, INT16_MIN), INT16_MAX);
}

static double read_scale(const struct feeder *feeder) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/in_accel_scale", feeder->device);
    FILE *file = fopen(path, "re");
    double scale = 0;
    if (file == NULL || fscanf(file, "%lf", &scale) != 1 || scale == 0) {
        fail(path);
    }
    fclose(file);
    return scale;
}

// Opened anew each time: whoever writes the flag may have renamed another file over it.
static bool flag_is_set(const struct feeder *feeder, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", feeder->device, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    char flag = '0';
    ssize_t count = read(file, &flag, 1);
    close(file);
    return count == 1 && flag == '1';
}

// By rename, so that no reader sees an empty or half-written attribute; staged outside the device's directory, where
// libiio would take it for an attribute.
static void write_attribute(const struct feeder *feeder, char axis, int16_t raw) {
    char staged[PATH_MAX];
    char path[PATH_MAX];
    snprintf(staged, sizeof staged, "%s/in_accel_%c_raw", feeder->staging, axis);
    snprintf(path, sizeof path, "%s/in_accel_%c_raw", feeder->device, axis);
    FILE *file = fopen(staged, "we");
    if (file == NULL) {
        fail(staged);
    }
    fprintf(file, "%d\n", raw);
    if (fclose(file) != 0 || rename(staged, path) != 0) {
        fail(path);
    }
}

// One bit for each enabled element: the axes, then the timestamp.
static unsigned enabled_elements(const struct feeder *feeder) {
    unsigned layout = 0;
    for (int axis = 0; axis < AXES; axis++) {
        char name[64];
        snprintf(name, sizeof name, "scan_elements/in_accel_%c_en", axis_names[axis]);
        layout |= flag_is_set(feeder, name) ? 1u << axis : 0;
    }
    layout |= flag_is_set(feeder, "scan_elements/in_timestamp_en") ? 1u << AXES : 0;
    return layout;
}

static size_t pack_scan(unsigned layout, const int16_t raw[AXES], uint8_t scan[16]) {
    size_t size = 0;
    memset(scan, 0, 16);
    for (int axis = 0; axis < AXES; axis++) {
        if ((layout & 1u << axis) != 0) {
            memcpy(scan + size, &raw[axis], sizeof raw[axis]);
            size += sizeof raw[axis];
        }
    }
    if ((layout & 1u << AXES) != 0) {
        struct timespec now;
        clock_gettime(CLOCK_BOOTTIME, &now);
        int64_t stamp = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
        size = (size + 7) / 8 * 8;
        memcpy(scan + size, &stamp, sizeof stamp);
        size += sizeof stamp;
    }
    return size;
}

// A kernel buffer is empty when it is switched on; a FIFO keeps what the last reader left.
static void empty_buffer(const struct feeder *feeder) {
    uint8_t leftover[4096];
    while (read(feeder->node, leftover, sizeof leftover) > 0) {
    }
}

static void feed_buffer(struct feeder *feeder, const int16_t raw[AXES]) {
    unsigned layout = flag_is_set(feeder, "buffer/enable") ? enabled_elements(feeder) : 0;
    if (layout != feeder->layout) {
        empty_buffer(feeder);
        feeder->layout = layout;
    }
    if (layout == 0) {
        return;
    }
    uint8_t scan[16];
    size_t size = pack_scan(layout, raw, scan);
    if (write(feeder->node, scan, size) == (ssize_t)size) {
        feeder->scans++;
    } else {
        feeder->dropped++;
    }
}

static void sleep_until(const struct timespec *start, double seconds) {
    int64_t offset = start->tv_nsec + llround(seconds * 1e9);
    struct timespec due = {
        .tv_sec = start->tv_sec + offset / 1000000000,
        .tv_nsec = offset % 1000000000,
    };
    while (!stopped && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) {
    }
}

static void feed(const struct options *options, struct feeder *feeder) {
    int64_t attribute_every = options->raw_at_full_rate ? 1 : (int64_t)ceil(options->hz / ATTRIBUTE_HZ);
    int written_axes = options->scans_only ? 0 : AXES;
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int64_t n = 0; !stopped; n++) {
        double seconds = (double)n / options->hz;
        if (options->seconds > 0 && seconds >= options->seconds) {
            break;
        }
        double acceleration[AXES];
        int16_t raw[AXES];
        acceleration_at(options, seconds, acceleration);
        for (int axis = 0; axis < AXES; axis++) {
            raw[axis] = raw_value(acceleration[axis], feeder->scale);
        }
        sleep_until(&start, seconds);
        if (feeder->node >= 0) {
            feed_buffer(feeder, raw);
        }
        for (int axis = 0; axis < written_axes && n % attribute_every == 0; axis++) {
            write_attribute(feeder, axis_names[axis], raw[axis]);
        }
    }
}

static struct options parse(int count, char **arguments) {
    if (count < 4) {
        usage();
    }
    struct options options = {
        .root = arguments[1],
        .hz = strtod(arguments[2], NULL),
        .seconds = strtod(arguments[3], NULL),
    };
    for (int i = 4; i < count; i++) {
        double *held = options.held;
        const char *value = i + 1 < count ? arguments[i + 1] : "";
        if (strcmp(arguments[i], "--raw") == 0) {
            options.raw_at_full_rate = true;
            continue;
        }
        if (strcmp(arguments[i], "--scans-only") == 0) {
            options.scans_only = true;
            continue;
        }
        if (strcmp(arguments[i], "--roll") == 0 && *value != '\0') {
            roll_to(strtod(value, NULL), held);
        } else if (strcmp(arguments[i], "--hold") != 0 || sscanf(value, "%lf,%lf,%lf", held, held + 1, held + 2) != AXES) {
            usage();
        }
        options.holds = true;
        i++;
    }
    if (!(options.hz > 0) || !(options.seconds >= 0)) {
        usage();
    }
    return options;
}

int main(int count, char **arguments) {
    struct options options = parse(count, arguments);
    struct feeder feeder = {.node = -1};
    char node[PATH_MAX];
    snprintf(feeder.device, sizeof feeder.device, "%s/sys/bus/iio/devices/iio:device0", options.root);
    snprintf(feeder.staging, sizeof feeder.staging, "%s/staging", options.root);
    snprintf(node, sizeof node, "%s/dev/iio:device0", options.root);
    feeder.scale = read_scale(&feeder);
    // For reading too: without a reader, an open for writing alone fails with ENXIO and a write raises SIGPIPE. In return
    // the reader never sees an end of file when the feeder goes, only silence.
    feeder.node = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (feeder.node < 0 && errno != ENOENT) {
        fail(node);
    }
    // The default slack of 50 us would show in every measured latency.
    prctl(PR_SET_TIMERSLACK, 1);
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    feed(&options, &feeder);
    printf("scans %lld dropped %lld\n", (long long)feeder.scans, (long long)feeder.dropped);
    return 0;
}
