"""Changes of the roster: more units, and fewer units."""

from collections import deque
from typing import Any

from fireteam.content.reading import closest, listed, shown

from ...rules.record import MAX_UNITS
from ..opening import block
from ..setup import laid_out
from .draft import Draft, Member, Place, plain

OWN = {"name": "", "at": None, "aboard": "", "facing": None}  # what a unit has for itself: its double does not get it


def remove(draft: Draft, word: str, count: int, team: int | None = None) -> None:
    """Take out `count` units that a word names, the last of them first."""
    places = draft.meant(word, team)
    if not places:
        raise draft.nobody(word, team)
    if len(places) < count:
        raise draft.error(f"-{count} {word}: there {'is' if len(places) == 1 else 'are'} only {len(places)}")
    for place in places[::-1][:count]:
        place.member.out = True
        if all(member.out for member in draft.teams[place.team]):
            raise draft.error(f"-{word}: nobody would be left in team {draft.team_names[place.team]}")
    called = draft.called(places[-1].member)
    alike = [member for member in draft.teams[place.team] if not member.new and draft.called(member) == called]
    one = called if places[-1].member.keys["name"] else f"one {called}" if len(alike) > 1 else f"the {called}"
    draft.said.append(f"without {one if count == 1 else f'{count} of {called}'}")


def add(draft: Draft, word: str, count: int, team: int | None = None) -> None:
    """Add `count` units: doubles of one that a word names, or units of that template, for the enemies."""
    twin = next(iter(draft.meant(word, team)), None)
    named = twin is not None and plain(twin.member.keys["name"]) == plain(word)
    if twin is not None and team is None and twin.team == draft.side:  # like one of the party's, but against it
        twin = Place(draft.order[0], twin.member) if named else None
    if twin is None:
        templates = draft.catalog.units
        found = [name for name in templates if plain(word) in (plain(name), plain(templates[name].words))]
        if not found:
            known = [*draft.words_for_units(team), *templates]
            raise draft.error(
                f"no unit or template is called {shown(word)}.{closest(word, known)} Templates: {listed(templates)}."
            )
        keys = {"template": found[0]}
        number = draft.order[0] if team is None else team
        by_hand = draft.data["teams"][number]["start"] is None and draft.data["draw"] is None
        beside = draft.teams[number][-1] if by_hand else None
    else:
        keys = {**twin.member.keys, **OWN}
        number = twin.team
        beside = twin.member if twin.member.keys["at"] and twin.member in draft.teams[number] else None
    if draft.data["draw"] is not None and draft.team_names[number] not in draft.data["draw"]["kept"]:
        raise draft.error(f"+{word}: the units of team {draft.team_names[number]} are drawn at random")
    if count + sum(len(members) for members in draft.teams) > MAX_UNITS:
        raise draft.error(f"+{count} {word}: at most {MAX_UNITS} units can take part in a battle")
    draft.added[len(draft.said)] = []
    for _ in range(count):
        new = Member(dict(keys))
        if beside is not None:
            new.keys["at"] = free_tile(draft, beside)
        draft.teams[number].append(new)
        draft.added[len(draft.said)].append(new)
    words = draft.called(twin.member) if twin is not None and named else draft.catalog.units[keys["template"]].words
    draft.said.append(f"with one more {words}" if count == 1 else f"with {count} more of {words}")


def free_tile(draft: Draft, beside: Member) -> list[int]:
    """Return the free tile, [x, y], with the fewest steps from that of a unit, on the same height."""
    field = laid_out(draft.scenario.drawn(0))
    drawing, arena = field.drawing, field.arena[0]
    floors, ground = drawing.floors(), arena["terrains"]["passable"][arena["tiles"]["terrain"]]
    units = field.opening[0]["units"][: len(field.roster)]
    taken = {tile for unit in units for tile in block(int(unit["x"]), int(unit["y"]), int(unit["side"]))}
    taken |= {tuple(member.keys["at"]) for team in draft.teams for member in team if member.new and member.keys.get("at")}
    start = tuple(beside.keys["at"]) if beside.keys["at"] else place_of_last(draft, beside, units)
    waiting, seen = deque([start]), {start}
    while waiting:
        x, y = waiting.popleft()
        if (x, y) not in taken:
            return [x, y]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            tile = (x + dx, y + dy)
            inside = 0 <= tile[0] < drawing.width and 0 <= tile[1] < drawing.height
            number = tile[1] * drawing.width + tile[0]
            if inside and tile not in seen and ground[number] and floors[number] == floors[y * drawing.width + x]:
                seen.add(tile)
                waiting.append(tile)
    raise draft.error(f"there is no room on the map beside {draft.called(beside)}")


def place_of_last(draft: Draft, beside: Member, units: Any) -> tuple[int, int]:
    """Return the starting tile of a unit in the original scenario."""
    old = [member for team in draft.teams for member in team if not member.new]
    unit = units[old.index(beside)]
    return int(unit["x"]), int(unit["y"])
