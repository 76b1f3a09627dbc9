"""`fireteam odds`: the exact odds of one attack."""

from typing import Annotated

import typer

from ..output import CatalogOption, OfSystem, RuleOption, console, guarded, print_json, print_table

SMALLEST = 0.0005  # rarer outcomes are left out of the table


@guarded
def odds(
    attacker: Annotated[str, typer.Option(help="Unit template that attacks.")] = "soldier",
    target: Annotated[str, typer.Option(help="Unit template that is attacked.")] = "soldier",
    weapon: Annotated[str | None, typer.Option(help="Weapon; the attacker's first unless given.")] = None,
    mode: Annotated[str | None, typer.Option(help="Gun mode: SS, SA, BF or FA.")] = None,
    volley: Annotated[bool, typer.Option("--volley", help="The heavier burst of the mode.")] = False,
    metres: Annotated[int, typer.Option("--range", help="Distance in metres.")] = 10,
    cover: Annotated[str, typer.Option(help="Cover the target has taken: none, partial, good, total.")] = "none",
    reply: Annotated[str, typer.Option(help="standard, dodge, parry, block or full_defense.")] = "standard",
    aim: Annotated[int, typer.Option(min=0, max=20, help="Dice of aim.")] = 0,
    system: OfSystem = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Print what an attack can come to, exactly: pools with the reason of every die, net hits, damage."""
    from fireteam.env.analysis.odds import odds_of_system
    from fireteam.env.replay.narrate import pool
    from fireteam.env.scenario.options import read_rules
    from fireteam.env.scenario.reading import system_named

    own = odds_of_system(system_named(system))
    result = own.attack_odds(
        attacker, target, weapon=weapon, mode=mode, volley=volley, metres=metres, cover=cover, reply=reply, aim=aim,
        rules=read_rules(rule), catalog=catalog,
    )  # fmt: skip
    if as_json:
        print_json(own.as_numbers(result))
        return
    bound = f" [{result.defense_limit}]" if result.defense_limit is not None else ""
    console.print(f"attack   {pool(result.attack)} [{result.limit}]")
    console.print(f"defense  {pool(result.defense)}{bound}")
    kind = "Strain" if result.strain else "health"
    console.print(f"damage   {result.damage} ({kind}) + net hits, armor {result.armor}, soak {result.soak} dice\n")
    console.print(f"hit {result.hit:.1%}   graze {result.graze:.1%}   miss {result.miss:.1%}")
    console.print(f"expected damage {result.expected:.2f}   puts a fresh target out {result.down:.1%}\n")
    hits = [[f"{number:+d}", f"{chance:.2%}", bar(chance)] for number, chance in result.net.items() if chance >= SMALLEST]
    print_table(["net hits", "chance", ""], hits)
    console.print()
    points = [[number, f"{chance:.2%}", bar(chance)] for number, chance in result.points.items() if chance >= SMALLEST]
    print_table(["points", "chance", ""], points)


def bar(chance: float) -> str:
    """Return a chance as a bar of at most 40 marks."""
    return "#" * round(40 * chance)
