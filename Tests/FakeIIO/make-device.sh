#!/bin/bash
# Makes a fake IIO device below ROOT, as one driver would: attributes, scan elements, buffer, triggers, and a FIFO as its
# device node, ROOT/dev/iio:deviceN, which feeder fills. drivers/NAME describes the driver; README.md tells of the keys.
set -euo pipefail
shopt -s extglob

usage() {
    cat >&2 <<'USAGE'
usage: make-device.sh ROOT [--driver NAME] [--device N] [--parent NAME] [--name N] [--no-buffer] [--scale S]
                      [--matrix "1, 0, 0; …"] [--rates "12.5 25 …"]
       make-device.sh ROOT --trigger NAME [--frequency HZ]
       an empty matrix or empty rates leave those attributes out
USAGE
    exit 64
}

[ $# -ge 1 ] || usage
here=$(dirname "$0")
root=$1
shift
driver=fake_accel
number=0
parent=
with_buffer=yes
trigger=
frequency=
declare -A given=()

while [ $# -gt 0 ]; do
    if [ "$1" = --no-buffer ]; then
        with_buffer=no
        shift
        continue
    fi
    [ $# -ge 2 ] || usage
    case $1 in
    --driver) driver=$2 ;;
    --device) number=$2 ;;
    --parent) parent=$2 ;;
    --name) given[name]=$2 ;;
    --scale) given[in_accel_scale]=$2 ;;
    --matrix) given[in_accel_mount_matrix]=$2 ;;
    --rates)
        given[sampling_frequency_available]=$2
        given[in_accel_sampling_frequency]=${2##* }
        ;;
    --trigger) trigger=$2 ;;
    --frequency) frequency=$2 ;;
    *) usage ;;
    esac
    shift 2
done

bus=$root/sys/bus/iio/devices
mkdir -p "$bus" "$root/dev" "$root/sys/class" "$root/staging" "$root/drivers" "$root/run/udev/data"

make_trigger() { # make_trigger NAME [HZ]: anew where there is one of that name
    local free=0 link
    for link in "$bus"/trigger*; do
        [ -e "$link/name" ] && [ "$(<"$link/name")" = "$1" ] && return
    done
    while [ -e "$bus/trigger$free" ]; do free=$((free + 1)); done
    local directory=$root/sys/devices/trigger$free
    mkdir -p "$directory"
    printf '%s\n' "$1" >"$directory/name"
    printf '\n' >"$directory/uevent"
    [ -z "${2:-}" ] || printf '%s\n' "$2" >"$directory/sampling_frequency"
    ln -sfn ../../bus/iio "$directory/subsystem"
    ln -sfn "../../../devices/trigger$free" "$bus/trigger$free"
}

if [ -n "$trigger" ]; then
    make_trigger "$trigger" "${frequency:-100}"
    exit 0
fi

[ -f "$here/drivers/$driver" ] || { echo "make-device.sh: there is no description drivers/$driver" >&2; exit 66; }
declare -A says=()
keys=()
while IFS= read -r line || [ -n "$line" ]; do
    case $line in '' | '#'*) continue ;; esac
    key=${line%% = *}
    value=${line#"$key = "}
    says[$key]=${value//%d/$number}
    keys+=("$key")
done <"$here/drivers/$driver"
for key in "${!given[@]}"; do
    [ -n "${says[$key]+set}" ] || keys+=("$key")
    says[$key]=${given[$key]}
    # An attribute that is to be left out.
    [ -n "${given[$key]}" ] || unset "says[$key]"
done
if [ -n "${given[in_accel_scale]:-}" ]; then
    # Flat on a table, face up: (0, 0, -9.81).
    says[in_accel_z_raw]=$(LC_ALL=C awk -v scale="${given[in_accel_scale]}" 'BEGIN { printf "%.0f", -9.80665 / scale }')
fi

if [ -z "$parent" ]; then
    parent=fake-accel
    [ "$number" = 0 ] || parent=fake-accel-$number
fi
id=iio:device$number
device=$root/sys/devices/platform/$parent/$id
node=$root/dev/$id
rm -rf "$device" "$node"
mkdir -p "$device/power"
ln -sfn "../../../devices/platform/$parent/$id" "$bus/$id"
ln -sfn ../../../../bus/iio "$device/subsystem"

# libiio drops an attribute's last byte, which is a newline in sysfs: it must be there.
attribute() {
    printf '%s\n' "$2" >"$device/$1"
}

attribute dev "250:$number"
attribute uevent "MAJOR=250"$'\n'"MINOR=$number"$'\n'"DEVNAME=$id"$'\n'DEVTYPE=iio_device
for key in "${keys[@]}"; do
    case $key in *.* | */*) continue ;; esac
    [ -z "${says[$key]+set}" ] || attribute "$key" "${says[$key]}"
done

{
    for key in "${keys[@]}"; do
        case $key in *.*) echo "$key = ${says[$key]}" ;; esac
    done
} >"$root/drivers/$id"

[ "$with_buffer" = yes ] && [ -n "${says[buffer.kind]:-}" ] || exit 0

mkdir -p "$device/scan_elements" "$device/buffer"
attribute buffer/enable 0
attribute buffer/length 2
attribute buffer/watermark 1
attribute buffer/data_available 0
for key in "${keys[@]}"; do
    case $key in
    buffer/*) attribute "$key" "${says[$key]}" ;;
    scan.*)
        channel=${key#scan.}
        attribute "scan_elements/${channel}_en" 0
        attribute "scan_elements/${channel}_index" "${says[$key]%% *}"
        attribute "scan_elements/${channel}_type" "${says[$key]#* }"
        ;;
    esac
done
for name in ${says[trigger.own]:-}; do make_trigger "$name"; done
if [ "${says[buffer.kind]}" = triggered ] || [ -n "${says[trigger.own]:-}" ]; then
    mkdir -p "$device/trigger"
    current=${says[trigger.current]:-}
    # The kernel says nothing at all where there is none.
    if [ -n "$current" ]; then attribute trigger/current_trigger "$current"; else : >"$device/trigger/current_trigger"; fi
fi

mkfifo "$node"
