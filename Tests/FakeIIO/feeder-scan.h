// Scans: counts laid out as the driver lays them out.

#include <time.h>

#define SCAN_MAX (CHANNELS * 8)
// What stands in the bits and bytes that are no part of a value: neither zeros nor a sign's extension.
#define FILLER UINT64_C(0xa5a5a5a5a5a5a5a5)

// The count for `value`, by the ABI's (raw + offset) * scale; as near as the channel's bits can say.
static int64_t count_for(const struct channel *channel, double value, double noise) {
    double count = round(value / channel->scale - channel->offset + noise);
    double full = ldexp(1, (int)channel->bits);
    double lowest = channel->is_signed ? -full / 2 : 0;
    // The highest double that a 64-bit count can hold lies below 2^63.
    double highest = fmin(channel->is_signed ? full / 2 - 1 : full - 1, 0x1.fffffffffffffp62);
    return (int64_t)fmin(fmax(count, lowest), highest);
}

// One bit for each enabled element, in the order of the channels, which is that of their indices.
static unsigned enabled_elements(const struct device *device) {
    unsigned layout = 0;
    for (int i = 0; i < device->channel_count; i++) {
        char name[128];
        snprintf(name, sizeof name, "scan_elements/%s_en", device->channels[i].name);
        if (device->channels[i].is_element && flag_is_set(device, name)) {
            layout |= 1u << i;
        }
    }
    return layout;
}

static void pack(const struct channel *channel, uint8_t *place) {
    uint64_t mask = channel->bits == 64 ? UINT64_MAX : (UINT64_C(1) << channel->bits) - 1;
    uint64_t word = ((uint64_t)channel->count & mask) << channel->shift;
    word |= FILLER & ~(mask << channel->shift);
    unsigned bytes = channel->storage / 8;
    for (unsigned i = 0; i < bytes; i++) {
        place[channel->is_big_endian ? bytes - 1 - i : i] = (uint8_t)(word >> (8 * i));
    }
}

// Each element at a multiple of its own size, the whole a multiple of the largest.
static size_t pack_scan(const struct device *device, unsigned layout, uint8_t scan[SCAN_MAX]) {
    size_t size = 0;
    size_t largest = 1;
    memset(scan, (int)(FILLER & 0xff), SCAN_MAX);
    for (int i = 0; i < device->channel_count; i++) {
        if ((layout & 1u << i) == 0) {
            continue;
        }
        size_t bytes = device->channels[i].storage / 8;
        size = (size + bytes - 1) / bytes * bytes;
        pack(&device->channels[i], scan + size);
        size += bytes;
        largest = bytes > largest ? bytes : largest;
    }
    return (size + largest - 1) / largest * largest;
}

// A kernel buffer is empty when it is switched on; a FIFO keeps what the last reader left.
static void empty_buffer(const struct device *device) {
    uint8_t leftover[4096];
    while (read(device->node, leftover, sizeof leftover) > 0) {
    }
}

enum stamp { STAMP_BOOTTIME, STAMP_REALTIME, STAMP_ZERO, STAMP_OFF };

static int64_t stamp_now(enum stamp stamp, int64_t last) {
    struct timespec now;
    switch (stamp) {
    case STAMP_OFF: return last;
    case STAMP_ZERO: return 0;
    default: clock_gettime(stamp == STAMP_REALTIME ? CLOCK_REALTIME : CLOCK_BOOTTIME, &now);
    }
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void stamp_scan(struct device *device, enum stamp stamp) {
    for (int i = 0; i < device->channel_count; i++) {
        struct channel *channel = &device->channels[i];
        if (channel->quantity == STAMP) {
            channel->count = stamp_now(stamp, channel->count);
        }
    }
}

static void feed_buffer(struct device *device, enum stamp stamp, bool is_stopped) {
    unsigned layout = flag_is_set(device, "buffer/enable") ? enabled_elements(device) : 0;
    if (layout != device->layout) {
        empty_buffer(device);
        device->layout = layout;
    }
    if (layout == 0 || is_stopped) {
        return;
    }
    uint8_t scan[SCAN_MAX];
    stamp_scan(device, stamp);
    size_t size = pack_scan(device, layout, scan);
    if (write(device->node, scan, size) == (ssize_t)size) {
        device->scans++;
    } else {
        device->dropped++;
    }
}
