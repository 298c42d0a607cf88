"""From samples to folds: gravity, tilt, level, low-pass, roll, fold and status, with the ticks between."""

import math
from typing import NamedTuple

STANDARD_GRAVITY = 9.80665
SECOND = 1_000_000_000
FIRST_TICK = 25_000_000
TICK = 16_666_667
TICKS_END = 2 * SECOND
HOLD = SECOND // 2

# The names of one pose, and what it makes of the filtered tilt: (roll, pitch).
POSES = {
    "right-up": lambda x, y: (y, -x),
    "left-up": lambda x, y: (-y, x),
    "normal": lambda x, y: (-x, -y),
    "bottom-up": lambda x, y: (x, y),
}
ALIASES = {"landscape-right": "right-up", "landscape-left": "left-up"}
# For each panel: the component of gravity that tells the two poses apart, and the poses.
PANELS = {
    "portrait": (0, "right-up", "left-up"),
    "landscape": (1, "normal", "bottom-up"),
    "unknown": (0, "right-up", "left-up"),
}


class Record(NamedTuple):
    seq: int
    t: int
    fold: float
    roll: float
    pitch: float
    status: str


def clamp(value, low, high):
    return min(max(value, low), high)


class Pipeline:
    """Sample to fold. Times are whole nanoseconds, acceleration is m/s^2 as a gravity trace."""

    def __init__(self, **settings):
        self.orientation = "right-up"
        self.panel = "portrait"
        self.gain = -1.6
        self.deadzone = 0.03
        self.smoothing = 0.12
        self.level = (0.0, 0.0)
        self.pending = []
        self.seq = 0
        self.u = None
        self.last = None
        self.next = None
        self.hold = None
        self.filter = (0.0, 0.0)
        self.target = (0.0, 0.0)
        self.gravity = None
        self.choice = None
        self.status = "fully-open"
        for key, value in settings.items():
            self.set(key, value)

    def set(self, key, value):
        """Changes a setting at once."""
        if key == "orientation":
            value = ALIASES.get(value, value)
            if value == "auto" and self.orientation != "auto":
                self.choice = None
        setattr(self, key, value)

    def set_from_next_sample(self, key, value):
        """The ticks before the next sample happened before the change was known."""
        self.pending.append((key, value))

    def pose(self):
        if self.orientation != "auto":
            return self.orientation
        _, first, second = PANELS[self.panel]
        return self.choice if self.choice in (first, second) else first

    def update(self, t, x, y, z):
        """Takes one sample; gives the updates it makes, the ticks before it first."""
        made = self.ticks(t)
        for key, value in self.pending:
            self.set(key, value)
        self.pending = []
        size = math.hypot(x, y, z)
        usable = all(map(math.isfinite, (x, y, z, size))) and size >= 0.01 * STANDARD_GRAVITY
        plausible = usable and 0.5 * STANDARD_GRAVITY <= size <= 1.5 * STANDARD_GRAVITY
        if self.u is None and not plausible:
            return made
        late = self.u is not None and t <= self.u
        taken_time = self.u if late else t
        if self._takes(taken_time, usable, plausible):
            self._aim((x / size, y / size, z / size))
        self.last = taken_time
        if not late:
            made.append(self._advance(taken_time))
            self.next = taken_time + FIRST_TICK
        return made

    def ticks(self, until):
        """Makes the ticks that are due up to and including a time."""
        made = []
        while self.u is not None and self.next <= min(until, self.last + TICKS_END):
            made.append(self._advance(self.next))
            self.next += TICK
        return made

    def _takes(self, t, usable, plausible):
        if not usable:
            return False
        if plausible:
            self.hold = None
            return True
        if self.hold is None:
            self.hold = t
        return t - self.hold > HOLD

    def _aim(self, gravity):
        self.gravity = gravity
        tilts = [math.asin(clamp(g, -1.0, 1.0)) / (math.pi / 2) for g in gravity[:2]]
        self.target = (tilts[0] - self.level[0], tilts[1] - self.level[1])
        if self.orientation == "auto":
            component, first, second = PANELS[self.panel]
            self.choice = self.pose()
            if gravity[component] < -0.5:
                self.choice = first
            elif gravity[component] > 0.5:
                self.choice = second

    def _advance(self, t):
        if self.u is None:
            alpha = self.smoothing
        else:
            alpha = 1 - (1 - self.smoothing) ** ((t - self.u) / SECOND * 60)
        self.filter = tuple(s + (aim - s) * alpha for s, aim in zip(self.filter, self.target))
        self.u = t
        roll, pitch = POSES[self.pose()](*self.filter)
        fold = clamp(roll * self.gain - self.deadzone, 0.0, 1.0)
        self._judge(fold)
        self.seq += 1
        return Record(self.seq, t, fold, roll, pitch, self.status)

    def _judge(self, fold):
        if self.status == "fully-open" and fold <= 0.02:
            return
        if self.status == "closed" and fold >= 0.83:
            return
        if fold >= 0.85:
            self.status = "closed"
        elif fold == 0:
            self.status = "fully-open"
        else:
            self.status = "partially-open"
