"""Checks a file against the catalog and the map: mistakes that its model cannot see, each with its place."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.problems import Problems
from fireteam.content.reading import closest, listed, validated
from fireteam.maps import Drawing
from fireteam.maps.drawing import NO_MARK

from ..catalog import catalog_of, load_catalog, look_up
from ..rules.arena import LIGHTS, MAX_ITEMS
from ..rules.systems import port_of
from ..rules.verbs import SURRENDER
from .levels.model import Draw
from .levels.starts import A, B
from .models import Scenario, Team, Unit, models_of

STARTS = (A, B)  # the marks that every map has which is drawn


def check_content(scenario: Scenario, catalog: Any, where: str | Path) -> None:
    """Raise a ContentError if a scenario names something the catalog does not know, or its teams do not fit its map."""
    problems = Problems()
    for number, team in enumerate(scenario.teams):
        with problems.noted():
            check_units(team.units, catalog, f"{where}: teams[{number}].")
        with problems.noted():
            check_conduct(scenario, team, f"{where}: teams[{number}]")
    if scenario.draw is not None:
        for place, template in scenario.draw.named_templates():
            with problems.noted():
                look_up(catalog.units, template, "unit template", f"{where}: draw.{place}")
        with problems.noted():
            check_options(scenario, f"{where}: draw.options")
        with problems.noted():
            check_drawn(scenario, scenario.draw, catalog, where)
    else:
        drawing = scenario.drawing()
        with problems.noted():
            check_drawing(drawing, catalog, f"{where}: map {drawing.title!r}")
        for number, team in enumerate(scenario.teams):
            for place, mark in marks_of(team):
                with problems.noted():
                    if not drawing.tiles_marked(mark):
                        raise ContentError(f"{where}: teams[{number}].{place} = {mark!r}: {unmarked(drawing, mark)}")
    problems.raise_any()


def check_drawn(scenario: Scenario, draw: Draw, catalog: Any, where: str | Path) -> None:
    """Raise a ContentError for what could be had in some of the battles that are drawn, and not in others."""
    problems = Problems()
    for place, template in draw.named_templates():
        with problems.noted():
            if template in catalog.units and catalog.units[template].seats:
                raise ContentError(
                    f"{where}: draw.{place}: {template!r} is a vehicle, and nobody would sit in it: "
                    "a team with vehicles is written, and kept (draw.kept)"
                )
    for number, team in enumerate(scenario.teams):
        for place, mark in marks_of(team):
            with problems.noted():
                if mark not in STARTS and not (place == "objective.zone" and draw.missions):
                    said = "not every map that is drawn has it; the marks of all are a and b, where the teams start"
                    raise ContentError(f"{where}: teams[{number}].{place} = {mark!r}: {said}")
        with problems.noted():
            if team.protects and team.name not in draw.kept and not is_always_there(team.protects, team.name, draw, catalog):
                said = "its units are drawn, and not always is one of them called so"
                raise ContentError(f"{where}: teams[{number}].protects = {team.protects!r}: {said}")
    problems.raise_any()


def is_always_there(name: str, team: str, draw: Draw, catalog: Any) -> bool:
    """Return whether a drawn team has a unit of a name in every battle."""
    agents = {f"{team}_{place}" for place in range(1, draw.units_of(team)[0] + 1)}
    words = {catalog.units[template].words for template in draw.templates_of(team) if template in catalog.units}
    return name in agents or words == {name}


def check_options(scenario: Scenario, where: str) -> None:
    """Raise a ContentError if readings of the rules are to be drawn that the scenario's system does not have."""
    known = catalog_of(scenario.system).OPTIONS
    for name, readings in scenario.draw.options.items() if scenario.draw else ():
        if name not in known:
            meant = closest(name, known)
            raise ContentError(f"{where}.{name}: no option is called {name!r}.{meant} Options: {listed(known)}")
        for reading in readings:
            if reading not in known[name]:
                meant = closest(reading, known[name])
                raise ContentError(f"{where}.{name}.{reading}: must be one of {listed(known[name])}.{meant}")


def marks_of(team: Team) -> Iterator[tuple[str, str]]:
    """Yield the marks on the map that a team names: the key, and the mark."""
    if team.objective.zone is not None:
        yield "objective.zone", team.objective.zone
    if team.morale.exit is not None:
        yield "morale.exit", team.morale.exit
    for number, unit in enumerate(team.units):
        if unit.morale is not None and unit.morale.exit is not None:
            yield f"units[{number}].morale.exit", unit.morale.exit
        if unit.call is not None and unit.call.zone is not None:
            yield f"units[{number}].arrives.zone", unit.call.zone


def check_conduct(scenario: Scenario, team: Team, where: str) -> None:
    """Raise a ContentError if a team waits to be called as a whole, or its system does not know surrender."""
    if all(unit.call for unit in team.units):
        raise ContentError(
            f"{where}.units: all of them wait to be called, and nobody is there to call them: "
            "let one be there from the start, or come in a round of its own (arrives = 1)"
        )
    if SURRENDER in port_of(scenario.system).VERBS:
        return
    own = [(f".units[{number}]", unit.morale) for number, unit in enumerate(team.units) if unit.morale is not None]
    for place, morale in [("", team.morale), *own]:
        if morale.losses or morale.wounds:
            raise ContentError(f"{where}{place}.morale: the rule system {scenario.system} has no morale")


def check_drawing(drawing: Drawing, catalog: Any, where: str) -> None:
    """Raise a ContentError if a map names terrain or light that does not exist."""
    problems = Problems()
    for letter, name in drawing.legend.items():
        with problems.noted():
            look_up(catalog.terrain, name, "terrain", f"{where}: legend.{letter}")
    for name in sorted(set(drawing.terrain()) - set(drawing.legend.values())):
        with problems.noted():
            look_up(catalog.terrain, name, "terrain", where)
    with problems.noted():
        if drawing.light not in LIGHTS:
            meant = closest(drawing.light, LIGHTS)
            raise ContentError(f"{where}: light = {drawing.light!r} must be one of {listed(LIGHTS)}.{meant}")
    problems.raise_any()


def nobody_stands(drawing: Drawing, catalog: Any) -> str:
    """Return a sentence on a map on which nobody can stand, "" if somebody can."""
    kinds = {*drawing.terrain()}
    if any(catalog.terrain[name].passable for name in kinds):
        return ""
    return f"NOBODY CAN STAND ON THIS MAP: all of it is {' and '.join(sorted(kinds))}"


def unmarked(drawing: Drawing, mark: str) -> str:
    """Return a sentence on a mark that no tile carries."""
    known = {letter for _, _, letter in drawing.letters(drawing.marks)} - {NO_MARK}
    return f"no tile of the map is marked {mark!r}.{closest(mark, known)} Its marks: {listed(known)}"


def check_units(units: list[Unit], catalog: Any, where: str) -> None:
    """Raise a ContentError if a unit names a template, weapon or piece of armor that does not exist, or cannot be."""
    problems = Problems()
    for number, unit in enumerate(units):
        place = f"{where}units[{number}]"
        with problems.noted():
            check_unit(unit, catalog, place)
        with problems.noted():
            twins = [other for other in range(number) if unit.name and units[other].name == unit.name]
            if twins:
                raise ContentError(f"{place}.name = {unit.name!r}: units[{twins[0]}] has the same name")
    problems.raise_any()


def check_unit(unit: Unit, catalog: Any, place: str) -> None:
    """Raise a ContentError for everything in a unit that the catalog lacks or that contradicts it."""
    problems = Problems()
    for kind, what in (("weapons", "weapon"), ("armour", "armour"), ("spare", "weapon"), ("items", "item")):
        table = getattr(catalog, "weapons" if kind == "spare" else kind, {})
        for number, name in enumerate(getattr(unit, kind) or () if table else ()):
            with problems.noted():
                look_up(table, name, what, f"{place}.{kind}" + (f"[{number}]" if kind in ("weapons", "armour") else ""))
    with problems.noted():
        check_template(unit, look_up(catalog.units, unit.template, "unit template", f"{place}.template"), catalog, place)
    problems.raise_any()


def check_template(unit: Unit, template: Any, catalog: Any, place: str) -> None:
    """Raise a ContentError for the first setting of a unit that does not fit its template or its other settings."""
    for kind in ("weapons", "spare", "items", "armour"):
        if getattr(unit, kind) and not hasattr(catalog, "weapons" if kind == "spare" else kind):
            raise ContentError(f"{place}.{kind}: this rule system has none")
    if dropped := sorted(set(unit.spare) - set(template.weapons if unit.weapons is None else unit.weapons)):
        raise ContentError(f"{place}.spare: it carries no {dropped[0]}")
    if not unit.arrives and (unit.arrives_pass > 1 or unit.expected):
        key = "expected" if unit.expected else "arrives_pass"
        raise ContentError(f"{place}.{key}: only units that come later have it; 'arrives' is the round")
    if len(kinds := {**template.items, **unit.items}) > MAX_ITEMS:
        raise ContentError(f"{place}.items: with its template's it carries {listed(kinds)}: at most {MAX_ITEMS} kinds")
    if unit.count > 1 and (unit.at is not None or unit.name):
        raise ContentError(f"{place}: {unit.count} units cannot share one name or place; list them one by one")


def with_rules(scenario: Scenario, rules: Mapping[str, str], house: Mapping[str, Any] | None = None) -> Scenario:
    """Return a scenario under other readings of the rules (`Options`) and house rules of the catalog.

    Raises:
        ContentError: there is no such option, value or entry.
    """
    options = validated(models_of(scenario.system).options, {**scenario.options.model_dump(), **rules}, "rule")
    catalog = {kind: dict(entries) for kind, entries in scenario.catalog.items()}
    for kind, entries in (house or {}).items():
        catalog[kind] = {**catalog.get(kind, {}), **entries}
    changed = scenario.model_copy(update={"options": options, "catalog": catalog})
    check_content(changed, load_catalog(catalog, scenario.system), f"scenario {scenario.title!r}")
    return changed
