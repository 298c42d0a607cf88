"""What was recorded beside a watcher replays to the very lines that were watched."""
import json
import math
import subprocess

from tablet import BIN, G, Daemon, Stream, hid, i2c

RECORDING = "/run/recorded.csv"


def told(lines):
    """Each line of the fold as its time in microseconds and all the rest but seq, word for word."""
    result = []
    for line in lines:
        if '"fold"' in line:
            rest = line[line.index('"fold"'):]
            result.append((round(json.loads(line)["t"] * 1e6), rest))
    return result


def replays_to_what_was_watched(stream, move):
    """Records while `move` moves the tablet, and compares the replay with the lines that the stream received."""
    recorder = subprocess.Popen([BIN + "/foldctl", "record", "--force", RECORDING])
    for degrees in [10, 40, 75, 20, 0]:
        angle = math.radians(degrees)
        move(0, -G * math.sin(angle), -G * math.cos(angle))
        stream.settled(0.6, 0.3)
    recorder.send_signal(2)
    assert recorder.wait(10) == 0
    stream.settled(0.1, 0.3)
    watched = told(stream.lines)
    replay = subprocess.run([BIN + "/foldctl", "replay", RECORDING], capture_output=True, text=True, check=True)
    replayed = told(replay.stdout.splitlines())
    assert len(replayed) > 100, f"{len(replayed)} lines"
    # The recording's zero is its own; everything else is the same from its first line to its last.
    starts = [index for index, line in enumerate(watched) if line[1] == replayed[0][1]]
    assert starts, "the replay's first line was not watched"
    for start in starts:
        part = watched[start:start + len(replayed)]
        shift = part[0][0] - replayed[0][0]
        if part == [(time + shift, rest) for time, rest in replayed]:
            print(f"      {len(replayed)} lines, byte for byte")
            return
    raise AssertionError(f"{len(replayed)} replayed lines are not among {len(watched)} watched ones")


def beside_a_watcher(sensor):
    with Daemon("--orientation", "landscape-right"), Stream("watch fold rate=max") as stream:
        stream.event("ok")
        stream.fold()
        replays_to_what_was_watched(stream, sensor.set)


def hid_in_mid_motion():
    with hid("--noise", "0.05", "--set", "0,-3,-9") as sensor:
        beside_a_watcher(sensor)


def slow_with_live_ticks():
    with i2c("--noise", "0.05", "--set", "0,-3,-9", RIG_I2C_RATE="12") as sensor:
        beside_a_watcher(sensor)


CHECKS = [
    ("a recording of a HID sensor begun in mid-motion replays to what was watched", hid_in_mid_motion),
    ("a recording of a 12 Hz sensor with live ticks replays to what was watched", slow_with_live_ticks),
]
