"""The daemon as a service of systemd, with a watchdog."""
import subprocess

from tablet import BIN, now

UNIT = "folddaemon-check.service"


class Service:
    """The release binary under systemd, which ends it where it says nothing for 2 s."""

    def __init__(self, *options):
        subprocess.run(["systemctl", "reset-failed", UNIT], capture_output=True)
        subprocess.run(
            [
                "systemd-run", "--quiet", "--unit", UNIT, "--property=Type=notify", "--property=NotifyAccess=all",
                "--property=WatchdogSec=2", "--property=TimeoutStopSec=20", BIN + "/folddaemon", *options,
            ],
            check=True, timeout=30,
        )

    def shown(self, name):
        result = subprocess.run(["systemctl", "show", "-P", name, UNIT], capture_output=True, text=True, check=True)
        return result.stdout.strip()

    def pid(self):
        """The process that runs; an error where none does."""
        state = self.shown("ActiveState")
        assert state == "active", f"the service is {state}, its result {self.shown('Result')}"
        return self.shown("MainPID")

    def stop(self):
        """Ends it, and returns how long that took in seconds."""
        start = now()
        subprocess.run(["systemctl", "stop", UNIT], check=True, timeout=30)
        return now() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["systemctl", "stop", UNIT], capture_output=True, timeout=30)
