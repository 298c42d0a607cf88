// Readers of a fold socket. Prints, at each SIGUSR1 and at the end, one JSON line about the first of them: lines with a
// seq since the start, the last seq, and the median delay of the lines since the last report, from a line's "t" (to be
// CLOCK_BOOTTIME) to its arrival.
//
//     reader SOCKET SECONDS [READERS [REQUEST]]

#define _GNU_SOURCE
#include "median.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define BUFFER 65536
#define EVENTS 256

struct observed {
    char pending[BUFFER];
    size_t length;
    int64_t lines;
    int64_t seq;
    struct delays delays;
};

static volatile sig_atomic_t stopped;
static volatile sig_atomic_t asked;

static void stop(int number) {
    (void)number;
    stopped = 1;
}

static void ask(int number) {
    (void)number;
    asked = 1;
}

static void fail(const char *what) {
    fprintf(stderr, "reader: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connect_to(const char *path, const char *request) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int peer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (peer < 0 || connect(peer, (struct sockaddr *)&address, sizeof address) < 0) {
        fail(path);
    }
    if (request != NULL) {
        dprintf(peer, "%s\n", request);
    }
    return peer;
}

static void report(struct observed *observed) {
    printf("{\"lines\":%" PRId64 ",\"seq\":%" PRId64 ",\"median_us\":%.1f}\n", observed->lines, observed->seq,
           median_delay_us(&observed->delays));
    fflush(stdout);
    observed->delays.count = 0;
}

static void observe_line(struct observed *observed, const char *line, int64_t now) {
    const char *seq = strstr(line, "\"seq\":");
    const char *time = strstr(line, "\"t\":");
    // An event has neither.
    if (seq == NULL || time == NULL) {
        return;
    }
    observed->lines++;
    observed->seq = strtoll(seq + 6, NULL, 10);
    double seconds = strtod(time + 4, NULL);
    add_delay(&observed->delays, now - (int64_t)(seconds * 1e9));
}

// False at the end of the stream.
static bool observe(struct observed *observed, int peer) {
    ssize_t count = recv(peer, observed->pending + observed->length, BUFFER - 1 - observed->length, MSG_DONTWAIT);
    int64_t now = boottime();
    if (count <= 0) {
        return count < 0 && errno == EAGAIN;
    }
    observed->length += (size_t)count;
    observed->pending[observed->length] = '\0';
    char *line = observed->pending;
    char *end;
    while ((end = strchr(line, '\n')) != NULL) {
        *end = '\0';
        observe_line(observed, line, now);
        line = end + 1;
    }
    observed->length -= (size_t)(line - observed->pending);
    memmove(observed->pending, line, observed->length);
    return true;
}

static bool drain(int peer) {
    static char discarded[BUFFER];
    ssize_t count = recv(peer, discarded, sizeof discarded, MSG_DONTWAIT);
    return count > 0 || (count < 0 && errno == EAGAIN);
}

static void catch_signals(sigset_t *blocked) {
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    action.sa_handler = ask;
    sigaction(SIGUSR1, &action, NULL);
    // Blocked but while waiting, so that none falls between the look at the flags and the wait.
    sigset_t caught;
    sigemptyset(&caught);
    sigaddset(&caught, SIGTERM);
    sigaddset(&caught, SIGINT);
    sigaddset(&caught, SIGALRM);
    sigaddset(&caught, SIGUSR1);
    sigprocmask(SIG_BLOCK, &caught, blocked);
}

static void read_all(int poller, int first, struct observed *observed, const sigset_t *while_waiting) {
    while (!stopped) {
        struct epoll_event events[EVENTS];
        int count = epoll_pwait(poller, events, EVENTS, -1, while_waiting);
        for (int i = 0; i < count; i++) {
            int peer = events[i].data.fd;
            bool open = peer == first ? observe(observed, peer) : drain(peer);
            if (!open) {
                stopped = 1;
            }
        }
        if (asked) {
            asked = 0;
            report(observed);
        }
    }
}

int main(int count, char **arguments) {
    static struct observed observed;
    if (count < 3 || count > 5) {
        fprintf(stderr, "usage: reader SOCKET SECONDS [READERS [REQUEST]]\n");
        return 64;
    }
    long readers = count > 3 ? strtol(arguments[3], NULL, 10) : 1;
    const char *request = count > 4 ? arguments[4] : NULL;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    sigset_t while_waiting;
    catch_signals(&while_waiting);
    alarm((unsigned)strtoul(arguments[2], NULL, 10));
    int poller = epoll_create1(EPOLL_CLOEXEC);
    int first = -1;
    for (long i = 0; i < readers; i++) {
        int peer = connect_to(arguments[1], request);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = peer};
        epoll_ctl(poller, EPOLL_CTL_ADD, peer, &event);
        first = i == 0 ? peer : first;
    }
    read_all(poller, first, &observed, &while_waiting);
    report(&observed);
    return 0;
}
