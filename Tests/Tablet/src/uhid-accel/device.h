/* The device as the kernel sees it: there, or not. */
#ifndef DEVICE_H
#define DEVICE_H

#include <linux/uhid.h>

void plug(void);
void unplug(void);
void uhid_write(const struct uhid_event *ev);

#endif
