"""The measurements by name. Each takes the workbench and the plan and gives rows of the table."""

from footprint import memory, start, wake_ups
from latency import latency
from peers import beside_iio_readdev, beside_sensor_proxy
from replaying import beside_numpy, replay
from updates import allocations, cpu

BESIDE_C = {
    "replay": replay,
    "cpu": cpu,
    "latency": latency,
    "wake-ups": wake_ups,
    "memory": memory,
    "start": start,
    "allocations": allocations,
}
BESIDE_PEERS = {
    "numpy": beside_numpy,
    "iio_readdev": beside_iio_readdev,
    "iio-sensor-proxy": beside_sensor_proxy,
}
