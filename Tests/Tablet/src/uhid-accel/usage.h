/* The text of --help. */
#ifndef USAGE_H
#define USAGE_H

extern const char usage[];

#endif
