"""`fireteam odds`: the exact odds of one attack."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..output import CatalogOption, OfSystem, RuleOption, console, guarded, print_json, print_table

SMALLEST = 0.0005  # rarer outcomes are left out of the table
OPEN = {"allow_extra_args": True, "ignore_unknown_options": True}  # to the options that only the rule system knows


@guarded
def odds(
    context: typer.Context,
    attacker: Annotated[str, typer.Option(help="Unit template that attacks.")] = "soldier",
    target: Annotated[str, typer.Option(help="Unit template that is attacked.")] = "soldier",
    weapon: Annotated[str, typer.Option(help="Weapon; the attacker's first unless given.")] = "",
    metres: Annotated[int, typer.Option("--range", help="Distance in metres.")] = 10,
    cover: Annotated[str, typer.Option(help="Cover the target has taken: none, partial, good, total.")] = "none",
    system: OfSystem = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Print what an attack can come to, exactly: what it is made of, with its reasons, and every outcome.

    Each rule system has options besides, like --mode BF: see `fireteam list odds`.
    """
    from fireteam.env.analysis.odds import attack_odds
    from fireteam.env.scenario.options import read_rules
    from fireteam.env.scenario.reading import system_named

    result = attack_odds(
        attacker, target, weapon=weapon, metres=metres, cover=cover, system=system_named(system), rules=read_rules(rule),
        catalog=catalog, **own_options(context.args),
    )  # fmt: skip
    if as_json:
        print_json(result.as_numbers())
        return
    for head, says in result.made_of().items():
        console.print(f"{head:<8} {says}")
    console.print("\n" + "   ".join(f"{way} {chance:.1%}" for way, chance in result.ways().items()))
    console.print(f"expected {result.harm} {result.expected:.2f}   puts a fresh target out {result.down:.1%}")
    for head, chances in result.spreads().items():
        console.print()
        shown = [[name, f"{chance:.2%}", bar(chance)] for name, chance in chances.items() if chance >= SMALLEST]
        print_table([head, "chance", ""], shown)


def own_options(given: Sequence[str]) -> dict[str, Any]:
    """Return options that only a rule system knows, as they were given: --name value, --name=value, or --name alone."""
    from fireteam.env.errors import ContentError

    found: dict[str, Any] = {}
    name = ""
    for text in given:
        if text.startswith("--"):
            name, equals, value = text[2:].partition("=")
            found[name] = read(value) if equals else True
            name = "" if equals else name
        elif name:
            found[name], name = read(text), ""
        else:
            raise ContentError(f"{text}: options are written as --name value")
    return found


def read(text: str) -> int | str:
    """Return what was written, as a number if it is one."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def bar(chance: float) -> str:
    """Return a chance as a bar of at most 40 marks."""
    return "#" * round(40 * chance)
