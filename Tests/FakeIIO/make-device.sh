#!/bin/bash
# Makes a fake IIO accelerometer, iio:device0, below ROOT: attributes, scan elements, buffer, trigger, and a FIFO as its
# device node. The node's path is ROOT/dev/iio:device0; feeder fills it.
set -euo pipefail

usage() {
    echo "usage: make-device.sh ROOT [--name N] [--no-buffer] [--scale S] [--matrix \"1, 0, 0; …\"] [--rates \"12.5 25 …\"]" >&2
    echo "       an empty matrix or empty rates leave those attributes out" >&2
    exit 64
}

[ $# -ge 1 ] || usage
root=$1
shift
name=fake_accel
with_buffer=yes
scale=0.009806
matrix="1, 0, 0; 0, 1, 0; 0, 0, 1"
rates="12.5 25 50 100"

while [ $# -gt 0 ]; do
    case $1 in
    --no-buffer)
        with_buffer=no
        shift
        continue
        ;;
    --name | --scale | --matrix | --rates) [ $# -ge 2 ] || usage ;;
    *) usage ;;
    esac
    case $1 in
    --name) name=$2 ;;
    --scale) scale=$2 ;;
    --matrix) matrix=$2 ;;
    --rates) rates=$2 ;;
    esac
    shift 2
done

device=$root/sys/devices/platform/fake-accel/iio:device0
trigger=$root/sys/devices/trigger0
bus=$root/sys/bus/iio/devices
node=$root/dev/iio:device0

# libiio drops an attribute's last byte, which is a newline in sysfs: it must be there.
attribute() {
    printf '%s\n' "$2" >"$device/$1"
}

rm -rf "$device" "$trigger" "$node"
mkdir -p "$device/power" "$bus" "$root/dev" "$root/sys/class" "$root/staging"
ln -sfn ../../../devices/platform/fake-accel/iio:device0 "$bus/iio:device0"
ln -sfn ../../../../bus/iio "$device/subsystem"

attribute name "$name"
attribute label accel-display
attribute location lid
attribute dev 250:0
attribute uevent $'MAJOR=250\nMINOR=0\nDEVNAME=iio:device0\nDEVTYPE=iio_device'
attribute current_timestamp_clock realtime

# Flat on a table, face up: (0, 0, -9.81).
attribute in_accel_x_raw 0
attribute in_accel_y_raw 0
attribute in_accel_z_raw "$(LC_ALL=C awk -v scale="$scale" 'BEGIN { printf "%.0f", -9.80665 / scale }')"
attribute in_accel_scale "$scale"
if [ -n "$matrix" ]; then
    attribute in_accel_mount_matrix "$matrix"
fi
if [ -n "$rates" ]; then
    attribute sampling_frequency_available "$rates"
    attribute in_accel_sampling_frequency "${rates##* }"
fi

if [ "$with_buffer" = no ]; then
    rm -f "$bus/trigger0"
    exit 0
fi

mkdir -p "$device/scan_elements" "$device/buffer" "$device/trigger" "$trigger"
index=0
for axis in x y z; do
    attribute "scan_elements/in_accel_${axis}_en" 0
    attribute "scan_elements/in_accel_${axis}_index" "$index"
    attribute "scan_elements/in_accel_${axis}_type" 'le:s16/16>>0'
    index=$((index + 1))
done
attribute scan_elements/in_timestamp_en 0
attribute scan_elements/in_timestamp_index "$index"
attribute scan_elements/in_timestamp_type 'le:s64/64>>0'

attribute buffer/enable 0
attribute buffer/length 2
attribute buffer/watermark 1
attribute buffer/data_available 0

attribute trigger/current_trigger fake-trig
printf 'fake-trig\n' >"$trigger/name"
printf '\n' >"$trigger/uevent"
ln -sfn ../../../devices/trigger0 "$bus/trigger0"
ln -sfn ../../bus/iio "$trigger/subsystem"

mkfifo "$node"
