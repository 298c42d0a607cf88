/*
 * i2c-accel - keep the data registers of a Kionix KXCJK-1013 on the kernel's
 * i2c-stub bus up to date, so that the real kxcjk-1013 IIO driver measures
 * what we play.  The driver reads the registers when it likes (sysfs, or a
 * trigger such as iio-trig-hrtimer); this program only rewrites them.
 * See rig-i2c-accel for the modules and the trigger.
 *
 * Build: cc -O2 -Wall -static -o i2c-accel *.c ../motion.c -lm
 */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "chip.h"
#include "control.h"
#include "options.h"

static int open_timer(void)
{
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	struct itimerspec it = { 0 };

	it.it_interval.tv_sec = (time_t)(1 / options.rate);
	it.it_interval.tv_nsec = (long)((1 / options.rate - (time_t)(1 / options.rate)) * 1e9);
	it.it_value.tv_nsec = 1;
	timerfd_settime(timer, 0, &it, NULL);
	return timer;
}

int main(int argc, char **argv)
{
	double start = now();
	bool going = true;
	int fifo;
	int timer;

	options_parse(argc, argv);
	chip_open();
	fifo = control_open();
	timer = open_timer();
	motion_start(&options.motion);
	while (going) {
		struct pollfd p[2] = { { timer, POLLIN, 0 }, { fifo, POLLIN, 0 } };
		uint64_t n;

		if (poll(p, 2, -1) < 0 && errno != EINTR)
			return 1;
		if (p[1].revents & POLLIN)
			going = from_control(fifo);
		if (going && (p[0].revents & POLLIN) && read(timer, &n, sizeof n) == sizeof n)
			chip_rewrite();
		if (options.duration >= 0 && now() - start >= options.duration)
			going = false;
	}
	control_close();
	return 0;
}
