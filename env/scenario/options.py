"""Options of the environments, checked before anything starts: each mistake is one line with the allowed values."""

import operator
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, shown

from ..catalog import House, load_house
from ..rules.record import MAX_UNITS
from .fitting import with_rules
from .models import Party, Scenario
from .reading import load_party, load_scenario, system_named
from .setup import Field


def check_choice(name: str, value: Any, known: Iterable[str]) -> None:
    """Raise a ContentError if an option is unknown."""
    known = list(known)
    if value not in known:
        raise ContentError(f"{name} = {shown(value)}: must be one of {', '.join(known)}.{closest(str(value), known)}")


def check_count(name: str, value: Any, most: int = 0) -> None:
    """Raise a ContentError if an option is no whole number from 1 on, up to `most` if that is given."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1 or 0 < most < value:
        raise ContentError(f"{name} = {shown(value)}: must be a whole number from 1 {f'to {most}' if most else 'on'}")


def check_reset(options: Any, known: Collection[str] | None = ()) -> None:
    """Raise a ContentError if the options of a reset are no table, or have an unknown key; None allows all."""
    if options is None:
        return
    if not isinstance(options, Mapping):
        raise ContentError(f"options = {shown(options)}: must be a dict, or None")
    if known is None:
        return
    for key in options:
        if key not in known:
            raise ContentError(f"options: unknown key {shown(key)}.{closest(str(key), known)} Known keys: {listed(known)}.")


def check_side(side: Any, teams: Iterable[str], others: Iterable[str] = ("random",)) -> None:
    """Raise a ContentError if a side is neither a team's name nor a word that stands for several."""
    teams = list(teams)
    if side not in others and side not in teams:
        known = ", ".join(map(repr, others))
        raise ContentError(f"side = {shown(side)}: must be {known} or a team: {', '.join(teams)}")


def check_teams(option: str, named: Iterable[str], teams: Iterable[str]) -> None:
    """Raise a ContentError if an option names a team that is not there."""
    teams = list(teams)
    for name in named:
        if name not in teams:
            raise ContentError(
                f"{option}: no team is called {shown(name)}.{closest(str(name), teams)} Teams: {', '.join(teams)}."
            )


def checked_slots(slots: Any) -> tuple[int, int]:
    """Return slots as a pair (own, others); raise a ContentError if they are none."""
    try:
        own, others = (operator.index(count) for count in slots)
    except (TypeError, ValueError):
        own = others = 0
    if not (1 <= own <= MAX_UNITS and 1 <= others <= MAX_UNITS):
        raise ContentError(f"slots = {shown(slots)}: must be two whole numbers (own, others) from 1 to {MAX_UNITS}")
    return own, others


def check_room(field: Field, slots: tuple[int, int]) -> None:
    """Raise a ContentError if a team, or all others, have more units than there are slots."""
    for number, team in enumerate(field.scenario.teams):
        own = sum(fighter.team == number for fighter in field.roster)
        others = len(field.roster) - own
        if own > slots[0] or others > slots[1]:
            raise ContentError(
                f"team {team.name!r} has {own} units against {others}, but there are {slots[0]} own and {slots[1]} other "
                f"slots; give slots=({max(own, slots[0])}, {max(others, slots[1])})"
            )


def manned(
    scenario: Scenario | str | Path,
    teams: Mapping[str, Party | str | Path] | None = None,
    rules: Mapping[str, str] | None = None,
    catalog: House | str | Path | None = None,
    system: str = "",
) -> Scenario:
    """Return a scenario by name, file or model, under other rules and with the units of some teams replaced.

    Args:
        teams: name of a team -> party file or model.
        rules: options of the rule system, name -> value; see `fireteam list options`.
        catalog: house rules, a file or tables like its; see `fireteam.env.catalog`.
        system: the rule system, in place of the one that a name or file says; "" for that.

    Raises:
        ContentError: something is wrong in what was named; or a scenario that has been read already is of another system.
    """
    scenario = scenario if isinstance(scenario, Scenario) else load_scenario(scenario, system)
    if system and scenario.system != system_named(system):
        raise ContentError(
            f"system = {shown(system)}: the scenario {scenario.title!r} has been read by {scenario.system}; "
            "name the scenario, or its file, and it is read by another"
        )
    if rules or catalog:
        house = load_house(catalog, scenario.system) if isinstance(catalog, (str, Path)) else catalog
        scenario = with_rules(scenario, rules or {}, house)
    if not teams:
        return scenario
    return scenario.with_parties(
        {name: p if isinstance(p, Party) else load_party(p, scenario.catalog, scenario.system) for name, p in teams.items()}
    )


def read_rules(texts: Iterable[str]) -> dict[str, str]:
    """Return the rule options written as NAME=VALUE; the scenario checks their values."""
    rules = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ContentError(f"--rule {text}: must be NAME=VALUE, like passing=opportunity")
        rules[name] = value
    return rules
