"""`fireteam list`: what there is."""

from typing import Annotated, Any

import typer

from ..output import OfSystem, guarded, print_json, print_table

app = typer.Typer(help="List what there is: scenarios, bots, units, actions, observation, rules ...", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
Slots = Annotated[int, typer.Option(min=1, max=30, help="Slots of the own team, and of all others.")]


def show(columns: list[str], rows: list[list[Any]], as_json: bool) -> None:
    """Print rows as a table or as JSON objects."""
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        print_table(columns, rows)


def show_entries(kind: str, columns: dict[str, dict[str, Any]], as_json: bool) -> None:
    """Print entries of a kind by name, each with the same columns by their heads."""
    heads = next(iter(columns.values()))
    show([kind, *heads], [[name, *cells.values()] for name, cells in columns.items()], as_json)


def show_listed(kind: str, system: str, as_json: bool) -> None:
    """Print the entries of a kind as the catalog of a system lists them."""
    from fireteam.env.catalog import catalog_of
    from fireteam.env.scenario.reading import system_named

    found = entries(kind, system)
    listed = catalog_of(system_named(system)).LISTED[kind]
    show_entries(kind.removesuffix("s"), {name: listed(entry) for name, entry in found.items()}, as_json)


def entries(kind: str, system: str) -> dict[str, Any]:
    """Return the entries of a kind in the catalog of a system, of the default one for "".

    Raises:
        ContentError: there is no such system, or it has none of the kind.
    """
    from fireteam.content.errors import ContentError
    from fireteam.env.catalog import load_catalog
    from fireteam.env.scenario.reading import system_named

    catalog = load_catalog(system=system_named(system))
    if not hasattr(catalog, kind):
        raise ContentError(f"--system {system}: its catalog has no {kind}")
    found: dict[str, Any] = getattr(catalog, kind)
    return found


@app.command()
@guarded
def scenarios(as_json: Json = False) -> None:
    """Scenarios that come with the package."""
    from fireteam.env.scenario.reading import load_scenario, scenario_names

    rows = []
    for name in scenario_names():
        scenario = load_scenario(name)
        teams = " v ".join(str(sum(unit.count for unit in team.units)) for team in scenario.teams)
        size = "drawn" if scenario.draw else f"{scenario.drawing().width}x{scenario.drawing().height}"
        goals = ", ".join(sorted({team.objective.kind for team in scenario.teams}))
        rows.append([name, scenario.system, "drawn" if scenario.draw else teams, size, goals, scenario.about])
    show(["scenario", "system", "teams", "map", "objectives", "about"], rows, as_json)


@app.command()
@guarded
def maps(as_json: Json = False) -> None:
    """Maps that come with the package."""
    from fireteam.maps import load_map, map_names

    rows = []
    for name in map_names():
        drawing = load_map(name)
        rows.append([name, f"{drawing.width}x{drawing.height}", drawing.metres_per_tile, drawing.light, drawing.about])
    show(["map", "size", "m/tile", "light", "about"], rows, as_json)


@app.command()
@guarded
def bots(as_json: Json = False) -> None:
    """Bots by name."""
    from fireteam.agents.bots import bot_names, doctrines
    from fireteam.agents.network.box import box, network_named
    from fireteam.agents.search.searchers import SAYS

    says = {name: table.get("says", "") for name, table in doctrines().items()} | SAYS
    says |= {name: network_named(name).card.about for name in box()}
    names = [*bot_names(), *SAYS]
    show(["bot", "about"], [[name, says.get(name, "Anything legal, with equal chances.")] for name in names], as_json)


@app.command()
@guarded
def weights(as_json: Json = False) -> None:
    """The weights that make a doctrine."""
    from fireteam.agents.doctrine.records import WEIGHTS

    show(["weight", "default", "meaning"], [list(weight) for weight in WEIGHTS], as_json)


@app.command()
@guarded
def orders(as_json: Json = False) -> None:
    """Every number that is known of an order, where a battle is decided in orders."""
    from fireteam.agents.orders.columns import COLUMNS

    show(["number", "name", "meaning"], [[place, *column] for place, column in enumerate(COLUMNS)], as_json)


@app.command()
@guarded
def tempers(as_json: Json = False) -> None:
    """The tempers of teams and units in scenarios, and the factors by which each changes the weights of a doctrine."""
    from fireteam.agents.doctrine.temper import MADE

    changes = {
        name: ", ".join(f"{weight} x {factor:g}" for weight, factor in made.factors.items()) for name, made in MADE.items()
    }
    show(["temper", "about", "weights"], [[name, made.says, changes[name]] for name, made in MADE.items()], as_json)


@app.command()
@guarded
def units(system: OfSystem = "", as_json: Json = False) -> None:
    """Unit templates."""
    show_listed("units", system, as_json)


@app.command()
@guarded
def weapons(system: OfSystem = "", as_json: Json = False) -> None:
    """Weapons."""
    show_listed("weapons", system, as_json)


@app.command()
@guarded
def armour(system: OfSystem = "", as_json: Json = False) -> None:
    """Pieces of armor."""
    rows = [
        [name, piece.words, f"{'+' if piece.adds else ''}{piece.armor}"] for name, piece in entries("armour", system).items()
    ]
    show(["armour", "words", "armor"], rows, as_json)


@app.command()
@guarded
def actions(own: Slots = 8, others: Slots = 8, system: OfSystem = "", as_json: Json = False) -> None:
    """Every action number and what it means."""
    from fireteam.env.catalog import load_catalog
    from fireteam.env.observe.actions import layout
    from fireteam.env.rules.ground.grid import DIRECTIONS
    from fireteam.env.rules.systems import port_of
    from fireteam.env.rules.verbs import DIRECTION, ENEMY, FRIEND, ITEMS, OPTION, WEAPONS
    from fireteam.env.scenario.reading import system_named

    hands = [*(f"weapon slot {slot}" for slot in range(4)), "bare hands"]
    options = {WEAPONS: hands, ITEMS: [f"item slot {slot}" for slot in range(4)]}
    named = system_named(system)
    table, verbs = layout(own, others, named)[0], port_of(named).VERBS
    costs = getattr(load_catalog(system=named), "actions", {})
    rows = []
    for number in range(int(table["size"])):
        verb, argument = verbs[int(table["verb"][number])], int(table["argument"][number])
        domain = verb.domain
        said = {DIRECTION: DIRECTIONS, OPTION: verb.words or options.get(verb.carried, ())}.get(domain)
        target = (
            said[argument] if said else {ENEMY: f"other slot {argument}", FRIEND: f"own slot {argument}"}.get(domain, "")
        )
        cost = costs.get(verb.name, "-")  # not every system prices its actions one by one
        rows.append([number, verb.name, target, cost, verb.rule])
    show(["number", "action", "at", "cost", "rule"], rows, as_json)


@app.command()
@guarded
def observation(own: Slots = 8, others: Slots = 8, system: OfSystem = "", as_json: Json = False) -> None:
    """Every index of an observation and what it means."""
    from fireteam.env.observe.observation import describe
    from fireteam.env.scenario.reading import system_named

    show(["index", "name", "meaning"], [list(row) for row in describe(own, others, system_named(system))], as_json)


@app.command()
@guarded
def events(system: OfSystem = "", as_json: Json = False) -> None:
    """Kinds of events, their numbers and the rules behind them."""
    from fireteam.env.rules.systems import port_of
    from fireteam.env.scenario.reading import system_named

    kinds = sorted(port_of(system_named(system)).EVENTS.items())
    rows = [[kind.name, ", ".join(kind.numbers), kind.rule] for _, kind in kinds]
    show(["event", "numbers", "rule"], rows, as_json)


@app.command()
@guarded
def rules(
    named: Annotated[list[str] | None, typer.Argument(help="IDs of rules that are told in full, like SS-U6.")] = None,
    battles: Annotated[
        int | None, typer.Option(min=0, max=100_000, help="Battles in which uses are counted; 40 for all rules.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of these battles.")] = 0,
    system: OfSystem = "",
    as_json: Json = False,
) -> None:
    """Rules: ID, sentence, where they live, which tests prove them, how often random battles used them."""
    from fireteam.content.errors import ContentError
    from fireteam.content.reading import closest, shown
    from fireteam.env.scenario.reading import system_named

    from ..reports.rulebook import in_full, rule_table

    known = entries("rules", system)
    for rule in named or ():
        if rule not in known:
            raise ContentError(f"no rule is called {shown(rule)}.{closest(rule, known)} `fireteam list rules` tells all.")
    asked = {rule: known[rule] for rule in named or known}
    battles = battles if battles is not None else 0 if named else 40
    table = rule_table(asked, battles, seed, system_named(system))
    if as_json:
        print_json(table)
        return
    if named:
        typer.echo("\n\n".join(in_full(row, battles) for row in table))
        return
    rows = [
        [
            row["rule"] + (" A" if row["assumed"] else ""),
            row["says"],
            row["where"][0] + (f" +{len(row['where']) - 1}" if len(row["where"]) > 1 else "") if row["where"] else "-",
            "?" if row["tests"] is None else len(row["tests"]),
            row["used"],
        ]
        for row in table
    ]
    print_table(["rule", "says", "where", "tests", f"used in {battles}"], rows)


@app.command()
@guarded
def sentences(
    without_rule: Annotated[
        bool, typer.Option("--without-rule", help="Only those that no rule plays, or not the whole of them.")
    ] = False,
    system: OfSystem = "",
    as_json: Json = False,
) -> None:
    """Sentences of the sources that state a rule: place, what each asks, and where it has its home here."""
    from fireteam.env.catalog.sentences import COUNTING, stated_sentences
    from fireteam.env.scenario.reading import system_named

    rows = [row for row in stated_sentences(system_named(system)) if not (without_rule and row.sentence.played)]
    if as_json:
        print_json(
            [{"page": row.page, "section": row.section, "sentence": row.number, **row.sentence.model_dump()} for row in rows]
        )
        return
    print_table(["place", "asks", "home"], [[row.place, row.sentence.asks, row.sentence.home()] for row in rows])
    typer.echo(f"\n{COUNTING}")


@app.command()
@guarded
def locations(system: OfSystem = "", as_json: Json = False) -> None:
    """Locations of called shots."""
    show_listed("locations", system, as_json)


@app.command()
@guarded
def ailments(system: OfSystem = "", as_json: Json = False) -> None:
    """Ailments: what called shots, poison and gas leave behind."""
    show_listed("ailments", system, as_json)


@app.command()
@guarded
def items(system: OfSystem = "", as_json: Json = False) -> None:
    """Items that units carry besides weapons."""
    show_listed("items", system, as_json)


@app.command()
@guarded
def materials(system: OfSystem = "", as_json: Json = False) -> None:
    """Materials of barriers, and the terrain made of them."""
    ground = entries("terrain", system)
    rows = [
        [name, entry.words, entry.structure, entry.armor,
         ", ".join(terrain for terrain, row in ground.items() if row.material == name)]
        for name, entry in entries("materials", system).items()
    ]  # fmt: skip
    show(["material", "words", "structure", "armor", "terrain"], rows, as_json)


@app.command()
@guarded
def coverage(
    battles: Annotated[int, typer.Option(min=1, help="Battles after which it gives up.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the battles.")] = 0,
    system: OfSystem = "",
    as_json: Json = False,
) -> None:
    """A random tournament over scenarios of a system, until every action, weapon, location, material ... has occurred."""
    from fireteam.env.scenario.reading import system_named

    from ..output import NO, console, progress
    from ..reports.coverage import counts, tournament

    system = system_named(system)
    with progress("random battles", battles, as_json) as advance:
        fought, tally = tournament(battles, seed, advance, system)
    table = counts(tally, system)
    rows = []
    for kind, names in table.items():
        never = [name for name, count in names.items() if count == 0]
        rows.append([kind, len(names), len(never), ", ".join(never) or "-"])
    if as_json:
        print_json({"battles": fought, "occurred": table})
    else:
        console.print(f"{fought} random battles")
        print_table(["kind", "there are", "never occurred", "which"], rows)
    if any(row[2] for row in rows):
        raise typer.Exit(NO)


@app.command()
@guarded
def assumptions(system: OfSystem = "", as_json: Json = False) -> None:
    """Holes of the source that were filled: rules and numbers to change if your table plays otherwise."""
    rules, numbers = entries("rules", system), entries("numbers", system)
    rows = [[rule, "", entry.says] for rule, entry in rules.items() if entry.assumed]
    rows += [[rule, "", sentence] for rule, entry in rules.items() for sentence in entry.assumes]
    rows += [[entry.rule, f"{name} = {entry.value}", entry.says] for name, entry in numbers.items() if entry.assumed]
    show(["rule", "number", "says"], sorted(rows), as_json)
