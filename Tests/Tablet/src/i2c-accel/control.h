/* Commands from outside while the program runs: a FIFO. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

/* Make the FIFO of --control and open it; -1 without the option. */
int control_open(void);

/* The FIFO can be read.  One command a write: a shell's echo is one write.
 * False: quit. */
bool from_control(int fifo);

void control_close(void);

#endif
