"""How many of which units fight: compositions of a scenario's enemies, and the scenario with one of them."""

import re
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, shown

from ...rules.record import MAX_UNITS
from ..models import Scenario
from .apply import checked
from .draft import Draft, plain
from .roster import add, remove

VARIED = re.compile(r"^(?:(?P<team>[a-z]+)\.)?(?P<word>[^=]+?)\s*=\s*(?P<least>\d{1,2})(?:\s*\.\.\s*(?P<most>\d{1,2}))?$")
MOST_COMPOSITIONS = 400


class Varied(NamedTuple):
    """Units whose number may vary: a word for them as the scenario or the catalog has it, their team, and the bounds."""

    word: str
    team: int
    least: int
    most: int


class Composition(NamedTuple):
    """A composition: the count of each unit that varies, the draft with these counts, and the scenario of the draft."""

    counts: tuple[int, ...]
    draft: Draft
    scenario: Scenario


def varied(scenario: Scenario, side: str, texts: Sequence[str]) -> list[Varied]:
    """Return the units that may vary, as written in "gunner=0..2" or "blue.gangers=1..6".

    Raises:
        ContentError: it is written otherwise, or there are no such units and no such template.
    """
    draft = Draft(scenario, side, "--vary")
    made: list[Varied] = []
    for text in texts:
        draft.where = f"--vary {text}"
        found = VARIED.match(text.strip())
        if found is None:
            raise draft.error("must be NAME=LEAST..MOST, like gunner=0..2")
        least, most = int(found["least"]), int(found["most"] or found["least"])
        if not least <= most <= MAX_UNITS:
            raise draft.error(f"must go from the fewest to the most, at most {MAX_UNITS}")
        team = None
        if found["team"]:
            if found["team"] not in draft.team_names:
                known = draft.team_names
                raise draft.error(
                    f"no team is called {shown(found['team'])}.{closest(found['team'], known)} Teams: {listed(known)}."
                )
            team = draft.team_names.index(found["team"])
        each = units_meant(draft, found["word"], team)
        if any((each.word, each.team) == (other.word, other.team) for other in made):
            raise draft.error("is given twice")
        made.append(each._replace(least=least, most=most))
    if not made:
        raise ContentError("--vary: say at least once who may be more or fewer, like --vary gunner=0..2")
    return made


def units_meant(draft: Draft, word: str, team: int | None) -> Varied:
    """Return the units that a word means: enemies of that name, or else a template for enemies."""
    templates = draft.catalog.units
    numbers = draft.order[:-1] if team is None else [team]
    for one in (word, word.removesuffix("s")):
        for number in numbers:
            if draft.meant(one, number):
                return Varied(one, number, 0, 0)
        for name, template in templates.items():
            if plain(one) in (plain(name), plain(template.words)):
                return Varied(name, numbers[0], 0, 0)
    known = [*draft.words_for_units(team), *templates]
    raise draft.error(f"no unit or template is called {shown(word)}.{closest(word, known)} Templates: {listed(templates)}.")


def compositions(scenario: Scenario, side: str, vary: Sequence[Varied]) -> tuple[list[Composition], list[str]]:
    """Return every composition that can be fought, and for each other one the reason why not, a sentence.

    Raises:
        ContentError: there are too many.
    """
    ranges = [range(each.least, each.most + 1) for each in vary]
    number = 1
    for counts in ranges:
        number *= len(counts)
    if number > MOST_COMPOSITIONS:
        raise ContentError(f"--vary: {number} compositions, at most {MOST_COMPOSITIONS} are tried: narrow the bounds")
    made, refused = [], []
    for chosen in product(*ranges):
        try:
            made.append(composed(scenario, side, vary, chosen))
        except ContentError as error:
            refused.append(str(error).splitlines()[0])
    return made, refused


def composed(scenario: Scenario, side: str, vary: Sequence[Varied], counts: Sequence[int]) -> Composition:
    """Return a composition: surplus units go, the last first, and doubles fill the gaps.

    Raises:
        ContentError: there is no room for them, or nobody is left in a team.
    """
    draft = Draft(scenario, side, in_words(vary, counts))
    for count, each in sorted(zip(counts, vary, strict=True), key=lambda pair: -pair[0]):  # who comes, before who goes
        there = len(draft.meant(each.word, each.team))
        if count > there:
            add(draft, each.word, count - there, each.team)
    for each, count in zip(vary, counts, strict=True):
        there = len(draft.meant(each.word, each.team))
        if count < there:
            remove(draft, each.word, there - count, each.team)
    return Composition(tuple(counts), draft, checked(draft, draft.data, draft.units(["out"])))


def in_words(vary: Sequence[Varied], counts: Sequence[int]) -> str:
    """Return a composition as people say it: "3 ganger, 1 gunner"."""
    return ", ".join(f"{count} {each.word}" for count, each in zip(counts, vary, strict=True))
