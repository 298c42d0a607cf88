#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "descriptor.h"
#include "log.h"
#include "sensor.h"
#include "stream.h"

void uhid_write(const struct uhid_event *ev)
{
	if (write(sensor.fd, ev, sizeof *ev) < 0 && errno != ENODEV && errno != EINVAL)
		die("/dev/uhid: %s", strerror(errno));
}

static void create(void)
{
	struct uhid_event ev = { .type = UHID_CREATE2 };
	struct uhid_create2_req *rq = &ev.u.create2;

	snprintf((char *)rq->name, sizeof rq->name, "%s", sensor.name);
	snprintf((char *)rq->phys, sizeof rq->phys, "rig/uhid");
	rq->rd_size = descriptor_len;
	memcpy(rq->rd_data, descriptor, descriptor_len);
	rq->bus = BUS_I2C;
	rq->vendor = 0x0f0f;
	rq->product = sensor.product ? sensor.product : sensor.kind == ACCEL ? 0x0001 : 0x0002;
	uhid_write(&ev);
}

static void power_on(void)
{
	sensor.plugged = true;
	sensor.kernel_started = false;
	sensor.opened = false;
	sensor.power = POWER_D4_OFF;
	sensor.reporting = REPORTING_NO_EVENTS;
	sensor.host_interval = false;
	sensor.interval = (uint32_t)lround(1000 / sensor.rate);
	sensor.sent_any = false;
}

void plug(void)
{
	if (sensor.plugged)
		return;
	sensor.fd = open("/dev/uhid", O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (sensor.fd < 0)
		die("/dev/uhid: %s (modprobe uhid?)", strerror(errno));
	create();
	power_on();
	if (!sensor.start_on_stream)
		motion_start(&sensor.motion);
	note("plugged");
}

void unplug(void)
{
	struct uhid_event ev = { .type = UHID_DESTROY };

	if (!sensor.plugged)
		return;
	uhid_write(&ev);
	close(sensor.fd);
	sensor.fd = -1;
	sensor.plugged = false;
	sensor.kernel_started = false;
	sensor.opened = false;
	stream_update();
	note("unplugged");
}
