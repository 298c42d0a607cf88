// What a program costs that is linked to the daemon's libraries and has an event loop and an IIO context: the floor for
// folddaemon's memory and for its start. Says READY=1 as the daemon does, then sleeps.

#include <iio.h>
#include <ini.h>
#include <stdio.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>

static int ignore_entry(void *context, const char *section, const char *name, const char *value) {
    (void)context;
    (void)section;
    (void)name;
    (void)value;
    return 1;
}

int main(void) {
    sd_event *event = NULL;
    if (sd_event_default(&event) < 0) {
        fprintf(stderr, "memory_floor: no event loop\n");
        return 1;
    }
    ini_parse("/dev/null", ignore_entry, NULL);
    struct iio_context *context = iio_create_local_context();
    if (context == NULL) {
        perror("memory_floor: no IIO context");
        return 1;
    }
    sd_notify(0, "READY=1");
    return sd_event_loop(event) < 0;
}
