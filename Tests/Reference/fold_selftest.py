"""Checks of the reference against values worked out by hand, written as literals."""

import math

from fold_pipeline import STANDARD_GRAVITY, Pipeline
from fold_reference import BadData, lines, parse_time, restore, state_of

SIXTIETH = 16_666_667
MS = 1_000_000
HEAD = "# folddaemon recording 1\n"


def rolled(degrees, scale=1.0):
    angle = math.radians(degrees)
    size = STANDARD_GRAVITY * scale
    return (0.0, -size * math.sin(angle), -size * math.cos(angle))


def settled(degrees, count, **settings):
    pipeline = Pipeline(**settings)
    return [pipeline.update(n * SIXTIETH, *rolled(degrees))[-1] for n in range(count)]


def replay(text, **options):
    return list(lines(text.encode().splitlines(keepends=True), **options))


def times(records):
    return [record.t for record in records]


def worked_values():
    updates = settled(30, 60)
    assert "%.6f %.6f" % (updates[0].roll, updates[0].fold) == "-0.040000 0.034000"
    assert "%.6f %.6f" % (updates[59].roll, updates[59].fold) == "-0.333178 0.503084"
    assert settled(60, 200)[-1].fold == 1.0
    assert [update.fold for update in settled(0, 60)] == [0.0] * 60


def poses():
    for pose, sample in {
        "right-up": (0.0, -5.0, -8.0),
        "left-up": (0.0, 5.0, -8.0),
        "normal": (5.0, 0.0, -8.0),
        "bottom-up": (-5.0, 0.0, -8.0),
    }.items():
        pipeline = Pipeline(orientation=pose)
        record = pipeline.update(0, *sample)[0]
        mirrored = Pipeline(orientation=pose).update(0, sample[0], sample[1], 8.0)[0]
        assert record == mirrored
        # asin(5 / sqrt(89)) is 32.00538 degrees.
        assert "%.6f %.6f" % (record.roll, record.pitch) in ("-0.042674 0.000000", "-0.042674 -0.000000")


def ticks():
    row = "%s,0,-4.903325,-8.492808\n"
    made = replay(HEAD + "t,x,y,z\n" + row % "0" + row % "0.08")
    assert made[0] == ('{"seq":1,"t":0.000000,"fold":0.034000,"roll":-0.040000,"pitch":0.000000,'
                       '"status":"partially-open"}')
    shown = [line.split(",")[1] for line in made]
    assert shown == ['"t":0.000000', '"t":0.025000', '"t":0.041667', '"t":0.058333', '"t":0.075000',
                     '"t":0.080000']
    # 1 - 0.88^5.8 of a third.
    assert '"roll":-0.174523' in made[-1]
    pipeline = Pipeline()
    pipeline.update(0, *rolled(10))
    gap = pipeline.update(10_000 * MS, *rolled(10))
    assert len(gap) == 120
    assert gap[-2].t == 25_000_000 + 118 * SIXTIETH


def late_samples():
    pipeline = Pipeline()
    pipeline.update(0, *rolled(0))
    assert pipeline.update(0, *rolled(30)) == []
    assert (pipeline.seq, pipeline.next, pipeline.last) == (1, 25 * MS, 0)
    # A sample at a tick's own time is late, and its tilt moves what comes after it.
    made = pipeline.update(25 * MS, *rolled(-30))
    assert times(made) == [25 * MS]
    assert made[0].roll < 0
    assert "%.6f" % pipeline.target[1] == "0.333333"
    assert pipeline.next == 25 * MS + SIXTIETH


def holding():
    pipeline = Pipeline()
    assert pipeline.update(0, 0.0, 0.0, 0.0) == []
    assert pipeline.update(100 * MS, *rolled(0, 1.6)) == []
    assert times(pipeline.update(200 * MS, *rolled(0, 1.0))) == [200 * MS]
    pipeline.update(210 * MS, *rolled(30, 0.4))
    assert (pipeline.hold, pipeline.target[1]) == (210 * MS, 0.0)
    pipeline.update(220 * MS, 0.0, math.nan, 0.0)
    pipeline.update(710 * MS, *rolled(30, 0.4))
    assert pipeline.target[1] == 0.0
    pipeline.update(710 * MS + 1, *rolled(30, 0.4))
    assert "%.6f" % pipeline.target[1] == "-0.333333"
    pipeline.update(720 * MS, 0.0, 0.0, 0.09)
    assert pipeline.hold == 210 * MS
    pipeline.update(730 * MS, *rolled(10))
    assert pipeline.hold is None
    assert Pipeline().update(0, 0.0, 0.0, 0.5 * STANDARD_GRAVITY) != []
    assert Pipeline().update(0, 0.0, 0.0, 1.5 * STANDARD_GRAVITY) != []
    assert Pipeline().update(0, 1.7e308, 1.7e308, 0.0) == []


def statuses():
    pipeline = Pipeline(smoothing=1.0, gain=-1.0, deadzone=0.0)
    seen = []
    for n, fold in enumerate((0.0199, 0.0201, 0.0001, 0.8499, 0.8501, 0.8301, 0.8299, 0.0, 0.9, 0.0)):
        seen.append(pipeline.update(n * SIXTIETH, *rolled(fold * 90))[-1].status[0])
    assert "".join(seen) == "fppp" "ccpf" "cf"


def turning():
    pipeline = Pipeline(orientation="auto")
    seen = []
    for n, x in enumerate((0.0, 4.9, 4.91, 0.0, -4.9, -4.91, 0.0)):
        pipeline.update(n * SIXTIETH, x, 0.0, -math.sqrt(STANDARD_GRAVITY**2 - x * x))
        seen.append(pipeline.pose()[0])
    assert "".join(seen) == "rrlllrr"


def changes_between_rows():
    row = "%s,0,-4.903325,-8.492808\n"
    text = HEAD + "t,x,y,z\n" + row % "0" + "# event: {}\n# gain: 0\n# lost 3 rows\n" + row % "0.03"
    assert replay(text, form="plain") == ["0.034000", "0.115892", "0.000000"]
    crlf = text.replace("\n", "\r\n\r\n").rstrip()
    assert replay(crlf, form="plain") == ["0.034000", "0.115892", "0.000000"]


def states():
    whole = Pipeline(orientation="auto")
    first = Pipeline(orientation="auto")
    path = [(n * 40 * MS, (6.0 - n / 5, n / 7, 3.0)) for n in range(60)]
    for t, sample in path[:20]:
        whole.update(t, *sample)
        first.update(t, *sample)
    first.ticks(path[19][0] + 25 * MS)
    second = Pipeline(orientation="auto")
    restore(second, state_of(first))
    assert second.last == path[19][0]
    one = [record[1:] for t, sample in path[20:] for record in whole.update(t, *sample)]
    two = [record[1:] for t, sample in path[20:] for record in second.update(t, *sample)]
    assert one[1:] == two


def decimals():
    assert parse_time("12.2666665") == 12_266_666_500
    assert parse_time("1.5e-6") == 1_500
    assert parse_time("-0.0000000005") == 0
    assert parse_time("9007199254.740993001") == 9_007_199_254_740_993_001
    row = HEAD + "t,x,y,z\n%s,0,0,9.8\n"
    assert replay(row % "0.0000005", form="csv")[1] == "1,0.000001,0.000000,0.000000,0.000000,fully-open"
    assert replay(row % "0.000000499", form="csv")[1].startswith("1,0.000000,")
    for wrong in ("nan", "inf", "0x1", "1.", ".5", "", "1e", "1_0"):
        try:
            replay(row % wrong)
        except BadData:
            continue
        raise AssertionError(wrong)


CHECKS = (worked_values, poses, ticks, late_samples, holding, statuses, turning, changes_between_rows,
          states, decimals)


def run():
    for check in CHECKS:
        check()
    print(f"{len(CHECKS)} checks passed")
    return 0
