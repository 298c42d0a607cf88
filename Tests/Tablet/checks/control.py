"""The control socket on a real sensor, and a clock that is stepped."""
import subprocess

from tablet import HALF, Daemon, Stream, ask, hid, near, now, wait_for

def told_and_set():
    with hid("--set", HALF), Daemon("--orientation", "landscape-right"), Stream() as stream:
        stream.event("ok")
        near(stream.settled(), 0.503333, 0.01)
        status = ask("status")["ok"]
        assert (status["device"], status["mode"], status["state"]) == ("iio:device0", "buffered", "ok"), status
        assert abs(status["rate"]["set"] - 62.5) < 0.1, status
        assert 20 < status["rate"]["measured"] < 80, status
        assert 0 <= status["age"] < 1, status
        assert [device["used"] for device in ask("sensors")["ok"]["sensors"]] == [True]
        # As if it sat the other way round: the right edge is lifted.
        assert "ok" in ask("set matrix=-1, 0, 0; 0, -1, 0; 0, 0, 1")
        stream.event("ok")
        near(stream.settled(), 0, 0)
        assert "ok" in ask("set matrix=1, 0, 0; 0, 1, 0; 0, 0, 1")
        stream.event("ok")
        near(stream.settled(), 0.503333, 0.01)
        assert "ok" in ask("set rate=10")
        stream.event("ok")
        wait_for(lambda: (ask("status")["ok"]["rate"]["measured"] or 99) < 20, 10, "a lower rate")
        # Ticks keep the fold at its rate.
        near(stream.settled(), 0.503333, 0.01)


def a_clock_that_is_stepped():
    """Times are CLOCK_BOOTTIME, which nobody can set."""
    with hid("--set", HALF):
        try:
            with Daemon("--orientation", "landscape-right"), Stream("watch fold rate=max") as stream:
                stream.event("ok")
                stream.settled()
                subprocess.run(["date", "-s", "+1 hour"], check=True, capture_output=True)
                before = stream.fold()
                times = [before["t"]]
                folds = []
                while times[-1] < before["t"] + 2:
                    value = stream.fold()
                    times.append(value["t"])
                    folds.append(value["fold"])
                gaps = [b - a for a, b in zip(times, times[1:])]
                assert 0 < min(gaps) and max(gaps) < 0.5, f"{min(gaps)} … {max(gaps)}"
                assert abs(now() - times[-1]) < 0.5
                near(folds, 0.503333, 0.01)
        finally:
            subprocess.run(["date", "-s", "-1 hour"], check=True, capture_output=True)


CHECKS = [
    ("status and sensors tell of a real sensor; matrix and rate are set", told_and_set),
    ("a clock that is stepped changes nothing", a_clock_that_is_stepped),
]
