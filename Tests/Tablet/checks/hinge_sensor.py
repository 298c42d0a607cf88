"""Intel's hinge sensor. It appears once a boot, so these come last and share it."""
import functools

from tablet import G, Daemon, Stream, ask, hid, near

# Angles with the status that each leaves behind: closed under 10° until over 15°, fully-open over 170° until under 165°.
COURSE = [
    (110, "partially-open"), (9, "closed"), (13, "closed"), (17, "partially-open"), (13, "partially-open"),
    (172, "fully-open"), (167, "fully-open"), (163, "partially-open"), (168, "partially-open"), (90, "partially-open"),
]


@functools.cache
def the_hinge():
    return hid("--hinge", "--set", "110", number=1)


def is_at(value, degrees):
    hinge = value.get("hinge")
    # The sensor says whole degrees, in radians of six decimals.
    return bool(hinge) and abs(hinge["angle"] - degrees) < 0.1


def closing(degrees):
    return (180 - degrees) / 180


def hinge_named():
    """The sensor's angle, filtered, is the fold; its status goes by the angle."""
    sensor = the_hinge()
    with Daemon("--source", "hinge"), Stream() as stream:
        stream.event("ok")
        # The first sample is where the filter starts: nothing runs up to it.
        assert abs(stream.fold()["fold"] - closing(110)) < 0.006
        for degrees, status in COURSE:
            sensor.tell(f"set {degrees}")
            near(stream.settled(1.5), closing(degrees), 0.006)
            value = stream.fold()
            assert value["status"] == status, f"{value['status']} at {degrees}°, where {status} is expected"
            assert value["roll"] is None and value["pitch"] is None, value


def hinge_by_itself():
    """Without an accelerometer the hinge is taken; with one it is told beside the accelerometer's fold."""
    sensor = the_hinge()
    sensor.tell("set 60")
    with Daemon(), Stream("watch fold fields=t,fold,roll,hinge") as stream:
        stream.event("ok")
        near(stream.settled(1.5), closing(60), 0.006)
        value = stream.fold()
        assert is_at(value, 60) and value["hinge"]["status"] == "partially-open" and value["roll"] is None, value


def hinge_beside_accelerometer():
    sensor = the_hinge()
    with hid("--set", f"0,0,{-G}"):
        sensor.tell("set 120")
        with Daemon("--orientation", "landscape-right"), Stream("watch fold fields=t,fold,roll,hinge") as stream:
            assert "accel_3d" in stream.event("ok")["detail"]
            assert ask("status")["ok"]["sensor"] == "accel_3d"
            stream.until(lambda value: is_at(value, 120), 10, "the hinge is at 120°")
            near(stream.settled(), 0, 0)
            sensor.tell("set 45")
            value = stream.until(lambda value: is_at(value, 45), 10, "the hinge is at 45°")
            assert value["fold"] == 0 and value["roll"] is not None, value
            assert value["hinge"]["status"] == "partially-open"


CHECKS = [
    ("a hinge sensor that is named: angle, status and its hysteresis", hinge_named),
    ("a hinge sensor alone is taken by itself", hinge_by_itself),
    ("a hinge sensor beside an accelerometer is told beside its fold", hinge_beside_accelerometer),
]
