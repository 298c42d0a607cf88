"""A roll by a human hand, played into the kernel, recorded and watched at once."""
import json
import shutil
import statistics
import subprocess
import sys

from tablet import BIN, SHARE, Daemon, Stream, hid, now

sys.path.insert(0, SHARE + "/reference")
import fold_reference

# Read in the guest's memory: from the host's disk the sensor would start late.
TRACE = "/run/roll.csv"
RECORDING = "/run/roll-recorded.csv"
# The largest constant shift that is taken off, in seconds.
SHIFT = 0.060


def rows(path):
    """The rows t,x,y,z of a file with a header or without."""
    result = []
    with open(path) as file:
        for line in file:
            fields = line.split(",")
            if line[0] in "-0123456789":
                result.append([float(field) for field in fields[:4]])
    return result


def folds(lines):
    """The times and folds of JSON lines, events left out."""
    values = [json.loads(line) for line in lines]
    return [(value["t"], value["fold"]) for value in values if "fold" in value]


def at(curve, time):
    """A curve's value at a time, interpolated."""
    low, high = 0, len(curve) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if curve[middle][0] <= time:
            low = middle
        else:
            high = middle
    (t0, a), (t1, b) = curve[low], curve[high]
    return a + (b - a) * (time - t0) / (t1 - t0)


def play():
    """Plays the trace, and returns its start on the lines' clock with the lines that were watched."""
    shutil.copy(SHARE + "/roll.csv", TRACE)
    source = rows(TRACE)
    with hid("--lerp", "--set", ",".join(str(value) for value in source[0][1:])) as sensor:
        with Daemon("--orientation", "landscape-right"), Stream("watch fold rate=max") as stream:
            stream.event("ok")
            recorder = subprocess.Popen([BIN + "/foldctl", "record", "--force", RECORDING])
            # From rest to rest, so that the filter's past on both sides is the same.
            stream.settled()
            sensor.tell(f"trace {TRACE}")
            start = now()
            stream.until(lambda value: value.get("t", 0) > start + source[-1][0] - source[0][0], 60)
            recorder.send_signal(2)
            assert recorder.wait(10) == 0
            return start, folds(stream.lines)


def human_roll():
    start, watched = play()
    compare_with_rows(watched)
    compare_with_source(start, watched)


def compare_with_rows(watched):
    """What was watched is what an independent computation makes of the rows recorded beside it."""
    with open(RECORDING, "rb") as file:
        computed = folds(fold_reference.lines(file))
    # Both curves have the same steps; the recording's zero is its own.
    offset = find_offset([time for time, _ in watched], [time for time, _ in computed])
    by_time = {round((time + offset) * 1e6): fold for time, fold in computed}
    common = [(fold, by_time[round(time * 1e6)]) for time, fold in watched if round(time * 1e6) in by_time]
    assert len(common) > 0.9 * len(computed) > 100, f"{len(common)} of {len(computed)} lines in common"
    worst = max(abs(a - b) for a, b in common)
    print(f"      {len(common)} lines beside the recorded rows: worst difference {worst:.6f}")
    assert worst <= 1e-6 + 1e-12, f"{worst}"


def find_offset(times, recorded):
    """The whole microseconds that lie between two lists of times, by the gaps that both have in common."""
    gaps = [round((b - a) * 1e6) for a, b in zip(recorded, recorded[1:])][:20]
    for index in range(len(times) - 20):
        if [round((times[index + k + 1] - times[index + k]) * 1e6) for k in range(20)] == gaps:
            return round((times[index] - recorded[0]) * 1e6) / 1e6
    raise AssertionError("the recorded rows are not among the watched lines")


def compare_with_source(start, watched):
    """What was watched is what the source's rows make, but for one constant shift."""
    source = rows(TRACE)
    header = ["# folddaemon recording 1", "# orientation: landscape-right", "t,x,y,z"]
    rest = [[source[0][0] - 3 + k / 60, *source[0][1:]] for k in range(170)]
    body = [",".join(f"{value:.9f}" for value in row) for row in rest + source]
    wanted = folds(fold_reference.lines([line.encode() for line in header + body]))
    moving = [(t - start + source[0][0], fold) for t, fold in watched if start < t < start + source[-1][0] - source[0][0]]

    def differences(shift):
        inside = [(t, fold) for t, fold in moving if source[0][0] < t - shift < source[-1][0]]
        return [abs(fold - at(wanted, t - shift)) for t, fold in inside]

    shifts = [k / 1000 for k in range(-60, 61)]
    shift = min(shifts, key=lambda shift: statistics.fmean(differences(shift)))
    left = differences(shift)
    print(
        f"      beside the source, shifted by {shift * 1000:.0f} ms: median difference "
        f"{statistics.median(left):.4f}, worst {max(left):.4f} of {len(left)}"
    )
    assert abs(shift) <= SHIFT
    assert statistics.median(left) <= 0.03
    assert max(left) <= 0.12


CHECKS = [("a human roll comes out as it went in", human_roll)]
