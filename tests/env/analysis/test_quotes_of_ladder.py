"""Odds of ladder in a battle in progress: against attacks simulated with other dice, and the battle left as it was."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from ladderquotes import QUICK, RED, SETTLED, SLOW, WALL, aimed, as_it_is, declare, facing, hurt, played_on
from laddertable import *

from fireteam.env.analysis.odds import quote_attack
from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.systems.ladder.odds.result import Odds


def result(events: list[Event], attacker: str, target: str) -> tuple[int, bool, int, bool]:
    """Return the outcome of an attack, whether it is a critical failure, the damage, and whether the target falls."""
    concerned = [event for event in events if (event.actor, event.target) == (attacker, target)]
    landed = next(event for event in concerned if event.kind in SETTLED)
    thrown = next(event for event in concerned if event.kind == "roll" and event.numbers["purpose"] == "attack")
    harm = next((int(event.numbers["damage"] or 0) for event in concerned if event.kind == "damage"), 0)
    falls = any(event.kind in ("unconscious", "dead") for event in concerned)
    outcome = int(landed.numbers["net_hits"] or 0) if landed.kind == "hit" else 0
    return outcome, thrown.numbers["glitch"] == "critical failure", harm, falls


def check_against_simulation(
    battle: Battle,
    odds: Odds | None,
    plans: dict[str, list[str]],
    pair: tuple[str, str] = ("red_1", "blue_1"),
    rolls: int = 900,
) -> None:
    """Assert that outcomes, critical failures, damage and falls come as often as the odds say, within five errors."""
    assert odds is not None
    found = [result(played_on(battle, seed, plans), *pair) for seed in range(rolls)]
    outcomes, fumbles, harm, falls = (np.array(column) for column in zip(*found, strict=True))
    shares = [(fumbles.mean(), odds.fumble), (falls.mean(), odds.down), ((outcomes > 0).mean(), odds.hit)]
    shares += [((outcomes == number).mean(), chance) for number, chance in odds.outcome.items()]
    shares += [((harm == number).mean(), chance) for number, chance in odds.points.items()]
    for share, chance in shares:
        assert abs(share - chance) <= 5 * sqrt(max(chance * (1 - chance), 0) / rolls) + 1e-9, (share, chance)
    assert set(outcomes.tolist()) <= set(odds.outcome)
    assert abs(harm.mean() - odds.expected) <= 5 * harm.std() / sqrt(rolls) + 0.02, (harm.mean(), odds.expected)
    for spread in (odds.outcome, odds.points, odds.levels):
        assert sum(spread.values()) == pytest.approx(1)


def held(battle: Battle) -> None:
    """Let blue hold red: it evades nothing (LD-G1)."""
    battle.unit("red_1")["held_by"], battle.unit("blue_1")["holds"] = 1, 0


STATES = [as_it_is, aimed, hurt, held]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("reply", ["standard", "dodge"])
def test_attacks_on_who_is_still_to_declare(state: Any, reply: str) -> None:
    """Shots of the aiming, the wounded, the held; at who may still dodge, and at who is quicker and has its hands full."""
    battle = facing(1 if state is held else 3, red=SLOW)
    state(battle)
    declare(battle, "red_1")
    odds = quote_attack(battle, "shoot blue_1", reply)
    evading = reply == "dodge" and state is not held
    answer = {"blue_1": ["dodge_attacks red_1"]} if evading else {"blue_1": ["hold_on"] if state is held else []}
    check_against_simulation(battle, odds, {"red_1": ["shoot blue_1"], **answer})
    assert odds is not None
    assert odds.defended == evading
    assert odds.assumes == ("not evaded" if reply == "standard" and state is not held else "")


REPLIES = {
    "dodge_attacks red_1": {},
    "parry_attacks red_1": {"weapons": ["axe"]},
    "shield_parry red_1": {"weapons": ["buckler"]},
}


@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("attack", ["shoot", "punch"])
def test_attacks_on_who_has_declared_how_it_evades(attack: str, reply: str) -> None:
    """LD-T1: what the slow have declared the quick know; parries meet blows only, among as many actions as there are."""
    battle = facing(1, blue=REPLIES[reply])
    declare(battle, "blue_1", reply, "walk", "end")
    declare(battle, "red_1", "take_cover" if "take_cover" in choices(battle) else "dodge_attacks blue_1")
    odds = quote_attack(battle, f"{attack} blue_1", "dodge")
    check_against_simulation(battle, odds, {"red_1": [f"{attack} blue_1"]})
    assert odds is not None
    assert odds.defended == (attack == "punch" or reply.startswith("dodge"))
    assert odds.made_of()["attack"].endswith("- 2 several actions (LD-A1)")
    assert ("- 2 several actions (LD-A1)" in odds.made_of()["defense"]) == odds.defended
    assert ("+ 1 buckler (LD-C2)" in odds.made_of()["defense"]) == (attack == "punch" and reply.startswith("shield"))


@pytest.mark.parametrize("reply", ["parry", "shield", "standard"])
def test_a_blow_and_what_it_is_taken_to_be_met_with(reply: str) -> None:
    """A reply that the target has nothing for is none; one that it has is met."""
    battle = facing(1, red=SLOW, blue={"weapons": ["axe"]})
    declare(battle, "red_1")
    odds = quote_attack(battle, "punch blue_1", reply)
    plan = {"red_1": ["punch blue_1"], "blue_1": ["parry_attacks red_1"] if reply == "parry" else []}
    check_against_simulation(battle, odds, plan)
    assert odds is not None
    assert odds.defended == (reply == "parry")


@pytest.mark.parametrize("evasion", ["dodge_attacks", "parry_attacks", "shield_parry"])
@pytest.mark.parametrize("attack", ["volley", "punch"])
def test_evasions_of_a_declared_attack(attack: str, evasion: str) -> None:
    """Who sees an attack coming is told what each evasion makes of it, also as one of several actions."""
    battle = facing(1, red=SLOW, blue={"weapons": ["axe", "riot_shield"]})
    declare(battle, "red_1", "dodge_attacks blue_2", f"{attack} blue_1", "end")
    declare(battle, "blue_1")
    odds = quote_attack(battle, f"{evasion} red_1")
    check_against_simulation(battle, odds, {"blue_1": [f"{evasion} red_1"]})
    play(battle, "punch red_1")
    later = quote_attack(battle, f"{evasion} red_1")
    check_against_simulation(battle, later, {"blue_1": [f"{evasion} red_1"]})
    assert odds is not None
    assert later is not None
    works = attack == "punch" or evasion == "dodge_attacks"
    assert (odds.defended, later.hit > odds.hit) == (works, works)


@pytest.mark.parametrize("carried", ["axe", "riot_shield"])
@pytest.mark.parametrize("hold", ["grapple", "garrote"])
def test_holds(hold: str, carried: str) -> None:
    """LD-G1, LD-G4: how often a target is held, and what a garrote does to it; who bears a shield is taken not to resist."""
    armed = ["garrote"] if hold == "garrote" else None
    battle = facing(1, red=SLOW, blue={"weapons": [carried]}, armed=armed)
    declare(battle, "red_1", "dodge_attacks blue_2")
    odds = quote_attack(battle, f"{hold} blue_1")
    assert odds is not None
    assert odds.assumes == ("not resisted" if carried == "riot_shield" else "not evaded")
    plan, rolls, found = {"red_1": [f"{hold} blue_1"]}, 600, []
    for seed in range(rolls):
        events = [event for event in played_on(battle, seed, plan) if event.actor == "red_1"]
        hurt = sum(int(event.numbers["damage"] or 0) for event in events if event.kind == "damage")
        found.append((any(event.kind == "grappled" for event in events), hurt))
    held, harm = np.array(found).T
    assert abs(held.mean() - odds.hit) <= 5 * sqrt(odds.hit * (1 - odds.hit) / rolls)
    assert abs(harm.mean() - odds.expected) <= 5 * harm.std() / sqrt(rolls) + 0.02
    assert bool(harm.any()) == (hold == "garrote")


def test_a_hold_on_who_has_declared_a_dodge() -> None:
    """LD-R1, LD-G1: the free roll and the dodge both come off a grapple, and are told."""
    battle = facing(1)
    declare(battle, "blue_1", "dodge_attacks red_1", "end")
    declare(battle, "red_1")
    odds = quote_attack(battle, "grapple blue_1")
    assert odds is not None
    assert (odds.defended, odds.assumes) == (2, "")
    plan, rolls = {"red_1": ["grapple blue_1"]}, 600
    held = [any(event.kind == "grappled" for event in played_on(battle, seed, plan)) for seed in range(rolls)]
    assert abs(np.mean(held) - odds.hit) <= 5 * sqrt(odds.hit * (1 - odds.hit) / rolls)


def test_who_evades_has_drawn_its_weapon_by_then() -> None:
    """LD-T1: who declares later acts earlier, so an axe that it takes in hand is there to parry with."""
    battle = facing(1, red=SLOW)
    declare(battle, "red_1", "punch blue_1", "end")
    declare(battle, "blue_1", "switch axe")
    odds = quote_attack(battle, "parry_attacks red_1")
    check_against_simulation(battle, odds, {"blue_1": ["parry_attacks red_1"]})
    assert odds is not None
    assert odds.defended


@pytest.mark.parametrize("evasion", ["dodge_attacks", "shield_parry"])
def test_who_evades_turns_to_its_attacker(evasion: str) -> None:
    """LD-T1, LD-C2: a shield that was turned away is up against whom one has declared to evade, at -1 for the attacker."""
    battle = facing(1, red=SLOW, blue={"weapons": ["riot_shield"]})
    declare(battle, "red_1", "punch blue_1", "end")
    declare(battle, "blue_1")
    battle.unit("blue_1")["facing"] = 4  # red_1 is west of it
    turned = quote_attack(battle, f"{evasion} red_1")
    battle.unit("blue_1")["facing"] = 0
    odds = quote_attack(battle, f"{evasion} red_1")
    assert odds is not None
    assert odds == turned
    assert odds.made_of()["attack"].endswith("- 1 around the shield (LD-C2)")
    check_against_simulation(battle, odds, {"blue_1": [f"{evasion} red_1"]})


def test_who_attacks_and_puts_its_weapon_away() -> None:
    """The weapon of a declared attack is the one in hand when it is made, whatever is taken in hand after it."""
    battle = facing(3, red=SLOW)
    declare(battle, "red_1", "shoot blue_1", "switch sword", "end")
    declare(battle, "blue_1")
    odds = quote_attack(battle, "dodge_attacks red_1")
    check_against_simulation(battle, odds, {"blue_1": ["dodge_attacks red_1"]})
    assert odds is not None
    assert odds.made_of()["damage"].startswith("outcome (LD-R1) + 3 weapon")


def test_who_draws_a_weapon_and_strikes() -> None:
    """The weapon of an attack that is being declared is the one that will be in hand by then."""
    battle = facing(1)
    declare(battle, "red_1", "switch sword")
    check_against_simulation(battle, quote_attack(battle, "strike blue_1"), {"red_1": ["strike blue_1"]})


@pytest.mark.parametrize(("before", "bonus"), [([], 0), (["switch brass_knuckles"], 1)])
def test_who_punches_with_knuckles(before: list[str], bonus: int) -> None:
    """LD-H1: brass knuckles in hand, also those taken in hand before, add their bonus to a punch; bare hands none."""
    red = {**RED, "weapons": ["submachine_gun", "sword", "brass_knuckles"], "skills": {"unarmed": 3, "discipline": QUICK}}
    battle = table([fighter((3, 2), **red)], [fighter((4, 2)), fighter((25, 4))])
    declare(battle, "red_1", *before)
    odds = quote_attack(battle, "punch blue_1")
    check_against_simulation(battle, odds, {"red_1": ["punch blue_1"]})
    assert odds is not None
    assert odds.made_of()["damage"] == "outcome (LD-R1)" + (" + 1 weapon (LD-H1)" if bonus else "")


@pytest.mark.parametrize("attack", ["shoot", "volley", "shoot_through"])
def test_shots_past_cover_and_a_shield(attack: str) -> None:
    """LD-C1, LD-C2: around both at -3 at most, or through what can be shot through."""
    battle = facing(2, blue={"weapons": ["riot_shield"]}, ground=WALL)
    battle.unit("blue_1")["covered"] = 1
    assert battle.cover("blue_1", "red_1") == "good"
    declare(battle, "red_1")
    check_against_simulation(battle, quote_attack(battle, f"{attack} blue_1"), {"red_1": [f"{attack} blue_1"]})


@pytest.mark.parametrize("least", [0, -12, 3])
@pytest.mark.parametrize("decides", [1, 3])
def test_house_rules(least: int, decides: int) -> None:
    """Quotes are by the numbers that are played by: what a defense is worth at least, and what decides outright."""
    numbers = {"least_defense": least, "decides": decides, "critical_result": 7}
    battle = facing(3, red=SLOW, catalog={"numbers": numbers})
    aimed(battle)
    declare(battle, "red_1")
    odds = quote_attack(battle, "volley blue_1", "dodge")
    check_against_simulation(battle, odds, {"red_1": ["volley blue_1"], "blue_1": ["dodge_attacks red_1"]})
    assert odds is not None
    assert odds.decided == (decides < 3)


def test_who_is_hidden_wholly_has_no_odds() -> None:
    """A shot that its own movement may make possible has none from where it stands, but through what hides the target."""
    ground = "\n".join(["." * 4 + "#" + "." * 30] * 4 + ["." * 35])
    battle = facing(3, ground=ground)
    declare(battle, "red_1", "walk")
    assert "shoot blue_1" in choices(battle)
    assert quote_attack(battle, "shoot blue_1") is None
    play(battle, "switch sword")
    assert quote_attack(battle, "strike blue_1") is None
