"""Turns a change in words into a changed scenario, and arranges it for comparison with the original."""

import re
from typing import Any, NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown, validated

from ...catalog import load_catalog
from ..fitting import check_content
from ..models import Scenario
from ..reading import check_places
from ..setup import laid_out
from .draft import Draft
from .keys import assign
from .roster import add, remove

NUMBERED = re.compile(r"^(?:(?P<team>[a-z]+)\s*)?(?P<sign>[+-])\s*(?:(?P<count>\d{1,3})\s*)?(?P<word>[^\d\s].*)$")
ASSIGNED = re.compile(r"^(?P<left>[^=]*?)\s*(?P<sign>\+=|-=|=)\s*(?P<right>.*)$")
BEGINS = re.compile(r"^\s*(?:[+-]|[^=,&]+=)")  # what follows a comma, where it is a change of its own
HELP = 'must be like "+gunner", "-Hammer", "Mara.armor=ballistic_vest", "light=dark" or "rules=none"'


class Arranged(NamedTuple):
    """A scenario some units of which, by their numbers in the roster, take no part in the battle."""

    scenario: Scenario
    out: tuple[int, ...] = ()


class Changed(NamedTuple):
    """A scenario that is changed.

    Attributes:
        says: what is changed, in words: "without Hammer and with light = dark".
        scenario: the changed scenario.
        bots: team -> its new bot, by name; other modules check that the bot exists.
        after: the same, arranged so that units keep the numbers they had before; None if they do, or it cannot be arranged.
        before: the scenario as it was, arranged to have the same numbers; None if it has them.
    """

    says: str
    scenario: Scenario
    bots: dict[str, str]
    after: Arranged | None = None
    before: Arranged | None = None


def changed(scenario: Scenario, text: str, side: str) -> Changed:
    """Return a scenario with the changes that are written in a text; see `fireteam.env.scenario.changes`.

    Args:
        side: the team whose enemies "+gunner" adds to.

    Raises:
        ContentError: it is no such change, names something that does not exist, or leaves a scenario that cannot be fought.
    """
    draft = Draft(scenario, side, f"change {shown(text)}")
    for part in parts_of(text):
        change(draft, part)
    made = checked(draft, draft.data, draft.units(["out"]))
    after, before = arranged(draft)
    return Changed(said_with_places(draft, made, after), made, draft.bots, after, before)


def said_with_places(draft: Draft, made: Scenario, after: "Arranged | None") -> str:
    """Return the changes in words; for added units also their places, which may matter much."""
    if made.draw is not None:
        return " and ".join(draft.said)  # elsewhere in each battle
    units = laid_out(made if after is None else after.scenario).opening[0]["units"]
    members = [member for team in draft.teams for member in team if after is not None or not member.out]
    said = list(draft.said)
    for entry, added in draft.added.items():
        places = [units[members.index(member)] for member in added if not member.out]
        said[entry] += f" at {listed_places([(int(place['x']), int(place['y'])) for place in places])}"
    return " and ".join(said)


def listed_places(places: list[tuple[int, int]]) -> str:
    """Return tiles as they stand in a sentence: "(3, 4) and (3, 5)"."""
    words = [str(place) for place in places]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def parts_of(text: str) -> list[str]:
    """Return the single changes of a text, in their order."""
    made: list[str] = []
    for several in text.split("&"):
        first = True
        for piece in several.split(","):
            bot = not first and ":" in made[-1].partition("=")[2]  # its weights stand behind it, with commas between
            if first or (BEGINS.match(piece) and not bot):
                made.append(piece.strip())
            else:
                made[-1] += f",{piece.rstrip()}"
            first = False
    return made


def change(draft: Draft, part: str) -> None:
    """Write a single change into a draft."""
    if found := ASSIGNED.match(part):
        if not found["left"] or not found["right"]:
            raise draft.error(f"{shown(part)}: {HELP}")
        assign(draft, found["left"].strip(), found["sign"], found["right"].strip())
        return
    found = NUMBERED.match(part)
    if found is None:
        raise draft.error(f"{shown(part)}: {HELP}")
    team = None
    if found["team"]:
        if found["team"] not in draft.team_names:
            raise draft.error(f"{shown(part)}: no team is called {found['team']}. {HELP}")
        team = draft.team_names.index(found["team"])
    count = int(found["count"] or 1)
    if count < 1:
        raise draft.error(f"{shown(part)}: must be at least one")
    (add if found["sign"] == "+" else remove)(draft, found["word"].strip(), count, team)


def checked(draft: Draft, data: dict[str, Any], units: list[list[dict[str, Any]]]) -> Scenario:
    """Return the scenario of a draft's keys with some units.

    Raises:
        ContentError: it cannot be fought.
    """
    teams = [{**team, "units": some} for team, some in zip(data["teams"], units, strict=True)]
    made: Scenario = validated(type(draft.scenario), {**data, "teams": teams}, draft.where)
    try:
        check_content(made, load_catalog(made.catalog, made.system), draft.where)
        check_places(made)
    except ContentError as error:
        said = str(error)
        raise ContentError(said if said.startswith(draft.where) else f"{draft.where}: {said}") from None
    return made


def arranged(draft: Draft) -> tuple[Arranged | None, Arranged | None]:
    """Return a draft's scenario and the original, with equal roster numbers in both; None where they are equal already.

    This is not done if teams are drawn at random, or if somebody may ride a vehicle that takes no part.
    """
    new, out = draft.numbers("new"), draft.numbers("out")
    last = sum(len(team) for team in draft.teams) - len(new)
    shifted = any(number < last for number in new)
    if not (out or shifted) or draft.scenario.draw is not None or carries_somebody(draft):
        return None, None
    try:
        after = Arranged(checked(draft, draft.data, draft.units()), out)
        before = Arranged(checked(draft, draft.scenario.model_dump(), draft_before(draft)), new) if shifted else None
    except ContentError:  # there is no room for all of them at once
        return None, None
    return after, before


def draft_before(draft: Draft) -> list[list[dict[str, Any]]]:
    """Return the original units, and after those of each team the units that a change adds."""
    old = Draft(draft.scenario, draft.team_names[draft.side], draft.where).units()
    new = [[member.keys for member in team if member.new] for team in draft.teams]
    return [first + second for first, second in zip(old, new, strict=True)]


def carries_somebody(draft: Draft) -> bool:
    """Return whether there are vehicles in the scenario."""
    return any(fighter.template.seats for fighter in laid_out(draft.scenario).roster)
