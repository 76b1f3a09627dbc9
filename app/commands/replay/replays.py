"""`fireteam replay`: show, verify, fork and export recorded battles, and make data sets of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...output import NO, complain, console, guarded, print_json
from . import dataset, export, luck

if TYPE_CHECKING:
    from fireteam.env.replay.replay import Replay

app = typer.Typer(help="Show, verify, fork and export recorded battles, and tell their luck.", no_args_is_help=True)
app.command("export")(export.export)
app.command("dataset")(dataset.dataset)
app.command("luck")(luck.luck)
File = Annotated[Path, typer.Argument(help="A replay (.jsonl or .jsonl.gz).")]


@app.command()
@guarded
def show(
    file: File,
    decisions: Annotated[bool, typer.Option("--decisions", help="List every decision, with orders and reasons.")] = False,
    why: Annotated[int | None, typer.Option(min=1, help="Rank the orders that could be given at this decision.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Say what a replay holds; with --why what the unit of a decision could have been ordered, as a tactician weighs it."""
    from fireteam.env.replay.english import Subject
    from fireteam.env.replay.replay import Replay
    from fireteam.env.view.reasons import because

    record = Replay.load(file)
    header, result = record.header, record.result
    assert result is not None
    if why is not None:
        rank_orders(record, why, as_json)
        return
    if as_json:
        facts = {"scenario": header.scenario.title, "seed": header.seed, "seats": header.seats, "engine": header.engine}
        kept = {"n", "unit", "kind", "action", "order", "goes_on", "why"}
        steps = [step.model_dump(mode="json", include=kept, exclude_defaults=True) for step in record.steps]
        print_json({**facts, **result.model_dump(), **({"steps": steps} if decisions else {})})
        return
    seats = ", ".join(f"{team}: {bot}" for team, bot in header.seats.items()) or "seats not named"
    console.print(f"{header.scenario.title}, seed {header.seed} ({seats}); engine {header.engine}")
    won = f"{Subject(result.winner):wins}" if result.winner else "nobody wins"
    console.print(f"{result.decisions} decisions, {result.rounds} rounds, {won}: {result.ending}")
    if decisions:
        for step in record.steps:
            if step.order:
                console.print(f"      {step.unit}: {step.order}")
            if reasons := because(step.why):
                console.print(f"        {reasons}")
            console.print(f"{step.n:>5} {step.unit:<10} {step.kind:<10} {step.action}")


def rank_orders(record: "Replay", number: int, as_json: bool) -> None:
    """Print the orders that the unit of a decision could have been given, with figures, as its side knew the battle."""
    from fireteam.agents.adjutant import Adjutant
    from fireteam.content.errors import ReplayError
    from fireteam.env.game.orders import HEADS, SAYS

    from ...prompt.text import offered, reason

    battle = record.battle_at(number)
    if battle.decision is None:
        raise ReplayError(f"--why {number}: the replay has {len(record.steps)} decisions")
    offers = Adjutant().offers(battle)
    if as_json:
        print_json([offer._asdict() for offer in offers])
        return
    console.print(reason(battle))
    console.print(offered(offers, len(offers), ""))
    for head, says in zip(HEADS, SAYS, strict=True):
        console.print(f"  {head:<7} {says}")


@app.command()
@guarded
def verify(file: File) -> None:
    """Play a replay again and compare everything; exit code 1 names the first decision that differs."""
    from fireteam.content.errors import ReplayError
    from fireteam.env.replay.replay import Replay

    record = Replay.load(file)
    try:
        record.verify()
    except ReplayError as error:
        complain(f"{file}: {error}")
        raise typer.Exit(NO) from None
    console.print(f"{file}: {len(record.steps)} decisions play again as recorded")


@app.command()
@guarded
def fork(
    file: File,
    at: Annotated[int, typer.Option(min=1, help="The decision from which on it goes another way.")],
    out: Annotated[Path, typer.Option(help="Where to write the new replay.")],
    action: Annotated[str, typer.Option(help="What is decided there instead, like 'shoot blue_2'.")] = "",
    reseed: Annotated[int | None, typer.Option(min=0, max=2**64 - 1, help="Seed of other dice from there on.")] = None,
    bot: Annotated[str, typer.Option(help="Who plays on, for all teams.")] = "tactician",
) -> None:
    """Go back to a decision, take it otherwise or throw other dice, and let bots play on."""
    from fireteam.agents.series.series import play_recorded
    from fireteam.env.replay.english import Subject
    from fireteam.env.replay.replay import Replay

    from ...seating import find_bot

    record = Replay.load(file)
    battle, branch = record.fork(at, reseed, file.name)
    if action:
        branch.step(battle, action)
    seed = reseed if reseed is not None else record.header.seed
    bots = {team.name: find_bot(bot, seed) for team in battle.field.scenario.teams}
    play_recorded(battle, bots, branch)
    branch.finish(battle)
    branch.save(out)
    assert record.result is not None
    console.print(
        f"{out}: from decision {at} on, {len(branch.steps) - at + 1} new decisions; "
        f"{Subject(battle.winner or 'nobody'):wins} ({battle.ending}), before it was {record.result.winner or 'nobody'}"
    )
