"""`fireteam balance`: how many of which enemies make the fight that is wanted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fireteam.content.errors import printable

from ...output import (
    NO,
    CatalogOption,
    RuleOption,
    SystemOption,
    console,
    errors,
    guarded,
    print_json,
    print_table,
    progress,
)

if TYPE_CHECKING:
    from ...reports.balance import Balance

DEFAULT_BOT = "tactician"
DROPPED = 8  # compositions that are named of those that were dropped


@guarded
def balance(
    job: Annotated[str, typer.Argument(help="A scenario's name, or a .toml file.")] = "yard",
    vary: Annotated[
        list[str], typer.Option(help="Who may be more or fewer, as NAME=LEAST..MOST; may be given several times.")
    ] = [],  # noqa: B006
    win: Annotated[str, typer.Option(help="How often the party is to win.")] = "70%",
    at_most_down: Annotated[
        float | None, typer.Option(min=0, max=30, help="At most so many heroes go down, on average.")
    ] = None,
    party: Annotated[Path | None, typer.Option(help="A party file: who fights on the party's side.")] = None,
    side: Annotated[str, typer.Option(help="The team that is the party; the first one unless given.")] = "",
    team: Annotated[list[str], typer.Option(help="Bot of a team, as NAME=BOT.")] = [],  # noqa: B006
    system: SystemOption = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    sure: Annotated[
        float, typer.Option(min=0.5, max=20, help="Points to either side to which the share of wins is to be known.")
    ] = 3.0,
    seconds: Annotated[float, typer.Option(min=1, max=100_000, help="The time to take, about.")] = 60.0,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Seed of the dice.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Threads.")] = 2,
    out: Annotated[Path | None, typer.Option(help="Write the scenario with the best composition to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """Find how many of which enemies the party beats as often as is wanted.

    All compositions are fought on the same dice; those that cannot be it are given up, the others are fought on. The exit
    code is 1 if none is as wanted.
    """
    from fireteam.content.errors import ContentError
    from fireteam.env.files import check_folder, write_whole

    from ...reports.balance import Wanted, found, share_of, text_of
    from ...seating import bots_and_parties

    if out is not None:
        check_folder(out)  # before the battles, not after them
        if out.suffix != ".toml":
            raise ContentError(f"--out {out}: must be a scenario's file, a .toml")
    if party is not None and party.suffix != ".toml":
        raise ContentError(f"--party {party}: must be a party file, a .toml")
    wanted = Wanted(share_of(win), at_most_down, sure / 100, seconds, seed, workers)
    scenario, bots = bots_and_parties(job, {}, team, DEFAULT_BOT, seed, rule, catalog, system)
    side = side or scenario.teams[0].name
    if party is not None:
        scenario, bots = bots_and_parties(job, {}, [*team, f"{side}={party}"], DEFAULT_BOT, seed, rule, catalog, system)
    with progress(f"{scenario.title}: balancing", 100, as_json) as advance:
        result = found(scenario, bots, side, vary, wanted, lambda done, total: advance(100 * done // total))
    if out is not None:
        given = {"system": system, "options": bool(rule), "catalog": catalog is not None}
        parties = {each.partition("=")[0]: Path(each.partition("=")[2]) for each in team if each.endswith(".toml")}
        write_whole(out, text_of(result, job, out, given, parties | ({side: party} if party is not None else {})))
    if as_json:
        print_json(result.as_dict())
    else:
        show(result)
    if out is not None:
        errors.print(f"written: {out}")
    if not result.meets:
        raise typer.Exit(NO)


def show(result: "Balance") -> None:
    """Print the result: a sentence, and a table of compositions."""
    console.print(printable(result.sentence()))
    values: dict[str, Any] = result.as_dict()
    names = list(values["compositions"][0]["counts"]) if values["compositions"] else []
    rows = [
        [
            *row["counts"].values(),
            "yes" if row["meets"] else "no",
            f"{row['win']['value']:.0%} ({100 * row['win']['low']:.0f} to {100 * row['win']['high']:.0f})",
            *(
                f"{row[key]['value']:.1f} ({row[key]['low']:.1f} to {row[key]['high']:.1f})"
                for key in ("down", "dead", "rounds")
            ),
            row["battles"],
        ]
        for row in values["compositions"]
    ]
    if rows:
        print_table([*names, "as wanted", "wins", "heroes down", "dead", "rounds", "battles"], rows)
    for standing, why in result.dropped[:DROPPED]:
        console.print(printable(f"dropped: {result.who(standing)}: {standing.won.middle:.0%} of wins; {why}"))
    if len(result.dropped) > DROPPED:
        console.print(f"and {len(result.dropped) - DROPPED} more that were dropped; --json has all")
    for reason in values["refused"][:5]:
        console.print(printable(f"cannot be fought: {reason}"))
    if len(values["refused"]) > 5:
        console.print(f"and {len(values['refused']) - 5} more that cannot be fought")
