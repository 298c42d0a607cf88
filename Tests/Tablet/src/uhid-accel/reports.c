#include "reports.h"

#include <math.h>

#include "log.h"
#include "sensor.h"

enum {
	STATE_READY = 3,
	EVENT_DATA_UPDATED = 3,
};

static uint8_t *put(uint8_t *p, uint32_t v, int bytes)
{
	while (bytes--) {
		*p++ = v;
		v >>= 8;
	}
	return p;
}

static uint8_t *put_utf16(uint8_t *p, const char *s, int chars)
{
	for (int i = 0; i < chars; i++)
		p = put(p, *s ? (uint8_t)*s++ : 0, 2);
	return p;
}

size_t feature_report(uint8_t *buf)
{
	uint8_t *p = buf;

	*p++ = REPORT_ID;
	*p++ = sensor.reporting;
	*p++ = sensor.power;
	p = put(p, sensor.interval, 4);
	p = put(p, sensor.sensitivity, 2);
	if (sensor.kind == HINGE) {
		p = put_utf16(p, "INTEL", 8);
		p = put_utf16(p, "LUID:020B000000000000", 24);
	}
	return p - buf;
}

static double clamp(double c, double limit)
{
	if (c > limit)
		return limit;
	if (c < -limit)
		return -limit;
	return c;
}

size_t input_report(uint8_t *buf, const double v[3])
{
	double limit = sensor.bits == 32 ? 2147483647.0 : 32767.0;
	double counts_per_unit = sensor.kind == ACCEL ? COUNTS_PER_MS2 : 1;
	uint8_t *p = buf;

	*p++ = REPORT_ID;
	*p++ = STATE_READY;
	*p++ = EVENT_DATA_UPDATED;
	for (int i = 0; i < 3; i++) {
		double c = clamp(rint(v[i] * counts_per_unit), limit);

		p = put(p, (uint32_t)(int32_t)c, sensor.bits / 8);
	}
	return p - buf;
}

bool feature_report_take(const uint8_t *buf, size_t len)
{
	uint32_t shortest = (uint32_t)sensor.min_interval;
	uint32_t ms;

	if (len < 9)
		return false;
	if (buf[1] != sensor.reporting || buf[2] != sensor.power)
		note("host sets reporting %d power %d", buf[1], buf[2]);
	sensor.reporting = buf[1];
	sensor.power = buf[2];
	ms = buf[3] | buf[4] << 8 | buf[5] << 16 | (uint32_t)buf[6] << 24;
	if (ms != sensor.interval) {
		note("host asks for an interval of %u ms", ms);
		sensor.interval = ms < shortest ? shortest : ms;
		sensor.host_interval = true;
	}
	sensor.sensitivity = buf[7] | buf[8] << 8;
	return true;
}
