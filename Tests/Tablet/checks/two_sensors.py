"""A machine with a sensor in the lid and one in the base: which is taken, and the hinge between them."""
import contextlib
import math

from tablet import G, HALF_FOLD, RIGHT, Daemon, Stream, ask, hid, near, now, udev_rules

# The products by which udev tells them apart, as systemd's list does; real ones sit on one hub, at addresses of their own.
LID, BASE = "1", "3"
RULES = f"""
SUBSYSTEM!="iio", GOTO="end"
KERNELS=="0018:0F0F:000{LID}.*", ENV{{ACCEL_LOCATION}}="display"
KERNELS=="0018:0F0F:000{BASE}.*", ENV{{ACCEL_LOCATION}}="base", ENV{{ACCEL_MOUNT_MATRIX}}="0, 1, 0; -1, 0, 0; 0, 0, 1"
LABEL="end"
"""
LEVEL = (0, 0, G)


def in_base(x, y, z):
    """What the base's sensor reads, turned as it is: the inverse of its matrix."""
    return -y, x, z


def sensor(product, number, gravity):
    return hid("--product", product, "--set", ",".join(str(value) for value in gravity), number=number)


@contextlib.contextmanager
def lid_and_base(lid_first, rules=RULES):
    """Both, with the device numbers in that order, and what udev says of them."""
    order = [(LID, (0, -4.903325, -8.492809)), (BASE, in_base(*LEVEL))]
    first, second = order if lid_first else reversed(order)
    with udev_rules(rules), sensor(first[0], 0, first[1]) as one, sensor(second[0], 1, second[1]) as other:
        yield (one, other) if lid_first else (other, one)


def lid_whatever_the_number():
    for lid_first in True, False:
        with lid_and_base(lid_first) as (lid, _), Daemon("--orientation", RIGHT), Stream() as stream:
            device = lid.directory.rsplit("/", 1)[1]
            assert f"({device})" in stream.event("ok")["detail"]
            near(stream.settled(), HALF_FOLD, 0.01)
            used = [entry["device"] for entry in ask("sensors")["ok"]["sensors"] if entry["used"]]
            assert used == [device], used


def base_only_when_named():
    with udev_rules(RULES), sensor(BASE, 1, in_base(0, -4.903325, -8.492809)):
        with Daemon("--orientation", RIGHT), Stream() as stream:
            stream.until(lambda value: value.get("state") == "searching" and "base" in value["detail"], 5, "a reason")
            values = stream.told(4)
            assert not any("fold" in value or value.get("state") == "ok" for value in values), values
        with Daemon("--orientation", RIGHT, "--source", "iio:accel_3d"), Stream() as stream:
            stream.event("ok")
            near(stream.settled(), HALF_FOLD, 0.01)


def opened(base, degrees):
    """Gravity in the lid that is opened by an angle over the base: closed, both read the same."""
    angle = math.radians(degrees)
    x, y, z = base
    return x, math.cos(angle) * y - math.sin(angle) * z, math.sin(angle) * y + math.cos(angle) * z


def wait_for_hinge(stream, expected):
    """The hinge's angle comes to what is expected, and stays there."""
    stream.until(lambda value: is_near(value, expected), 8, f"the hinge is at {expected}°")
    end = now() + 0.5
    while now() < end:
        value = stream.fold()
        assert is_near(value, expected), f"{value['hinge']} where {expected}° is expected"


def is_near(value, expected):
    hinge = value.get("hinge")
    return bool(hinge) and abs(hinge["angle"] - expected) <= 2 and not hinge.get("stale")


def hinge_between_them():
    with lid_and_base(True) as (lid, base), Daemon("--orientation", RIGHT) as daemon:
        with Stream("watch fold fields=fold,hinge") as stream:
            stream.event("ok")
            slanted = math.radians(15)
            for gravity in [
                LEVEL,
                # The front edge lifted, and the left one.
                (0, G * math.sin(slanted), G * math.cos(slanted)),
                (G * math.sin(slanted), 0, G * math.cos(slanted)),
            ]:
                base.set(*in_base(*gravity))
                for degrees in [90, 20, 55, 125, 160]:
                    lid.set(*opened(gravity, degrees))
                    wait_for_hinge(stream, degrees)
            # With the hinge upright both turn about gravity, which says nothing of the angle.
            base.set(*in_base(G, 0, 0))
            lid.set(G, 0, 0)
            value = stream.until(lambda value: (value.get("hinge") or {}).get("stale"), 8, "the hinge is held")
            assert abs(value["hinge"]["angle"] - 160) <= 2, value
            base.set(*in_base(*LEVEL))
            lid.set(*opened(LEVEL, 100))
            wait_for_hinge(stream, 100)
        assert daemon.process.poll() is None


CHECKS = [
    ("of two accelerometers the lid's is taken, whatever its number", lid_whatever_the_number),
    ("the base's accelerometer is taken only where it is named", base_only_when_named),
    ("the hinge's angle from both accelerometers, level and tilted", hinge_between_them),
]
