"""The roll that the simulated sensor plays, as t,x,y,z in m/s² toward the ground: a human's, or a generated one."""
import math
import os
import sys

G = 9.80665


def human(path):
    """A published recording in g whose sign is the reaction: face up is z = +1."""
    with open(path) as file:
        header = file.readline().strip().split(",")
        time = header.index("Time (s)")
        axes = [header.index(f"Accelerometer {axis} (g)") for axis in "XYZ"]
        for line in file:
            fields = line.strip().split(",")
            yield float(fields[time]), *(-G * float(fields[axis]) for axis in axes)


def generated():
    """Flat, to 62° in 0.8 s, held, and back: the speed and extent of the human roll."""
    for row in range(600):
        t = row / 100
        if t < 0.2 or t > 5.6:
            angle = 0
        elif t < 1.0:
            angle = 62 * (1 - math.cos(math.pi * (t - 0.2) / 0.8)) / 2
        elif t < 4.8:
            angle = 62
        else:
            angle = 62 * (1 + math.cos(math.pi * (t - 4.8) / 0.8)) / 2
        yield t, 0.0, -G * math.sin(math.radians(angle)), -G * math.cos(math.radians(angle))


folder = sys.argv[1] if len(sys.argv) > 1 else ""
path = os.path.join(folder, "fusion-g-roll.csv")
if folder and os.path.exists(path):
    print(f"test-tablet: playing the human roll of {os.path.basename(path)}", file=sys.stderr)
    rows = human(path)
else:
    print("test-tablet: FOLD_TRACES names no fusion-g-roll.csv: playing a generated roll", file=sys.stderr)
    rows = generated()
for row in rows:
    print(",".join(f"{value:.6f}" for value in row))
