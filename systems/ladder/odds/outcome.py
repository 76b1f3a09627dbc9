"""The exact results of an attack or a hold: from both rolls to the outcome, to damage, to the target's wound level.

`in_battle.py` uses it for an attack in a battle in progress or on a table, a replay for one in the past.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event, Term, term_of
from fireteam.env.scenario.setup import Field

from ..rules import clauses
from ..rules.attack.chance import NO_DEFENSE, ROLL, outcomes
from ..rules.odds import (
    BONUS,
    COVER_ARMOR,
    DECIDED,
    SHIELD_ARMOR,
    log_attack_row,
    log_evasion_row,
    log_grapple_row,
    log_harm,
    log_resistance_row,
)
from ..rules.tables import EACH, LEVELS, MOST_OUTCOME, OUT
from ..words.verbs import GARROTE
from .result import Odds

FUMBLE = float(ROLL[0])  # chance of four minuses
SITUATIONAL = {
    (clauses.CLAUSES[clause].words, clauses.CLAUSES[clause].rule)
    for clause in (
        clauses.AIMED,
        clauses.BURST,
        clauses.BUCKSHOT,
        clauses.LONG_RANGE,
        clauses.TARGET_COVER,
        clauses.CONCEALED,
        clauses.BEHIND_COVER,
        clauses.FROM_CONCEALMENT,
        clauses.AROUND_SHIELD,
    )
}


def worked_out(
    battle: Battle,
    attacker: int,
    target: int,
    model: int,
    verb: int,
    actions: int,
    reply: tuple[int, int] | None,
    may_answer: bool = False,
) -> Odds:
    """Return the odds of an attack; see `Exchange` for its parts.

    Args:
        battle: gives how both stand; it does not change.
        attacker, target: the numbers of the units.
        model: that of the weapon. verb: that of the attack. actions: those of the attacker's turn.
        reply: the verb of the evasion, and the actions of the target's turn; None for no evasion.
        may_answer: whether the target may still declare an evasion.
    """
    twin = battle.copy()
    numbers, levels = np.zeros(4, np.int64), np.zeros(MOST_OUTCOME + 20, np.int64)
    log_attack_row(*twin.arrays, attacker, target, model, verb, actions, numbers)
    attack, decided = terms_in(twin), int(numbers[DECIDED])
    defense: list[Term] = []
    ward = NO_DEFENSE
    if reply is not None and decided >= 0:
        ward = int(log_evasion_row(*twin.arrays, target, *reply))
        defense = terms_in(twin)
    chances = decided_by(decided, chances_of(battle.field, int(numbers[BONUS]), ward))
    bonus = int(battle.field.arena[0]["weapons"][model]["bonus"])
    more = int(log_harm(*twin.arrays, target, bonus, int(numbers[SHIELD_ARMOR]), int(numbers[COVER_ARMOR]), levels))
    rolls = Rolls(attack, defense, int(ward != NO_DEFENSE), decided, chances)
    return come_to(rolls, harm_of(chances, more), terms_in(twin), levels, may_answer)


def held(
    battle: Battle,
    attacker: int,
    target: int,
    model: int,
    verb: int,
    actions: int,
    others: int,
    resists: bool,
    may: bool,
    reply: tuple[int, int] | None = None,
) -> Odds:
    """Return the odds of a grapple, by which the target is held, or pinned if it is held already (LD-G1, LD-G2, LD-G4).

    Args:
        battle: gives how both stand; it does not change.
        model: that of the garrote, or of bare hands. verb: GRAPPLE or GARROTE.
        actions: those of the attacker's turn. others: those of the target's.
        resists: whether the target rolls against it. may: whether it may still choose to.
        reply: the verb of an evasion that it has also declared, and the actions of its turn; None for no evasion.
    """
    twin = battle.copy()
    levels = np.zeros(MOST_OUTCOME + 20, np.int64)
    bonus = int(log_grapple_row(*twin.arrays, attacker, target, verb, actions))
    attack = terms_in(twin)
    ward, defense = NO_DEFENSE, []
    if resists:
        ward = int(log_resistance_row(*twin.arrays, target, others))
        defense = terms_in(twin)
    besides = NO_DEFENSE
    if reply is not None:
        besides = int(log_evasion_row(*twin.arrays, target, *reply))
        defense = defense + terms_in(twin)
    chances = chances_of(battle.field, bonus, ward, besides)
    more = int(log_harm(*twin.arrays, target, int(battle.field.arena[0]["weapons"][model]["bonus"]), 0, 0, levels))
    points, damage = harm_of(chances, more), terms_in(twin)
    if verb != GARROTE:
        points, damage = np.ones(1), []
    rolls = Rolls(attack, defense, int(resists) + int(reply is not None), 0, chances)
    return come_to(rolls, points, damage, levels, may, holds=True)


class Rolls(NamedTuple):
    """Both rolls of an attack: their terms, and the chance of each outcome."""

    attack: list[Term]
    defense: list[Term]
    defended: int
    decided: int
    chances: np.ndarray


def harm_of(chances: np.ndarray, more: int) -> np.ndarray:
    """Return the chance of each number of points of damage; `more` is added to each outcome above 0 (LD-H1)."""
    points = np.zeros(MOST_OUTCOME + 20)
    points[0] = chances[0]
    for outcome in range(1, len(chances)):
        points[min(max(outcome + more, 0), len(points) - 1)] += chances[outcome]
    return points


def come_to(
    rolls: Rolls, points: np.ndarray, damage: list[Term], levels: np.ndarray, may_answer: bool, holds: bool = False
) -> Odds:
    """Return the odds of an attack from its rolls and the chance of each number of points of damage.

    Args:
        levels: wound level of the target after each number of damage.
    """
    by_level = np.bincount(np.minimum(levels[: len(points)], OUT), points, OUT + 1)
    return Odds(
        attack=rolls.attack,
        defense=rolls.defense,
        defended=rolls.defended,
        decided=rolls.decided,
        damage=damage,
        may_answer=may_answer,
        holds=holds,
        outcome={outcome: float(chance) for outcome, chance in enumerate(rolls.chances) if chance > 0},
        hit=float(rolls.chances[1:].sum()),
        fumble=FUMBLE,
        points={number: float(chance) for number, chance in enumerate(points) if chance > 0},
        levels={LEVELS[level]: float(chance) for level, chance in enumerate(by_level) if chance > 0},
        expected=float((points * np.arange(len(points))).sum()),
        down=float(by_level[OUT:].sum()),
    )


def chances_of(field: Field, bonus: int, ward: int, besides: int = NO_DEFENSE) -> np.ndarray:
    """Return the chance of each outcome, by the rules and options of a battle (LD-R1, LD-D2).

    `ward` and `besides` are added to the dice of two defenses.
    """
    rules = field.arena[0]["rules"]
    least, critical = int(rules["least_defense"]), int(rules["critical_result"])
    return outcomes(bonus, ward, int(rules["option_critical"]), least, critical, besides)


def decided_by(decided: int, chances: np.ndarray) -> np.ndarray:
    """Return the chance of each outcome, given that the situation may have decided the attempt (LD-R1).

    An outright hit has an outcome of at least 1, except after a critical failure.
    """
    if decided == 0:
        return chances
    made = chances.copy()
    if decided < 0:
        made[:] = 0.0
        made[0] = 1.0
        return made
    made[1] += made[0] - FUMBLE
    made[0] = FUMBLE
    return made


def terms_in(battle: Battle) -> list[Term]:
    """Return the terms in the log of a battle."""
    log = battle.log[0]
    named = battle.field.system.CLAUSES
    return [term_of(named[clause], value) for clause, value in log["terms"][: log["terms_count"]].tolist()]


def chance_of(field: Field, attack: Event, events: Sequence[Event]) -> float | None:
    """Return the chance that an attack had to hit, from the events since: its roll and that of the evasion."""
    rolls = [event for event in events if event.kind == "roll"]
    thrown = next((roll for roll in rolls if (roll.numbers["purpose"], roll.actor) == ("attack", attack.actor)), None)
    if thrown is None:
        return None
    evasion = next((roll for roll in rolls if (roll.numbers["purpose"], roll.actor) == ("evasion", attack.target)), None)
    ward = NO_DEFENSE if evasion is None else sum(term.dice for term in evasion.terms)
    situation = [term.dice for term in thrown.terms if (term.words, term.rule) in SITUATIONAL]
    rules = field.arena[0]["rules"]
    deciding = max(situation, key=abs, default=0) if rules["option_circumstances"] == EACH else sum(situation)
    decided = 1 if deciding > rules["decides"] else -1 if deciding < -rules["decides"] else 0
    chances = chances_of(field, sum(term.dice for term in thrown.terms), ward)
    return float(decided_by(decided, chances)[1:].sum())
