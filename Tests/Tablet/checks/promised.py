"""What the Debian package promises to bring, written out by hand, since its own list would agree with any fault of it."""
from pathlib import PurePath

PROMISED = {
    "/etc/folddaemon/folddaemon.conf",
    # A folder of the owner's, empty.
    "/etc/folddaemon/folddaemon.conf.d",
    "/usr/bin/foldctl",
    "/usr/bin/folddaemon",
    "/usr/lib/systemd/system/fold-mqtt@.service",
    "/usr/lib/systemd/system/folddaemon-control.socket",
    "/usr/lib/systemd/system/folddaemon.service",
    "/usr/lib/systemd/system/folddaemon.socket",
    "/usr/lib/sysusers.d/folddaemon.conf",
    "/usr/lib/udev/folddaemon-attributes",
    "/usr/lib/udev/rules.d/70-folddaemon.rules",
    "/usr/share/bash-completion/completions/foldctl",
    "/usr/share/doc/folddaemon/README.md.gz",
    "/usr/share/doc/folddaemon/changelog.Debian.gz",
    "/usr/share/doc/folddaemon/changelog.gz",
    "/usr/share/doc/folddaemon/copyright",
    "/usr/share/doc/folddaemon/examples/README.md",
    "/usr/share/doc/folddaemon/examples/fold-to-mqtt.sh",
    "/usr/share/doc/folddaemon/examples/fold.c",
    "/usr/share/doc/folddaemon/examples/fold.js",
    "/usr/share/doc/folddaemon/examples/fold.py",
    "/usr/share/doc/folddaemon/examples/lifted.sh",
    "/usr/share/doc/folddaemon/examples/status.lua",
    "/usr/share/doc/folddaemon/performance.md.gz",
    "/usr/share/doc/folddaemon/pipeline.md.gz",
    "/usr/share/doc/folddaemon/protocol.md.gz",
    "/usr/share/doc/folddaemon/sensors.md.gz",
    "/usr/share/doc/folddaemon/service.md",
    "/usr/share/fish/vendor_completions.d/foldctl.fish",
    "/usr/share/lintian/overrides/folddaemon",
    "/usr/share/man/man1/foldctl.1.gz",
    "/usr/share/man/man5/folddaemon.conf.5.gz",
    "/usr/share/man/man7/folddaemon-protocol.7.gz",
    "/usr/share/man/man8/folddaemon.8.gz",
    "/usr/share/zsh/vendor-completions/_foldctl",
}
# What its scripts and systemd add: both sockets are enabled, and listen.
WANTS = "/etc/systemd/system/sockets.target.wants"
HELPER = "/var/lib/systemd/deb-systemd-helper-enabled"
LISTENING = {
    WANTS + "/folddaemon-control.socket",
    WANTS + "/folddaemon.socket",
    HELPER + "/folddaemon-control.socket.dsh-also",
    HELPER + "/folddaemon.socket.dsh-also",
    HELPER + "/sockets.target.wants/folddaemon-control.socket",
    HELPER + "/sockets.target.wants/folddaemon.socket",
    "/run/folddaemon/control.sock",
    "/run/folddaemon/fold.sock",
}
# What a service that reads by the buffer has beside them.
READING = {"/run/folddaemon-daemon", "/run/folddaemon-daemon/buffer"}
ACCOUNTS = {
    "/etc/passwd: folddaemon", "/etc/shadow: folddaemon", "/etc/group: folddaemon", "/etc/gshadow: folddaemon",
    "/etc/group: fold", "/etc/gshadow: fold",
}


def with_folders(paths):
    """The paths, and all folders in which they are."""
    return set(paths) | {str(folder) for path in paths for folder in PurePath(path).parents}
