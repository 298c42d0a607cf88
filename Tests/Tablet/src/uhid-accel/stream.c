#include "stream.h"

#include <math.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "device.h"
#include "log.h"
#include "reports.h"
#include "sensor.h"

static bool host_wants_data(void)
{
	if (sensor.always)
		return true;
	return sensor.opened && sensor.power == POWER_D0 && sensor.reporting == REPORTING_ALL_EVENTS;
}

/* Armed: the first tick at once, then one each period. */
static void set_timer(bool armed, double period)
{
	struct itimerspec it = { 0 };

	if (armed) {
		it.it_interval.tv_sec = (time_t)period;
		it.it_interval.tv_nsec = (long)((period - (time_t)period) * 1e9);
		it.it_value.tv_nsec = 1;
	}
	timerfd_settime(sensor.timer, 0, &it, NULL);
}

void stream_update(void)
{
	bool want = sensor.plugged && sensor.kernel_started && !sensor.stopped && host_wants_data();
	bool by_host = sensor.host_interval && !sensor.fixed_rate;
	double period = by_host ? sensor.interval / 1000.0 : 1 / sensor.rate;

	if (want)
		motion_start(&sensor.motion);
	if (want == sensor.ticking && (!want || period == sensor.tick_period))
		return;
	sensor.ticking = want;
	sensor.tick_period = period;
	if (want)
		note("streaming, one report each %.3f ms", period * 1e3);
	else
		note("not streaming (opened %d power %d reporting %d)", sensor.opened, sensor.power, sensor.reporting);
	set_timer(want, period);
}

/* With --on-change: is v as good as what was sent last? */
static bool unchanged(const double v[3])
{
	double d = 0;

	if (!sensor.on_change || !sensor.sent_any)
		return false;
	for (int i = 0; i < 3; i++)
		d = fmax(d, fabs(v[i] - sensor.sent[i]));
	return d * COUNTS_PER_MS2 < (sensor.sensitivity ? sensor.sensitivity : 1);
}

static void send_input(void)
{
	struct uhid_event ev = { .type = UHID_INPUT2 };
	double v[3];

	motion_measure(&sensor.motion, v);
	if (unchanged(v))
		return;
	memcpy(sensor.sent, v, sizeof sensor.sent);
	sensor.sent_any = true;
	ev.u.input2.size = input_report(ev.u.input2.data, v);
	uhid_write(&ev);
	sensor.n_reports++;
}

void stream_tick(void)
{
	uint64_t n;

	if (read(sensor.timer, &n, sizeof n) != sizeof n || !sensor.ticking)
		return;
	if (n > 1)
		note("late: %llu reports skipped", (unsigned long long)n - 1);
	send_input();
}
