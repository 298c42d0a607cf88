"""All checks on the virtual tablet; run in the guest by scripts/test-tablet."""
import subprocess
import sys

import control
import human_roll
import recorded
import streams
from tablet import LOG, run

# It switches sensors' buffers on and off by itself; beside it is a matter of its own.
subprocess.run(["systemctl", "mask", "--runtime", "--now", "iio-sensor-proxy"], capture_output=True)
wanted = sys.argv[1:]
checks = [
    (name, check)
    for name, check in streams.CHECKS + control.CHECKS + recorded.CHECKS + human_roll.CHECKS
    if not wanted or any(word in check.__name__ for word in wanted)
]
passed, failed = run(checks)
if failed:
    print("--- the daemon's log, its end")
    with open(LOG, errors="replace") as log:
        print("".join(log.readlines()[-60:]))
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
