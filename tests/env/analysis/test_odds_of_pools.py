"""Exact odds of d10_pool, against an independent library."""

from functools import cache
from typing import Any

import icepool
import pytest
from distributions import EXACT, assert_same, chances

from fireteam.content.errors import ContentError
from fireteam.env.analysis.odds import attack_odds
from fireteam.env.observe.events import Term
from fireteam.systems.d10_pool.odds.outcome import botch_of, outcomes
from fireteam.systems.d10_pool.rules.attack.chance import RISES, SUCCESSES, damage_chances
from fireteam.systems.d10_pool.rules.split import MOST_SHARE
from fireteam.systems.d10_pool.rules.tables import LEVELS

SYSTEM = "d10_pool"
DEFENDED, DAMAGED = 6, 6  # difficulties of a defense and of damage
OUT = 7  # the wound level of who is incapacitated


@cache
def successes(dice: int, difficulty: int) -> Any:
    """Return icepool's distribution of a roll: a die of at least the difficulty is a success, each 1 takes one away."""
    if dice == 0:
        return icepool.Die([0])
    one = icepool.d10.map(lambda face: 1 if face >= difficulty else -1 if face == 1 else 0)
    return (dice @ one).map(lambda count: max(count, 0))


@cache
def damage(dice: int) -> Any:
    """Return icepool's distribution of damage: 6 or better is one, and ones take nothing away; none for no dice."""
    return dice @ icepool.d10.map(lambda face: int(face >= DAMAGED)) if dice else icepool.Die([0])


def roll_of(dice: int, difficulty: int) -> list[Term]:
    """Return the terms of a roll of so many dice."""
    return [Term(dice + 2, "Dexterity", "DP-D1"), Term(-2, "wounded", "DP-H3"), Term(difficulty, "base", "DP-D1")]


@pytest.mark.parametrize("difficulty", range(2, 11))
def test_successes(difficulty: int) -> None:
    """DP-D1: the successes of every pool that there can be come as often as icepool says."""
    for dice in range(MOST_SHARE + 1):
        ours = {count: float(share) for count, share in enumerate(SUCCESSES[difficulty, dice]) if share}
        assert_same(ours, chances(successes(dice, difficulty)))


@pytest.mark.parametrize("difficulty", [2, 6, 10])
def test_damage_has_no_ones(difficulty: int) -> None:
    """DP-D2: a 1 takes nothing away from damage."""
    for dice in (0, 1, 4, 12, 40, 60):
        theirs = dice @ icepool.d10.map(lambda face: int(face >= difficulty)) if dice else icepool.Die([0])
        assert_same(dict(enumerate(damage_chances(difficulty, dice))), chances(theirs))


@pytest.mark.parametrize("level", range(OUT))
def test_how_far_wounds_rise(level: int) -> None:
    """DP-H3: to the damage if that is higher than the level, else by one, and nothing for no damage; as icepool says."""
    for dice in (1, 2, 4, 7, 12):
        rises = damage(dice).map(lambda points: min(max(points, level + 1), OUT) - level if points else 0)
        assert RISES[DAMAGED, dice, level] == pytest.approx(float(rises.mean()), abs=EXACT, rel=1e-9)


@pytest.mark.parametrize("difficulty", [2, 5, 8, 10])
def test_outcomes(difficulty: int) -> None:
    """DP-H1: attack less defense; neither is below none, so a weak attack may end below none, too."""
    for dice in (0, 1, 4, 9, 15):
        for defense in (0, 1, 2, 6, 15):
            net = outcomes(roll_of(dice, difficulty), roll_of(defense, DEFENDED))
            theirs = successes(dice, difficulty) - successes(defense, DEFENDED)
            assert_same({place - MOST_SHARE: float(share) for place, share in enumerate(net) if share}, chances(theirs))


def test_outcomes_against_a_dodge_that_has_been_rolled() -> None:
    """DP-A5: the successes of the dedicated dodge come off every attack of the round; they are no chance any more."""
    for dodged in (0, 1, 5):
        net = outcomes(roll_of(7, 6), [], dodged)
        theirs = successes(7, 6) - dodged
        assert_same({place - MOST_SHARE: float(share) for place, share in enumerate(net) if share}, chances(theirs))


@pytest.mark.parametrize("difficulty", range(2, 11))
def test_botches(difficulty: int) -> None:
    """DP-D1: no success and a one, whatever has been taken away: a success beside two ones is no botch."""
    for dice in (1, 2, 5, 11):
        faces = dice @ icepool.d10.map(lambda face: 100 if face >= difficulty else 1 if face == 1 else 0)
        theirs = chances(faces.map(lambda total: int(0 < total < 100)))
        assert botch_of(roll_of(dice, difficulty)) == pytest.approx(float(theirs.get(1, 0)), abs=EXACT, rel=1e-9)
    assert botch_of(roll_of(0, difficulty)) == 0


# Attacks of units of the catalog on a table: their pools, difficulties and dice of damage are worked out by hand.
# A soldier has Strength 3, Dexterity 4, Brawl 2, Melee 2, Firearms 4, Athletics 2, Dodge 2 and armor 2 (its vest; the helmet
# does not count besides); a duelist Strength 4, Dexterity 5, Brawl 3, Melee 5, a sword and armor 2, Melee as a secondary
# ability; a ganger Dexterity 3 + Dodge 2 and no armor; a scout armor 1; a generator is a thing with the vest.
ATTACKS: dict[str, tuple[dict[str, Any], int, int, int, Any]] = {
    # what is asked; dice, difficulty, dice of the defense, dice of damage by the outcome
    "a rifle: 6 and the outcome": ({}, 8, 6, 0, lambda outcome: 6 + outcome - 2),
    "cover is +2": ({"cover": "partial"}, 8, 8, 0, lambda outcome: 6 + outcome - 2),
    "good cover no more": ({"cover": "good"}, 8, 8, 0, lambda outcome: 6 + outcome - 2),
    "dodged with all": ({"reply": "dodge"}, 8, 6, 6, lambda outcome: 6 + outcome - 2),
    "dodged with two": ({"reply": "dodge", "defense": 2}, 8, 6, 2, lambda outcome: 6 + outcome - 2),
    "a dedicated dodge": ({"reply": "full_defense"}, 8, 6, 6, lambda outcome: 6 + outcome - 2),
    "a split pool": ({"dice": 3}, 3, 6, 0, lambda outcome: 6 + outcome - 2),
    "one steady shot, aimed twice": ({"single": True, "aim": 2}, 8, 3, 0, lambda outcome: 3 + outcome - 2),
    "aimed for three rounds": ({"aim": 3}, 8, 3, 0, lambda outcome: 6 + outcome - 2),
    "wounded": ({"wounds": 3}, 7, 6, 0, lambda outcome: 6 + outcome - 2),
    "a bonus of three": ({"bonus": 3}, 11, 6, 0, lambda outcome: 6 + outcome - 2),
    "a penalty of three": ({"bonus": -3}, 5, 6, 0, lambda outcome: 6 + outcome - 2),
    "point blank": ({"metres": 2}, 8, 4, 0, lambda outcome: 6 + outcome - 2),
    "long range": ({"metres": 250}, 8, 7, 0, lambda outcome: 6 + outcome - 2),
    "twice the range": ({"metres": 390}, 8, 8, 0, lambda outcome: 6 + outcome - 2),
    "off hand": ({"weapon": "light_pistol", "off_hand": True}, 8, 7, 0, lambda outcome: 4 + outcome - 2),
    "a knife": ({"weapon": "knife"}, 6, 6, 0, lambda outcome: 3 + 1 + outcome - 2),
    "a knife, parried": ({"weapon": "knife", "reply": "parry"}, 6, 6, 6, lambda outcome: 3 + 1 + outcome - 2),
    "bare hands, warded off": ({"weapon": "unarmed", "reply": "brawl"}, 6, 6, 6, lambda _: 3 - 2),
    "a thrown knife": ({"weapon": "throwing_knife", "metres": 5}, 6, 6, 0, lambda _: 3 - 2),
    "no armor": ({"target": "ganger", "reply": "dodge"}, 8, 6, 5, lambda outcome: 6 + outcome),
    "a secondary ability": ({"attacker": "duelist", "target": "scout"}, 10, 5, 0, lambda outcome: 4 + 2 + outcome - 1),
    "a thing of the size of a horse": ({"target": "generator"}, 8, 2, 0, lambda outcome: 6 + outcome - 2),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_on_a_table(name: str) -> None:
    """The whole of an attack, to the wound level, is spread as icepool finds by the numbers on the sheets."""
    asked, dice, difficulty, defense, harm = ATTACKS[name]
    odds = attack_odds(**asked, system=SYSTEM)
    net = successes(dice, difficulty) - successes(defense, DEFENDED)
    points = net.map(lambda outcome: damage(max(harm(outcome), 1)) if outcome > 0 else 0)
    assert_same(odds.outcome, chances(net))
    assert_same(odds.points, chances(points))
    levels = {LEVELS.index(level): share for level, share in odds.levels.items()}
    assert_same(levels, chances(points.map(lambda count: min(count, 8))))
    for ours, theirs in ((odds.hit, net > 0), (odds.down, points >= OUT), (odds.expected, points)):
        assert ours == pytest.approx(float(theirs.mean()), abs=EXACT, rel=1e-9)
    assert sum(odds.ways().values()) == pytest.approx(1)
    assert odds.ways()["botch"] == botch_of(roll_of(dice, difficulty))


def test_the_least_die() -> None:
    """DP-H2: of three dice armor 4, which a house rule makes of the vest, leaves one."""
    vest = {"armour": {"vest": {"words": "plate", "rating": 4}}}
    odds = attack_odds("soldier", "duelist", weapon="throwing_knife", metres=5, system=SYSTEM, catalog=vest)
    assert odds.points.keys() == {0, 1}
    assert odds.made_of()["damage"] == "Strength 3 - 4 armor (DP-H2) at difficulty 6; one die at least (DP-H2)"


def test_what_it_is_made_of() -> None:
    """Each die and each step of difficulty has its reason; who looks through fog does not learn what armor is worn."""
    odds = attack_odds("soldier", "soldier", weapon="rifle", cover="good", single=True, reply="dodge", system=SYSTEM)
    assert odds.made_of() == {
        "attack": "Dexterity 4 + Firearms 4 at difficulty 7 = 6 weapon (DP-R1) - 1 one steady shot (DP-A2) "
        "+ 2 target in cover (DP-R3)",
        "defense": "Dexterity 4 + Dodge 2 at difficulty 6",
        "damage": "6 weapon (DP-H1) - 3 half of the weapon (DP-A2) - 2 armor (DP-H2) at difficulty 6, "
        "and as many dice as the outcome (DP-H1)",
    }
    assert "armor" not in odds.made_of(fog=True)["damage"]
    assert list(odds.spreads()) == ["outcome", "damage", "wound level"]
    assert (odds.harm, odds.assumes) == ("damage", "")
    plain = attack_odds("soldier", "soldier", system=SYSTEM)
    assert (plain.made_of()["defense"], plain.assumes) == ("none", "undefended")
    assert attack_odds("soldier", "generator", system=SYSTEM).assumes == ""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"cover": "total"}, "cover = 'total': who is hidden altogether cannot be attacked"),
        ({"metres": 500}, "range: rifle cannot reach so far. It goes up to 400 metres."),
        ({"dice": 1}, "dice = 1: must be one of 2, 3, 4, 8"),
        ({"weapon": "sniper_rifle", "dice": 3}, "dice = 3: must be one of 8"),
        ({"weapon": "bow", "single": True}, "weapon 'bow' fires no more than one round"),
        ({"off_hand": True}, "weapon 'rifle' is for both hands"),
        ({"weapon": "unarmed", "off_hand": True}, "weapon 'unarmed' is for bare hands"),
        ({"weapon": "sword", "aim": 1}, "weapon 'sword' strikes, and blows are not aimed"),
        ({"attacker": "generator"}, "attacker: the generator is a thing"),
        ({"aim": 4}, "aim = 4: no more than 3 rounds of aim count"),
        ({"aim": 3, "target_running": True}, "aim = 3: no more than 2 rounds of aim count"),
        ({"aim": 1, "running": True}, "aim: who runs does not aim"),
        ({"target": "generator", "target_running": True}, "target_running: the generator is a thing"),
        ({"defense": 3}, "defense: which reply are the dice for?"),
        ({"reply": "dodge", "defense": 7}, "defense = 7: must be one of 2, 3, 4, 5, 6"),
        ({"reply": "full_defense", "defense": 3}, "defense: a dedicated dodge takes all dice"),
        ({"reply": "parry"}, "reply = 'parry': this target cannot answer this attack so"),
        ({"reply": "parry", "target": "marksman", "weapon": "knife"}, "the target carries no weapon to parry with"),
        ({"reply": "brawl", "weapon": "knife"}, "reply = 'brawl': this target cannot answer"),
        ({"reply": "dodge", "target": "generator"}, "reply = 'dodge': this target cannot answer"),
    ],
)
def test_what_cannot_be_asked(asked: dict[str, Any], said: str) -> None:
    """What the rules do not allow is refused in a sentence."""
    with pytest.raises(ContentError, match=said.replace("?", r"\?")):
        attack_odds(**asked, system=SYSTEM)
