/* The HID report descriptor: what the sensor tells the kernel it is.  The
 * reports laid out here are filled in by reports.c. */
#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include <stddef.h>
#include <stdint.h>

extern uint8_t descriptor[512];
extern size_t descriptor_len;

/* For the sensor's kind and bits. */
void descriptor_build(void);

#endif
