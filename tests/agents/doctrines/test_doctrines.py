"""The doctrines: the tactician is the best of them, and none decides in a way that stalls a battle."""

import laddertable
import pytest
from pooltable import *

from fireteam.agents.bots import doctrines, load_bot
from fireteam.agents.series.series import fight_series
from fireteam.env.battle import Battle
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.scenario.fitting import with_rules
from fireteam.env.scenario.reading import load_scenario
from fireteam.systems.swan_song.rules.record import BUSY
from fireteam.systems.swan_song.words.verbs import DELAY

BATTLES = 400
YARD = load_scenario("yard")
OTHERS = [name for name in doctrines() if name != "tactician"]


def share_won(opponent: str) -> float:
    """Return the share of side-swapped battles in the yard that the tactician wins."""
    bots = {"red": load_bot("tactician"), "blue": load_bot(opponent)}
    series = fight_series(YARD, bots, BATTLES, seed=2026, swap=True)
    assert len(series.outcomes) == BATTLES
    won = [outcome.winner >= 0 and outcome.seats[outcome.winner] == "tactician" for outcome in series.outcomes]
    return sum(won) / BATTLES


@pytest.mark.slow
def test_the_tactician_beats_random() -> None:
    """In at least 99 of 100 battles."""
    assert share_won("random") >= 0.99


@pytest.mark.slow
@pytest.mark.parametrize("opponent", OTHERS)
def test_the_tactician_beats_every_other_doctrine(opponent: str) -> None:
    """In at least 60 of 100 battles."""
    assert share_won(opponent) >= 0.6


def test_the_tactician_keeps_no_free_action_it_has_no_use_for() -> None:
    """Where free actions may be taken later in the pass, it puts off whole phases only, so it is asked no more than else."""
    battle = Battle(with_rules(YARD, {"free_action": "whole_pass"}), seed=3)
    bots = {team: load_bot("tactician", 3) for team in ("red", "blue")}
    could = 0
    for _ in range(300):
        if battle.decision is None:
            break
        action = bots[battle.decision.team].decide(battle)
        row = battle.record[0]
        if battle.decision.kind == "act" and row["stack"][row["depth"] - 1]["stage"] == BUSY:
            could += row["open"][DELAY] != 0
            assert battle.words(action) != "delay"
        battle.step(action)
    assert could > 10


@pytest.mark.parametrize(
    ("verb", "other_hand", "answer"),
    [("shoot", False, "dodge_with 3"), ("shoot", True, "dodge_with 2"), ("single_shot", False, "pass")],
)
def test_the_tactician_weighs_the_attack_that_comes(verb: str, other_hand: bool, answer: str) -> None:
    """A shot with the other hand hits less often, a steady one does half the damage: d10_pool has fewer dice for them."""
    red = fighter((1, 1), weapons=["heavy_pistol"], attributes={"dexterity": 4}, abilities={"firearms": 2})
    blue = fighter((4, 1), attributes={"dexterity": 4}, abilities={"dodge": 3})
    battle = table([red], [blue])
    unit = battle.unit("red_1")
    if other_hand:
        unit["off_hand"], unit["hand"] = unit["hand"], BARE_HANDS
    play(battle, f"{verb} blue_1")
    assert battle.asked.name == "defend"
    bot = load_bot("tactician:attack=1.05,answer=1.4,reserve=0.018,threat=0.45,finish=0.8", 1)
    assert battle.words(bot.decide(battle)) == answer


@pytest.mark.parametrize(
    ("weapon", "metres", "attack", "plan"),
    [
        ("light_pistol", 3, "shoot blue_1", ["dodge_attacks red_1"]),
        ("halberd", 1, "strike blue_1", ["dodge_attacks red_1"]),
        ("light_pistol", 3, "shoot blue_2", []),
        ("rifle", 10, "aim blue_1", []),
        ("rifle", 3, "end", []),
    ],
)
def test_the_tactician_evades_what_it_knows_of(weapon: str, metres: int, attack: str, plan: list[str]) -> None:
    """In ladder who has nothing to do against an armored enemy dodges the attack that was declared on it, and no other."""
    skills = {"ranged": 3, "melee": 2, "discipline": -1}
    red = laddertable.fighter((3, 2), weapons=[weapon], armour=["hardshell"], hide=4, skills=skills)
    blue = laddertable.fighter((3 + metres, 2), weapons=["knife"], skills={"physique": 2, "discipline": 4})
    other = laddertable.fighter((3 + metres, 4), skills={"discipline": 3})
    battle = laddertable.table([red], [blue, other], initiative=(0, 0, 0))
    battle.step(attack)
    while decider(battle)[1] != "blue_1":
        battle.step("end")
    made = []
    while decider(battle) == ("declare", "blue_1"):
        made.append(battle.words(load_bot("tactician:hold=1", 1).decide(battle)))
        battle.step(made[-1])
    assert made == [*plan, "end"]
