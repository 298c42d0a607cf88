// An accelerometer's buffer in, fold lines out to every reader of a Unix socket, as a competent C programmer would write
// it without libiio: the floor for folddaemon. Three 16-bit axes and a timestamp, little endian, no mount matrix. With
// `bare` it only hands each sample's time on: two hand-overs, from the sensor and to the reader, and nothing between.
//
//     daemon_floor DEVICE_DIRECTORY NODE SOCKET SECONDS [bare]

#define _GNU_SOURCE
#include "fold.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MOST_READERS 4096

struct scan {
    int16_t axes[3];
    int16_t padding;
    int64_t time;
};

struct server {
    const char *device;
    const char *node_path;
    int node; // -1 while nobody reads
    int listener;
    int readers[MOST_READERS];
    int reader_count;
    double scale;
    bool bare;
    struct fold fold;
};

static volatile sig_atomic_t stopped;

static void stop(int number) {
    (void)number;
    stopped = 1;
}

static void fail(const char *what) {
    fprintf(stderr, "daemon_floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void write_attribute(const struct server *server, const char *name, const char *value) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", server->device, name);
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (file < 0 || write(file, value, strlen(value)) < 0) {
        fail(path);
    }
    close(file);
}

static double read_scale(const struct server *server) {
    char path[PATH_MAX];
    double scale;
    snprintf(path, sizeof path, "%s/in_accel_scale", server->device);
    FILE *file = fopen(path, "re");
    if (file == NULL || fscanf(file, "%lf", &scale) != 1) {
        fail(path);
    }
    fclose(file);
    return scale;
}

static void start_sensor(struct server *server) {
    write_attribute(server, "buffer/enable", "0\n");
    write_attribute(server, "current_timestamp_clock", "boottime\n");
    write_attribute(server, "scan_elements/in_accel_x_en", "1\n");
    write_attribute(server, "scan_elements/in_accel_y_en", "1\n");
    write_attribute(server, "scan_elements/in_accel_z_en", "1\n");
    write_attribute(server, "scan_elements/in_timestamp_en", "1\n");
    write_attribute(server, "buffer/length", "16\n");
    server->node = open(server->node_path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (server->node < 0) {
        fail(server->node_path);
    }
    write_attribute(server, "buffer/enable", "1\n");
}

static void stop_sensor(struct server *server) {
    if (server->node >= 0) {
        write_attribute(server, "buffer/enable", "0\n");
        close(server->node);
        server->node = -1;
    }
}

static int listen_on(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1024) < 0) {
        fail(path);
    }
    return listener;
}

// What sd_notify does where $NOTIFY_SOCKET is a path.
static void say_ready(void) {
    const char *path = getenv("NOTIFY_SOCKET");
    if (path == NULL) {
        return;
    }
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sendto(manager, "READY=1", 7, MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address) < 0) {
        fail(path);
    }
    close(manager);
}

static void accept_readers(struct server *server) {
    while (server->reader_count < MOST_READERS) {
        int reader = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (reader < 0) {
            break;
        }
        server->readers[server->reader_count++] = reader;
    }
    if (server->node < 0 && server->reader_count > 0) {
        start_sensor(server);
    }
}

static void send_to_all(struct server *server, const char *line, int length) {
    for (int i = 0; i < server->reader_count; i++) {
        ssize_t sent = send(server->readers[i], line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN) {
            close(server->readers[i]);
            server->readers[i] = server->readers[--server->reader_count];
            i--;
        }
    }
}

static void send_update(const struct fold_update *update, void *context) {
    char line[FOLD_LINE];
    send_to_all(context, line, fold_line(update, line));
}

static void hand_on(struct server *server, int64_t time) {
    char line[FOLD_LINE];
    uint64_t seq = ++server->fold.seq;
    int length = snprintf(line, sizeof line, "{\"seq\":%" PRIu64 ",\"t\":%.6f}\n", seq, (double)time / 1e9);
    send_to_all(server, line, length);
}

static void read_scan(struct server *server) {
    struct scan scan;
    if (read(server->node, &scan, sizeof scan) != sizeof scan) {
        return;
    }
    if (server->bare) {
        hand_on(server, scan.time);
    } else {
        double x = scan.axes[0] * server->scale;
        double y = scan.axes[1] * server->scale;
        double z = scan.axes[2] * server->scale;
        fold_sample(&server->fold, scan.time, x, y, z, send_update, server);
    }
    if (server->reader_count == 0) {
        stop_sensor(server);
    }
}

static void serve(struct server *server) {
    while (!stopped) {
        struct pollfd waiting[2] = {
            {.fd = server->node, .events = POLLIN},
            {.fd = server->listener, .events = POLLIN},
        };
        if (poll(waiting, 2, -1) < 0) {
            continue;
        }
        if (waiting[0].revents != 0) {
            read_scan(server);
        }
        if (waiting[1].revents != 0) {
            accept_readers(server);
        }
    }
}

static void raise_descriptor_limit(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int count, char **arguments) {
    static struct server server;
    if (count < 5 || count > 6 || (count == 6 && strcmp(arguments[5], "bare") != 0)) {
        fprintf(stderr, "usage: daemon_floor DEVICE_DIRECTORY NODE SOCKET SECONDS [bare]\n");
        return 64;
    }
    server.device = arguments[1];
    server.node_path = arguments[2];
    server.node = -1;
    server.bare = count == 6;
    server.scale = read_scale(&server);
    raise_descriptor_limit();
    server.listener = listen_on(arguments[3]);
    // Without SA_RESTART: the signal has to end poll.
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    alarm((unsigned)strtoul(arguments[4], NULL, 10));
    say_ready();
    serve(&server);
    stop_sensor(&server);
    unlink(arguments[3]);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    long long seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
    long long microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
    printf("cpu_us %lld updates %llu\n", seconds * 1000000 + microseconds, (unsigned long long)server.fold.seq);
    return 0;
}
