"""Wakes the virtual machine 5 s after it has gone to sleep; run by run-in-vm.sh --suspend."""
import json
import socket
import sys
import time

with socket.socket(socket.AF_UNIX) as qemu:
    while qemu.connect_ex(sys.argv[1]):
        time.sleep(0.1)
    with qemu.makefile("rw") as monitor:

        def command(name):
            monitor.write(json.dumps({"execute": name}) + "\n")
            monitor.flush()

        command("qmp_capabilities")
        for line in monitor:
            if json.loads(line).get("event") == "SUSPEND":
                time.sleep(5)
                command("system_wakeup")
