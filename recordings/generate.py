#!/usr/bin/env python3
"""Writes the generated recordings beside this file; with --check only compares."""

import argparse
import math
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests" / "Reference"))
# A run leaves nothing but recordings.
sys.dont_write_bytecode = True

from fold_pipeline import STANDARD_GRAVITY, Pipeline
from fold_reference import state_of

SECOND = 1_000_000_000
# RMS of a quiet sensor, m/s^2.
NOISE = 0.05


def held(orientation, roll, pitch=0.0):
    """Gravity, in m/s^2, of a screen rolled to the right and leaned back by degrees."""
    right = math.sin(math.radians(roll))
    up = -math.sin(math.radians(pitch))
    z = -math.sqrt(max(0.0, 1 - right * right - up * up))
    x, y = {
        "right-up": (up, -right),
        "left-up": (-up, right),
        "normal": (right, up),
        "bottom-up": (-right, -up),
    }[orientation]
    return tuple(STANDARD_GRAVITY * g for g in (x, y, z))


def swing(t, start, length):
    """From 0 to 1 and back to 0, a raised cosine."""
    part = (t - start) / length
    return (1 - math.cos(2 * math.pi * part)) / 2 if 0 < part < 1 else 0.0


def glide(t, start, length):
    """From 0 to 1, half a raised cosine."""
    part = min(max((t - start) / length, 0.0), 1.0)
    return (1 - math.cos(math.pi * part)) / 2


def noisy(rng, vector, rms=NOISE):
    return tuple(component + rng.gauss(0, rms) for component in vector)


def steady(rate, length, start=0):
    """Times in nanoseconds at a rate in Hz, over a length in seconds, from a time in seconds."""
    return [start * SECOND + n * SECOND // rate for n in range(rate * length)]


def sampled(rng, times, motion, rms=NOISE):
    return [(t, noisy(rng, motion(t / SECOND), rms)) for t in times]


def number(value):
    return repr(round(value, 3) + 0.0).removesuffix(".0")


def clock(ns):
    return f"{ns // SECOND}.{ns % SECOND:09d}"


def row(t, vector):
    return ",".join((clock(t), *map(number, vector)))


def recording(orientation, notes, rows, unit="m/s^2", sign="gravity", **more):
    header = {"sensor": "generated", "unit": unit, "sign": sign, "orientation": orientation, **more}
    header["notes"] = notes
    lines = ["# folddaemon recording 1"]
    lines += [f"# {key}: {value}" for key, value in header.items()]
    lines.append("t,x,y,z")
    lines += [line if isinstance(line, str) else row(*line) for line in rows]
    return "\n".join(lines) + "\n"


def still_level(rng):
    rows = sampled(rng, steady(60, 5), lambda t: held("right-up", 0))
    return recording("landscape-right", "lies level and still for 5 s at 60 Hz, so the fold stays 0", rows)


def slow_roll(rng):
    rows = sampled(rng, steady(60, 8), lambda t: held("right-up", 30 * swing(t, 1, 6)))
    return recording("landscape-right", "level, rolled slowly to the right to 30 degrees and back", rows)


def full_roll_past_cap(rng):
    rows = sampled(rng, steady(60, 8), lambda t: held("right-up", 70 * swing(t, 1, 6)))
    return recording("landscape-right", "rolled to the right to 70 degrees and back, so the fold reaches 1", rows)


def landscape_left(rng):
    rows = sampled(rng, steady(60, 6), lambda t: held("left-up", 30 * swing(t, 1, 4), 10))
    return recording("landscape-left", "left edge up, leaned back by 10 degrees, rolled to the right to 30 degrees"
                     " and back: the mirror image of landscape-right", rows)


def auto_turn(rng):
    def motion(t):
        # The direction of gravity in the plane of a screen that is leaned back by 50 degrees.
        turn = math.radians(20 + 180 * glide(t, 2, 2) - 180 * glide(t, 6, 2))
        plane = STANDARD_GRAVITY * math.sin(math.radians(50))
        rest = -STANDARD_GRAVITY * math.cos(math.radians(50))
        return (-plane * math.cos(turn), -plane * math.sin(turn), rest)

    rows = sampled(rng, steady(60, 9), motion)
    return recording("auto", "tilted, turned from right-up to left-up and back in the plane of its screen, so that"
                     " auto changes twice", rows, panel="portrait")


def auto_turn_landscape_panel(rng):
    def motion(t):
        turn = math.radians(15 + 180 * glide(t, 2, 2))
        plane = STANDARD_GRAVITY * math.sin(math.radians(60))
        rest = STANDARD_GRAVITY * math.cos(math.radians(60))
        return (plane * math.sin(turn), -plane * math.cos(turn), rest)

    rows = sampled(rng, steady(60, 6), motion)
    return recording("auto", "a landscape panel whose z has the other sign, tilted, turned upside down, so that auto"
                     " changes from normal to bottom-up", rows, panel="landscape")


def landscape_native_normal(rng):
    rows = sampled(rng, steady(60, 6), lambda t: held("normal", 35 * swing(t, 1, 4), 15))
    return recording("normal", "a landscape panel the right way up, leaned back by 15 degrees, rolled to the right to"
                     " 35 degrees and back", rows)


def landscape_native_bottom_up(rng):
    rows = sampled(rng, steady(60, 6), lambda t: held("bottom-up", 35 * swing(t, 1, 4), 15))
    return recording("bottom-up", "a landscape panel upside down, leaned back by 15 degrees, rolled to the right to"
                     " 35 degrees and back", rows)


def shaken_level(rng):
    def motion(t):
        strength = swing(t, 1, 4)
        x, y, z = held("right-up", 0)
        return (x + 9 * strength * math.sin(2 * math.pi * 3.7 * t),
                y + 12 * strength * math.sin(2 * math.pi * 4.3 * t + 1),
                z + 8 * strength * math.sin(2 * math.pi * 5.1 * t + 2))

    rows = sampled(rng, steady(60, 6), motion, 0.3)
    return recording("landscape-right", "level but shaken hard, with readings outside 0.5...1.5 g, which are held",
                     rows)


def drop(rng):
    def motion(t):
        for start, end in ((1.5, 1.9), (4.0, 4.75)):
            if start <= t < end:
                # What is left of gravity in a fall: tumbling, now and then next to nothing.
                size = 1.5 * abs(math.sin(9 * (t - start)))
                return (size * math.sin(7 * t), size * math.cos(7 * t), -0.5 * size)
            if end <= t < end + 0.05:
                return tuple(2.2 * g for g in held("right-up", 20))
        return held("right-up", 20)

    rows = sampled(rng, steady(60, 7), motion, 0.03)
    return recording("landscape-right", "rolled to the right by 20 degrees and dropped twice: a fall of 0.4 s is held"
                     " throughout, one of 0.75 s is taken after 0.5 s", rows)


def slow_sensor(rng):
    rows = sampled(rng, [n * 80_000_000 for n in range(100)], lambda t: held("right-up", 30 * swing(t, 1, 6)))
    return recording("landscape-right", "a sensor of 12.5 Hz, rolled to the right to 30 degrees and back: ticks fill"
                     " the time between samples", rows)


def fast_sensor(rng):
    rows = sampled(rng, steady(200, 4), lambda t: held("right-up", 30 * swing(t, 0.5, 3)))
    return recording("landscape-right", "a sensor of 200 Hz, rolled to the right to 30 degrees and back: no ticks",
                     rows)


def suspend(rng):
    before = sampled(rng, steady(60, 3), lambda t: held("right-up", 25 * glide(t, 1, 1)))
    after = sampled(rng, steady(60, 3, 280), lambda t: held("right-up", 12 * glide(t, 281, 1)))
    return recording("landscape-right", "rolled to the right to 25 degrees, suspended for 277 s, level on waking, then"
                     " rolled to 12 degrees: ticks end 2 s into the gap", before + after)


def reaction_sign_in_g(rng):
    rows = []
    for t, vector in sampled(rng, steady(60, 5), lambda t: held("right-up", 30 * swing(t, 0.5, 4))):
        rows.append((t, tuple(-component / STANDARD_GRAVITY for component in vector)))
    return recording("landscape-right", "the other sign and the other unit: rolled to the right to 30 degrees and"
                     " back, as the reaction to gravity in g", rows, unit="g", sign="reaction")


def jittered_late(rng):
    live = Pipeline()
    rows = []
    arrival = 0
    for n in range(300):
        t = n * SECOND // 60
        # Samples come late by up to 30 ms, in order; a few come twice.
        arrival = max(arrival + 1_000_000, t + rng.randrange(30_000_000))
        live.ticks(arrival)
        for _ in range(2 if rng.randrange(20) == 0 else 1):
            # Equal times of the sensor, or a tick made meanwhile: then the sample is late.
            taken = t if live.u is None else max(t, live.u)
            vector = tuple(round(v, 3) for v in noisy(rng, held("right-up", 30 * swing(t / SECOND, 0.5, 4))))
            live.update(taken, *vector)
            rows.append((taken, vector))
    return recording("landscape-right", "rolled to the right to 30 degrees and back at 60 Hz with jitter: some samples"
                     " came late or twice, and have the time of the update before them", rows)


def zero_vectors(rng):
    rows = []
    for t, vector in sampled(rng, steady(60, 5), lambda t: held("right-up", 25 * swing(t, 0.5, 4))):
        nothing = t < SECOND // 2 or 2.0 < t / SECOND < 2.9 or rng.randrange(15) == 0
        rows.append((t, (0.0, 0.0, 0.0) if nothing else vector))
    return recording("landscape-right", "the driver delivers 0,0,0 for the first half second, for 0.9 s at the peak of"
                     " a roll, and now and then: ignored before the first real reading, held after", rows)


def changed_between_rows(rng):
    changes = {
        40: ['# event: {"event":"set","key":"gain","value":-2.500000}', "# gain: -2.5"],
        56: ["# level: 0.01,-0.05", "# deadzone: 0.01"],
        75: ["# orientation: landscape-left"],
        103: ["# lost 3 rows", "# orientation: landscape-right", "# smoothing: 0.5"],
    }
    rows = []
    for n in range(120):
        t = n * SECOND // 20
        rows += changes.get(n, [])
        if not 100 <= n < 103:
            rows.append((t, noisy(rng, held("right-up", 20 + 15 * math.sin(t / SECOND * 3)))))
    return recording("landscape-right", "gain, level, deadzone, orientation and smoothing change while it is recorded"
                     " at 20 Hz, and three rows are lost", rows, gain="-1.2", deadzone="0.02", smoothing="0.2",
                     level="-0.01,0.02")


def from_the_middle(rows, begin, tick, **settings):
    """The rows from an index on, and the state that a recorder meets there after a tick in ms."""
    live = Pipeline(**settings)
    for t, vector in rows[:begin]:
        live.update(t, *(round(v, 3) for v in vector))
    live.ticks(rows[begin - 1][0] + tick * 1_000_000)
    # Fewer digits than a double has, so that another mathematical library writes the same file.
    return rows[begin:], state_of(live, 12)


def mid_motion(rng):
    whole = sampled(rng, steady(25, 6), lambda t: held("right-up", 40 * swing(t, 0.5, 5), 8))
    rows, state = from_the_middle(whole, 50, 30)
    return recording("landscape-right", "begun in the middle of a roll to 40 degrees at 25 Hz, after a tick: goes on"
                     " from its state", rows, state=state)


def mid_fall(rng):
    def motion(t):
        fall = 0.3 if 1.8 <= t < 2.5 else 1.0
        lean = 60 if t < 1.8 else 20
        return tuple(fall * g for g in held("bottom-up", 25, lean))

    whole = sampled(rng, steady(60, 6), motion)
    rows, state = from_the_middle(whole, 120, 0, orientation="auto", panel="landscape")
    return recording("auto", "begun upside down in the middle of a fall of 0.7 s: the hold that its state tells of"
                     " ends after 0.3 s more", rows, panel="landscape", state=state)


RECORDINGS = (
    still_level, slow_roll, full_roll_past_cap, landscape_left, auto_turn, auto_turn_landscape_panel,
    landscape_native_normal, landscape_native_bottom_up, shaken_level, drop, slow_sensor, fast_sensor, suspend,
    reaction_sign_in_g, jittered_late, zero_vectors, changed_between_rows, mid_motion, mid_fall,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1, naming what differs, and write nothing")
    options = parser.parse_args()
    differing = []
    for make in RECORDINGS:
        name = make.__name__.replace("_", "-")
        path = HERE / f"{name}.csv"
        content = make(random.Random(name)).encode()
        if not options.check:
            path.write_bytes(content)
        elif not path.is_file() or path.read_bytes() != content:
            differing.append(path.name)
    for name in differing:
        print(f"{name} differs from what generate.py writes", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
