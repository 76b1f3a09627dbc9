"""What an attack can come to, exactly: from the two pools to net hits, to damage, to a target that falls.

`attack.py` asks for two fresh units on a table, `in_battle.py` for the attack of a battle in progress.
"""

from collections.abc import Callable

import numpy as np

from ...battle import Battle
from ...rules.swan_song.odds import HITS, MOST_DICE, damage_after_soak
from .result import Exchange, Odds

MOST_DAMAGE = 200


def hit_chances(pool: int, limit: int | None = None, explodes: bool = False) -> np.ndarray:
    """Return the chance of each number of hits of a pool, shape (MOST_DICE + 1,); hits above the limit are lost (SS-D4).

    Where it `explodes`, every six is rolled again (SS-D8).
    """
    pool = min(max(pool, 0), MOST_DICE)
    chances = HITS[pool].copy()
    if explodes:
        die = np.array([4, 5 / 3, *(5 / 3 / 6**again for again in range(1, MOST_DICE))]) / 6
        chances = np.eye(1, MOST_DICE + 1)[0]
        for _ in range(pool):
            chances = np.convolve(chances, die)[: MOST_DICE + 1]
    if limit is not None and limit < MOST_DICE:
        limit = max(limit, 0)
        chances[limit] = chances[limit:].sum()
        chances[limit + 1 :] = 0
    return chances


def worked_out(
    exchange: Exchange,
    net: np.ndarray,
    reached: Callable[[int], tuple[int, int] | None],
    enough: int | None,
    most: int | None = None,
    lost: float = 0.0,
) -> Odds:
    """Return the odds of an attack.

    Args:
        exchange: its pools and numbers.
        net: chance of each number of net hits, from -MOST_DICE to MOST_DICE.
        reached: by net hits from 0 on, the damage value that arrives at the body, and its soak dice; None for nothing.
        enough: points that put the target out of the fight, None if none do.
        most: points that it can do at most.
        lost: the part of the chance of no net hits that is a miss rather than a graze.
    """
    points = np.zeros(MOST_DAMAGE)
    part = np.zeros(MOST_DAMAGE)
    points[0] = net[:MOST_DICE].sum() + lost
    for hits, chance in enumerate(net[MOST_DICE:].tolist()):
        chance -= lost if hits == 0 else 0.0
        arrives = reached(hits) if chance > 0 else None
        if arrives is None:
            points[0] += chance
        else:
            damage_after_soak(min(arrives[0], MOST_DAMAGE - 1), 0, arrives[1], 1, part)
            points += chance * part
    if most is not None:
        points[most] = points[most:].sum()
        points[most + 1 :] = 0
    return Odds(
        **vars(exchange),
        net={hits - MOST_DICE: float(chance) for hits, chance in enumerate(net) if chance > 0},
        hit=float(net[MOST_DICE + 1 :].sum()),
        graze=float(net[MOST_DICE]) - lost,
        miss=float(net[:MOST_DICE].sum()) + lost,
        points={number: float(chance) for number, chance in enumerate(points) if chance > 0},
        expected=float((points * np.arange(MOST_DAMAGE)).sum()),
        down=0.0 if enough is None else float(points[enough:].sum()),
    )


def points_to_fell(battle: Battle, who: int, weapon: int) -> int | None:
    """Return the points of one attack that put a unit out of the fight as it is now, None if no number does.

    Health goes from pool to pool (SS-H2, SS-H3); Strain fells at its threshold, or carried over into health (SS-H4). What
    karma could do about it is left aside.
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
            fells = empties(points, left, shares, int(rules["part_of_a_point"]), bool(sheet["flesh"]))
        if fells:
            return points
    return None


def empties(points: int, pools: list[int], shares: list[int], part: int, flesh: bool) -> bool:
    """Return whether health damage uses up the last of the pools: shield, Armored, and Flesh where there is any.

    Args:
        points: of damage.
        pools: points left in each.
        shares: per cent of the damage that each takes.
        part: hundredths of a point that are added before the part of a point is dropped.
        flesh: whether there is Flesh.
    """
    last = 2 if flesh else 1
    for pool, share in zip(pools[:last], shares, strict=False):
        cost = (points * share + part) // 100
        points = 0 if cost <= pool else points - pool * 100 // share
    return points > 0 and (points * shares[last] + part) // 100 >= pools[last]
