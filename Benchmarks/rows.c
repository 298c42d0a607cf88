// Writes a recording of a tablet that rolls to and fro at 60 Hz: the same bytes on every run.
//
//     rows COUNT > FILE

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define GRAVITY 9.80665 // m/s^2
#define SCALE 0.009806  // m/s^2 for a count, as of a sensor of 12 bits
#define NOISE 3         // counts, either way
#define ROLL_PERIOD 4.0 // seconds
#define ROLL_DEGREES 60.0

// Of Numerical Recipes; any fixed sequence does.
static int noise(void) {
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return (int)(state >> 16) % (2 * NOISE + 1) - NOISE;
}

// As few digits as read back to the same number, as a recorder writes them; %g drops the zeros after fewer than 15.
static void print_shortest(double value, char last) {
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    printf("%s%c", text, last);
}

int main(int count, char **arguments) {
    int64_t rows = count == 2 ? strtoll(arguments[1], NULL, 10) : 0;
    if (rows <= 0) {
        fprintf(stderr, "usage: rows COUNT > FILE\n");
        return 64;
    }
    fputs("# folddaemon recording 1\n"
          "# sensor: accel_3d\n"
          "# unit: m/s^2\n"
          "# sign: gravity\n"
          "# orientation: landscape-right\n"
          "# notes: rolled to the right and back every four seconds, with a sensor's noise\n"
          "t,x,y,z\n",
          stdout);
    for (int64_t n = 0; n < rows; n++) {
        int64_t time = (n * 1000000000 + 30) / 60;
        double phase = 2 * M_PI * (double)n / 60 / ROLL_PERIOD;
        double angle = ROLL_DEGREES * (1 - cos(phase)) / 2 * M_PI / 180;
        long y = lround(-GRAVITY * sin(angle) / SCALE) + noise();
        long z = lround(-GRAVITY * cos(angle) / SCALE) + noise();
        printf("%" PRId64 ".%09" PRId64 ",", time / 1000000000, time % 1000000000);
        print_shortest(noise() * SCALE, ',');
        print_shortest((double)y * SCALE, ',');
        print_shortest((double)z * SCALE, '\n');
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
