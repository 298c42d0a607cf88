"""From the sensor's stamp to the reader's receipt of the line.

A line takes two hand-overs, each with a process to be woken: from the sensor to the server, from the server to the
reader. What a hand-over costs depends most on whether the woken process sits on the waker's CPU or on another that has
gone idle, and left alone the scheduler places a pair otherwise than a chain. So both are pinned, either way.
"""

import os
import subprocess
import time

from comparison import Row, alternated, columns
from updates import EVERY_UPDATE, SCREEN_HZ, watched


def placements():
    """How the programs of a chain sit: by name, the CPUs of the first, the second, and so on in turns."""
    usable = sorted(os.sched_getaffinity(0))
    yield "all on one CPU", (usable[0], usable[0])
    if len(usable) > 1:
        yield "each hand-over to another CPU", (usable[0], usable[1])


def pin(process, cpu):
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        os.sched_setaffinity(int(thread), {cpu})


def through(bench, plan, command):
    """Median delay in µs from the sensor through a server, by placement."""
    medians = []
    with watched(bench, plan, command, SCREEN_HZ, request=EVERY_UPDATE) as (server, reader):
        for _, (first, second) in placements():
            for process, cpu in ((bench.feeder, first), (server, second), (reader.process, first)):
                pin(process, cpu)
            time.sleep(plan.warm_up / 2)
            reader.report()
            time.sleep(plan.seconds)
            medians.append(reader.report()["median_us"])
    return tuple(medians)


def handed_over(bench, plan):
    """Median delay in µs of a single bare hand-over, by placement."""
    medians = []
    for _, cpus in placements():
        command = [bench.floor("handover_floor"), str(SCREEN_HZ), str(plan.seconds), *map(str, cpus)]
        output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        medians.append(float(output.split('"median_us":')[1].rstrip("}\n")))
    return tuple(medians)


def latency(bench, plan):
    floor = bench.daemon_floor_command()
    runs = alternated(
        plan.timings,
        lambda: through(bench, plan, bench.daemon_command()),
        lambda: through(bench, plan, floor + ["bare"]),
        lambda: through(bench, plan, floor),
        lambda: handed_over(bench, plan),
    )
    names = [name for name, _ in placements()]
    by_placement = zip(names, *(columns(run, len(names)) for run in runs))
    for name, ours, relay, server, handover in by_placement:
        yield Row(f"sample to reader, median, {name}: beside two bare hand-overs", "µs", "≤ 1.5 ×", ours, relay)
        yield Row("the same beside a server in C that does the same", "µs", "for comparison", ours, server)
        yield Row("the same beside a single bare hand-over", "µs", "≤ 1.5 ×", ours, handover)
