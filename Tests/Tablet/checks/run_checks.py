"""The checks on the virtual tablet; run in the guest by scripts/test-tablet.

    run_checks.py GUEST [CHECK…]           words that the wanted checks' names contain; all by default
    run_checks.py --count GUEST [CHECK…]   only tell how many they are
"""
import os
import signal
import subprocess
import sys
import traceback

import access
import beside_proxy
import calibration
import control
import hinge_sensor
import human_roll
import local
import mistakes
import mqtt
import package
import readme
import recorded
import sandbox
import screen
import sleep
import streams
import trouble
import two_sensors
import unit
from tablet import LOG, now

# What is checked where: the newer guest has a newer iio-sensor-proxy, the sleeper can be suspended, and the
# owner's has the package installed, used and purged, in this order.
GUESTS = {
    "tablet": streams.CHECKS + control.CHECKS + recorded.CHECKS + human_roll.CHECKS + trouble.CHECKS
    + calibration.CHECKS + access.CHECKS + two_sensors.CHECKS + beside_proxy.CHECKS + hinge_sensor.CHECKS,
    "newer": beside_proxy.CHECKS,
    "sleeper": sleep.CHECKS,
    "owner": package.COMES + unit.CHECKS + mistakes.CHECKS + screen.CHECKS + readme.CHECKS + mqtt.CHECKS + sandbox.CHECKS
    + package.GOES + local.CHECKS + readme.LAST,
}


def wanted(guest, words):
    return [
        (name, check) for name, check in GUESTS[guest] if not words or any(word in check.__name__ for word in words)
    ]


# A check that takes longer waits for something that does not come, in seconds; the longest take a minute.
LONGEST = 240


def give_up(*_):
    raise AssertionError(f"it takes longer than {LONGEST} s")


def told(error):
    """Where it came from, by the check's own lines from the outermost; before it the error that was being cleared away."""
    frames = [(os.path.basename(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    places = " > ".join(f"{name}:{line}" for name, line in frames if name != "run_checks.py")
    first = told(error.__context__) + "; then " if error.__context__ else ""
    return f"{first}{places}: {type(error).__name__}: {error}"


def run(checks):
    """Runs the checks, each a name with a function, and tells how they went."""
    failed = 0
    signal.signal(signal.SIGALRM, give_up)
    for name, check in checks:
        start = now()
        signal.alarm(LONGEST)
        try:
            check()
            print(f"ok    {name} ({now() - start:.1f} s)", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAIL  {name} ({now() - start:.1f} s): {told(error)}", flush=True)
        finally:
            signal.alarm(0)
    return len(checks) - failed, failed


def main(guest, words):
    # It switches sensors' buffers on and off by itself; beside it is a matter of its own.
    subprocess.run(["systemctl", "mask", "--runtime", "--now", "iio-sensor-proxy"], capture_output=True)
    if guest == "sleeper":
        sleep.leave_the_share()
    passed, failed = run(wanted(guest, words))
    if failed and guest == "owner":
        print("--- the journal's end")
        subprocess.run(["journalctl", "-q", "--no-pager", "-n", "60", "-u", "folddaemon*"], stdout=sys.stdout)
    elif failed and os.path.exists(LOG):
        print("--- the daemon's log, its end")
        with open(LOG, errors="replace") as log:
            print("".join(log.readlines()[-60:]))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


words = sys.argv[1:]
if words[0] == "--count":
    print(len(wanted(words[1], words[2:])))
    sys.exit()
sys.exit(main(words[0], words[1:]))
