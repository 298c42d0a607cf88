/* What the program says on stderr. */
#ifndef LOG_H
#define LOG_H

/* A line with the time, if --verbose. */
__attribute__((format(printf, 1, 2))) void note(const char *fmt, ...);

/* A line, and exit with status 1. */
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *fmt, ...);

#endif
