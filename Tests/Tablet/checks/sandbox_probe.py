"""Tries what the service must not be able to do, and what it must; prints each with whether it succeeded. See sandbox.py."""
import ctypes
import json
import mmap
import os
import socket
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_NET, NEW_MOUNTS = 0x10000000, 0x40000000, 0x20000
REC_PRIVATE = 0x44000
PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN = 47, 2, 21
# Which does not stop it.
PTRACE_SEIZE = 0x4206
HOME = "/home/owner/secret"
DEVICE = "/sys/bus/iio/devices/iio:device0"
MADE = "folddaemon-probe"


def call(function, *arguments):
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def read(path):
    with open(path, "rb") as file:
        file.read(64)


def rewrite(path):
    """Writes what is there already, so that nothing changes where it succeeds."""
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(text)


def make(folder):
    path = f"{folder}/{MADE}"
    with open(path, "w"):
        pass
    os.unlink(path)


def make_folder(folder):
    os.mkdir(f"{folder}/{MADE}")
    os.rmdir(f"{folder}/{MADE}")


def connect(path):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)


def a_socket(family, kind=socket.SOCK_DGRAM, protocol=0):
    socket.socket(family, kind, protocol).close()


def inherited_capability():
    """One that programs started from here would have: inheritable first, then ambient."""
    # Version 3, of this process; then effective, permitted and inheritable, each in two halves of 32.
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    call(libc.capget, head, sets)
    sets[2] |= 1 << CAP_SYS_ADMIN
    call(libc.capset, head, sets)
    call(libc.prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0)


def mount():
    """In a namespace of its own, to which the first mount confines it."""
    call(libc.unshare, NEW_MOUNTS)
    call(libc.mount, b"none", b"/", None, REC_PRIVATE, None)
    call(libc.mount, b"none", b"/mnt", b"tmpfs", 0, None)


def setuid_program():
    """A setuid root copy of id(1), which tells whom it runs as."""
    result = subprocess.run(["/usr/local/bin/probe-id", "-u"], capture_output=True, text=True)
    if result.stdout.strip() != "0":
        raise PermissionError(result.stdout + result.stderr)


def capabilities():
    with open("/proc/self/status") as file:
        sets = {line.split(":")[0]: line.split()[1] for line in file if line.startswith("Cap")}
    if int(sets["CapBnd"], 16) == 0 and int(sets["CapEff"], 16) == 0:
        raise PermissionError(str(sets))


def run_in_child(body):
    """So that the probe goes on as it was, where it succeeds."""
    child = os.fork()
    if child == 0:
        try:
            body()
            os._exit(0)
        except OSError:
            os._exit(1)
    if os.waitpid(child, 0)[1] != 0:
        raise PermissionError("refused")


FORBIDDEN = {
    "read /home": lambda: read(HOME),
    "read /root": lambda: os.listdir("/root"),
    "open an IPv4 socket": lambda: a_socket(socket.AF_INET),
    "open an IPv6 socket": lambda: a_socket(socket.AF_INET6),
    "open a packet socket": lambda: a_socket(socket.AF_PACKET, socket.SOCK_RAW),
    "write a kernel setting": lambda: rewrite("/proc/sys/kernel/panic"),
    "write to /sys/module": lambda: rewrite("/sys/module/printk/parameters/time"),
    "write to /sys/kernel": lambda: rewrite("/sys/kernel/rcu_expedited"),
    "write another attribute of the sensor": lambda: rewrite(f"{DEVICE}/power/control"),
    "write to another device": lambda: rewrite("/sys/class/tty/tty0/power/control"),
    "write to /sys/fs/cgroup": lambda: make_folder("/sys/fs/cgroup"),
    "write to /run": lambda: make("/run"),
    "write to the sockets' folder": lambda: make("/run/folddaemon"),
    "write to /run/udev": lambda: make("/run/udev/data"),
    "write to /etc": lambda: make("/etc"),
    "write to /var": lambda: make("/var/lib"),
    "write to /dev/shm": lambda: make("/dev/shm"),
    "read the disk": lambda: read("/dev/vda"),
    "read the keyboard": lambda: os.close(os.open("/dev/input/event0", os.O_RDONLY | os.O_NONBLOCK)),
    "read the kernel's log": lambda: os.close(os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)),
    "see other users' processes": lambda: read("/proc/1/cmdline"),
    "have a capability": capabilities,
    "gain a capability": lambda: run_in_child(inherited_capability),
    "gain root by a setuid program": setuid_program,
    "become root": lambda: run_in_child(lambda: os.setresuid(0, 0, 0)),
    "make a user namespace": lambda: run_in_child(lambda: call(libc.unshare, NEW_USER)),
    "make a network namespace": lambda: run_in_child(lambda: call(libc.unshare, NEW_NET)),
    "mount": lambda: run_in_child(mount),
    "have memory that is written and run": lambda: mmap.mmap(
        -1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close(),
    "run before others": lambda: run_in_child(
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))),
    "read another process": lambda: run_in_child(lambda: call(libc.ptrace, PTRACE_SEIZE, 1, 0, 0)),
}
ALLOWED = {
    "read the sensor": lambda: read(f"{DEVICE}/in_accel_x_raw"),
    "write the sensor's rate": lambda: rewrite(f"{DEVICE}/in_accel_sampling_frequency"),
    "write the buffer's length": lambda: rewrite(f"{DEVICE}/buffer/length"),
    "open the sensor's node": lambda: os.close(os.open("/dev/iio:device0", os.O_RDWR | os.O_NONBLOCK)),
    "hear udev": lambda: a_socket(socket.AF_NETLINK, socket.SOCK_RAW, 15),
    "read udev's database": lambda: os.listdir("/run/udev/data"),
    "connect to the system bus": lambda: connect("/run/dbus/system_bus_socket"),
    "write to its own folder": lambda: make(os.environ["RUNTIME_DIRECTORY"]),
    "know the boot": lambda: read("/proc/sys/kernel/random/boot_id"),
    "know who sits at the screen": lambda: os.listdir("/run/systemd/seats"),
    "see whom a client is": lambda: all_users(),
}


def all_users():
    """That each user has a number here: one who has none is nobody to SO_PEERCRED."""
    with open("/proc/self/uid_map") as file:
        users = file.read().split()
    if users != ["0", "0", "4294967295"]:
        raise PermissionError(str(users))


def tried(attempts):
    results = {}
    for name, attempt in attempts.items():
        try:
            attempt()
            results[name] = "done"
        except Exception as error:
            results[name] = f"{type(error).__name__}: {error}"
    return results


with open(sys.argv[1], "w") as file:
    json.dump({"forbidden": tried(FORBIDDEN), "allowed": tried(ALLOWED)}, file)
