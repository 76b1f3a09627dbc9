"""Exact odds of ladder, of rolls and of attacks on a table, against an independent library."""

from functools import cache
from typing import Any

import icepool
import pytest
from distributions import EXACT, assert_same, chances

from fireteam.content.errors import ContentError
from fireteam.env.analysis.odds import attack_odds
from fireteam.systems.ladder.odds.outcome import FUMBLE, decided_by
from fireteam.systems.ladder.rules.attack.chance import NO_DEFENSE, outcomes
from fireteam.systems.ladder.rules.tables import AT_LEAST, EXACTLY, LEVELS, OUT

SYSTEM = "ladder"
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
    "aimed for three turns": ({"aim": 3}, 2 + 3, None, SHOT, 0),
    "a bonus of two": ({"bonus": 2}, 2 + 2, None, SHOT, 0),
    "a penalty of four": ({"bonus": -4}, 2 - 4, None, SHOT, 0),
    "concealed by the dark": ({"light": "dark"}, 2 - 1, None, SHOT, 0),
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


HOLDS: dict[str, tuple[dict[str, Any], int, int | None, int | None]] = {
    # what is asked; added to the grapple, to the resistance (None for none), to the outcome (None: it does no harm)
    "a grapple": ({"weapon": "unarmed", "hold": True}, 1, 2, None),
    "one of two actions": ({"weapon": "unarmed", "hold": True, "actions": 2}, 1 - 2, 2, None),
    "a brawler resists with Unarmed": ({"weapon": "unarmed", "hold": True, "target": "brawler"}, 1, 3, None),
    "a garrote": ({"weapon": "garrote"}, 1 - 1, 2, 2 - 1),
    "a shield bearer": ({"weapon": "garrote", "target": "riot_officer"}, 1 - 1, None, 2 - 2),
    "a shield bearer who resists": ({"weapon": "garrote", "target": "riot_officer", "reply": "dodge"}, 1 - 1, 2, 2 - 2),
    "as one of its two": (
        {"weapon": "unarmed", "hold": True, "target": "riot_officer", "reply": "parry", "others": 2}, 1, 2 - 2, None,
    ),
    "a buckler is no shield": ({"weapon": "unarmed", "hold": True, "target": "duelist"}, 1, 2, None),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLDS)
def test_holds_on_a_table(name: str) -> None:
    """LD-G1, LD-G4: opposed, free but for who bears a shield; a garrote harms by the outcome, other holds do not."""
    asked, bonus, ward, more = HOLDS[name]
    odds = attack_odds(**asked, system=SYSTEM)
    outcome = outcome_of(attacked(bonus, ward))
    assert_same(odds.outcome, chances(outcome))
    harm = icepool.Die([0]) if more is None else outcome.map(lambda number: max(number + more, 0) if number else 0)
    assert_same(odds.points, chances(harm))
    assert odds.ways() == {"hold": odds.hit, "miss": pytest.approx(1 - odds.hit - 1 / 81), "critical failure": FUMBLE}
    assert odds.assumes == ("not resisted" if ward is None else "" if "reply" in asked else "not evaded")


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
    assert odds != attack_odds(**asked, system=SYSTEM)


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
        ({"aim": 9}, "aim = 9: no more than 3 turns of aim count"),
        ({"weapon": "knife", "aim": 1}, "weapon 'knife' is not aimed, only firearms and bows are"),
        ({"weapon": "throwing_knife", "aim": 1, "metres": 3}, "weapon 'throwing_knife' is not aimed"),
        ({"weapon": "bow", "burst": True}, "weapon 'bow' fires no bursts"),
        ({"weapon": "garrote", "aim": 1}, "aim: a hold has none"),
        ({"weapon": "sword", "hold": True}, "hold: nobody is held with weapon 'sword'; say --weapon unarmed, or a garrote"),
        ({"weapon": "unarmed", "hold": True, "target": "generator"}, "target: the generator is a thing and cannot be held"),
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
