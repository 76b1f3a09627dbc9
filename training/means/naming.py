"""Means: what an order uses, in the words of its rule system, like "shoot", "shoot: rifle" or "throw: smoke grenade".

What is done with something is a means of its own, beside what is done. Names come from the table of verbs and from the
catalog, so a new verb, weapon or item is a means at once.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from fireteam.agents.doctrine.orders import NO_ACT
from fireteam.env.battle import Battle, bits_of
from fireteam.env.observe.actions import options_of
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import (
    ENEMY,
    FRIEND,
    HARMS,
    ITEMS,
    OPTION,
    SHOOTING,
    STEP,
    STRIKE,
    STRIKING,
    SUPPRESSING,
    SWITCH,
    THROWING,
    WALK,
    WEAPONS,
    Verb,
)

GO = "go"  # to another place, before all else or after it
VEHICLE = "in a vehicle"
WEAPON = "weapon: "  # before the names of weapons that nobody uses


class Names:
    """Names what can be done by the unit that decides in a battle, as it was when it was last looked at (`look`)."""

    def __init__(self, battle: Battle) -> None:
        self.battle, self._field = battle, battle.field
        self._verbs, self._weapons = battle.field.system.VERBS, battle.field.catalog.weapons
        self._known: dict[tuple[int, ...], tuple[str, ...]] = {}
        self.look()

    def look(self) -> None:
        """Look at the decision that is pending."""
        row = self.battle.record[0]
        self._who, self._decision = int(row["decider"]), int(row["decision"])
        unit = row["units"][self._who]
        names = unit.dtype.names
        self._hands = tuple(int(unit[slot]) if slot in names else BARE_HANDS for slot in ("hand", "off_hand"))
        self._aboard = int(unit["aboard"]) != NOBODY

    def of_order(self, order: Any) -> tuple[str, ...]:
        """Return the means that an order uses, each once; `order` is a record with the fields of ORDER."""
        hands = self._hands
        goes = order["goal"] != NOWHERE
        found = [GO] if goes else []
        for verb, argument in zip(order["verbs"].tolist(), order["arguments"].tolist(), strict=True):
            if verb == NO_ACT or (goes and verb == WALK):  # in some systems, to go somewhere is declared by a verb
                continue
            found += self._act(verb, argument, hands)
            if verb == SWITCH:  # what comes after it is done with the other weapon
                hands = argument, hands[1]
        return tuple(dict.fromkeys(found))

    def of_act(self, verb: int, argument: int) -> tuple[str, ...]:
        """Return the means that an act of the unit that decides uses."""
        return self._act(verb, argument, self._hands)

    def open(self) -> Iterator[str]:
        """Yield the means that the rules allow now, each once."""
        masks = self.battle.record[0]["open"].tolist()
        acts = ((verb, bit) for verb, mask in enumerate(masks) if mask for bit in bits_of(mask))
        yield from dict.fromkeys(name for act in acts for name in self._act(*act, self._hands))

    def _act(self, verb: int, argument: int, hands: tuple[int, ...]) -> tuple[str, ...]:
        key = (verb, argument, *hands, self._who, self._aboard, self._decision)
        if key not in self._known:
            self._known[key] = self._named(verb, argument, hands)
        return self._known[key]

    def _named(self, number: int, argument: int, hands: tuple[int, ...]) -> tuple[str, ...]:
        verb = self._verbs[number]
        detail = ""
        if uses_weapon(number, verb):
            detail = self.weapon(verb, hands, self._who)
        elif verb.domain == OPTION and verb.carried != WEAPONS:
            detail = option_in_words(options_of(self._field, self._who, number)[argument])
        elif self._aboard and number == STEP:
            detail = VEHICLE
        asked = self.battle.asked
        answer = "" if asked.own else f" ({asked.name.replace('_', ' ')})"
        return tuple(named(verb, some) + answer for some in dict.fromkeys(["", detail]))

    def weapon(self, verb: Verb, hands: tuple[int, ...], who: int) -> str:
        """Return the name of the weapon with which a unit carries out a verb; "" for bare hands.

        `hands` are the slots of the weapons in both. If neither fits, a plan has drawn another one before.
        """
        names = self._field.weapon_names(who)
        held = [names[slot] for slot in hands if 0 <= slot < len(names)]
        if verb.family == STRIKING:  # what is no weapon for blows is swung as one
            return next((name for name in held if self._weapons[name].kind == "melee"), held[0] if held else "")
        fits = {"grenade"} if verb.family == THROWING else {"firearm", "bow", "launcher"}
        return next((name for name in [*held, *names] if self._weapons[name].kind in fits), "")


def uses_weapon(number: int, verb: Verb) -> bool:
    """Return whether a verb means something else with every weapon."""
    if verb.family in (SHOOTING, THROWING):
        return verb.domain in (ENEMY, FRIEND) and bool(verb.traits & HARMS)
    return verb.family == SUPPRESSING or number == STRIKE


def named(verb: Verb, detail: str = "") -> str:
    """Return the name of a means."""
    return ": ".join(filter(None, [verb.name, detail])).replace("_", " ")


def option_in_words(option: str) -> str:
    """Return what is said of an option: nothing of a number of dice."""
    return "" if option.isdigit() else option


def all_means(system: str, catalog: Any) -> list[str]:
    """Return all that there is to use in a rule system: verbs, their options, and what can be carried ("weapon: rifle").

    Answers have no kind of decision behind them here.
    """
    found = [GO]
    for number, verb in sorted(port_of(system).VERBS.items()):
        found.append(named(verb))
        if verb.carried == ITEMS:
            found += [named(verb, item) for item in catalog.items]
        elif verb.domain == OPTION and not verb.carried and not uses_weapon(number, verb):
            found += [named(verb, option_in_words(word)) for word in verb.words]
    found += [WEAPON + name.replace("_", " ") for name in catalog.weapons]
    return list(dict.fromkeys(found))


def unused(every: Iterable[str], used: Iterable[str]) -> list[str]:
    """Return those of `all_means` of which none of the means that orders use is an example."""
    plain = {name.partition(" (")[0] for name in used}
    plain |= {WEAPON + name.partition(": ")[2] for name in plain}
    return [name for name in every if name not in plain]
