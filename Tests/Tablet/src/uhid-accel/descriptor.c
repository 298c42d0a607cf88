#include "descriptor.h"

#include "sensor.h"

uint8_t descriptor[512];
size_t descriptor_len;

static void item(uint8_t prefix, uint32_t value, int bytes)
{
	descriptor[descriptor_len++] = prefix | (bytes == 4 ? 3 : bytes);
	for (int i = 0; i < bytes; i++)
		descriptor[descriptor_len++] = value >> (8 * i);
}

/* The items of HID 1.11, section 6.2.2, by their prefix bytes. */
#define USAGE_PAGE(v)   item(0x04, v, 1)
#define USAGE(v)        item(0x08, v, (v) > 0xff ? 2 : 1)
#define COLLECTION(v)   item(0xa0, v, 1)
#define END()           item(0xc0, 0, 0)
#define REPORTID(v)     item(0x84, v, 1)
#define LOGMIN(v, n)    item(0x14, v, n)
#define LOGMAX(v, n)    item(0x24, v, n)
#define SIZE(v)         item(0x74, v, 1)
#define COUNT(v)        item(0x94, v, 1)
#define UNIT(v)         item(0x64, v, (v) > 0xff ? 2 : 1)
#define UNITEXP(v)      item(0x54, (v) & 0xf, 1)
#define FEATURE(v)      item(0xb0, v, 1)
#define INPUT(v)        item(0x80, v, 1)

enum {
	ARRAY = 0x00,
	VAR = 0x02,
};

enum {
	PHYSICAL = 0,
	APPLICATION = 1,
	LOGICAL = 2,
};

/* Usages of the sensor page, 0x20. */
enum {
	SENSOR_PAGE = 0x20,
	SENSOR_COLLECTION = 0x01,
	ACCELEROMETER_3D = 0x73,
	CUSTOM = 0xe1,
	STATE = 0x0201,
	EVENT = 0x0202,
	MANUFACTURER = 0x0305,
	SERIAL_NUMBER = 0x0307,
	REPORT_INTERVAL = 0x030e,
	SENSITIVITY = 0x030f,
	REPORTING_STATE = 0x0316,
	POWER_STATE = 0x0319,
	ACCELERATION_X = 0x0453,
	CUSTOM_VALUE_1 = 0x0544,
	ACCELERATION_SENSITIVITY = 0x1452,
};

enum {
	UNIT_NONE = 0x00,
	UNIT_DEGREES = 0x14,
	UNIT_MILLISECONDS = 0x19,       /* as the hub reads it */
	UNIT_G = 0x1a,
};

enum direction {
	TO_HOST,
	BOTH_WAYS,
};

static void selector(int usage, int first, int last, enum direction direction)
{
	USAGE(usage);
	COLLECTION(LOGICAL);
	LOGMIN(1, 1);
	LOGMAX(last - first + 1, 1);
	SIZE(8);
	COUNT(1);
	for (int u = first; u <= last; u++)
		USAGE(u);
	if (direction == BOTH_WAYS)
		FEATURE(ARRAY);
	else
		INPUT(ARRAY);
	END();
}

/* The measured quantity's unit: 1/1000 g; whole degrees. */
static void unit(void)
{
	if (sensor.kind == ACCEL) {
		UNIT(UNIT_G);
		UNITEXP(-3);
	} else {
		UNIT(UNIT_DEGREES);
		UNITEXP(0);
	}
}

/* Manufacturer or serial number, UTF-16. */
static void text(int usage, int chars)
{
	USAGE(usage);
	LOGMIN(0, 1);
	LOGMAX(0xffff, 4);
	SIZE(16);
	COUNT(chars);
	UNIT(UNIT_NONE);
	UNITEXP(0);
	FEATURE(VAR);
}

/* Reporting state, power state, interval, sensitivity. */
static void feature_report(void)
{
	selector(REPORTING_STATE, 0x0840, 0x0845, BOTH_WAYS);
	selector(POWER_STATE, 0x0850, 0x0855, BOTH_WAYS);
	USAGE(REPORT_INTERVAL);
	LOGMIN(0, 1);
	LOGMAX(0x7fffffff, 4);
	SIZE(32);
	COUNT(1);
	UNIT(UNIT_MILLISECONDS);
	UNITEXP(0);
	FEATURE(VAR);
	USAGE(sensor.kind == ACCEL ? ACCELERATION_SENSITIVITY : SENSITIVITY);
	LOGMIN(0, 1);
	LOGMAX(0xffff, 4);
	SIZE(16);
	COUNT(1);
	unit();
	FEATURE(VAR);
	if (sensor.kind == HINGE) {
		/* how Intel's ISH says which known custom sensor this is */
		text(MANUFACTURER, 8);
		text(SERIAL_NUMBER, 24);
	}
}

/* State, event, then three values: x, y, z; hinge, screen, keyboard angle. */
static void input_report(void)
{
	int first = sensor.kind == ACCEL ? ACCELERATION_X : CUSTOM_VALUE_1;

	UNIT(UNIT_NONE);
	UNITEXP(0);
	selector(STATE, 0x0800, 0x0806, TO_HOST);
	selector(EVENT, 0x0810, 0x0815, TO_HOST);
	if (sensor.bits == 32) {
		LOGMIN(0x80000001, 4);
		LOGMAX(0x7fffffff, 4);
	} else {
		LOGMIN(0x8001, 2);
		LOGMAX(0x7fff, 2);
	}
	SIZE(sensor.bits);
	COUNT(1);
	unit();
	for (int u = first; u < first + 3; u++) {
		USAGE(u);
		INPUT(VAR);
	}
}

void descriptor_build(void)
{
	descriptor_len = 0;
	USAGE_PAGE(SENSOR_PAGE);
	USAGE(SENSOR_COLLECTION);
	COLLECTION(APPLICATION);
	REPORTID(REPORT_ID);
	USAGE_PAGE(SENSOR_PAGE);
	USAGE(sensor.kind == ACCEL ? ACCELEROMETER_3D : CUSTOM);
	COLLECTION(PHYSICAL);
	feature_report();
	input_report();
	END();
	END();
}
