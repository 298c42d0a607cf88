"""Values taken side by side, and the rows that they make."""

import dataclasses
import statistics
import subprocess

from programs import Failed, NotRun


@dataclasses.dataclass
class Plan:
    """How long and how often."""

    timings: int          # alternated runs of what is timed,
    counts: int           # and of what is counted, which varies less
    seconds: float        # that a run counts
    warm_up: float        # s, in which a server starts its sensor and its buffers grow
    replayed_rows: int
    numpy_rows: int       # of a replay beside NumPy
    starts: int
    after_reader: bool    # nobody watching: once somebody has watched


@dataclasses.dataclass
class Row:
    what: str
    unit: str
    target: str
    ours: object = None   # a number, Failed or NotRun
    other: object = None
    compare: str = "ratio"  # or "difference", or ""
    note: str = ""


def attempt(measure):
    """The measured value, or why there is none in its place."""
    try:
        return measure()
    except (Failed, NotRun) as problem:
        return problem
    except (OSError, subprocess.SubprocessError) as error:
        return Failed(str(error))


def is_missing(value):
    return value is None or isinstance(value, (Failed, NotRun))


def _rests(values):
    return bool(values) and is_missing(values[-1])


def _summary(values):
    """The median, of each column where a run gives several values."""
    if is_missing(values[-1]):
        return values[-1]
    if isinstance(values[0], tuple):
        return tuple(statistics.median(column) for column in zip(*values))
    return statistics.median(values)


def alternated(times, *sides):
    """Medians of runs taken in turns, so that what drifts on the machine meets all alike; a side that failed rests."""
    runs = [(measure, []) for measure in sides]
    for _ in range(times):
        for measure, values in runs:
            if not _rests(values):
                values.append(attempt(measure))
    return [_summary(values) for _, values in runs]


def columns(value, count):
    """The values of a run that gives several; what is missing is missing in all of them."""
    return value if isinstance(value, tuple) else (value,) * count
