// A crowd of readers of a fold socket, good and bad, for a while. Prints at the end what the good ones saw, in a line of
// JSON.
//
//     crowd SOCKET SECONDS GOOD MUTE SLOW FLEETING
//
// GOOD read all they get, MUTE never read, SLOW take a few bytes now and then, FLEETING come, leave after a moment
// (every other one without having read) and come again. What the good ones missed where the machine was late, not the
// server, is counted apart.

#define _GNU_SOURCE
#include "median.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define EVENTS 256
#define REQUEST "watch fold rate=max\n"
#define LONGEST_LINE 512
#define STEP 20000000          // ns between the slow ones' bites, and the fleeting ones' looks at the clock
#define BITE 26                // bytes
#define STAYS 200000000        // ns at least,
#define STAYS_LONGER 800000000 // and up to so much more
#define LAST_WORD 1000000000   // ns that the good get for what had been sent when time was up
// The kernel keeps six lines of a reader, 100 ms at 60 a second. Where for half as long this program was kept from
// reading, or no good reader at all was sent a line, the machine is late; what is missing then, and shortly after, when
// all that waited comes at once, is no fault of the server.
#define STALL 50000000         // ns
#define AFTER_STALL 250000000  // ns

enum kind { GOOD, MUTE, SLOW, FLEETING, KINDS };

struct reader {
    enum kind kind;
    int peer;
    bool has_ended; // though it should not have
    bool reads;     // for the fleeting
    int64_t leaves;
    int64_t first;
    int64_t last; // 0 before the first
    int64_t lines;
    int64_t missed;
    int64_t late; // missed in or after a stall
    int64_t disordered;
    bool was_repeated;
    char rest[LONGEST_LINE]; // the beginning of a line
    size_t rest_length;
};

struct crowd {
    const char *path;
    int poller;
    struct reader *readers;
    size_t count;
    int64_t connections;
    int64_t caught_up; // when all was read that had come
    int64_t last_line; // when any came
    int64_t excused;   // until then
};

static void fail(const char *what) {
    fprintf(stderr, "crowd: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t random_below(int64_t bound) {
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return (int64_t)((double)state / 4294967296.0 * (double)bound);
}

static void come(struct crowd *crowd, struct reader *reader) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", crowd->path);
    reader->peer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (reader->peer < 0 || connect(reader->peer, (struct sockaddr *)&address, sizeof address) < 0) {
        fail(crowd->path);
    }
    crowd->connections++;
    if (send(reader->peer, REQUEST, sizeof REQUEST - 1, MSG_NOSIGNAL) < 0) {
        fail("send");
    }
    reader->reads = reader->kind == GOOD || (reader->kind == FLEETING && crowd->connections % 2 == 0);
    reader->leaves = boottime() + STAYS + random_below(STAYS_LONGER);
    // Who does not read at once is told only of the end.
    struct epoll_event event = {.events = reader->reads ? EPOLLIN : EPOLLRDHUP, .data.ptr = reader};
    epoll_ctl(crowd->poller, EPOLL_CTL_ADD, reader->peer, &event);
}

static void see(struct reader *reader, const char *line, bool is_excused) {
    const char *seq = strstr(line, "\"seq\":");
    // An event has none.
    if (seq == NULL) {
        return;
    }
    int64_t number = strtoll(seq + 6, NULL, 10);
    // What came before the request was heard is followed by the current state once more, and by that only once.
    if (number == reader->last && !reader->was_repeated) {
        reader->was_repeated = true;
        return;
    }
    reader->lines++;
    if (reader->last == 0) {
        reader->first = number;
    } else if (number > reader->last) {
        *(is_excused ? &reader->late : &reader->missed) += number - reader->last - 1;
    } else {
        reader->disordered++;
    }
    reader->last = number;
}

static void end_of_stream(struct crowd *crowd, struct reader *reader) {
    reader->has_ended = true;
    epoll_ctl(crowd->poller, EPOLL_CTL_DEL, reader->peer, NULL);
}

static void read_on(struct crowd *crowd, struct reader *reader) {
    static char buffer[65536 + LONGEST_LINE];
    memcpy(buffer, reader->rest, reader->rest_length);
    ssize_t count = recv(reader->peer, buffer + reader->rest_length, 65535, MSG_DONTWAIT);
    if (count <= 0) {
        if (count == 0 || errno != EAGAIN) {
            end_of_stream(crowd, reader);
        }
        return;
    }
    int64_t now = boottime();
    if (now - crowd->caught_up > STALL || (reader->kind == GOOD && now - crowd->last_line > STALL)) {
        crowd->excused = now + AFTER_STALL;
    }
    crowd->last_line = reader->kind == GOOD ? now : crowd->last_line;
    size_t length = reader->rest_length + (size_t)count;
    buffer[length] = '\0';
    char *line = buffer;
    char *end;
    while ((end = strchr(line, '\n')) != NULL) {
        *end = '\0';
        see(reader, line, now < crowd->excused);
        line = end + 1;
    }
    reader->rest_length = length - (size_t)(line - buffer);
    if (reader->rest_length > sizeof reader->rest) {
        errno = EMSGSIZE;
        fail("a line");
    }
    memcpy(reader->rest, line, reader->rest_length);
}

static void step(struct crowd *crowd, int64_t now) {
    for (size_t i = 0; i < crowd->count; i++) {
        struct reader *reader = &crowd->readers[i];
        char bite[BITE];
        if (reader->kind == SLOW) {
            if (recv(reader->peer, bite, sizeof bite, MSG_DONTWAIT) == 0) {
                end_of_stream(crowd, reader);
            }
        } else if (reader->kind == FLEETING && now >= reader->leaves) {
            close(reader->peer);
            reader->rest_length = 0;
            come(crowd, reader);
        }
    }
}

static void read_until(struct crowd *crowd, int64_t end, int64_t seq) {
    int64_t next_step = boottime();
    int64_t now;
    while ((now = boottime()) < end) {
        if (now >= next_step) {
            step(crowd, now);
            next_step = now + STEP;
        }
        struct epoll_event events[EVENTS];
        int count = epoll_wait(crowd->poller, events, EVENTS, (int)((next_step - now) / 1000000) + 1);
        int64_t waited_until = boottime();
        for (int i = 0; i < count; i++) {
            struct reader *reader = events[i].data.ptr;
            if (reader->reads) {
                read_on(crowd, reader);
            } else {
                end_of_stream(crowd, reader);
            }
        }
        crowd->caught_up = count < EVENTS ? waited_until : crowd->caught_up;
        bool all_there = seq > 0;
        for (size_t i = 0; all_there && i < crowd->count; i++) {
            all_there = crowd->readers[i].kind != GOOD || crowd->readers[i].last >= seq;
        }
        if (all_there) {
            return;
        }
    }
}

static int64_t newest(const struct crowd *crowd) {
    int64_t seq = 0;
    for (size_t i = 0; i < crowd->count; i++) {
        seq = crowd->readers[i].last > seq ? crowd->readers[i].last : seq;
    }
    return seq;
}

static void report(const struct crowd *crowd, int64_t seq, double seconds) {
    int64_t good = 0, lines = 0, missed = 0, late = 0, disordered = 0, behind = 0, ended = 0, updates = 0;
    for (size_t i = 0; i < crowd->count; i++) {
        const struct reader *reader = &crowd->readers[i];
        ended += reader->has_ended;
        if (reader->kind == GOOD) {
            int64_t sent = reader->last - reader->first;
            good++;
            lines += reader->lines;
            missed += reader->missed;
            late += reader->late;
            disordered += reader->disordered;
            behind += reader->last < seq;
            updates = sent > updates ? sent : updates;
        }
    }
    printf("{\"good\":%" PRId64 ",\"lines\":%" PRId64 ",\"missed\":%" PRId64 ",\"late\":%" PRId64
           ",\"disordered\":%" PRId64 ",\"behind\":%" PRId64 ",\"ended\":%" PRId64 ",\"connections\":%" PRId64
           ",\"updates_a_second\":%.3f}\n",
           good, lines, missed, late, disordered, behind, ended, crowd->connections, (double)updates / seconds);
}

int main(int count, char **arguments) {
    if (count != 3 + KINDS) {
        fprintf(stderr, "usage: crowd SOCKET SECONDS GOOD MUTE SLOW FLEETING\n");
        return 64;
    }
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    struct crowd crowd = {.path = arguments[1], .poller = epoll_create1(EPOLL_CLOEXEC)};
    size_t numbers[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        numbers[kind] = strtoul(arguments[3 + kind], NULL, 10);
        crowd.count += numbers[kind];
    }
    crowd.readers = calloc(crowd.count, sizeof *crowd.readers);
    struct reader *reader = crowd.readers;
    int64_t begin = boottime();
    crowd.caught_up = crowd.last_line = begin;
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < numbers[kind]; i++, reader++) {
            reader->kind = kind;
            come(&crowd, reader);
        }
    }
    read_until(&crowd, begin + (int64_t)(strtod(arguments[2], NULL) * 1e9), 0);
    double seconds = (double)(boottime() - begin) / 1e9;
    int64_t seq = newest(&crowd);
    read_until(&crowd, boottime() + LAST_WORD, seq);
    report(&crowd, seq, seconds);
    return 0;
}
