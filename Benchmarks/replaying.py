"""Recordings to fold lines: `foldctl replay` beside the same in C, and in Python with NumPy and SciPy."""

import hashlib
import json
import pathlib
import subprocess
import sys
import time

from comparison import Row, alternated, attempt, is_missing
from programs import Failed, NotRun

SCRIPT = pathlib.Path(__file__).resolve().parent / "numpy_replay.py"
TOLERANCE = 1e-6


def recording(bench, rows):
    path = bench.directory / f"rows-{rows}.csv"
    if not path.exists():
        with open(path, "wb") as file:
            subprocess.run([bench.floor("rows"), str(rows)], stdout=file, check=True)
    return str(path)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def digest(command):
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        return hashlib.file_digest(process.stdout, "sha256").hexdigest()


def replay(bench, plan):
    row = Row(f"`foldctl replay` of {plan.replayed_rows:,} rows, wall time", "s", "≤ 0.5 ×")
    path = recording(bench, plan.replayed_rows)

    def ours():
        return [bench.ours("foldctl"), "replay", path]

    floor = [bench.floor("replay_floor"), path]
    row.ours, row.other = alternated(plan.timings, lambda: seconds(ours()), lambda: seconds(floor))
    if not is_missing(row.ours):
        same = digest(ours()) == digest(floor)
        row.note = "both write the same bytes" if same else "the two outputs DIFFER"
    yield row


def numpy_python():
    """A Python that has NumPy and SciPy: the one that runs this, or the distribution's."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", "import numpy, scipy.signal"], capture_output=True).returncode == 0:
                return python
        except OSError:
            pass
    raise NotRun("not installed: packages python3-numpy, python3-scipy")


def difference(one, other):
    """How two commands' lines differ, as a sentence; Failed where it is by more than the tolerance."""
    lines = unequal = 0
    farthest = 0.0
    with subprocess.Popen(one, stdout=subprocess.PIPE) as a, subprocess.Popen(other, stdout=subprocess.PIPE) as b:
        for left, right in zip(a.stdout, b.stdout):
            lines += 1
            if left == right:
                continue
            unequal += 1
            for (key, x), (other_key, y) in zip(json.loads(left).items(), json.loads(right).items()):
                # A fold within the tolerance of a bound may lie on either side of it, and with it the status.
                if key != other_key or (key != "status" and abs(x - y) > TOLERANCE * 1.001):
                    raise Failed(f"line {lines} differs: {left} and {right}")
                if key != "status":
                    farthest = max(farthest, abs(x - y))
        if a.stdout.read(1) or b.stdout.read(1):
            raise Failed(f"one ends after line {lines}")
    if unequal == 0:
        return "both write the same bytes"
    return f"{unequal:,} of {lines:,} lines differ, by {farthest:.7f} at most"


def beside_numpy(bench, plan):
    row = Row(f"replay of {plan.numpy_rows:,} rows beside Python with NumPy and SciPy, wall time", "s", "")
    path = recording(bench, plan.numpy_rows)

    def ours():
        return [bench.ours("foldctl"), "replay", path]

    def theirs():
        return [numpy_python(), str(SCRIPT), path]

    row.ours, row.other = alternated(plan.counts, lambda: seconds(ours()), lambda: seconds(theirs()))
    if not is_missing(row.ours) and not is_missing(row.other):
        agreement = attempt(lambda: difference(ours(), theirs()))
        if is_missing(agreement):
            row.other = agreement
        else:
            row.note = agreement
    yield row
