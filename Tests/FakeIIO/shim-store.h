// What a driver, and the kernel's core, make of a write to an attribute: it is taken, or refused with an errno.

#include <locale.h>

// The file with the rates for the attribute `name`, which drivers share among other channels than the rate itself.
static bool rates_for(const struct device *device, const char *name, char list[VALUE_MAX]) {
    char own[VALUE_MAX];
    snprintf(own, sizeof own, "%s_available", name);
    return read_attribute(device, own, list) || read_attribute(device, "sampling_frequency_available", list)
        || read_attribute(device, "in_accel_sampling_frequency_available", list);
}

static bool is_in_range(const char *range, const char *word) {
    double bounds[3];
    locale_t numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *at = (char *)range + 1;
    for (int i = 0; i < 3; i++) {
        bounds[i] = strtod_l(at, &at, numbers);
    }
    double value = strtod_l(word, &at, numbers);
    freelocale(numbers);
    return *at == '\0' && at != word && value >= bounds[0] && value <= bounds[2];
}

static bool takes_rate(const struct device *device, const char *name, const char *rate) {
    char list[VALUE_MAX];
    if (!description_is(device, "refuse.rate", "yes") || !rates_for(device, name, list)) {
        return true;
    }
    return list[0] == '[' ? is_in_range(list, rate) : lists(list, rate);
}

static bool trigger_exists(const struct device *device, const char *name) {
    for (int number = 0; number < 32; number++) {
        struct device trigger = {.root = device->root};
        char value[VALUE_MAX];
        snprintf(trigger.id, sizeof trigger.id, "trigger%d", number);
        if (read_attribute(&trigger, "name", value) && strcmp(value, name) == 0) {
            return true;
        }
    }
    return false;
}

// The name of a trigger that is not there takes the current one away, which is why programs write NULL.
static int choose_trigger(const struct device *device, char *name) {
    char own[VALUE_MAX];
    if (!trigger_exists(device, name)) {
        name[0] = '\0';
        return 0;
    }
    if (!description_is(device, "refuse.trigger", "foreign")) {
        return 0;
    }
    return description(device, "trigger.own", own) && lists(own, name) ? 0 : EINVAL;
}

static int switch_buffer(const struct device *device, const char *value) {
    char trigger[VALUE_MAX];
    if (value[0] != '1' || !description_is(device, "buffer.kind", "triggered")) {
        return 0;
    }
    return read_attribute(device, "trigger/current_trigger", trigger) && trigger[0] != '\0' ? 0 : EINVAL;
}

// The errno with which the write of `value` to `name` is refused, 0 where it is taken; it may change the value.
static int refusal(const struct device *device, const char *name, char *value) {
    bool is_on = buffer_is_on(device);
    if (strcmp(name, "buffer/enable") == 0) {
        return switch_buffer(device, value);
    }
    if (strcmp(name, "trigger/current_trigger") == 0) {
        return is_on ? EBUSY : choose_trigger(device, value);
    }
    if (strcmp(name, "current_timestamp_clock") == 0) {
        static const char clocks[] =
            "realtime monotonic monotonic_raw realtime_coarse monotonic_coarse boottime tai";
        return is_on ? EBUSY : lists(clocks, value) ? 0 : EINVAL;
    }
    if (strcmp(name, "buffer/length") == 0 || strcmp(name, "buffer/watermark") == 0
        || (starts_with(name, "scan_elements/") && ends_with(name, "_en"))) {
        return is_on ? EBUSY : 0;
    }
    if (ends_with(name, "sampling_frequency")) {
        return takes_rate(device, name, value) ? 0 : EINVAL;
    }
    return 0;
}

// One write is one store, as in sysfs. The file is never empty meanwhile, and no program's NUL stays in it.
static ssize_t store(int file, const char *path, const char *bytes, size_t count) {
    struct device device;
    const char *name = attribute_of_path(path, &device);
    char value[VALUE_MAX];
    snprintf(value, sizeof value, "%.*s", (int)count, bytes);
    first_line(value);
    if (name != NULL) {
        int number = refusal(&device, name, value);
        if (number != 0) {
            errno = number;
            return -1;
        }
    }
    size_t length = strlen(value);
    value[length++] = '\n';
    if (pwrite(file, value, length, 0) != (ssize_t)length || ftruncate(file, (off_t)length) != 0) {
        return -1;
    }
    return (ssize_t)count;
}

// MARK: through a stream, whose last step is inside the C library

struct stream {
    int file;
    char path[];
};

static ssize_t stream_write(void *cookie, const char *bytes, size_t count) {
    struct stream *stream = cookie;
    ssize_t written = store(stream->file, stream->path, bytes, count);
    return written < 0 ? 0 : written; // a stream's writer says 0 for an error
}

static int stream_close(void *cookie) {
    struct stream *stream = cookie;
    int result = real_close(stream->file);
    free(stream);
    return result;
}

static FILE *open_stream(const char *path, const char *target) {
    int file = real_openat(AT_FDCWD, target, O_WRONLY | O_CLOEXEC, 0);
    if (file < 0) {
        return NULL;
    }
    struct stream *stream = malloc(sizeof *stream + strlen(path) + 1);
    stream->file = file;
    strcpy(stream->path, path);
    return fopencookie(stream, "w", (cookie_io_functions_t){.write = stream_write, .close = stream_close});
}

// MARK: through a descriptor

#define DESCRIPTORS 4096
static char *opened_paths[DESCRIPTORS];

static void remember(int descriptor, const char *path) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS && starts_with(path, devices_prefix)) {
        __atomic_store_n(&opened_paths[descriptor], strdup(path), __ATOMIC_RELEASE);
    }
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    bool known = descriptor >= 0 && descriptor < DESCRIPTORS;
    const char *path = known ? __atomic_load_n(&opened_paths[descriptor], __ATOMIC_ACQUIRE) : NULL;
    return path != NULL ? store(descriptor, path, bytes, count) : real_write(descriptor, bytes, count);
}

int close(int descriptor) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS) {
        free(__atomic_exchange_n(&opened_paths[descriptor], NULL, __ATOMIC_ACQ_REL));
    }
    return real_close(descriptor);
}

// Some programs write through a copy of what they opened.
int dup2(int descriptor, int copy) {
    NEXT(dup2)
    bool known = descriptor >= 0 && descriptor < DESCRIPTORS && descriptor != copy;
    const char *path = known ? __atomic_load_n(&opened_paths[descriptor], __ATOMIC_ACQUIRE) : NULL;
    int result = next(descriptor, copy);
    if (result >= 0 && result < DESCRIPTORS && descriptor != copy) {
        free(__atomic_exchange_n(&opened_paths[result], path != NULL ? strdup(path) : NULL, __ATOMIC_ACQ_REL));
    }
    return result;
}
