"""The kinds of events: the name of each, what its numbers mean, and the properties that it has in every rule system.

This file has the kinds that several rule systems have, or that shared code emits. A system's `words/events.py` has the rule
behind each, and its sentence where the system has another one; and it adds kinds of its own. Numbers are frozen, like those
of verbs.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from .verbs import check_room

MAX_KINDS = 128  # numbers that there can be

# What is to be said of a kind in any rule system, a bit each.
HURTS = 1  # its target loses `value` points of life, or of what is used up before
ATTACKS = 2  # its actor attacks its target with the weapon `value`
AIMS = 4  # and that is drawn as a line: a shot, a blow, a throw
PINS = 8  # its actor is kept down by fire
WEIGHS = 16  # something is spent on the rolls to come: with it their chances are reckoned
REVIVES = 32  # its target is out of the fight no more
APART = 64  # some teams are told it otherwise than others, one event after the other
GOES = 128  # how far its actor goes: of several in a row the last one tells the way

# How its actor does harm from then on; of what HURTS: how it hurts where it names nobody. The first four are by somebody.
NO_WAY = -1
BY_WEAPON, BY_BLAST, BY_FIRE_ZONE, BY_RAMMING, BY_EFFORT, BY_BLEEDING, UNTOLD = range(7)

ENTRIES = ("weapon", "location", "ailment", "material", "item", "system")  # numbers of events that name catalog entries

Says = str | Callable[[Mapping[str, Any]], str] | None

KIND = np.dtype(
    [("traits", "u2"), ("way", "i1"), ("entries", "i1", 3)]
)  # a kind as kernels know it; entries: of ENTRIES, -1


class Kind(NamedTuple):
    """A kind of event of a rule system.

    Attributes:
        name: its name in replays, reward files and statistics.
        value, a, b: what its three numbers mean, "" for unused.
        rule: the rule of the system behind it; "" for none.
        says: its sentence, with the fields {actor}, {target}, {at} and the names of the numbers; {team:wins} becomes
            "The dockers win". Or a function that returns the sentence. "" for a kind that is never mentioned, None for one
            without a sentence of its own: "taunts" becomes "red_1 taunts blue_1."
        traits: a set of HURTS to GOES, a bit each.
        way: the way of doing harm, NO_WAY to BY_BLEEDING.
    """

    name: str
    value: str = ""
    a: str = ""
    b: str = ""
    rule: str = ""
    says: Says = None
    traits: int = 0
    way: int = NO_WAY

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of the numbers that the kind uses."""
        return tuple(name for name in (self.value, self.a, self.b) if name)


class Kinds(dict[int, Kind]):
    """The kinds of events of a rule system, by number: all of SHARED, and its own.

    Args:
        rules: the rule behind each shared kind; a kind that is missing here has no rule.
        says: the system's own sentences for shared kinds, see `Kind`.

    Attributes:
        numbers: the number of each kind, by its name.
    """

    def __init__(self, rules: Mapping[int, str], says: Mapping[int, Says] | None = None) -> None:
        says = says or {}
        for number in {*rules, *says} - SHARED.keys():
            raise ValueError(f"event {number}: no system shares that; those are {', '.join(map(str, SHARED))}")
        for number, kind in SHARED.items():
            self[number] = kind._replace(rule=rules.get(number, ""), says=says.get(number, kind.says))
        self.numbers = {kind.name: number for number, kind in self.items()}

    def add(
        self,
        number: int,
        name: str,
        rule: str,
        *numbers: str,
        says: Says = None,
        traits: int = 0,
        way: int = NO_WAY,
    ) -> int:
        """Add a kind of the system's own, see `Kind`; return its number.

        Raises:
            ValueError: another kind has the number or the name, or the number is out of range.
        """
        if number in self or name in self.numbers or not 0 <= number < MAX_KINDS or len(numbers) > 3:
            raise ValueError(f"event {name!r}, number {number}, {len(numbers)} numbers: taken, or more than there can be")
        value, a, b = (*numbers, "", "", "")[:3]
        self[number] = Kind(name, value, a, b, rule, says, traits, way)
        self.numbers[name] = number
        return number

    def named(self, name: str) -> Kind:
        """Return a kind by its name.

        Raises:
            KeyError: there is none.
        """
        return self[self.numbers[name]]

    def table(self) -> np.ndarray:
        """Return the kinds as kernels know them: records of KIND, by number."""
        check_room("event", self, MAX_KINDS)
        made = np.zeros(MAX_KINDS, KIND)
        made["entries"], made["way"] = -1, NO_WAY
        for number, kind in self.items():
            places = [ENTRIES.index(name) if name in ENTRIES else -1 for name in (kind.value, kind.a, kind.b)]
            made[number] = (kind.traits, kind.way, places)
        return made


SHARED: dict[int, Kind] = {}


def _kind(number: int, name: str, *numbers: str, says: Says = None, traits: int = 0, way: int = NO_WAY) -> int:
    value, a, b = (*numbers, "", "", "")[:3]
    SHARED[number] = Kind(name, value, a, b, "", says, traits, way)
    return number


ROUND = _kind(0, "round", "round", says="--- Round {round} ---")
PASS_BEGINS = _kind(1, "pass", "pass", says="- Pass {pass_} -")
INITIATIVE = _kind(2, "initiative", "score", says="{actor} has initiative {score}.")
PHASE_BEGINS = _kind(3, "phase", "score", says="It is the turn of {actor} (initiative {score}).")
ROLL = _kind(5, "roll", "hits", "purpose", "glitch")
WALK = _kind(6, "walk", "metres", says="{actor} walks, {metres} m at most.", traits=GOES)
RUN = _kind(7, "run", "metres", says="{actor} runs, {metres} m more.", traits=GOES)
STEP = _kind(9, "step", "metres", "from_tile", says="{actor} moves to {at}.", traits=GOES)
TAKE_COVER = _kind(13, "take_cover", says="{actor} takes cover.")
SWITCH = _kind(14, "switch", "weapon", says="{actor} takes the {weapon}.")
RELOAD = _kind(15, "reload", "ammo", "weapon", says="{actor} reloads the {weapon}: {ammo} rounds.")
DOOR = _kind(20, "door", "terrain", says="{actor} moves the door at {at}: {terrain}.")
AIM = _kind(21, "aim", "dice", says="{actor} aims at {target}, {dice} dice.")
ATTACK = _kind(24, "attack", "weapon", "firing", "cover", traits=ATTACKS | AIMS, way=BY_WEAPON)
REPLY = _kind(26, "reply", "verb", says="{actor} answers with a {verb}.")
FULL_DEFENSE = _kind(27, "full_defense", "dice", says="{actor} goes on full defense.")
MISS = _kind(28, "miss", "net_hits", says="{actor} misses {target}.")
HIT = _kind(30, "hit", "net_hits", "damage", says="{actor} hits {target} with {net_hits} net hits: damage {damage}.")
NO_EFFECT = _kind(34, "no_effect", "damage", "armor", says="The armor of {target} ({armor}) shrugs off damage {damage}.")
DAMAGE = _kind(36, "damage", "damage", "pool", "damage_type", says="{target} loses {damage} {pool}.", traits=HURTS)
WOUNDED = _kind(38, "wounded", "modifier")
UNCONSCIOUS = _kind(41, "unconscious")
DEAD = _kind(43, "dead", says="{target} is dead.")
PHASE_LOST = _kind(47, "phase_lost", says="{actor} loses the rest of the phase.")
SPOTTED = _kind(55, "spotted", says="{actor} notices {target}.")
ESCAPED = _kind(56, "escaped", says="{actor} gets away.")
GROUND_HELD = _kind(57, "ground_held", "rounds", "team", says="{team:has} held the ground for {rounds} rounds.")
OVER = _kind(58, "over", "team", "ending")
ARRIVES = _kind(62, "arrives", "score", says="{actor} enters the battle with initiative {score}.")
SURPRISED = _kind(64, "surprised", says="{target} is surprised.")
STARTLED = _kind(65, "startled", says="{target} is startled out of its wits.")
STUNNED = _kind(72, "stunned", "points")
OFF_HAND = _kind(76, "off_hand", "weapon", says="{actor} takes the {weapon} in the other hand.")
DROPS = _kind(77, "drops", "weapon", says="{actor} drops the {weapon}.")
REVEALED = _kind(96, "revealed", says="{target} is found out.")
GRAPPLED = _kind(97, "grappled", "net_hits", says="{actor} holds {target}.")
HELD_DOWN = _kind(98, "held_down", says="{actor} pins {target} to the ground.")
HOLD_KEPT = _kind(99, "hold_kept", says="{actor} keeps its hold on {target}.")
HOLD_ENDS = _kind(100, "hold_ends", says="{target} is free of {actor}.")
PUTS_DOWN = _kind(102, "puts_down", says="{actor} puts {target} down.")
BREAKS = _kind(117, "breaks", says="{actor} has had enough, and only wants to get away.")
SURRENDERS = _kind(118, "surrenders", says="{actor} surrenders.")
FLEES = _kind(119, "flees", says="{actor} flees from the battle.")
CALLED = _kind(120, "called", "due", "team", says="{team:calls} for more: they come in round {due}.")
