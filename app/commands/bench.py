"""`fireteam bench`: how fast it is here, beside PettingZoo's own games, in one run."""

from typing import Annotated, Any

import typer

from fireteam.env.children import elsewhere

from ..output import errors, guarded, needing, print_json, print_table


@guarded
def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out the cold compilation, which takes up to a minute.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
    train: Annotated[
        bool, typer.Option("--train", help="Measure training instead: how fast decisions are gathered and learned from.")
    ] = False,
    ray: Annotated[
        bool, typer.Option("--ray", help="Measure training on Ray clusters of 1, 2 and 4 nodes here; takes minutes.")
    ] = False,
    view: Annotated[
        bool, typer.Option("--view", help="Measure drawing instead: the window on 48 x 32 tiles, 24 units.")
    ] = False,
    systems: Annotated[
        bool, typer.Option("--systems", help="Measure every rule system instead, side by side in the yard.")
    ] = False,
    forecast: Annotated[
        bool, typer.Option("--forecast", help="Measure instead how many intervals of forecasts hold; takes many minutes.")
    ] = False,
) -> None:
    """Measure decisions, steps and battles a second, side by side with PettingZoo's connect four and chess."""
    from ..warm import warm

    if forecast:
        from ..bench.forecast import coverage_rows

        show(coverage_rows(note=lambda what: errors.print(f"measuring {what} ...")), as_json)
        return
    if systems:
        from ..bench.systems import system_rows

        show(system_rows(cold=not quick), as_json)
        return

    if view:
        from ..bench.view import view_rows

        show(view_rows(), as_json)
        return
    if ray:
        with needing("training", "train"), elsewhere():
            from ..bench.scale import scale_rows

        show(scale_rows(note=lambda what: errors.print(f"measuring {what} ...")), as_json)
        return
    if train:
        with needing("training", "train"), elsewhere():
            from fireteam.training.orders.config import Config

            from ..bench.training import training_rows

        show(training_rows(Config()), as_json)
        return
    from ..bench import engine as measure

    def note(what: str) -> None:
        if errors.is_terminal:
            errors.print(f"measuring {what} ...")

    note("nothing yet: compiling")
    warm()
    rows: list[list[Any]] = []

    def add(what: str, value: float | None, unit: str, ratio: str = "") -> None:
        rows.append([what, None if value is None else round(value, 2 if value < 100 else 0), unit, ratio])

    note("the engine")
    bare, seen = measure.best(measure.engine_speed, lambda: measure.engine_speed(look=True))
    note("PettingZoo's loop")
    own, nothing = measure.best(
        lambda: measure.loop_speed(measure.skirmish()),
        lambda: measure.loop_speed(measure.DoNothing()),
    )
    own_wrapped, nothing_wrapped = measure.best(
        lambda: measure.loop_speed(measure.wrapped(measure.skirmish())),
        lambda: measure.loop_speed(measure.wrapped(measure.DoNothing())),
    )
    add("engine, random decisions", bare, "decisions/s")
    add("engine, with observation and mask", seen, "decisions/s", f"{seen / bare:.2f} x bare")
    add("PettingZoo loop, skirmish", own, "steps/s", f"{own / nothing:.2f} x an environment that does nothing")
    add(
        "  in the three standard wrappers",
        own_wrapped,
        "steps/s",
        f"{own_wrapped / nothing_wrapped:.2f} x the same, wrapped",
    )
    for name in ("connect_four", "chess"):
        game = measure.neighbour(name)
        if game is None:
            add(f"  PettingZoo's {name}", None, "steps/s", 'pip install -e ".[bench]"')
            continue
        speed = measure.loop_speed(game)
        add(f"  PettingZoo's {name}", speed, "steps/s", f"skirmish is {own / speed:.1f} x as fast")
    note("the vector environment")
    one, two, against_tacticians = measure.best(
        lambda: measure.vector_speed(1),
        lambda: measure.vector_speed(2),
        lambda: measure.vector_speed(1, opponent="tactician"),
    )
    add("vector, one thread, random opponents", one, "steps/s")
    add("vector, two threads", two, "steps/s", f"{two / one:.2f} x one thread")
    add("vector, one thread, tacticians", against_tacticians, "steps/s")
    both = {"red": "one", "blue": "one"}
    side, learners = measure.best(
        lambda: measure.vector_speed(rows=measure.LEVELS),
        lambda: measure.vector_speed(rows=measure.LEVELS, learners=both),
    )
    drawn_before, levels = measure.best(
        lambda: measure.vector_speed(rows=measure.LEVELS, scenario="levels", variants=measure.LEVELS, seconds=4),
        lambda: measure.vector_speed(rows=measure.LEVELS, levels="levels", seconds=4),
    )
    add(f"vector, {measure.LEVELS} rows, learners for both teams", learners, "steps/s", f"{learners / side:.2f} x one side")
    add("vector, levels drawn beside the battles", levels, "steps/s", f"{levels / drawn_before:.2f} x as many drawn before")
    note("battles")
    tacticians, random, networks = measure.best(
        lambda: measure.battle_speed("tactician", "tactician"),
        lambda: measure.battle_speed("random", "random"),
        measure.network_speed,
    )
    add("battles, tactician v tactician", tacticians, "battles/s")
    add("battles, random v random", random, "battles/s")
    add("battles, network v network", networks, "battles/s")
    add("a battle in a batch", measure.record_bytes(), "bytes")
    if not quick:
        note("compilation, from nothing")
        cold, warm_start = measure.start_times()
        add("first battle on a machine, compiling included", cold, "s")
        add("warm start to the first decision", warm_start, "s")
    show(rows, as_json)


def show(rows: list[list[Any]], as_json: bool) -> None:
    """Print the measurements."""
    if as_json:
        print_json([dict(zip(("what", "value", "unit", "ratio"), row, strict=True)) for row in rows])
    else:
        values = [readable(row[1]) for row in rows]
        wide = max(map(len, values))
        print_table(
            ["what", "value", "", ""],
            [[row[0], value.rjust(wide), *row[2:]] for row, value in zip(rows, values, strict=True)],
        )


def readable(value: float | None) -> str:
    """Return a number as a person reads it: 2.30 M, 716 k, 953, 0.72."""
    if value is None:
        return "-"
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    if value >= 1e4:
        return f"{value / 1e3:.0f} k"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
