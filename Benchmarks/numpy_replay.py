"""A recording in, fold lines out, as somebody at home in NumPy and SciPy would write it: whole columns at a time.

    numpy_replay.py FILE

For a recording at a fixed rate of 60 Hz, so that the low-pass is a filter of constant coefficients and no ticks fall
due, all of whose readings are plausible. It says so where they are not.
"""

import sys

import numpy
import scipy.signal

GRAVITY = 9.80665   # m/s²
SMOOTHING = 0.12    # of the way, at 60 Hz
GAIN = -1.6
DEADZONE = 0.03
NAMES = numpy.array(["fully-open", "partially-open", "closed"])


def held(sets, clears, initial):
    """A switch that `sets` turns on and `clears` off: its state at each step."""
    steps = numpy.where(sets | clears, numpy.arange(len(sets)), -1)
    last = numpy.maximum.accumulate(steps)
    return numpy.where(last < 0, initial, sets[last])


def statuses(fold):
    closed = held(fold >= 0.85, fold < 0.83, False)
    # Whatever closes also leaves it open no longer.
    open_ = held(fold == 0, fold > 0.02, True)
    return numpy.where(open_, 0, numpy.where(closed, 2, 1))


def load(path):
    # Past the column line at once: a second kind of comment would make loadtxt read in Python.
    with open(path) as file:
        header = next(number for number, line in enumerate(file, 1) if line.startswith("t,"))
    return numpy.loadtxt(path, delimiter=",", skiprows=header, unpack=True)


def main():
    t, x, y, z = load(sys.argv[1])
    times = numpy.rint(t * 1e9).astype(numpy.int64)
    periods = numpy.diff(times)
    length = numpy.sqrt(x * x + y * y + z * z)
    if len(periods) and not (16_666_660 < periods.min() and periods.max() < 16_666_674):
        sys.exit("numpy_replay: not at a fixed rate of 60 Hz")
    if not ((length >= 0.5 * GRAVITY) & (length <= 1.5 * GRAVITY)).all():
        sys.exit("numpy_replay: not every reading is plausible")

    def filtered(component):
        tilt = numpy.arcsin(numpy.clip(component / length, -1, 1)) / (numpy.pi / 2)
        return scipy.signal.lfilter([SMOOTHING], [1, SMOOTHING - 1], tilt)

    roll, pitch = filtered(y), -filtered(x)
    fold = numpy.clip(roll * GAIN - DEADZONE, 0, 1)
    microseconds = (times + 500) // 1000
    columns = zip(
        range(1, len(t) + 1),
        (microseconds // 1_000_000).tolist(),
        (microseconds % 1_000_000).tolist(),
        fold.tolist(),
        # What rounds to zero has no sign.
        numpy.where(numpy.abs(roll) <= 5e-7, 0, roll).tolist(),
        numpy.where(numpy.abs(pitch) <= 5e-7, 0, pitch).tolist(),
        NAMES[statuses(fold)].tolist(),
    )
    line = '{"seq":%d,"t":%d.%06d,"fold":%.6f,"roll":%.6f,"pitch":%.6f,"status":"%s"}\n'
    sys.stdout.writelines(line % values for values in columns)


if __name__ == "__main__":
    main()
