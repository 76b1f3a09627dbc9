"""The exact results of an attack: from the two rolls to the outcome, to damage, to the wound level of the target.

`in_battle.py` uses it for an attack in a battle in progress or on a table, a replay for one in the past.
"""

from collections.abc import Sequence

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event, Term, term_of
from fireteam.env.rules.dice import MAX_DICE
from fireteam.env.scenario.setup import Field

from ..catalog.words import parted
from ..rules.attack.attack import FIRINGS, PART_OF_A_BURST
from ..rules.attack.chance import SUCCESSES, damage_chances
from ..rules.attack.odds import log_harm
from ..rules.rolls import SIDES
from ..rules.split import MOST_SHARE
from ..rules.tables import INCAPACITATED, LEVELS
from .result import Odds

DEFENSES = ("defense", "dedicated dodge")  # purposes of rolls


def worked_out(
    battle: Battle,
    attacker: int,
    target: int,
    model: int,
    single: int,
    attack: list[Term],
    defense: list[Term],
    dodged: int | None,
    may_answer: bool = False,
) -> Odds:
    """Return the odds of an attack; see `Exchange` for its parts.

    Args:
        battle: gives the harm done; it does not change.
        attacker, target: the numbers of the units.
        model: that of the weapon.
        single: 1 for one steady shot.
    """
    net = outcomes(attack, defense, dodged)
    dice, levels = np.zeros(MOST_SHARE + 1, np.int64), np.zeros(MAX_DICE + 1, np.int64)
    twin = battle.copy()
    difficulty = log_harm(*twin.arrays, attacker, target, model, single, dice, levels)
    points = np.zeros(MAX_DICE + 1)
    points[0] = net[: MOST_SHARE + 1].sum()
    for outcome in range(1, MOST_SHARE + 1):
        count = min(int(dice[outcome]), MAX_DICE)
        points[: count + 1] += net[MOST_SHARE + outcome] * np.array(damage_chances(difficulty, count))
    by_level = np.bincount(levels, points, len(LEVELS))
    return Odds(
        attack=attack,
        defense=defense,
        dodged=dodged,
        damage=terms_in(twin),
        may_answer=may_answer,
        outcome={number - MOST_SHARE: float(chance) for number, chance in enumerate(net) if chance > 0},
        hit=float(net[MOST_SHARE + 1 :].sum()),
        botch=botch_of(attack),
        points={number: float(chance) for number, chance in enumerate(points) if chance > 0},
        levels={LEVELS[level]: float(chance) for level, chance in enumerate(by_level) if chance > 0},
        expected=float((points * np.arange(MAX_DICE + 1)).sum()),
        down=float(by_level[INCAPACITATED:].sum()),
    )


def terms_in(battle: Battle) -> list[Term]:
    """Return the terms in the log of a battle."""
    log = battle.log[0]
    clauses = battle.field.system.CLAUSES
    return [term_of(clauses[clause], value) for clause, value in log["terms"][: log["terms_count"]].tolist()]


def size_of(terms: Sequence[Term]) -> tuple[int, int]:
    """Return the dice and the difficulty of a roll with these terms."""
    pool, harder = parted(terms)
    return max(sum(term.dice for term in pool), 0), sum(term.dice for term in harder)


def outcomes(attack: Sequence[Term], defense: Sequence[Term], dodged: int | None = None) -> np.ndarray:
    """Return the chance of each outcome, -MOST_SHARE to MOST_SHARE: successes of the attack less those of the defense.

    The defense is rolled; a dedicated dodge was rolled before, and has exactly `dodged` successes (DP-A5).
    """
    defended = np.eye(1, MOST_SHARE + 1, dodged or 0)[0] if dodged is not None or not defense else successes_of(defense)
    return np.convolve(successes_of(attack), defended[::-1])


def successes_of(terms: Sequence[Term]) -> np.ndarray:
    """Return the chance of each number of successes, 0 to MOST_SHARE, of a roll with these terms (DP-D1)."""
    dice, difficulty = size_of(terms)
    chances: np.ndarray = SUCCESSES[difficulty, dice]
    return chances


def botch_of(terms: Sequence[Term]) -> float:
    """Return the chance that a roll has no success and a one (DP-D1)."""
    dice, difficulty = size_of(terms)
    fails = (difficulty - 1) / SIDES
    return float(fails**dice - (fails - 1 / SIDES) ** dice)


def chance_of(_: Field, attack: Event, events: Sequence[Event]) -> float | None:
    """Return the chance that an attack had to hit, from the events since: its rolls and, at the end, how it landed.

    The attacker chooses how the successes of a burst are divided: that has no chance, and counts for none.
    """
    if attack.numbers["firing"] == FIRINGS[PART_OF_A_BURST]:
        return None
    rolls = [event for event in events if event.kind == "roll"]
    thrown = next((roll for roll in rolls if (roll.numbers["purpose"], roll.actor) == ("attack", attack.actor)), None)
    if thrown is None:
        return None
    defense = next((roll for roll in rolls if roll.numbers["purpose"] in DEFENSES and roll.actor == attack.target), None)
    # A dedicated dodge of this round was rolled before: what it took off is what is missing in the outcome.
    dodged = None if defense else int(thrown.numbers["hits"] or 0) - int(events[-1].numbers["net_hits"] or 0)
    return float(outcomes(thrown.terms, defense.terms if defense else [], dodged)[MOST_SHARE + 1 :].sum())
