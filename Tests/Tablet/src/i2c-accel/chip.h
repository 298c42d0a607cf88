/* The KXCJK-1013's registers on the stub bus. */
#ifndef CHIP_H
#define CHIP_H

void chip_open(void);

/* Write what is measured now. */
void chip_rewrite(void);

#endif
