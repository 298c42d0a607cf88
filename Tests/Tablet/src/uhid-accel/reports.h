/* The bytes of the two reports that the descriptor lays out. */
#ifndef REPORTS_H
#define REPORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both return the report's length. */
size_t feature_report(uint8_t *buf);
size_t input_report(uint8_t *buf, const double v[3]);

/* Take over what the host set; false if it is no such report. */
bool feature_report_take(const uint8_t *buf, size_t len);

#endif
