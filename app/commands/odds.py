"""`fireteam odds`: the exact odds of one attack."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, get_args

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
    material: Annotated[
        str, typer.Option(help="Of the cover (fireteam list materials); average, furniture, unless given.")
    ] = "",
    light: Annotated[str, typer.Option(help="How light it is: clear, dim, dark, black.")] = "clear",
    system: OfSystem = "",
    rule: RuleOption = [],  # noqa: B006
    catalog: CatalogOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Print what an attack can come to, exactly: what it is made of, with its reasons, and every outcome.

    Each rule system has options besides, like --mode BF: see `fireteam list odds`.
    """
    from fireteam.env.analysis.odds import as_numbers, attack_odds, odds_of_system
    from fireteam.env.analysis.table import MATERIAL
    from fireteam.env.scenario.options import read_rules
    from fireteam.env.scenario.reading import system_named

    system = system_named(system)
    shared = [name for parameter in context.command.params for name in parameter.opts]
    own = own_options(context.args, odds_of_system(system).Asked.model_fields, shared)
    result = attack_odds(
        attacker, target, weapon=weapon, metres=metres, cover=cover, material=material, light=light,
        system=system, rules=read_rules(rule), catalog=catalog, **own,
    )  # fmt: skip
    behind = {} if cover == "none" else {"cover": cover, "material": material or MATERIAL}
    if as_json:
        print_json(as_numbers(result) | behind)
        return
    for head, says in result.made_of().items():
        console.print(f"{head:<8} {says}")
    if behind:
        console.print(f"{'cover':<8} {cover}, of the material {material or MATERIAL}")
    console.print("\n" + "   ".join(f"{way} {chance:.1%}" for way, chance in result.ways().items()))
    console.print(f"expected {result.harm} {result.expected:.2f}   puts the target out {result.down:.1%}")
    for head, chances in result.spreads().items():
        console.print()
        shown = [[name, f"{chance:.2%}", bar(chance)] for name, chance in chances.items() if chance >= SMALLEST]
        print_table([head, "chance", ""], shown)


def own_options(given: Iterable[str], fields: Mapping[str, Any], shared: Sequence[str]) -> dict[str, Any]:
    """Return options that only a rule system knows, as they were given: --name value, --name=value; yes or no is --name.

    Args:
        given: what the command has left of its line.
        fields: what the system's odds may be asked, by name: fields of a model.
        shared: options that the command has in every system, in case one was meant.
    """
    from fireteam.content.errors import ContentError
    from fireteam.content.reading import closest, listed, shown

    known = {option_of(name): name for name in fields}
    found: dict[str, Any] = {}
    rest = iter(given)
    for text in rest:
        option, equals, value = text.partition("=")
        if not text.startswith("-"):
            raise ContentError(f"{shown(text)}: options are written as --name value, or as --name alone for yes")
        if option not in known:
            near = closest(option.strip("-"), [name.strip("-") for name in (*known, *shared)]).replace("'", "'--", 1)
            raise ContentError(f"no option is called {shown(option)}.{near} Of this rule system: {listed(known)}.")
        field = fields[known[option]]
        kinds = (field.annotation, *get_args(field.annotation))
        if bool in kinds:
            if equals:
                raise ContentError(f"{option} = {shown(value)}: it takes no value")
            found[known[option]] = True
            continue
        value = value if equals else next(rest, "")
        if not value or value.startswith("--"):
            raise ContentError(f"{option}: its value is missing ({field.description})")
        found[known[option]] = number_of(value) if int in kinds else value
    return found


def option_of(name: str) -> str:
    """Return how an option is written that Python calls by a name: --off-hand."""
    return "--" + name.replace("_", "-")


def number_of(text: str) -> int | str:
    """Return a whole number that was written, or the text if it is none."""
    try:
        return int(text)
    except ValueError:
        return text


def bar(chance: float) -> str:
    """Return a chance as a bar of at most 40 marks."""
    return "#" * round(40 * chance)
