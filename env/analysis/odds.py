"""The odds of an attack in any rule system: a system with exact odds computes them in `odds` of its folder."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from fireteam.content.errors import BattleOver, ContentError, IllegalAction
from fireteam.content.reading import Strict, listed, validated

from ..battle import Battle
from ..catalog import House
from ..observe.actions import Action, from_words
from ..observe.events import Event, Term
from ..rules.systems import DEFAULT, SYSTEMS, checked, has_room, port_of
from ..scenario.options import check_choice
from ..scenario.setup import Field
from .table import table_for

STANDARD = "standard"  # the reply that is taken if nothing is said


class Odds(Protocol):
    """The odds of an attack, with the methods that all rule systems share; each adds more of its own."""

    @property
    def hit(self) -> float:
        """The chance that it hits."""

    @property
    def expected(self) -> float:
        """The mean harm."""

    @property
    def harm(self) -> str:
        """The kind of harm: "damage"."""

    @property
    def assumes(self) -> str:
        """The assumed reply of the other unit, which has not chosen yet: "undefended"; "" for none."""

    @property
    def down(self) -> float:
        """The chance that this attack puts the target, as it is now, out of the fight."""

    def ways(self) -> dict[str, float]:
        """Return the chance of each way in which it may end: "hit", "miss" ..."""

    def made_of(self, fog: bool = False) -> dict[str, str]:
        """Return the parts of the odds in words, by "attack", "defense" ...; in `fog` without the target's condition."""

    def spreads(self) -> dict[str, dict[str, float]]:
        """Return the distributions by name: the chance of each number of "points" ..."""


def as_numbers(odds: Odds) -> dict[str, Any]:
    """Return all that odds say as plain values for JSON."""
    return {
        name: [term._asdict() for term in value] if isinstance(value, list) else value for name, value in vars(odds).items()
    }


class Port(Protocol):
    """The interface of a system's odds.

    Attributes:
        Asked: the model of the options of an attack on a table beyond those of every system: keys with their meanings.
        set_up: puts the two units of a table (`table.py`) into the state of an `Asked`, the attacker with a named weapon;
            returns the attack of red_1 that is open then or, with the attack begun, the answer of blue_1 to it, and the
            reply to assume. It raises a ContentError, with the reason, for anything that the rules forbid.
        REPLIES: the target's possible replies to an attack, in the system's words; "standard", the first, is the
            default.
        quote: the odds of an open action of a battle as the deciding side knows it, None if it has none: of an attack,
            which the target answers with one of `REPLIES` (one that is not open counts as standard), or of an answer to an
            attack. It does not change the battle.
        chance_of: the chance that an attack had, from its event and those of its rolls, the last of which tells the result;
            None if it is unknown.
    """

    Asked: type[Strict]
    set_up: Callable[[Battle, str, Any], tuple[Action, str]]
    REPLIES: Sequence[str]
    quote: Callable[[Battle, Action, str], Any]
    chance_of: Callable[[Field, Event, Sequence[Event]], float | None]


def has_odds(system: str) -> bool:
    """Return whether a system has exact odds."""
    return has_room(system, "odds")


def odds_of_system(system: str) -> Port:
    """Return the port of a system's odds.

    Raises:
        ContentError: this system has no odds.
        TypeError: its port lacks what shared code needs.
    """
    if not has_odds(system):
        those = listed(filter(has_odds, SYSTEMS))
        raise ContentError(f"system = {system!r}: it has no exact odds of attacks. Systems that have: {those}.")
    port: Port = checked(port_of(system, "odds"), Port)
    return port


def attack_odds(
    attacker: str = "soldier",
    target: str = "soldier",
    *,
    weapon: str = "",
    metres: int = 10,
    cover: str = "none",
    material: str = "",
    light: str = "clear",
    system: str = DEFAULT,
    rules: Mapping[str, str] | None = None,
    catalog: House | str | Path | None = None,
    **asked: Any,
) -> Any:
    """Return the `Odds` of one attack between two units of the catalog: those that it has in a battle of the two.

    >>> odds = fireteam.odds("soldier", "soldier", metres=20, cover="partial")
    >>> round(sum(odds.ways().values()), 6)
    1.0

    Args:
        attacker, target: unit templates.
        weapon: a weapon of the catalog; the attacker's first unless given.
        metres: distance; melee attacks are made at one metre.
        cover: of the target, taken: none, partial, good, total.
        material: of that cover, MATERIAL of `table.py` unless given.
        light: clear, dim, dark, black.
        system: the rule system.
        rules, catalog: see `fireteam.env.scenario.options.manned`.
        asked: what only its odds may be asked; see `fireteam list odds`.

    Raises:
        ContentError: a name is unknown, or the rules refuse such an attack; it says why.
    """
    port = odds_of_system(system)
    own = validated(port.Asked, asked, "odds")
    battle, weapon = table_for(system, attacker, target, weapon, metres, cover, material, light, rules or {}, catalog)
    odds = _odds_of_pair(port, battle, weapon, own)
    if bonus := getattr(own, "bonus", 0):
        plain = _odds_of_pair(port, battle, weapon, own.model_copy(update={"bonus": 0}))
        odds = replace(odds, attack=[*plain.attack, Term(bonus, "bonus", "as asked")])
    return odds


def _odds_of_pair(port: Port, battle: Battle, weapon: str, asked: Any) -> Any:
    """Return the odds of an attack between the two units on a table; works on a copy of the battle."""
    twin = battle.copy()
    action, reply = port.set_up(twin, weapon, asked)
    odds = quote_attack(twin, action, reply)
    if odds is None:
        raise ContentError(f"{twin.shown(action)}: it has no odds, since it is no attack of one on one")
    return odds


def quotes(battle: Battle, reply: str = STANDARD) -> dict[Action, Any]:
    """Return the `Odds` of every open action that has some: attacks, blows of interception, answers to an attack.

    Raises:
        ContentError: there is no such reply.
    """
    if not _has_reply(battle, reply) or battle.decision is None:
        return {}
    battle = _as_known(battle)
    found = {action: _quote(battle, action, reply) for action in battle.legal()}
    return {action: odds for action, odds in found.items() if odds is not None}


def quote_attack(battle: Battle, action: Action | str, reply: str = STANDARD) -> Any:
    """Return the `Odds` of an attack that is open now, or of the attack to be answered by a given reply.

    Args:
        battle: the present battle; it does not change.
        action: an attack, an interruption or an answer; which of them have odds, its system says (`<system>/in_battle.py`).
        reply: the target's reply to an attack, in its system's words; one that is not open counts as standard.

    Returns:
        The odds, None for an action that has none.

    Raises:
        IllegalAction: the action is not open. BattleOver: nothing is.
        ContentError: there is no such reply.
    """
    if not _has_reply(battle, reply):
        return None
    if battle.decision is None:
        raise BattleOver(f"the battle is over ({battle.ending}): nothing is open")
    if isinstance(action, str):
        try:
            action = from_words(battle.field, int(battle.record[0]["decider"]), action)
        except ContentError as error:
            raise IllegalAction(str(error)) from None
    if action not in battle.legal():
        raise IllegalAction(f"{battle.shown(action)} is not open now. {battle.choices()}")
    return _quote(_as_known(battle), action, reply)


def _has_reply(battle: Battle, reply: str) -> bool:
    """Return whether a battle's attacks have odds; refuse a reply that its rule system does not have."""
    system = battle.field.scenario.system
    if has_odds(system):
        check_choice("reply", reply, odds_of_system(system).REPLIES)
    return has_odds(system)


def _as_known(battle: Battle) -> Battle:
    """Return a battle as the deciding side knows it: unknown facts about the other unit have no part in the odds."""
    row = battle.record[0]
    return battle.as_known(int(row["units"]["team"][row["decider"]]))


def _quote(battle: Battle, action: Action, reply: str) -> Any:
    """Return the odds of an open action from the rule system of a battle as a side knows it."""
    return odds_of_system(battle.field.scenario.system).quote(battle, action, reply)


def chance_of(field: Field, attack: Event, events: Sequence[Event]) -> float | None:
    """Return the chance that an attack had, by its event and the events after it: its rolls, and how it landed.

    None if it is unknown.
    """
    system = field.scenario.system
    return odds_of_system(system).chance_of(field, attack, events) if has_odds(system) else None
