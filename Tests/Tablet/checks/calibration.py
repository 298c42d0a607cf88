"""`foldctl calibrate` finds how a sensor sits, from three poses."""
import os
import shutil
import subprocess

from tablet import BIN, G, HALF, HALF_FOLD, RIGHT, Daemon, Stream, ask, configuration, hid, near, wait_for

# Rows of matrices: device = matrix · sensor. Turned in the plane, turned through all axes, and over two of them.
TURNS = ["0, 1, 0; -1, 0, 0; 0, 0, 1", "0, 0, 1; 1, 0, 0; 0, 1, 0", "-1, 0, 0; 0, 0, 1; 0, 1, 0"]
# Gravity in the device frame: flat, top edge up, left edge up.
POSES = [(0, 0, -G), (0, -G, 0), (G, 0, 0)]


def rows(text):
    return [[int(number) for number in row.split(",")] for row in text.split(";")]


def in_sensor(matrix, device):
    """What the sensor reads: the inverse of a rotation is its transpose."""
    return [sum(matrix[row][column] * device[row] for row in range(3)) for column in range(3)]


def reads(vector):
    scaled = ask("status")["ok"]["scaled"]
    return bool(scaled) and all(abs(a - b) < 0.1 for a, b in zip(scaled, vector))


def calibrate(sensor, matrix):
    """What it prints, with the tablet turned before each Enter."""
    program = subprocess.Popen(
        [BIN + "/foldctl", "calibrate", "--print"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )
    for index, pose in enumerate(POSES):
        turned = in_sensor(matrix, pose)
        sensor.set(*turned)
        if index > 0:
            wait_for(lambda: reads(turned), 5, "the turned tablet is read")
        program.stdin.write("\n")
        program.stdin.flush()
        if index < len(POSES) - 1:
            while not (line := program.stderr.readline()).startswith("read"):
                assert line, "it ended before all poses were measured"
    output, rest = program.communicate(timeout=30)
    assert program.returncode == 0, rest
    return output


def finds_the_matrix():
    with hid() as sensor:
        file = configuration("")
        drop_in = file + ".d/50-calibration.conf"
        os.makedirs(os.path.dirname(drop_in))
        try:
            for turn in TURNS:
                matrix = rows(turn)
                with Daemon():
                    output = calibrate(sensor, matrix)
                with open(drop_in, "w") as text:
                    text.write(output)
                found = [line.split("=")[1].strip() for line in output.splitlines() if line.startswith("matrix =")]
                assert len(found) == 1 and rows(found[0]) == matrix, output
                sensor.set(*in_sensor(matrix, [float(number) for number in HALF.split(",")]))
                with Daemon("--config", file, "--orientation", RIGHT), Stream() as stream:
                    stream.event("ok")
                    near(stream.settled(), HALF_FOLD, 0.01)
                os.unlink(drop_in)
        finally:
            shutil.rmtree(os.path.dirname(drop_in))


CHECKS = [("foldctl calibrate finds how three turned sensors sit", finds_the_matrix)]
