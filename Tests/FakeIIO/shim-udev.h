// Shows sd-device the properties in $FAKE_IIO_ROOT/run/udev/data/ID, lines of KEY=VALUE, for the devices of the tree.
//
// libsystemd finds a device by walking real directories, below which no preload library can slip: so it is asked here.

typedef struct sd_device sd_device;

#define PROPERTIES 32
struct fake_udev_device {
    uint64_t mark;
    unsigned references;
    int is_known;
    int count;
    char *lines[PROPERTIES];
};

// No pointer of libsystemd's begins like this: its devices begin with a small count of references.
static const uint64_t fake_mark = 0x6f6969656b6166;

static struct fake_udev_device *as_fake(sd_device *device) {
    struct fake_udev_device *fake = (void *)device;
    return fake != NULL && fake->mark == fake_mark ? fake : NULL;
}

int sd_device_new_from_subsystem_sysname(sd_device **device, const char *subsystem, const char *name);
int sd_device_new_from_subsystem_sysname(sd_device **device, const char *subsystem, const char *name) {
    NEXT(sd_device_new_from_subsystem_sysname)
    const char *root = getenv("FAKE_IIO_ROOT");
    if (root == NULL || strcmp(subsystem, "iio") != 0) {
        return next != NULL ? next(device, subsystem, name) : -ENOSYS;
    }
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s%s", root, devices_prefix, name);
    if (real_access(path, F_OK) != 0) {
        return -ENODEV;
    }
    struct fake_udev_device *fake = calloc(1, sizeof *fake);
    fake->mark = fake_mark;
    fake->references = 1;
    snprintf(path, sizeof path, "%s/run/udev/data/%s", root, name);
    FILE *file = real_fopen(path, "re");
    fake->is_known = file != NULL;
    char line[VALUE_MAX];
    while (file != NULL && fake->count < PROPERTIES && fgets(line, sizeof line, file) != NULL) {
        first_line(line);
        fake->lines[fake->count++] = strdup(line);
    }
    if (file != NULL) {
        fclose(file);
    }
    *device = (sd_device *)fake;
    return 0;
}

int sd_device_get_property_value(sd_device *device, const char *key, const char **value);
int sd_device_get_property_value(sd_device *device, const char *key, const char **value) {
    NEXT(sd_device_get_property_value)
    struct fake_udev_device *fake = as_fake(device);
    if (fake == NULL) {
        return next != NULL ? next(device, key, value) : -ENOSYS;
    }
    size_t length = strlen(key);
    for (int i = 0; i < fake->count; i++) {
        if (strncmp(fake->lines[i], key, length) == 0 && fake->lines[i][length] == '=') {
            *value = fake->lines[i] + length + 1;
            return 0;
        }
    }
    return -ENOENT;
}

int sd_device_get_is_initialized(sd_device *device);
int sd_device_get_is_initialized(sd_device *device) {
    NEXT(sd_device_get_is_initialized)
    struct fake_udev_device *fake = as_fake(device);
    if (fake == NULL) {
        return next != NULL ? next(device) : -ENOSYS;
    }
    return fake->is_known;
}

sd_device *sd_device_ref(sd_device *device);
sd_device *sd_device_ref(sd_device *device) {
    NEXT(sd_device_ref)
    struct fake_udev_device *fake = as_fake(device);
    if (fake == NULL) {
        return next != NULL ? next(device) : NULL;
    }
    fake->references++;
    return device;
}

sd_device *sd_device_unref(sd_device *device);
sd_device *sd_device_unref(sd_device *device) {
    NEXT(sd_device_unref)
    struct fake_udev_device *fake = as_fake(device);
    if (fake == NULL) {
        return next != NULL ? next(device) : NULL;
    }
    if (--fake->references == 0) {
        for (int i = 0; i < fake->count; i++) {
            free(fake->lines[i]);
        }
        free(fake);
    }
    return NULL;
}
