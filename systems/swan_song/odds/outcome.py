"""The exact results of an attack: from the two pools to net hits, to damage, to a target that falls.

`in_battle.py` uses it for an attack in a battle in progress or on a table, a replay for one in the past.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.scenario.setup import Field

from ..rules.chances import MOST_DICE, ROLLED, SCORES, SIXES
from ..rules.clauses import BLIND_FIRE, CLAUSES, FIRST_SKILL
from ..rules.odds import damage_after_soak
from ..rules.tables import SKILLS
from ..words.verbs import PUSH, VERBS
from .result import Exchange, Odds

MOST_DAMAGE = 200
EXACT = 1e-12  # below it a chance is what floating point numbers have left over


def hit_chances(pool: int, limit: int | None = None, explodes: bool = False) -> np.ndarray:
    """Return the chance of each number of hits of a pool, shape (MOST_DICE + 1,); hits above the limit are lost (SS-D4).

    Where it `explodes`, every six is rolled again (SS-D8).
    """
    pool = min(max(pool, 0), MOST_DICE)
    chances = SCORES[SIXES if explodes else ROLLED, pool].copy()
    if limit is not None and limit < MOST_DICE:
        limit = max(limit, 0)
        chances[limit] = chances[limit:].sum()
        chances[limit + 1 :] = 0
    return chances


class Arrival(NamedTuple):
    """One possible effect of an attack with a given number of net hits.

    Attributes:
        chance: its chance among the effects of these net hits.
        arrives: whether the attack gets to its target; an obstacle may stop it.
        damage: damage value before soak, 0 if there is none. soak: dice against it.
    """

    chance: float
    arrives: bool
    damage: int
    soak: int


def worked_out(
    exchange: Exchange,
    net: np.ndarray,
    reached: Callable[[int], list[Arrival]],
    enough: int | None,
    lost: float,
    most: int,
) -> Odds:
    """Return the odds of an attack.

    Args:
        exchange: the attack's pools and numbers.
        net: chance of each number of net hits, from -MOST_DICE to MOST_DICE.
        reached: the possible effects of each number of net hits, from 0 on.
        enough: points that put the target out of the fight, None if none do.
        lost: the part of the chance of no net hits that is a miss rather than a graze.
        most: points that get through at most.
    """
    points, part = np.zeros(MOST_DAMAGE), np.zeros(MOST_DAMAGE)
    miss = float(net[:MOST_DICE].sum()) + lost
    hit = graze = 0.0
    points[0] = miss
    for hits, likely in enumerate(net[MOST_DICE:].tolist()):
        likely -= lost if hits == 0 else 0.0
        for arrival in reached(hits) if likely > 0 else []:
            chance = likely * arrival.chance
            hit += chance if arrival.arrives and hits else 0.0
            graze += chance if arrival.arrives and not hits else 0.0
            if arrival.damage == 0:
                points[0] += chance
                continue
            damage_after_soak(min(arrival.damage, MOST_DAMAGE - 1), 0, arrival.soak, 1, part)
            if most < MOST_DAMAGE:
                part[most] = part[most:].sum()
                part[most + 1 :] = 0
            points += chance * part
    return Odds(
        **vars(exchange),
        net={hits - MOST_DICE: float(chance) for hits, chance in enumerate(net) if chance > 0},
        hit=hit,
        graze=graze,
        miss=miss,
        stopped=max(1.0 - hit - graze - miss, 0.0) if hit + graze + miss < 1 - EXACT else 0.0,
        points={number: float(chance) for number, chance in enumerate(points) if chance > 0},
        expected=float((points * np.arange(MOST_DAMAGE)).sum()),
        down=0.0 if enough is None else float(points[enough:].sum()),
    )


def points_to_fell(battle: Battle, who: int, weapon: int) -> int | None:
    """Return the points of one attack that put a unit out of the fight as it is now, None if no number does.

    Health goes from pool to pool (SS-H2, SS-H3); Strain fells at its threshold, or carried over into health (SS-H4). Karma
    is left out.
    """
    unit, sheet = battle.record[0]["units"][who], battle.field.arena[0]["sheets"][who]
    rules, kind = battle.field.arena[0]["rules"], battle.field.arena[0]["weapons"][weapon]
    if unit["last_stand"]:
        return None
    left = [max(int(unit[pool]), 0) for pool in ("shield", "armored", "flesh")]
    shares = rules["damage_percent"][:, kind["damage_type"]].tolist()
    threshold, strain, overflow = int(sheet["strain"]), int(unit["strain"]), int(rules["strain_overflow"])
    for points in range(1, MOST_DAMAGE):
        if kind["strain"]:
            carried = max(strain + points - threshold, 0) // overflow
            fells = strain + points >= threshold > 0 or carried >= left[2 if sheet["flesh"] else 1]
        else:
            fells = uses_up_last_pool(points, left, shares, int(rules["part_of_a_point"]), bool(sheet["flesh"]))
        if fells:
            return points
    return None


def uses_up_last_pool(points: int, pools: list[int], shares: list[int], part: int, flesh: bool) -> bool:
    """Return whether health damage uses up the last pool of shield, Armored and, if there is any, Flesh.

    Args:
        points: the points of damage.
        pools: points left in each.
        shares: per cent of the damage that each takes.
        part: hundredths of a point that are added before fractions are dropped.
        flesh: whether there is Flesh.
    """
    last = 2 if flesh else 1
    for pool, share in zip(pools[:last], shares, strict=False):
        cost = (points * share + part) // 100
        points = 0 if cost <= pool else points - pool * 100 // share
    return points > 0 and (points * shares[last] + part) // 100 >= pools[last]


def chance_of(field: Field, attack: Event, events: Sequence[Event]) -> float | None:
    """Return the chance that an attack had to hit, from the events since: its rolls and, at the end, how it landed.

    It is None if the chance is unknown: the log has no dice, karma had pushed them, a vehicle attacked, or an obstacle
    could have stopped it.
    """
    thrown, defense = (
        next((roll for roll in events if roll.kind == "roll" and (roll.numbers["purpose"], roll.actor) == sought), None)
        for sought in (("attack", attack.actor), ("defense", attack.target))
    )
    arena, names = field.arena[0], [fighter.name for fighter in field.roster]
    model = list(field.catalog.weapons).index(str(attack.numbers["weapon"]))
    weapon = arena["weapons"][model]
    stopped = arena["glassy"] and not weapon["melee"]
    stopped |= thrown is not None and any(term.words == CLAUSES[BLIND_FIRE].words for term in thrown.terms)
    pushed = any(event.kind == "karma_spent" and event.numbers["verb"] == VERBS[PUSH].name for event in events)
    if thrown is None or defense is None or stopped or pushed or model == arena["bumper"]:
        return None
    physical = [int(arena["sheets"][names.index(str(who))]["physical"]) for who in (attack.actor, attack.target)]
    trained = {clause.words for clause in CLAUSES[FIRST_SKILL : FIRST_SKILL + len(SKILLS)]} & {
        term.words for term in defense.terms
    }
    if arena["rules"]["option_dice"]:
        return float(int(thrown.numbers["hits"] or 0) > int(defense.numbers["hits"] or 0))
    hits = hit_chances(len(thrown.dice), int(weapon["accuracy"]) or physical[0])
    warded = hit_chances(len(defense.dice), physical[1] if trained else None)
    return float(np.convolve(hits, warded[::-1])[MOST_DICE + 1 :].sum())
