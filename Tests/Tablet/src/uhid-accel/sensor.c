#include "sensor.h"

struct sensor sensor = {
	.kind = ACCEL,
	.name = "Rig HID Accelerometer",
	.bits = 16,
	.rate = 60,
	.min_interval = 5,
	.duration = -1,
	.unplug_at = -1,
	.replug_after = -1,
	.motion = MOTION_INIT,
	.fd = -1,
	.power = POWER_D4_OFF,
	.reporting = REPORTING_NO_EVENTS,
};

double elapsed(void)
{
	return now() - sensor.started;
}
