/* Commands from outside while the program runs: a FIFO, one a line. */
#ifndef CONTROL_H
#define CONTROL_H

/* Make the FIFO of --control and open it; -1 without the option. */
int control_open(void);

/* The FIFO can be read. */
void from_control(int fd);

void control_close(void);

#endif
