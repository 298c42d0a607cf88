/* What the kernel's driver asks of the device, and the answers. */
#ifndef REQUESTS_H
#define REQUESTS_H

/* /dev/uhid can be read. */
void from_kernel(void);

#endif
