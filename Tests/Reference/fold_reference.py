#!/usr/bin/env python3
"""Reads a recording and prints the fold lines it must replay to: every update, ticks included."""

import argparse
import os
import re
import sys
from decimal import Decimal

# A test run leaves no files beside the sources.
sys.dont_write_bytecode = True

from fold_pipeline import ALIASES, PANELS, POSES, STANDARD_GRAVITY, Pipeline

STATUSES = ("fully-open", "partially-open", "closed")
NUMBER = re.compile(r"([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
RANGES = {"gain": (-10, 10), "deadzone": (0, 0.5), "smoothing": (0.01, 1)}
STATE_KEYS = {"u", "x", "y", "tx", "ty", "status", "orientation", "hold", "next"}


class BadData(Exception):
    """The recording cannot be read."""


def seconds(ns, digits=9):
    whole, part = divmod(abs(ns), 10**digits)
    return f"{'-' if ns < 0 else ''}{whole}.{part:0{digits}d}"


def parse_number(text):
    if not NUMBER.fullmatch(text):
        raise BadData(f"not a number: {text!r}")
    return float(text)


def parse_time(text):
    """Seconds as decimals to nanoseconds, exactly; what is finer is rounded half up."""
    match = NUMBER.fullmatch(text)
    if not match or len(text) > 60 or abs(int(match[4] or 0)) > 60:
        raise BadData(f"not a time: {text!r}")
    fraction = match[3] or ""
    digits = int(match[1] + match[2] + fraction)
    power = int(match[4] or 0) - len(fraction) + 9
    ns = digits * 10**power if power >= 0 else (2 * digits + 10**-power) // (2 * 10**-power)
    if abs(ns) >= 2**63:
        raise BadData(f"time out of range: {text!r}")
    return ns


def restore(pipeline, text):
    """Lets a pipeline go on from the value of a state line."""
    pairs = dict(word.partition("=")[::2] for word in text.split())
    if not STATE_KEYS <= pairs.keys():
        raise BadData("the state lacks " + ", ".join(sorted(STATE_KEYS - pairs.keys())))
    pipeline.u = parse_time(pairs["u"])
    pipeline.last = parse_time(pairs.get("last", pairs["u"]))
    pipeline.next = parse_time(pairs["next"])
    pipeline.hold = None if pairs["hold"] == "none" else parse_time(pairs["hold"])
    pipeline.filter = (parse_number(pairs["x"]), parse_number(pairs["y"]))
    pipeline.target = (parse_number(pairs["tx"]), parse_number(pairs["ty"]))
    pipeline.status = one_of(pairs["status"], STATUSES)
    pose = one_of(pairs["orientation"], (*POSES, *ALIASES))
    pipeline.choice = ALIASES.get(pose, pose)


def state_of(pipeline, digits=None):
    """The value of the state line for a recording that begins now."""
    def plain(number):
        number = number if digits is None else round(number, digits)
        text = format(Decimal(repr(number + 0.0)), "f")
        return text.removesuffix(".0")

    pairs = {
        "u": seconds(pipeline.u),
        "x": plain(pipeline.filter[0]),
        "y": plain(pipeline.filter[1]),
        "tx": plain(pipeline.target[0]),
        "ty": plain(pipeline.target[1]),
        "status": pipeline.status,
        "orientation": pipeline.pose(),
        "hold": "none" if pipeline.hold is None else seconds(pipeline.hold),
        "next": seconds(pipeline.next),
    }
    if pipeline.last != pipeline.u:
        pairs["last"] = seconds(pipeline.last)
    return " ".join(f"{key}={value}" for key, value in pairs.items())


def one_of(text, names):
    if text not in names:
        raise BadData(f"{text!r} is none of {', '.join(names)}")
    return text


def parse_setting(key, text):
    if key == "orientation":
        return one_of(text, ("auto", *POSES, *ALIASES))
    if key == "panel":
        return one_of(text, PANELS)
    if key == "level":
        tilts = tuple(parse_number(part.strip()) for part in text.split(","))
        if len(tilts) != 2:
            raise BadData(f"level is not X,Y: {text!r}")
        return tilts
    number = parse_number(text)
    low, high = RANGES[key]
    if not low <= number <= high:
        raise BadData(f"{key} is not in {low}...{high}: {text!r}")
    return number


def updates(recording, orientation=None):
    """The updates of a recording, an iterable of lines (bytes); an orientation overrides its own."""
    pipeline = Pipeline()
    scale = 1.0
    sign = 1.0
    state = None
    oriented = orientation is not None
    in_header = True
    previous = None
    if oriented:
        pipeline.set("orientation", orientation)
    for raw in recording:
        line = raw.decode("utf-8").removesuffix("\n").removesuffix("\r")
        if "\0" in line:
            raise BadData("a binary file")
        if not line.strip():
            continue
        if line.startswith("#"):
            key, _, value = (part.strip() for part in line[1:].partition(":"))
            if key.startswith("folddaemon recording") and key != "folddaemon recording 1":
                raise BadData(f"unknown format: {key!r}")
            if key == "unit":
                scale = STANDARD_GRAVITY if one_of(value, ("m/s^2", "g")) == "g" else 1.0
            elif key == "sign":
                sign = -1.0 if one_of(value, ("gravity", "reaction")) == "reaction" else 1.0
            elif key == "state":
                state = value
            elif key in ("orientation", "panel", "level", *RANGES):
                setting = parse_setting(key, value)
                if key == "orientation":
                    oriented = True
                    setting = orientation or setting
                change = pipeline.set if in_header else pipeline.set_from_next_sample
                change(key, setting)
            continue
        if in_header:
            if line != "t,x,y,z" and not line.startswith("t,x,y,z,"):
                raise BadData(f"not the column line: {line!r}")
            in_header = False
            continue
        if state is not None:
            restore(pipeline, state)
            # A state says in which pose it was made; that is worth more than the default.
            if not oriented:
                pipeline.set("orientation", pipeline.choice)
            state = None
        fields = line.split(",")
        if len(fields) < 4:
            raise BadData(f"a row of {len(fields)} fields: {line!r}")
        t = parse_time(fields[0])
        if previous is not None and t < previous:
            raise BadData(f"time goes back: {line!r}")
        previous = t
        yield from pipeline.update(t, *(sign * scale * parse_number(part) for part in fields[1:4]))
    if previous is None:
        raise BadData("no rows")


def lines(recording, orientation=None, form="json"):
    """The lines of a replay, without line ends."""
    if form == "csv":
        yield "seq,t,fold,roll,pitch,status"
    for record in updates(recording, orientation):
        t = seconds((record.t + 500) // 1000, 6)
        fold, roll, pitch = (shown(number) for number in record[2:5])
        if form == "plain":
            yield fold
        elif form == "csv":
            yield f"{record.seq},{t},{fold},{roll},{pitch},{record.status}"
        else:
            yield (f'{{"seq":{record.seq},"t":{t},"fold":{fold},"roll":{roll},"pitch":{pitch},'
                   f'"status":"{record.status}"}}')


def shown(number):
    text = "%.6f" % number
    return "0.000000" if text == "-0.000000" else text


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.exit(64, f"{self.prog}: {message}\n")


def main():
    parser = Arguments(description=__doc__)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a recording, or - for standard input")
    parser.add_argument("--orientation", choices=("auto", *POSES, *ALIASES))
    parser.add_argument("--format", choices=("json", "csv", "plain"), default="json")
    parser.add_argument("--self-test", action="store_true", help="check against literal values, and leave")
    options = parser.parse_args()
    if options.self_test:
        # Here, because it imports this module in turn.
        import fold_selftest
        return fold_selftest.run()
    if options.file is None:
        parser.error("a FILE is missing")
    try:
        recording = sys.stdin.buffer if options.file == "-" else open(options.file, "rb")
        with recording:
            for line in lines(recording, options.orientation, options.format):
                print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 66
    except (BadData, ValueError) as error:
        sys.stdout.flush()
        print(f"{options.file}: {error}", file=sys.stderr)
        return 65
    return 0


if __name__ == "__main__":
    sys.exit(main())
