"""SS-D: dice pools, hits, thresholds, limits and glitches."""

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.scenario.models import models_of
from fireteam.env.scenario.opening import Fighter
from fireteam.systems.swan_song.catalog.fill import fill_sheet, inherent_limits
from fireteam.systems.swan_song.rules.record import ARENA
from tabletop import *

UNDEFENDED = "222222"  # Reaction 3 + Intuition 3, no hit


def shooting(rank: int = 3, agility: int = 3) -> Battle:
    """Return a battle in which red_1 has a light pistol [6] and blue_1 stands four metres off in the open."""
    return table(
        [unit((1, 1), attributes={"agility": agility}, skills={"pistols": rank})],
        [target((5, 1), attributes={"strength": 9})],
    )


@pytest.mark.rule("SS-D1")
def test_a_pool_is_attribute_and_skill_and_modifiers() -> None:
    """Agility 3 and Pistols 4 make seven dice, and running takes two of them away."""
    battle = shooting(rank=4)
    attack = roll(play(battle, "shoot blue_1", f"2222222 {UNDEFENDED}"), "attack")
    assert terms(attack) == {"Agility": 3, "Pistols": 4}
    assert pool(attack) == 7
    battle = shooting(rank=4)
    play(battle, "run")
    attack = roll(play(battle, "shoot blue_1", f"22222 {UNDEFENDED}"), "attack")
    assert terms(attack) == {"Agility": 3, "Pistols": 4, "running": -2}
    assert pool(attack) == 5


@pytest.mark.rule("SS-D1")
@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_each_five_or_six_is_a_hit(face: int, hits: int) -> None:
    """One die of the six decides: 5 and 6 are hits, the rest are not."""
    events = play(shooting(), "shoot blue_1", f"{face}23423 552222")
    assert roll(events, "attack").numbers["hits"] == hits


@pytest.mark.rule("SS-D1")
def test_a_pool_below_one_die_throws_nothing() -> None:
    """Agility 1 without the skill, on the run, would be two dice below zero: no die, no hit."""
    battle = shooting(rank=0, agility=1)
    play(battle, "run")
    attack = roll(play(battle, "shoot blue_1", UNDEFENDED), "attack")
    assert attack.dice == []
    assert attack.numbers["hits"] == 0
    assert pool(attack) == -2


@pytest.mark.rule("SS-D2")
def test_without_a_rank_the_attribute_is_rolled_less_one_die() -> None:
    """Agility 3 and no Pistols: two dice, by SS-D2."""
    attack = roll(play(shooting(rank=0), "shoot blue_1", f"22 {UNDEFENDED}"), "attack")
    assert terms(attack) == {"Agility": 3, "defaulting": -1}
    assert [term.rule for term in attack.terms] == ["SS-D1", "SS-D2"]


@pytest.mark.rule("SS-D2")
def test_one_rank_is_enough_not_to_default() -> None:
    """Agility 3 and Pistols 1: four dice and no default."""
    attack = roll(play(shooting(rank=1), "shoot blue_1", f"2222 {UNDEFENDED}"), "attack")
    assert terms(attack) == {"Agility": 3, "Pistols": 1}


@pytest.mark.rule("SS-D3")
@pytest.mark.parametrize(
    ("defense", "outcome", "net"), [("522222", "hit", 1), ("552222", "graze", None), ("555222", "miss", -1)]
)
def test_more_hits_win_an_opposed_test(defense: str, outcome: str, net: int | None) -> None:
    """Two hits of the attacker against one, two and three: the difference is the net hits."""
    soak = "2" if outcome == "hit" else ""
    event = only(play(shooting(), "shoot blue_1", f"562222 {defense} {soak}"), outcome)
    assert event.numbers.get("net_hits") == net


@pytest.mark.rule("SS-D3")
@pytest.mark.parametrize(("dice", "net"), [("22222", 0), ("52222", 0), ("55222", 1), ("55522", 2)])
def test_net_hits_are_those_above_the_threshold(dice: str, net: int) -> None:
    """To evade interception one hit is the threshold: it buys nothing yet, each one above it passes one enemy."""
    battle = table([unit((1, 1), skills={"acrobatics": 2})], [target((5, 1))])
    play(battle, "walk")
    assert only(play(battle, "evade", dice), "evade").numbers["enemies"] == net


@pytest.mark.rule("SS-D4")
@pytest.mark.parametrize(("thrown", "kept"), [(5, 5), (6, 6), (7, 6), (8, 6)])
def test_hits_above_the_limit_are_lost(thrown: int, kept: int) -> None:
    """A light pistol's Accuracy 6 keeps at most six hits."""
    battle = shooting(rank=5)
    attack = "6" * thrown + "2" * (8 - thrown)
    events = play(battle, "shoot blue_1", f"{attack} {UNDEFENDED} 2")
    assert roll(events, "attack").numbers["hits"] == kept
    assert only(events, "hit").numbers["net_hits"] == kept


@pytest.mark.rule("SS-D4")
def test_tests_of_two_attributes_have_no_limit() -> None:
    """Six hits in Reaction + Intuition all count, though each of the defender's limits is below six."""
    battle = table([unit((1, 1), skills={"pistols": 3})], [target((5, 1))])
    assert max(sheet(battle, "blue_1")[name] for name in ("physical", "mental", "social")) == 4
    events = play(battle, "shoot blue_1", "666666 666666")
    assert roll(events, "defense").numbers["hits"] == 6


@pytest.mark.rule("SS-D4")
def test_a_test_of_skill_and_attribute_is_limited_by_an_inherent_limit() -> None:
    """A sprint is Running + Strength [Physical]: of five hits, Physical 4 keeps four."""
    battle = table([unit((1, 1), skills={"running": 2})], [target((30, 1))])
    play(battle, "run")
    assert roll(play(battle, "sprint", "66666"), "sprint").numbers["hits"] == 4


GLITCHES = [
    ("SS-D5", "152222", "none"),  # as many ones as hits
    ("SS-D5", "122222", "glitch"),  # more ones than hits
    ("SS-D5", "115222", "glitch"),
    ("SS-D6", "111522", "glitch"),  # exactly half of the dice
    ("SS-D6", "111152", "hard_glitch"),  # more than half
    ("SS-D7", "111222", "glitch"),  # no hit, but only half of the dice
    ("SS-D7", "111122", "critical_glitch"),  # more than half and no hit
    ("SS-D7", "111162", "hard_glitch"),  # one hit saves it
]


@pytest.mark.parametrize(
    ("dice", "glitch"), [pytest.param(dice, glitch, marks=pytest.mark.rule(rule)) for rule, dice, glitch in GLITCHES]
)
def test_ones_make_glitches(dice: str, glitch: str) -> None:
    """More ones than hits: a glitch; ones on more than half of the dice: hard; and without a hit: critical."""
    events = play(shooting(), "shoot blue_1", f"{dice} 555222")
    assert roll(events, "attack").numbers["glitch"] == glitch


@pytest.mark.rule("SS-D6")
def test_three_of_five_dice_are_more_than_half() -> None:
    """With an odd pool there is no exact half: three ones of five are a hard glitch, two are a glitch."""
    for dice, glitch in (("11152", "hard_glitch"), ("11522", "glitch")):
        events = play(shooting(rank=2), "shoot blue_1", f"{dice} 555222")
        assert roll(events, "attack").numbers["glitch"] == glitch


@pytest.mark.rule("SS-D5")
def test_a_glitch_does_not_undo_a_success() -> None:
    """Two ones and one hit against no hit: the shot glitches and hits nevertheless."""
    events = play(shooting(), "shoot blue_1", f"115222 {UNDEFENDED} 2")
    assert only(events, "hit").numbers["net_hits"] == 1
    assert only(events, "damage").numbers["damage"] == 7
    assert only(events, "weapon_jams").actor == "red_1"


@pytest.mark.rule("SS-D5")
def test_after_a_glitch_the_weapon_must_be_readied_for_a_point() -> None:
    """A jammed pistol can be neither aimed nor fired until a simple action has readied it."""
    battle = shooting()
    events = play(battle, "shoot blue_1", f"122222 {UNDEFENDED}")
    assert only(events, "weapon_jams").numbers["weapon"] == "light_pistol"
    assert "weapon_drops" not in kinds_of(events)
    assert "falls" not in kinds_of(events)
    assert "aim" not in verbs(battle)
    assert "ready" in verbs(battle)
    before = battle.unit("red_1")["ap"]
    play(battle, "ready")
    assert before - battle.unit("red_1")["ap"] == 1
    assert "aim blue_1" in choices(battle)
    assert "ready" not in verbs(battle)


@pytest.mark.rule("SS-D5")
def test_a_jammed_weapon_does_not_shoot_in_the_next_phase_either() -> None:
    """Nobody readies it, so it stays jammed."""
    battle = shooting()
    play(battle, "shoot blue_1", f"122222 {UNDEFENDED}")
    quietly(battle, "end")
    quietly(battle, "end")
    assert battle.unit("red_1")["attacked"] == 0
    assert verbs(battle) >= {"ready", "walk"}
    assert "shoot" not in verbs(battle)


@pytest.mark.rule("SS-D6")
def test_a_hard_glitch_drops_the_weapon() -> None:
    """The pistol lies at red's feet, red stays on its feet, and to pick it up costs a point."""
    battle = shooting()
    events = play(battle, "shoot blue_1", "111152 552222")
    assert only(events, "weapon_drops").numbers["weapon"] == "light_pistol"
    assert battle.unit("red_1")["hand"] == BARE_HANDS
    assert battle.unit("red_1")["prone"] == 0
    before = battle.unit("red_1")["ap"]
    play(battle, "pick_up")
    assert before - battle.unit("red_1")["ap"] == 1
    assert battle.unit("red_1")["hand"] == 0


def punching() -> Battle:
    """Return a battle in which red_1 stands beside blue_1 with empty hands."""
    return table([unit((1, 1), weapons=[], skills={"unarmed": 3})], [target((2, 1), attributes={"strength": 9})])


@pytest.mark.rule("SS-D6")
def test_a_hard_glitch_of_the_unarmed_is_a_fall() -> None:
    """Who has no weapon to drop falls prone; the rest of the phase is kept."""
    battle = punching()
    events = play(battle, "punch blue_1", "111152 552222")
    assert only(events, "falls").actor == "red_1"
    assert battle.unit("red_1")["prone"] == 1
    assert battle.unit("red_1")["ap"] == 2
    assert "phase_lost" not in kinds_of(events)


@pytest.mark.rule("SS-D7")
def test_a_critical_glitch_drops_fells_and_ends_the_phase() -> None:
    """Both effects of the hard glitch at once, and the points that were left are gone: blue acts next."""
    battle = shooting()
    events = play(battle, "shoot blue_1", f"111122 {UNDEFENDED}")
    assert {"weapon_drops", "falls", "phase_lost", "phase_ends"} <= set(kinds_of(events))
    assert battle.unit("red_1")["prone"] == 1
    assert battle.unit("red_1")["ap"] == 0
    assert battle.decision is not None
    assert battle.decision.unit == "blue_1"


@pytest.mark.rule("SS-D7")
def test_a_critical_glitch_of_the_unarmed_ends_the_phase_too() -> None:
    """There is nothing to drop, so it is a fall and a lost phase."""
    events = play(punching(), "punch blue_1", f"111122 {UNDEFENDED}")
    assert {"falls", "phase_lost"} <= set(kinds_of(events))
    assert "weapon_drops" not in kinds_of(events)


@pytest.mark.rule("SS-D13")
@pytest.mark.parametrize(
    ("scores", "limits"),
    [
        # Physical (2·STR + BOD + REA) / 3, Mental (2·LOG + INT + WIL) / 3, Social (2·CHA + WIL + BOD) / 3, rounded up
        ({"strength": 3, "body": 3, "reaction": 3}, ("physical", 4)),  # 12 / 3
        ({"strength": 3, "body": 4, "reaction": 3}, ("physical", 5)),  # 13 / 3
        ({"strength": 4, "body": 4, "reaction": 3}, ("physical", 5)),  # 15 / 3
        ({"strength": 5, "body": 1, "reaction": 1}, ("physical", 4)),  # 12 / 3
        ({"logic": 3, "intuition": 3, "willpower": 3}, ("mental", 4)),
        ({"logic": 2, "intuition": 4, "willpower": 5}, ("mental", 5)),  # 13 / 3
        ({"charisma": 3, "willpower": 3, "body": 3}, ("social", 4)),
        ({"charisma": 5, "willpower": 2, "body": 2}, ("social", 5)),  # 14 / 3
    ],
)
def test_inherent_limits_follow_from_attributes(scores: dict[str, int], limits: tuple[str, int]) -> None:
    """Twice one attribute and two others, a third of it, rounded up; attributes not named are 3."""
    name, limit = limits
    battle = table([unit((1, 1), attributes=scores)], [target((5, 1))])
    assert sheet(battle, "red_1")[name] == limit


@pytest.mark.rule("SS-D13")
def test_a_sheet_may_give_its_own_limits() -> None:
    """A template that names a limit has that one, and the others as they follow from its attributes."""
    catalog = load_catalog()
    template = catalog.units["ganger"].model_copy(update={"physical": 9})
    arena = np.zeros(1, ARENA)[0]
    ganger = models_of("swan_song").unit(template="ganger")
    fill_sheet(arena, 0, Fighter("red_1", "ganger", 0, ganger, template, models_of("swan_song").orders()), catalog)
    sheet = arena["sheets"][0]
    assert sheet["physical"] == 9
    assert sheet["mental"] == inherent_limits(template.attributes)["mental"]
