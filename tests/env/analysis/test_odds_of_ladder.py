"""Exact odds of ladder, against an independent library, and against a hundred thousand rolled attacks."""

from collections.abc import Callable
from functools import cache
from typing import Any

import icepool
import numpy as np
import pytest
from distributions import EXACT, assert_same, chances, check_shares
from laddertable import fighter, play, table

from fireteam.env.analysis.ladder.outcome import FUMBLE, decided_by
from fireteam.env.analysis.odds import attack_odds, quote_attack
from fireteam.env.battle import Battle
from fireteam.env.errors import ContentError
from fireteam.env.observe.actions import from_words
from fireteam.env.rules.interface import DONE, step_row
from fireteam.env.rules.ladder.attack.chance import NO_DEFENSE, outcomes
from fireteam.env.rules.ladder.purposes import ATTACK
from fireteam.env.rules.ladder.rolls.rolls import FAILURE
from fireteam.env.rules.ladder.tables import AT_LEAST, EXACTLY, LEVELS, OUT
from fireteam.env.rules.log import DAMAGE, HIT, MISS, ROLL
from tabletop import decider

SYSTEM = "ladder"
ROLLS = 100_000
LOST = -100  # what a critical failure counts as: no defense is so bad


@cache
def rolled() -> Any:
    """Return icepool's distribution of four fudge dice."""
    return 4 @ icepool.Die([-1, 0, 1])


@cache
def attacked(bonus: int, ward: int | None = None, at_least: bool = False, least: int = 0, critical: int = 5) -> Any:
    """Return icepool's distribution of attack less defense: four pluses are a 5, four minuses are lost."""

    def result(thrown: int) -> int:
        if thrown == -4:
            return LOST
        return (max(thrown + bonus, critical) if at_least else critical) if thrown == 4 else thrown + bonus

    defense = icepool.Die([0]) if ward is None else rolled().map(lambda thrown: max(thrown + ward, least))
    return rolled().map(result) - defense


def outcome_of(net: Any, decided: int = 0) -> Any:
    """Return icepool's distribution of outcomes, 0 for none; if the situation decides, a hit is worth 1 at least."""
    if decided < 0:
        return icepool.Die([0])
    return net.map(lambda margin: max(margin, 1) if decided and margin > LOST + 50 else max(margin, 0))


@pytest.mark.parametrize("at_least", [False, True])
@pytest.mark.parametrize("bonus", range(-9, 13, 3))
def test_outcomes(bonus: int, at_least: bool) -> None:
    """LD-R1, LD-D2: attack less defense, which is never below none unless a house rule says so."""
    reading = AT_LEAST if at_least else EXACTLY
    for ward in (None, -8, -3, 0, 2, 7):
        for least, critical in ((0, 5), (-4, 5), (2, 9), (-12, 0)):
            ours = outcomes(bonus, NO_DEFENSE if ward is None else ward, reading, least, critical)
            theirs = outcome_of(attacked(bonus, ward, at_least, least, critical))
            assert_same({number: float(share) for number, share in enumerate(ours) if share}, chances(theirs))


@pytest.mark.parametrize("decided", [-1, 1])
def test_what_is_decided_outright(decided: int) -> None:
    """LD-R1: beyond three the situation decides, but a critical failure always misses (LD-D2)."""
    for bonus in (-6, 0, 5):
        ours = decided_by(decided, outcomes(bonus, NO_DEFENSE, EXACTLY))
        theirs = outcome_of(attacked(bonus), decided)
        assert_same({number: float(share) for number, share in enumerate(ours) if share}, chances(theirs))


def test_the_best_shot_there_can_be() -> None:
    """Rank 8, aimed for 12 in a burst of 6 at who adds as much to it as can be: all outcomes have room."""
    ours = outcomes(26, -12, EXACTLY, -12)
    theirs = outcome_of(attacked(26, -12, least=-12))
    assert_same({number: float(share) for number, share in enumerate(ours) if share}, chances(theirs))


# Attacks of units of the catalog on a table: what is added to their rolls is worked out by hand. A soldier has Physique 2,
# Ranged 2, Melee 1, Unarmed 1 and armor 1 (the vest; the helmet does not count besides); a duelist Physique 2, Melee 3, a
# sword, a buckler and armor 1; a scout Physique 3, armor 1; a riot officer Physique 1, Melee 2, a shield on the arm and
# armor 2; a guard Ranged 2 and a shotgun; a brawler Unarmed 3; a generator is a thing, armor 2.
SHOT = 4 - 1  # bonus of the rifle less armor
ATTACKS: dict[str, tuple[dict[str, Any], int, int | None, int, int]] = {
    # what is asked; added to the attack, to the defense (None for none), to the outcome; what the situation decides
    "a rifle": ({}, 2, None, SHOT, 0),
    "cover, taken": ({"cover": "partial"}, 2 - 2, None, SHOT, 0),
    "good cover, taken": ({"cover": "good"}, 2 - 3, None, SHOT, 0),
    "one of three actions": ({"actions": 3}, 2 - 3, None, SHOT, 0),
    "a burst": ({"burst": True}, 2 + 1, None, SHOT, 0),
    "aimed": ({"aim": 2}, 2 + 2, None, SHOT, 0),
    "aimed for more than three turns": ({"aim": 9}, 2 + 3, None, SHOT, 0),
    "an aimed burst": ({"aim": 3, "burst": True}, 2 + 4, None, SHOT, 1),
    "far off": ({"metres": 390}, 2 - 1, None, SHOT, 0),
    "far off in good cover": ({"metres": 390, "cover": "good"}, 2 - 4, None, SHOT, -1),
    "buckshot": ({"attacker": "guard", "metres": 8}, 2 + 1, None, 4 - 1, 0),
    "buckshot farther off": ({"attacker": "guard", "metres": 20}, 2, None, 4 - 1, 0),
    "dodged": ({"reply": "dodge"}, 2, 2, SHOT, 0),
    "dodged among four actions": ({"reply": "dodge", "others": 4}, 2, 2 - 4, SHOT, 0),
    "a knife": ({"weapon": "knife"}, 1, None, 1 - 1, 0),
    "a knife, parried": ({"weapon": "knife", "reply": "parry"}, 1, 1, 1 - 1, 0),
    "a knife, parried with a buckler": ({"weapon": "knife", "target": "duelist", "reply": "shield"}, 1, 3 + 1, 1 - 1, 0),
    "around a shield": ({"weapon": "knife", "target": "riot_officer"}, 1 - 1, None, 1 - 2, 0),
    "through a shield": ({"weapon": "knife", "target": "riot_officer", "through": True}, 1, None, 1 - 2 - 3, 0),
    "a shot around a shield": ({"target": "riot_officer"}, 2 - 1, None, 4 - 2, 0),
    "a shot through a shield": ({"target": "riot_officer", "through": True}, 2, None, 4 - 2 - 3, 0),
    "cover and a shield are three at most": ({"target": "riot_officer", "cover": "good"}, 2 - 3, None, 4 - 2, 0),
    "parried with the shield": ({"weapon": "sword", "target": "riot_officer", "reply": "shield"}, 1 - 1, 2, 2 - 2, 0),
    "bare hands": ({"weapon": "unarmed"}, 1, None, 0 - 1, 0),
    "brass knuckles": ({"attacker": "brawler", "weapon": "brass_knuckles"}, 3, None, 1 - 1, 0),
    "a blow with a shield": ({"attacker": "riot_officer", "weapon": "riot_shield"}, 2, None, 1 - 1, 0),
    "a thrown knife": ({"weapon": "throwing_knife", "metres": 5}, 2, None, 1 - 1, 0),
    "a thing": ({"target": "generator"}, 2, None, 4 - 2, 0),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_on_a_table(name: str) -> None:
    """The whole of an attack, to the wound level, is spread as icepool finds by the numbers on the sheets."""
    asked, bonus, ward, more, decided = ATTACKS[name]
    odds = attack_odds(**asked, system=SYSTEM)
    check_spread(odds, outcome_of(attacked(bonus, ward), decided), more)
    assert odds.decided == decided


def check_spread(odds: Any, outcome: Any, more: int) -> None:
    """Assert that all numbers of some odds are those of icepool; `more` is added to the outcome of a hit."""
    points = outcome.map(lambda number: max(number + more, 0) if number else 0)
    assert_same(odds.outcome, chances(outcome))
    assert_same(odds.points, chances(points))
    levels = {LEVELS.index(level): share for level, share in odds.levels.items()}
    assert_same(levels, chances(points.map(lambda count: min(count, OUT))))
    for ours, theirs in ((odds.hit, outcome > 0), (odds.down, points >= OUT), (odds.expected, points)):
        assert ours == pytest.approx(float(theirs.mean()), abs=EXACT, rel=1e-9)
    assert odds.ways() == {"hit": odds.hit, "miss": pytest.approx(1 - odds.hit - 1 / 81), "critical failure": FUMBLE}
    assert pytest.approx(1 / 81) == FUMBLE


HOUSE: dict[str, tuple[dict[str, Any], dict[str, int], Any, int]] = {
    # what is asked; numbers of a house rule; icepool's outcome under it; what the situation decides
    "a defense below none helps": ({"reply": "dodge", "others": 6}, {"least_defense": -12}, attacked(2, -4, least=-12), 0),
    "a defense is worth 2": ({"reply": "dodge"}, {"least_defense": 2}, attacked(2, 2, least=2), 0),
    "criticals are an 8": ({}, {"critical_result": 8}, attacked(2, critical=8), 0),
    "criticals are nothing": ({}, {"critical_result": 0}, attacked(2, critical=0), 0),
    "two decide": ({"aim": 3}, {"decides": 2}, attacked(5), 1),
    "two against it decide": ({"cover": "good", "reply": "dodge"}, {"decides": 2}, attacked(-1), -1),
    "seven do not": ({"aim": 3, "burst": True}, {"decides": 7}, attacked(6), 0),
}


@pytest.mark.parametrize("name", HOUSE)
def test_house_rules(name: str) -> None:
    """Numbers of the rules that a table plays by otherwise are those of its odds."""
    asked, numbers, net, decided = HOUSE[name]
    odds = attack_odds(**asked, system=SYSTEM, catalog={"numbers": numbers})
    check_spread(odds, outcome_of(net, decided), SHOT)
    assert odds.as_numbers() != attack_odds(**asked, system=SYSTEM).as_numbers()


def test_both_readings_of_criticals() -> None:
    """LD-D2: with Ranged 3 and three turns of aim a critical is worth less than a roll of 0, unless it is at least a 5."""
    asked = {"attacker": "marksman", "aim": 3, "system": SYSTEM}
    exactly, at_least = (attack_odds(**asked, rules={"critical": reading}) for reading in ("exactly", "at_least"))
    check_spread(exactly, outcome_of(attacked(6)), 5 - 1)
    check_spread(at_least, outcome_of(attacked(6, at_least=True)), 5 - 1)
    assert 10 in at_least.outcome
    assert 10 not in exactly.outcome


def test_what_it_is_made_of() -> None:
    """Each point has its reason; who looks through fog does not learn what armor is worn."""
    odds = attack_odds(cover="good", aim=1, burst=True, reply="dodge", others=2, system=SYSTEM)
    assert odds.made_of() == {
        "attack": "4 fudge dice + Ranged 2 + 1 aimed (LD-A4) + 1 burst (LD-A5) - 3 target in cover (LD-C1)",
        "defense": "4 fudge dice + Physique 2 - 2 several actions (LD-A1)",
        "damage": "outcome (LD-R1) + 4 weapon (LD-H1) - 1 armor (LD-H1)",
    }
    assert "armor" not in odds.made_of(fog=True)["damage"]
    assert list(odds.spreads()) == ["outcome", "damage", "wound level"]
    assert (odds.harm, odds.assumes) == ("damage", "")
    plain = attack_odds(system=SYSTEM)
    assert (plain.made_of()["defense"], plain.assumes) == ("none", "not evaded")
    assert attack_odds(target="generator", system=SYSTEM).assumes == ""
    outright = attack_odds(aim=3, burst=True, system=SYSTEM).made_of()["attack"]
    assert outright.endswith("; it hits outright (LD-R1)")
    through = attack_odds(target="riot_officer", through=True, system=SYSTEM).made_of()["damage"]
    assert through == "outcome (LD-R1) + 4 weapon (LD-H1) - 2 armor (LD-H1) - 3 shield (LD-C2)"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"cover": "total"}, "cover = 'total': who is hidden altogether cannot be attacked"),
        ({"metres": 500}, "range: rifle cannot reach so far. It goes up to 400 metres."),
        ({"actions": 7}, "actions = 7: must be at most 6"),
        ({"actions": 0}, "actions = 0: must be at least 1"),
        ({"others": 2}, "others: which evasion is among them?"),
        ({"weapon": "knife", "aim": 1}, "weapon 'knife' is not aimed, only firearms and bows are"),
        ({"weapon": "throwing_knife", "aim": 1, "metres": 3}, "weapon 'throwing_knife' is not aimed"),
        ({"weapon": "bow", "burst": True}, "weapon 'bow' fires no bursts"),
        ({"weapon": "garrote"}, "weapon 'garrote' is laid on by a grapple, which has no odds"),
        ({"through": True}, "through: the target has no shield on its arm"),
        ({"through": True, "target": "duelist"}, "through: the target has no shield on its arm"),
        ({"through": True, "burst": True, "target": "riot_officer"}, "burst: a burst goes around a shield"),
        ({"attacker": "generator"}, "attacker: the generator is a thing"),
        ({"reply": "dodge", "target": "generator"}, "reply = 'dodge': a thing evades nothing"),
        ({"reply": "parry"}, "reply = 'parry': only blows are parried; shots are dodged"),
        ({"reply": "parry", "target": "marksman", "weapon": "knife"}, "the target carries nothing to parry with so"),
        ({"reply": "shield", "weapon": "knife"}, "reply = 'shield': the target carries nothing to parry with so"),
        ({"reply": "duck"}, "reply = 'duck'"),
    ],
)
def test_what_cannot_be_asked(asked: dict[str, Any], said: str) -> None:
    """What the rules do not allow is refused in a sentence."""
    with pytest.raises(ContentError, match=said.replace("?", r"\?")):
        attack_odds(**asked, system=SYSTEM)


# Rolled attacks.

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
    opening = battle.record.copy()
    action = from_words(battle.field, 0, "end")
    log, row = battle.log[0], battle.record[0]
    target = [fighter.name for fighter in battle.field.roster].index("blue_1")
    net, points, levels = (np.zeros(ROLLS, np.int64) for _ in range(3))
    fumbles = 0
    for number in range(ROLLS):
        battle.record[:] = opening
        row["seed"] = (number, 2027)
        assert step_row(*battle.arrays, *action) == DONE
        told = log["events"][: log["count"]][["kind", "actor", "target", "value", "a", "b"]].tolist()
        for kind, actor, other, value, purpose, glitch in told:
            if other != target or actor != 0:
                continue
            if kind in (HIT, MISS):
                net[number] = max(value, 0)
            elif kind == DAMAGE:
                points[number] = value
            elif kind == ROLL and purpose == ATTACK:
                fumbles += glitch == FAILURE
        levels[number] = row["units"][target]["level"]
    hits = int((net > 0).sum())
    downs = int((levels >= OUT).sum())
    for count, chance in ((hits, odds.hit), (downs, odds.down), (fumbles, odds.fumble)):
        assert abs(count - ROLLS * chance) <= 5 * (ROLLS * chance * (1 - chance)) ** 0.5 + 1e-6
    check_shares(net, odds.outcome, least=3)
    check_shares(points, odds.points, least=2)
    check_shares(np.minimum(levels, OUT), {LEVELS.index(level): share for level, share in odds.levels.items()}, least=1)
    assert abs(points.mean() - odds.expected) < 5 * points.std() / ROLLS**0.5
