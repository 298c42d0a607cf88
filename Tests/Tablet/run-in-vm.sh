#!/bin/bash
# Boot the test virtual machine, run a command in it with a directory of this
# machine as its working directory, and exit with the command's status.
#
#   run-in-vm.sh [options] DIR COMMAND...
#
# DIR appears in the guest at /mnt/share, read-write unless --ro; COMMAND is a
# shell command line run there as root.  Its stdout and stderr come out here.
#
#   --ro            DIR is read-only in the guest
#   --timeout S     give up after S seconds: status 124 (default 300)
#   --console FILE  keep the guest's console log
#   --cpus N, --memory MIB   (default 2, 768)
#   --suspend       a machine that can be suspended: one CPU, and woken by this
#                   side after 5 s.  9p does not outlive it: copy DIR, leave it,
#                   unmount it first (checks/sleep.py does)
#   --accel A       tcg | kvm (default: kvm only where the CPU has vmx or svm)
#   --time          tell on stderr how long the boot and the whole took
#
# Environment: RIG_OUT, where build-vm.sh put the machine
# (default: ${XDG_CACHE_HOME:-$HOME/.cache}/folddaemon/tablet).
#
# Status 125: the guest did not get as far as running the command.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${RIG_OUT:-${XDG_CACHE_HOME:-$HOME/.cache}/folddaemon/tablet}
ro= timeout=300 console= cpus=2 memory=768 accel= times= suspend=
usage() {
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
	exit 2
}
while [ $# -gt 0 ]; do
	case $1 in
	--ro) ro=,readonly=on ;;
	--time) times=1 ;;
	--suspend) suspend=1 ;;
	--timeout)
		timeout=$2
		shift
		;;
	--console)
		console=$2
		shift
		;;
	--cpus)
		cpus=$2
		shift
		;;
	--memory)
		memory=$2
		shift
		;;
	--accel)
		accel=$2
		shift
		;;
	--)
		shift
		break
		;;
	-*) usage ;;
	*) break ;;
	esac
	shift
done
[ $# -ge 2 ] || usage
dir=$(cd "$1" && pwd) || exit 125
shift
if [ ! -e "$out/initrd.img" ]; then
	echo "run-in-vm.sh: no $out/initrd.img; run build-vm.sh first" >&2
	exit 125
fi

# /dev/kvm alone proves nothing: under PVM it exists, but a stock Debian kernel
# does not boot on it.  Ask for hardware virtualisation.
if [ -z "$accel" ]; then
	accel=tcg
	if [ -w /dev/kvm ] && grep -qwE 'vmx|svm' /proc/cpuinfo; then
		accel=kvm
	fi
fi
case $accel in
tcg) cpu=max,la57=off,svm=off accel=tcg,thread=multi ;;
*) cpu=host ;;
esac

tmp=$(mktemp -d "$out/run.XXXXXX")    # small files, and the guest's disk writes
kernel=$out/kernel/vmlinux append= monitor= waker=
if [ -n "$suspend" ]; then
	# An image that was booted by PVH does not come back from S3, and neither does a second CPU under TCG.
	kernel=$(ls "$out"/kernel/boot/vmlinuz-*)
	cpus=1
	append=no_console_suspend
	monitor="-qmp unix:$tmp/qmp,server=on,wait=off"
fi
qemu= readers=
cleanup() {
	[ -z "$waker" ] || kill "$waker" 2>/dev/null
	[ -z "$qemu" ] || kill "$qemu" 2>/dev/null
	[ -z "$readers" ] || kill $readers 2>/dev/null
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 130' INT TERM
printf '%s\n' "$*" >"$tmp/command"
: >"$tmp/rc"
: >"$tmp/console"
mkfifo "$tmp/stdout" "$tmp/stderr"
cat <"$tmp/stdout" &
readers=$!
cat <"$tmp/stderr" >&2 &
readers="$readers $!"

port() {
	printf -- '-chardev file,id=%s,path=%s -device virtserialport,chardev=%s,name=rig.%s ' "$1" "$tmp/$1" "$1" "$1"
}
start=$(date +%s.%N)
TMPDIR=$tmp LD_LIBRARY_PATH=$out/tools/usr/lib/x86_64-linux-gnu:$out/tools/lib/x86_64-linux-gnu \
	"$out/tools/usr/bin/qemu-system-x86_64" \
	-L "$out/tools/usr/share/qemu" -L "$out/tools/usr/share/seabios" -L /usr/share/qemu -L /usr/share/seabios \
	-machine q35 -accel "$accel" -cpu "$cpu" -smp "$cpus" -m "$memory" \
	-nodefaults -no-user-config -display none -no-reboot -nic none \
	-kernel "$kernel" -initrd "$out/initrd.img" \
	-append "console=ttyS0 quiet panic=-1 mitigations=off nokaslr audit=0 apparmor=0 selinux=0 random.trust_cpu=on tsc=unstable systemd.show_status=0 rd.udev.log_level=3 $append" $monitor \
	-chardev file,id=console,path="$tmp/console" -serial chardev:console \
	-drive if=none,id=root,file="$out/root.img",format=raw,snapshot=on -device virtio-blk-pci,drive=root \
	-virtfs "local,path=${dir//,/,,},mount_tag=share,security_model=none,multidevs=remap$ro" \
	-fw_cfg "name=opt/rig/command,file=$tmp/command" \
	-device virtio-rng-pci -device virtio-serial-pci $(port stdout) $(port stderr) $(port rc) \
	</dev/null 2>"$tmp/qemu.log" &
qemu=$!
if [ -n "$suspend" ]; then
	python3 "$here/wake.py" "$tmp/qmp" &
	waker=$!
fi

status=
while kill -0 "$qemu" 2>/dev/null; do
	if [ "$(($(date +%s) - ${start%.*}))" -ge "$timeout" ]; then
		echo "run-in-vm.sh: still running after $timeout s" >&2
		status=124
		break
	fi
	sleep 0.1
done
if [ -z "$status" ]; then
	wait "$qemu"
	qemu=
	# The readers end as qemu's end of the pipes is closed.  Had it never
	# opened them, they would wait for a writer for ever: be one, briefly.
	: 1<>"$tmp/stdout"
	: 1<>"$tmp/stderr"
	wait $readers
	readers=
	status=$(tr -dc 0-9 <"$tmp/rc")
fi
[ -z "$console" ] || cp "$tmp/console" "$console"
if [ -z "$status" ]; then
	echo "run-in-vm.sh: the guest ended without a status; console:" >&2
	tail -n 30 "$tmp/console" "$tmp/qemu.log" >&2
	status=125
fi
if [ -n "$times" ]; then
	ready=$(sed -n 's/.*rig: guest ready after \([0-9.]*\) s.*/\1/p' "$tmp/console" | tail -1)
	awk -v s="$start" -v e="$(date +%s.%N)" -v r="${ready:-?}" -v a="$accel" \
		'BEGIN { printf "run-in-vm.sh: %s, guest uptime at command start %s s, whole run %.1f s\n", a, r, e - s }' >&2
fi
exit "$status"
