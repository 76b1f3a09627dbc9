"""Exact odds, against an independent library."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import icepool
import numpy as np
import pytest
from distributions import EXACT, assert_same, chances

from fireteam.content.errors import ContentError
from fireteam.env.analysis.odds import attack_odds
from fireteam.systems.swan_song.odds.outcome import hit_chances
from fireteam.systems.swan_song.rules import odds
from fireteam.systems.swan_song.rules.attack import chance

NO_LIMIT = 99


@cache
def hits(pool: int, limit: int = NO_LIMIT) -> Any:
    """Return icepool's distribution of the hits of a pool: fives and sixes, those above the limit lost."""
    if pool <= 0:
        return icepool.Die([0])
    one = icepool.d6.map(lambda face: 1 if face >= 5 else 0)
    return (pool @ one).map(lambda count: min(count, limit))


def net_hits(pool: int, limit: int, defense: int, defense_limit: int) -> dict[int, float]:
    """Return our distribution of net hits, without what cannot happen."""
    out = np.convolve(hit_chances(pool, limit), hit_chances(defense, defense_limit)[::-1])
    return {place - odds.MOST_DICE: float(share) for place, share in enumerate(out) if share}


def after_soak(damage: int, armor: int, soak: int, strain: int) -> dict[int, float]:
    """Return our distribution of the damage that gets through, without what cannot happen."""
    out = np.full(odds.MOST_DAMAGE + 1, 9.0)
    odds.damage_after_soak(damage, armor, soak, strain, out)
    return {points: float(share) for points, share in enumerate(out) if share}


def soaked(damage: int, armor: int, soak: int, strain: int) -> Any:
    """Return icepool's distribution of the damage that gets through armor and soak."""
    if not strain and damage < armor:
        return icepool.Die([0])
    return hits(soak).map(lambda count: max(damage - count, 0))


@pytest.mark.parametrize("limit", [0, 1, 3, 5, NO_LIMIT])
@pytest.mark.parametrize("defense_limit", [0, 2, NO_LIMIT])
def test_net_hits(limit: int, defense_limit: int) -> None:
    """Net hits of pool against pool, each with its limit, come as often as icepool says."""
    for pool in (0, 1, 2, 5, 9, 16):
        for defense in (0, 1, 4, 7, 13):
            theirs = hits(pool, limit) - hits(defense, defense_limit)
            assert_same(net_hits(pool, limit, defense, defense_limit), chances(theirs))


def test_net_hits_of_the_largest_pools() -> None:
    """Pools of forty against forty fit the table; smaller than none counts as none."""
    assert_same(net_hits(40, NO_LIMIT, 40, NO_LIMIT), chances(hits(40) - hits(40)))
    assert_same(net_hits(-3, 5, -1, 5), {0: Fraction(1)})


@pytest.mark.parametrize("strain", [0, 1])
def test_damage_after_soak(strain: int) -> None:
    """What armor and soak let through comes as often as icepool says; health damage below the armor does nothing."""
    for damage in (0, 1, 4, 9, 20, 60):
        for armor in (0, 4, 9, 12):
            for soak in (-1, 0, 3, 8, 15):
                assert_same(after_soak(damage, armor, soak, strain), chances(soaked(damage, armor, soak, strain)))


def mean(die: Any) -> Fraction:
    """Return the mean of a distribution of icepool's."""
    return sum((outcome * share for outcome, share in chances(die).items()), Fraction())


ATTACKS: Iterable[tuple[int, ...]] = [
    # pool, limit, defense, its limit, damage, armor, soak, strain
    (8, 5, 6, NO_LIMIT, 9, 9, 11, 0),
    (8, 5, 6, NO_LIMIT, 9, 12, 14, 0),
    (8, 5, 6, 4, 9, 12, 14, 1),
    (12, 6, 4, NO_LIMIT, 6, 4, 6, 0),
    (12, NO_LIMIT, 0, NO_LIMIT, 2, 0, 1, 0),
    (3, 2, 10, 3, 5, 8, 9, 0),
    (1, 1, 0, NO_LIMIT, 0, 0, 0, 1),
    (0, 5, 3, NO_LIMIT, 9, 0, 2, 0),
    (20, 7, -2, NO_LIMIT, 12, 20, 24, 0),
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_expected_damage(attack: tuple[int, ...]) -> None:
    """The damage expected of an attack is the mean over net hits and soak that icepool finds."""
    pool, limit, defense, defense_limit, damage, armor, soak, strain = attack
    expected = Fraction()
    for net, share in chances(hits(pool, limit) - hits(defense, defense_limit)).items():
        if net > 0:
            expected += share * mean(soaked(damage + net, armor, soak, strain))
    assert odds.expected_damage(*attack) == pytest.approx(float(expected), abs=EXACT, rel=1e-9)


def test_chance_to_beat() -> None:
    """The integer table of standing orders holds the exact chance that one pool beats another, in per cent rounded down."""
    for pool in range(0, 21, 3):
        for other in range(0, 21, 4):
            won = sum((share for net, share in chances(hits(pool) - hits(other)).items() if net > 0), Fraction())
            assert int(chance.BEATING[pool, other]) == int(100 * won)


# Attacks on a table.


@pytest.mark.parametrize(
    ("option", "cover", "aware"), [("unaware", "total", False), ("engaged", "total", True), ("unaware", "good", True)]
)
def test_the_odds_know_whether_the_hidden_defend_themselves(option: str, cover: str, aware: bool) -> None:
    """SS-B4: by the option, who is wholly hidden has the dice of its cover alone, in the odds as in a battle."""
    rules = {"hidden_defender": option}
    dice = {term.words: term.dice for term in attack_odds(cover=cover, rules=rules).defense}
    assert dice["cover"] == 4
    assert (sum(dice.values()) > 4) == aware
    if not aware:
        with pytest.raises(ContentError, match="cannot answer this attack at all"):
            attack_odds(cover=cover, reply="full_defense", rules=rules)


def test_vehicles_have_room_on_the_small_table() -> None:
    """A van is two tiles wide: it fits, and has nothing to defend with; a shot that it grazes does it no harm (SS-R2)."""
    odds = attack_odds("soldier", "van", weapon="light_pistol")
    assert odds.defense == []
    assert odds.graze == odds.miss + odds.graze > 0


REFUSED: list[tuple[dict[str, Any], str]] = [
    (
        {"attacker": "ganger", "weapon": "light_pistol", "metres": 51},
        "light pistol cannot reach so far. It goes up to 50 met",
    ),
    ({"metres": 1200}, "cannot reach so far"),
    (
        {"reply": "parry", "target": "duelist"},
        "this target cannot answer this attack so. blue_1 can (defend): pass, full_def",
    ),
    ({"reply": "dodge"}, "this target cannot answer this attack so"),
    ({"reply": "parry", "target": "marksman"}, "the target carries no melee weapon"),
    ({"aim": 5}, "aim = 5: at most 4 with weapon 'assault_rifle', since an aim has as many dice as the rank"),
    ({"aim": 1, "weapon": "sword"}, "aim = 1: at most 0 with weapon 'sword', since blows are not aimed"),
    ({"weapon": "fragmentation_grenade"}, "weapon 'fragmentation_grenade' is no attack on one"),
    ({"weapon": "rocket_launcher"}, "weapon 'rocket_launcher' is no attack on one"),
    ({"weapon": "bumper"}, "is what a vehicle rams with"),
    ({"attacker": "van", "weapon": "light_pistol"}, "attacker: the van is a thing and attacks nobody"),
    ({"target": "van", "cover": "partial"}, "cover: the van is a thing and takes no cover"),
    ({"target": "van", "prone": True}, "prone: the van is a thing and never lies down"),
    ({"target": "generator", "target_running": True}, "target_running: the generator is a thing and runs nowhere"),
    ({"wounds": 10}, "wounds = 10: it has 10 points, and is out of the fight without them"),
    ({"called": "heel"}, "called = 'heel': must be one of ankle,"),
    ({"material": "paper", "cover": "good"}, "no material is called 'paper'"),
    ({"material": "heavy"}, "material: of what cover?"),
    ({"light": "bright"}, "light = 'bright': must be one of clear, dim, dark, black"),
    ({"volley": True, "weapon": "sniper_rifle"}, "mode = 'SS': it has no volley."),
]


@pytest.mark.parametrize(("asked", "said"), REFUSED)
def test_what_cannot_be_asked(asked: dict[str, Any], said: str) -> None:
    """What the rules do not allow is refused in a sentence that says why."""
    with pytest.raises(ContentError, match=re.escape(said)):
        attack_odds(**asked)


CHANGED: list[tuple[dict[str, Any], int, int]] = [
    # what is asked; dice of the attack more than 8; dice of the defense more than 7
    ({"light": "dark"}, -3, 0),
    ({"wounds": 5}, -2, 0),
    ({"target_wounds": 5}, 0, -2),
    ({"prone": True, "metres": 3}, 0, -2),
    ({"running": True}, -2, 0),
    ({"target_running": True}, -2, 2),
    ({"called": "thigh"}, -6, 0),
    ({"bonus": 3}, 3, 0),
    ({"bonus": -5}, -5, 0),
    ({"aim": 4}, 4, 0),
    ({"cover": "partial"}, 0, 2),
    ({"cover": "good", "material": "hardened"}, 0, 4),
    ({"reply": "full_defense"}, 0, 3),
]


@pytest.mark.parametrize(("asked", "attack", "defense"), CHANGED)
def test_what_a_table_asks_for(asked: dict[str, Any], attack: int, defense: int) -> None:
    """Light, wounds, posture, pace, calls, bonuses, cover and replies change the pools as the rules say."""
    odds = attack_odds(**asked)
    assert sum(term.dice for term in odds.attack) == 8 + attack
    assert sum(term.dice for term in odds.defense) == 7 + defense
    assert sum(odds.ways().values()) == pytest.approx(1)


def test_a_tie_goes_through_the_cover_or_is_stopped() -> None:
    """SS-B2: what furniture lets through does harm on a tie, what brick stops does not, and open ground has only a graze."""
    open_, crate, brick = (
        attack_odds(cover=cover, material=material)
        for cover, material in (("none", ""), ("good", ""), ("good", "structure"))
    )
    harmed = [1 - odds.points[0] for odds in (open_, crate, brick)]
    assert harmed[0] < open_.hit
    assert crate.hit < harmed[1] < crate.hit + crate.graze
    assert (brick.graze, open_.stopped, crate.stopped) == (0, 0, 0)
    assert brick.stopped == pytest.approx(crate.graze)
    assert harmed[2] == pytest.approx(brick.hit) == pytest.approx(crate.hit)


def test_bought_dice_leave_nothing_to_chance_on_a_table() -> None:
    """SS-D9: where dice are bought, two hits against one are certain."""
    assert attack_odds(rules={"dice": "bought"}).ways() == {"hit": 1, "graze": 0, "miss": 0}


def test_partial_cover_is_none_against_blows() -> None:
    """SS-B1: it applies to ranged tests; good cover to any attack."""
    for weapon, level, dice in (("knife", "partial", 0), ("knife", "good", 4), ("light_pistol", "partial", 2)):
        odds = attack_odds("soldier", "soldier", weapon=weapon, cover=level)
        assert sum(term.dice for term in odds.defense if term.words == "cover") == dice
