// Feeds devices that make-device.sh made: raw attributes, and scans into their FIFOs while their buffers are on.
//
//     gcc -O2 -o feeder feeder.c -lm
//
// Accelerations are in m/s^2 in the sensor's own frame, before any mount matrix, and point toward the ground: upright is
// (0, -9.81, 0), face up (0, 0, -9.81).

#define _GNU_SOURCE
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

#include "feeder-device.h"
#include "feeder-scan.h"

#define GRAVITY 9.80665 // m/s^2
// Every rename costs the reader's file system more than a scan does; a polled reader's own rate is about this.
#define ATTRIBUTE_HZ 20.0
#define SWING_PERIOD 4.0   // seconds, flat and back
#define SWING_DEGREES 60.0
#define DEVICES 8

// How the devices are held, and what their drivers make of it.
struct motion {
    bool holds;
    double held[AXES];
    double angles[AXES]; // radians
    double noise;        // counts
    enum stamp stamp;
    bool is_stopped;
};

struct options {
    const char *root;
    double hz;
    double seconds; // 0: until a signal
    bool raw_at_full_rate;
    bool scans_only;
    bool takes_commands;
    int numbers[DEVICES];
    int device_count;
    struct motion motion;
};

static volatile sig_atomic_t ended;

static void end(int number) {
    (void)number;
    ended = 1;
}

static void usage(void) {
    fprintf(stderr, "usage: feeder ROOT HZ SECONDS [--device N]… [--roll DEG | --hold X,Y,Z] [--angle DEG[,DEG,DEG]]\n"
                    "              [--raw | --scans-only] [--commands]\n"
                    "  --device N    iio:deviceN, by default 0; several are fed alike\n"
                    "  --roll DEG    held at a roll of DEG to the right in landscape-right\n"
                    "  --hold X,Y,Z  held at this acceleration, m/s^2\n"
                    "                without either: rolls from flat to 60 degrees and back every 4 s\n"
                    "  --angle A     hinge angles in degrees, for angl or angl0, angl1 and angl2\n"
                    "  --raw         raw attributes at HZ too, instead of 20 a second at most\n"
                    "  --scans-only  raw attributes as they are, so that nothing but the scan keeps the CPU from its reader\n"
                    "  --commands    takes commands from standard input, a line each:\n"
                    "                roll DEG, hold X,Y,Z, angle A, noise COUNTS, stop, start, stamp boottime|realtime|zero|off\n"
                    "  SECONDS 0     until a signal\n");
    exit(64);
}

static void roll_to(double degrees, double acceleration[AXES]) {
    double angle = degrees * M_PI / 180;
    acceleration[0] = 0;
    acceleration[1] = -GRAVITY * sin(angle);
    acceleration[2] = -GRAVITY * cos(angle);
}

static bool set_angles(const char *value, double angles[AXES]) {
    int count = sscanf(value, "%lf,%lf,%lf", angles, angles + 1, angles + 2);
    for (int i = 0; i < count; i++) {
        angles[i] *= M_PI / 180;
    }
    return count > 0;
}

static bool set_stamp(const char *value, enum stamp *stamp) {
    static const char *const names[] = {"boottime", "realtime", "zero", "off"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(value, names[i]) == 0) {
            *stamp = (enum stamp)i;
            return true;
        }
    }
    return false;
}

// Changes how the devices are held or fed; false for what is none of that.
static bool command(struct motion *motion, const char *name, const char *value) {
    double *held = motion->held;
    if (strcmp(name, "stop") == 0 || strcmp(name, "start") == 0) {
        motion->is_stopped = strcmp(name, "stop") == 0;
        return true;
    }
    if (*value == '\0') {
        return false;
    }
    if (strcmp(name, "roll") == 0) {
        roll_to(strtod(value, NULL), held);
        motion->holds = true;
        return true;
    }
    if (strcmp(name, "hold") == 0) {
        motion->holds = sscanf(value, "%lf,%lf,%lf", held, held + 1, held + 2) == AXES;
        return motion->holds;
    }
    if (strcmp(name, "noise") == 0) {
        motion->noise = strtod(value, NULL);
        return true;
    }
    return (strcmp(name, "angle") == 0 && set_angles(value, motion->angles))
        || (strcmp(name, "stamp") == 0 && set_stamp(value, &motion->stamp));
}

static void take_line(struct motion *motion, char *line) {
    char *value = strchr(line, ' ');
    if (value != NULL) {
        *value++ = '\0';
    }
    if (!command(motion, line, value != NULL ? value : "")) {
        fprintf(stderr, "feeder: no such command: %s\n", line);
        exit(64);
    }
}

// Commands that are there already; waits for none.
static void take_commands(struct motion *motion) {
    static char text[4096];
    static size_t length;
    ssize_t count;
    while ((count = read(STDIN_FILENO, text + length, sizeof text - 1 - length)) > 0) {
        length += (size_t)count;
        text[length] = '\0';
        for (char *line_end; (line_end = strchr(text, '\n')) != NULL;) {
            *line_end = '\0';
            take_line(motion, text);
            length -= (size_t)(line_end + 1 - text);
            memmove(text, line_end + 1, length + 1);
        }
    }
}

// Evenly in -noise…noise, the same in every run.
static double noise_of(const struct motion *motion) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return motion->noise * ((double)(state >> 11) * 0x1p-52 - 1);
}

static void move(const struct motion *motion, double seconds, struct device *device) {
    double acceleration[AXES];
    if (motion->holds) {
        memcpy(acceleration, motion->held, sizeof acceleration);
    } else {
        roll_to(SWING_DEGREES * (1 - cos(2 * M_PI * seconds / SWING_PERIOD)) / 2, acceleration);
    }
    for (int i = 0; i < device->channel_count; i++) {
        struct channel *channel = &device->channels[i];
        switch (channel->quantity) {
        case ACCELERATION:
            channel->count = count_for(channel, acceleration[channel->part], motion->noise > 0 ? noise_of(motion) : 0);
            break;
        case ANGLE: channel->count = count_for(channel, motion->angles[channel->part % AXES], 0); break;
        default: break;
        }
    }
}

static void sleep_until(const struct timespec *start, double seconds) {
    int64_t offset = start->tv_nsec + llround(seconds * 1e9);
    struct timespec due = {
        .tv_sec = start->tv_sec + offset / 1000000000,
        .tv_nsec = offset % 1000000000,
    };
    while (!ended && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) {
    }
}

static void feed(struct options *options, struct device devices[]) {
    int64_t attribute_every = options->raw_at_full_rate ? 1 : (int64_t)ceil(options->hz / ATTRIBUTE_HZ);
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int64_t n = 0; !ended; n++) {
        double seconds = (double)n / options->hz;
        if (options->seconds > 0 && seconds >= options->seconds) {
            break;
        }
        if (options->takes_commands) {
            take_commands(&options->motion);
        }
        for (int i = 0; i < options->device_count; i++) {
            move(&options->motion, seconds, &devices[i]);
        }
        sleep_until(&start, seconds);
        for (int i = 0; i < options->device_count; i++) {
            struct device *device = &devices[i];
            if (device->node >= 0) {
                feed_buffer(device, options->motion.stamp, options->motion.is_stopped);
            }
            if (!options->scans_only && n % attribute_every == 0) {
                write_raws(device);
            }
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
        const char *name = arguments[i];
        bool *flag = strcmp(name, "--raw") == 0    ? &options.raw_at_full_rate
            : strcmp(name, "--scans-only") == 0    ? &options.scans_only
            : strcmp(name, "--commands") == 0      ? &options.takes_commands
                                                   : NULL;
        if (flag != NULL) {
            *flag = true;
            continue;
        }
        const char *value = ++i < count ? arguments[i] : "";
        if (strcmp(name, "--device") == 0 && *value != '\0' && options.device_count < DEVICES) {
            options.numbers[options.device_count++] = atoi(value);
        } else if (strncmp(name, "--", 2) != 0 || !command(&options.motion, name + 2, value)) {
            usage();
        }
    }
    if (!(options.hz > 0) || !(options.seconds >= 0)) {
        usage();
    }
    options.device_count += options.device_count == 0;
    return options;
}

int main(int count, char **arguments) {
    struct options options = parse(count, arguments);
    static struct device devices[DEVICES];
    for (int i = 0; i < options.device_count; i++) {
        open_device(&devices[i], options.root, options.numbers[i]);
    }
    if (options.takes_commands) {
        fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
    }
    // The default slack of 50 us would show in every measured latency.
    prctl(PR_SET_TIMERSLACK, 1);
    signal(SIGTERM, end);
    signal(SIGINT, end);
    feed(&options, devices);
    int64_t scans = 0;
    int64_t dropped = 0;
    for (int i = 0; i < options.device_count; i++) {
        scans += devices[i].scans;
        dropped += devices[i].dropped;
    }
    printf("scans %lld dropped %lld\n", (long long)scans, (long long)dropped);
    return 0;
}
