// The door to what Glibc's Swift module leaves out of Linux.
#pragma once
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

// Declared only under _GNU_SOURCE, which Glibc's module is not built with.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

extern char **environ;

// Swift takes a variable that anybody may write for unsafe; a function that reads it is not.
static inline char *const *process_environment(void) {
    return environ;
}

static inline int accept_nonblocking(int listener) {
    return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// The user at the other end of a Unix socket and their primary group, as they were when they connected; -1 with errno set
// where they cannot be told. struct ucred is declared only under _GNU_SOURCE as well.
static inline int peer_user(int socket, uid_t *user, gid_t *group) {
    struct { pid_t pid; uid_t uid; gid_t gid; } peer;
    socklen_t length = sizeof peer;
    int result = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length);
    *user = peer.uid;
    *group = peer.gid;
    return result;
}

// The other groups of the user at the other end, at most *count of them; how many go into *count. -1 with errno set (ERANGE: there
// are more, as many as *count then says) where they cannot be told.
static inline int peer_groups(int socket, gid_t *groups, int *count) {
    socklen_t length = (socklen_t)*count * sizeof *groups;
    int result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
    *count = (int)(length / sizeof *groups);
    return result;
}

// Watches `descriptor` for `events` among others, changes that, or leaves off (EPOLL_CTL_ADD, _MOD, _DEL), under `key`.
static inline int crowd_change(int crowd, int operation, int descriptor, uint32_t events, uint64_t key) {
    struct epoll_event event = { .events = events, .data.u64 = key };
    return epoll_ctl(crowd, operation, descriptor, &event);
}

enum { crowd_batch = 64 };

// The keys and events of those that are ready, `crowd_batch` at most; never waits.
static inline int crowd_ready(int crowd, uint64_t *keys, uint32_t *events) {
    struct epoll_event ready[crowd_batch];
    int count = epoll_wait(crowd, ready, crowd_batch, 0);
    for (int i = 0; i < count; i++) {
        keys[i] = ready[i].data.u64;
        events[i] = ready[i].events;
    }
    return count;
}

// dl_iterate_phdr, which finds the program's own segments, is declared only under _GNU_SOURCE.
struct dl_phdr_info;
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);

struct program_segments { uintptr_t base; const char *name; const ElfW(Phdr) *headers; ElfW(Half) count; };

// Unmaps the pages of the program's code, which the kernel maps again from its cache as they are needed.
static inline int unmap_code(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    (void)data;
    const struct program_segments *program = (const void *)info;
    for (int i = 0; i < program->count; i++) {
        const ElfW(Phdr) *segment = &program->headers[i];
        // What may be written has the loader's own changes in it, which a file does not bring back.
        if (segment->p_type == PT_LOAD && (segment->p_flags & (PF_X | PF_W)) == PF_X) {
            uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
            uintptr_t start = (program->base + segment->p_vaddr) & ~(page - 1);
            madvise((void *)start, program->base + segment->p_vaddr + segment->p_memsz - start, MADV_DONTNEED);
        }
    }
    // The program comes first; its libraries are shared with others.
    return 1;
}

static inline void unmap_program_code(void) {
    dl_iterate_phdr(unmap_code, 0);
}

// How many columns the terminal has; 0 where that cannot be told.
static inline int terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// A wait of `time` (NULL: for ever) for one descriptor: poll's milliseconds are too coarse for a period of 16.667 ms.
static inline int poll_one(struct pollfd *entry, const struct timespec *time) {
    return ppoll(entry, 1, time, 0);
}
