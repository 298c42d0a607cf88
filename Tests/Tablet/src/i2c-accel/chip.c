#include "chip.h"

#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "options.h"

#define XOUT_L 0x06             /* six bytes: x, y, z; low byte first */

static int bus;

void chip_open(void)
{
	/* _FORCE: the IIO driver holds the address, and shares it with us */
	bus = open(options.bus, O_RDWR | O_CLOEXEC);
	if (bus < 0 || ioctl(bus, I2C_SLAVE_FORCE, options.addr) < 0) {
		perror(options.bus);
		exit(1);
	}
}

static void reg(uint8_t r, int size, uint16_t value)
{
	union i2c_smbus_data d;
	struct i2c_smbus_ioctl_data a = { I2C_SMBUS_WRITE, r, size, &d };

	if (size == I2C_SMBUS_BYTE_DATA)
		d.byte = value;
	else
		d.word = value;
	if (ioctl(bus, I2C_SMBUS, &a) < 0) {
		perror("i2c-accel: I2C_SMBUS");
		exit(1);
	}
}

/* m/s^2 per count, as the driver has it; the user may change the range. */
static double read_scale(void)
{
	char path[512];
	double s = 0;
	FILE *f;

	snprintf(path, sizeof path, "%s/in_accel_scale", options.device);
	f = fopen(path, "r");
	if (f) {
		if (fscanf(f, "%lf", &s) != 1)
			s = 0;
		fclose(f);
	}
	return s > 0 ? s : 0.009582;
}

static void put(const double v[3], double scale)
{
	for (int i = 0; i < 3; i++) {
		double c = rint(v[i] / scale);
		uint16_t w;

		c = c > 2047 ? 2047 : c;
		c = c < -2048 ? -2048 : c;
		w = (uint16_t)((int)c * 16);            /* 12 bits, left-aligned */
		/* i2c-stub keeps a word per register: a word read takes one of
		 * them whole, a block read the low byte of each. */
		reg(XOUT_L + 2 * i, I2C_SMBUS_WORD_DATA, w);
		reg(XOUT_L + 2 * i + 1, I2C_SMBUS_BYTE_DATA, w >> 8);
	}
}

void chip_rewrite(void)
{
	static double scale;
	static double scale_read;       /* CLOCK_MONOTONIC, seconds */
	double v[3];

	if (!scale_read || now() - scale_read > 1) {
		scale = read_scale();
		scale_read = now();
	}
	motion_measure(&options.motion, v);
	put(v, scale);
}
