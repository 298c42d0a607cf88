// The bare hand-over of a line between two processes over a Unix stream socket: the floor for sample to reader. One
// writes a line with the time (CLOCK_BOOTTIME, ns) HZ times a second, the other reads it; prints the median in us.
//
//     handover_floor HZ SECONDS [WRITER_CPU READER_CPU]

#define _GNU_SOURCE
#include "median.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_lines(int peer, double hz, int64_t count) {
    // The default slack of 50 us would make bursts of the wake-ups.
    prctl(PR_SET_TIMERSLACK, 1);
    struct timespec due;
    clock_gettime(CLOCK_MONOTONIC, &due);
    for (int64_t n = 0; n < count; n++) {
        int64_t next = due.tv_nsec + (int64_t)(1e9 / hz);
        due.tv_sec += next / 1000000000;
        due.tv_nsec = next % 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
        char line[128];
        int length = snprintf(line, sizeof line, "%" PRId64 "\n", boottime());
        send(peer, line, (size_t)length, MSG_NOSIGNAL);
    }
}

static void stay_on(const char *cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(strtoul(cpu, NULL, 10), &set);
    if (sched_setaffinity(0, sizeof set, &set) < 0) {
        perror("handover_floor: sched_setaffinity");
        exit(1);
    }
}

int main(int count, char **arguments) {
    double hz = count == 3 || count == 5 ? strtod(arguments[1], NULL) : 0;
    double seconds = count == 3 || count == 5 ? strtod(arguments[2], NULL) : 0;
    if (!(hz > 0) || !(seconds > 0)) {
        fprintf(stderr, "usage: handover_floor HZ SECONDS [WRITER_CPU READER_CPU]\n");
        return 64;
    }
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) {
        perror("handover_floor: socketpair");
        return 1;
    }
    pid_t writer = fork();
    if (writer < 0) {
        perror("handover_floor: fork");
        return 1;
    }
    if (writer == 0) {
        close(pair[0]);
        if (count == 5) {
            stay_on(arguments[3]);
        }
        write_lines(pair[1], hz, (int64_t)(hz * seconds));
        _exit(0);
    }
    close(pair[1]);
    if (count == 5) {
        stay_on(arguments[4]);
    }
    struct delays delays = {0};
    char line[128];
    ssize_t length;
    while ((length = read(pair[0], line, sizeof line - 1)) > 0) {
        int64_t now = boottime();
        line[length] = '\0';
        add_delay(&delays, now - strtoll(line, NULL, 10));
    }
    waitpid(writer, NULL, 0);
    printf("{\"lines\":%zu,\"median_us\":%.1f}\n", delays.count, median_delay_us(&delays));
    return 0;
}
