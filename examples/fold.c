/* The dial in C: the fold, a line whenever it has moved by 0.01. Only libc; lines are cut from a buffer, so that the
   descriptor may as well stand in an effect's own poll loop: call take() when it is readable.

     cc -o fold examples/fold.c && ./fold [SOCKET] */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static bool begins(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }

/* Does what a line says; false at the daemon's end. Quotes inside a JSON string are escaped: "fold": is the member. */
static bool handle(const char *line) {
    int whole, millionths;
    if (begins(line, "{\"event\":\"sensor\"") || begins(line, "{\"error\"")) fprintf(stderr, "%s\n", line);
    if (begins(line, "{\"event\"")) return !begins(line, "{\"event\":\"shutdown\"");
    const char *fold = strstr(line, "\"fold\":");
    /* Always six decimals; strtod would look for a comma in a program with a locale. */
    if (fold && sscanf(fold, "\"fold\":%d.%6d", &whole, &millionths) == 2) {
        printf("%.6f\n", whole + millionths / 1e6);
        fflush(stdout);
    }
    return true;
}

/* Reads once, handles the lines that are whole and keeps the rest; false at the end. */
static bool take(int stream) {
    static char buffer[65536];
    static size_t held;
    ssize_t count = read(stream, buffer + held, sizeof buffer - held);
    if (count <= 0) return count < 0 && (errno == EINTR || errno == EAGAIN);
    held += count;
    char *line = buffer, *end;
    while ((end = memchr(line, '\n', buffer + held - line))) {
        *end = 0;
        if (!handle(line)) return false;
        line = end + 1;
    }
    held -= line - buffer;
    memmove(buffer, line, held);
    if (held == sizeof buffer) held = 0; /* nothing known is that long; its tail is one more unknown line */
    return true;
}

int main(int count, char **words) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t room = sizeof address.sun_path;
    const char *own = getenv("XDG_RUNTIME_DIR");
    size_t length = snprintf(address.sun_path, room, "%s/folddaemon/fold.sock", own ? own : "");
    if (count > 1) length = snprintf(address.sun_path, room, "%s", words[1]);
    else if (length >= room || access(address.sun_path, F_OK) != 0)
        length = snprintf(address.sun_path, room, "/run/folddaemon/fold.sock");
    int stream = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (length >= room || connect(stream, (struct sockaddr *)&address, sizeof address) != 0) {
        fprintf(stderr, "fold: no daemon answers on %s: start folddaemon, or name its socket as the first argument\n",
                count > 1 ? words[1] : address.sun_path);
        return 69;
    }
    static const char request[] = "watch fold change=0.01\n";
    send(stream, request, sizeof request - 1, MSG_NOSIGNAL); /* where it fails, reading tells why */
    while (take(stream)) {}
    return 0;
}
