"""The odds of an attack, and the door to whoever works them out for a rule system: a package of that name in this folder."""

from importlib import import_module
from typing import Any, NamedTuple

from ..battle import Battle
from ..errors import ContentError
from ..observe.actions import Action
from ..observe.events import Term
from ..rules.systems import SYSTEMS


class Exchange(NamedTuple):
    """The numbers of an attack; see `Odds`."""

    attack: list[Term]
    limit: int | None
    defense: list[Term]
    defense_limit: int | None
    damage: int
    strain: bool
    armor: int
    soak: int


class Odds(NamedTuple):
    """The odds of an attack.

    Attributes:
        attack, defense: terms of the pools; their dice are the sums.
        limit, defense_limit: hits above are lost; None for no limit.
        damage: base damage value, `strain` if it is Strain. armor: modified armor value. soak: dice.
        net: chance of each number of net hits.
        hit, graze, miss: chances; a hit whose damage is soaked or bounces off is still a hit.
        points: chance of each number of points suffered, none included.
        expected: mean points suffered.
        down: chance that this one attack puts the target, as it is now, out of the fight.
    """

    attack: list[Term]
    limit: int | None
    defense: list[Term]
    defense_limit: int | None
    damage: int
    strain: bool
    armor: int
    soak: int
    net: dict[int, float]
    hit: float
    graze: float
    miss: float
    points: dict[int, float]
    expected: float
    down: float


def odds_of_system(system: str) -> Any:
    """Return the package that works out the odds of a system's attacks: `quotes`, `quote_attack`, `attack_odds`.

    Raises:
        ContentError: nobody does for this system.
    """
    package = SYSTEMS[system].get("analysis")
    if not package:
        raise ContentError(f"system = {system!r}: it has no exact odds of attacks")
    return import_module(package)


def quotes(battle: Battle, reply: str = "standard") -> dict[Action, Odds]:
    """Return the odds of everything open now that has some: attacks, blows of interception, answers to an attack."""
    system = battle.field.scenario.system
    return odds_of_system(system).quotes(battle, reply) if "analysis" in SYSTEMS[system] else {}


def quote_attack(battle: Battle, action: Action | str, reply: str = "standard") -> Odds | None:
    """Return the odds of an attack that is open now, or of the attack to be answered if it is answered so.

    Args:
        battle: as it stands; it is left alone.
        action: an attack, an interruption or an answer; in Swan Song see `swan_song/in_battle.py`.
        reply: of the other one to an attack, as the system calls it; where it may not, it is standard.

    Returns:
        The odds, None for an action that has none.

    Raises:
        IllegalAction: the action is not open. BattleOver: nothing is.
        ContentError: there is no such reply.
    """
    system = battle.field.scenario.system
    return odds_of_system(system).quote_attack(battle, action, reply) if "analysis" in SYSTEMS[system] else None


def chance_to_hit(system: str, pool: int, limit: int, defense: int) -> float | None:
    """Return the chance that an attack's pool of dice beats a defense's, None if nobody knows; a limit of 0 is none."""
    return odds_of_system(system).chance_to_hit(pool, limit, defense) if "analysis" in SYSTEMS[system] else None
