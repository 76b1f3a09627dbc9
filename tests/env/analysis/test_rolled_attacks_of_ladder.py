"""Exact odds of ladder against a hundred thousand attacks that the engine itself has rolled, of every kind."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from distributions import check_shares
from laddertable import fighter, play, table
from repeated import taken

from fireteam.env.analysis.odds import quote_attack
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import from_words
from fireteam.env.rules.ladder.purposes import ATTACK
from fireteam.env.rules.ladder.rolls.rolls import FAILURE
from fireteam.env.rules.ladder.tables import LEVELS, OUT
from fireteam.env.rules.log import DAMAGE, HIT, MISS, ROLL
from tabletop import decider

ROLLS = 100_000
RED: dict[str, Any] = {"weapons": ["submachine_gun", "sword"], "skills": {"ranged": 2, "melee": 2, "unarmed": 1}}
BLUE: dict[str, Any] = {"skills": {"physique": 1, "melee": 1}, "armour": ["vest"]}
WALL = {"ground": "\n".join(["." * 3 + "O" + "." * 20] * 5)}
BEARER = {"weapons": ["riot_shield"], "armour": ["vest"]}


def aimed(battle: Battle) -> None:
    """Let red have spent three turns aiming at blue."""
    battle.unit("red_1")["aim"], battle.unit("red_1")["aim_at"] = 3, 1


def hurt(battle: Battle) -> None:
    """Hurt both: red is worse at all by 2, blue by 1."""
    battle.unit("red_1")["level"], battle.unit("blue_1")["level"] = 4, 3


def in_cover(battle: Battle) -> None:
    """Let blue have taken the cover it stands at."""
    battle.unit("blue_1")["covered"] = 1


def as_it_is(_: Battle) -> None:
    """Change nothing."""


Case = tuple[str, str, int, dict[str, Any], dict[str, Any], Callable[[Battle], None]]
CASES: dict[str, Case] = {
    # plan of red, the attack last; that of blue; metres; what blue is; options of the battle; what is changed before
    "plain": ("shoot blue_1", "", 3, {}, {}, as_it_is),
    "a burst": ("volley blue_1", "", 3, {}, {}, as_it_is),
    "aimed": ("shoot blue_1", "", 3, {}, {}, aimed),
    "several actions": ("shoot blue_2, dodge_attacks blue_1, shoot blue_1", "", 3, {}, {}, as_it_is),
    "wounded": ("shoot blue_1", "dodge_attacks red_1", 3, {}, {}, hurt),
    "the worst wound counts": ("shoot blue_1", "", 3, {}, {"options": {"wounds": "worst"}}, hurt),
    "dodged": ("shoot blue_1", "dodge_attacks red_1", 3, {}, {}, as_it_is),
    "dodged as one of two": ("volley blue_1", "dodge_attacks red_1, dodge_attacks red_2", 3, {}, {}, as_it_is),
    "parried": ("switch sword, strike blue_1", "parry_attacks red_1", 1, {"weapons": ["axe"]}, {}, as_it_is),
    "a buckler": ("punch blue_1", "shield_parry red_1", 1, {"weapons": ["buckler"]}, {}, as_it_is),
    "around a shield": ("shoot blue_1", "", 3, BEARER, {}, as_it_is),
    "through a shield": ("shoot_through blue_1", "", 3, BEARER, {}, as_it_is),
    "a shield parries": ("switch sword, strike blue_1", "shield_parry red_1", 1, BEARER, {}, as_it_is),
    "cover": ("volley blue_1", "", 3, {}, WALL, in_cover),
    "through cover": ("shoot_through blue_1", "", 3, {}, WALL, in_cover),
    "at least a 5": ("shoot blue_1", "", 3, {}, {"options": {"critical": "at_least"}}, aimed),
    "hits outright": ("volley blue_1", "dodge_attacks red_1", 3, {}, {}, aimed),
    "hits are not so sure": ("volley blue_1", "dodge_attacks red_1", 3, {}, {"catalog": {"numbers": {"decides": 9}}}, aimed),
    "a bad dodge": (
        "shoot blue_1",
        "dodge_attacks red_1, dodge_attacks red_2",
        3,
        {},
        {"catalog": {"numbers": {"least_defense": -12, "critical_result": 9}}},
        hurt,
    ),
}


def declared(case: Case) -> tuple[Battle, Any]:
    """Return a battle in which everything is declared but for the last "end", and the odds of red_1's attack."""
    plan, reply, metres, blue, options, change = case
    red = [fighter((1, 2), **RED), fighter((1, 4))]
    battle = table(red, [fighter((1 + metres, 2), **{**BLUE, **blue}), fighter((20, 0))], **options)
    change(battle)
    while decider(battle)[1] != "red_1":
        words = reply.split(", ") if reply and decider(battle)[1] == "blue_1" else []
        for action in (*words, "end"):
            play(battle, action)
    *before, attack = plan.split(", ")
    for action in before:
        play(battle, action)
    odds = quote_attack(battle, attack)
    play(battle, attack)
    battle.dictate([])
    return battle, odds


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_rolled_attacks(name: str) -> None:
    """A hundred thousand attacks, rolled with the engine's dice and rules, are spread as the exact odds say."""
    battle, odds = declared(CASES[name])
    target = [fighter.name for fighter in battle.field.roster].index("blue_1")
    told = taken(battle, from_words(battle.field, 0, "end"), ROLLS, 2027, target)
    ours = (told.actor == 0) & (told.target == target)
    net = np.maximum(told.last(ours & np.isin(told.kind, (HIT, MISS))), 0)
    points = told.last(ours & (told.kind == DAMAGE))
    fumbles = int((ours & (told.kind == ROLL) & (told.a == ATTACK) & (told.b == FAILURE)).sum())
    levels = told.after["level"]
    hits = int((net > 0).sum())
    downs = int((levels >= OUT).sum())
    for count, chance in ((hits, odds.hit), (downs, odds.down), (fumbles, odds.fumble)):
        assert abs(count - ROLLS * chance) <= 5 * (ROLLS * chance * (1 - chance)) ** 0.5 + 1e-6
    check_shares(net, odds.outcome, least=3)
    check_shares(points, odds.points, least=2)
    check_shares(np.minimum(levels, OUT), {LEVELS.index(level): share for level, share in odds.levels.items()}, least=1)
    assert abs(points.mean() - odds.expected) < 5 * points.std() / ROLLS**0.5
