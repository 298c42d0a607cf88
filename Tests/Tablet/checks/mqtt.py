"""The fold on its way to an MQTT broker, by the unit that the package brings."""
import json
import socket
import subprocess

from tablet import HALF, HALF_FOLD, hid, wait_for
from unit import UNIT, shell, shown

BRIDGE = "fold-mqtt@localhost.service"


def heard():
    """What the broker has for a new subscriber: the retained message."""
    command = ["mosquitto_sub", "-h", "localhost", "-t", "fold/rig", "-C", "1", "-W", "5"]
    return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout.strip()


def listens():
    try:
        socket.create_connection(("localhost", 1883), 5).close()
        return True
    except OSError:
        return False


def publishes():
    """The last line is retained, and the goodbye when it ends."""
    with hid("--set", HALF):
        broker = subprocess.Popen(["mosquitto", "-p", "1883"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            # The unit tries again only after 10 s.
            wait_for(listens, 60, "the broker listens")
            shell("systemctl start " + BRIDGE)

            def is_settled():
                message = heard()
                return message and abs(json.loads(message).get("fold", 0) - HALF_FOLD) < 0.02

            wait_for(is_settled, 90, "the fold at the broker")
            shell("systemctl stop " + BRIDGE)
            wait_for(lambda: heard() == '{"event":"shutdown"}', 60, "the goodbye at the broker")
            assert shown("ActiveState") == "active" and shown("NRestarts", BRIDGE) == "0"
            shell("systemctl stop " + UNIT)
        finally:
            subprocess.run(["systemctl", "stop", BRIDGE], capture_output=True)
            broker.terminate()
            broker.wait(10)


CHECKS = [("a broker has the fold, and the goodbye when the tablet ends", publishes)]
