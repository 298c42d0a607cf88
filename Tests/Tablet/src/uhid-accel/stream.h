/* Input reports, one each tick of the timer while the host wants data. */
#ifndef STREAM_H
#define STREAM_H

/* (Re)arm or disarm the timer to fit the sensor's present state. */
void stream_update(void);

/* The timer can be read. */
void stream_tick(void);

#endif
