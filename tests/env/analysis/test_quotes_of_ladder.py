"""Odds of ladder in a battle in progress: against attacks simulated with other dice, and the battle left as it was."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from everysystem import under
from laddertable import faces, fighter, play, table, turn
from recorded import fought

from fireteam.agents.bots import load_bot
from fireteam.env.analysis.ladder.result import Odds
from fireteam.env.analysis.odds import attack_odds, chance_of, quote_attack, quotes
from fireteam.env.battle import Battle
from fireteam.env.errors import BattleOver, ContentError, IllegalAction
from fireteam.env.observe.actions import Action
from fireteam.env.observe.events import Event
from fireteam.env.rules.ladder.tables import OUT
from fireteam.env.rules.record import UP
from fireteam.env.view.parts.choices import odds_words
from fireteam.env.view.playback.cutter import playback_of
from fireteam.prompt.text import chances
from tabletop import choices, decider

SETTLED = ("miss", "hit")
SYSTEM = "ladder"
RED: dict[str, Any] = {"weapons": ["submachine_gun", "sword"], "skills": {"ranged": 2, "melee": 2, "unarmed": 1}}
BLUE: dict[str, Any] = {"weapons": ["light_pistol", "axe"], "armour": ["vest"]}
QUICK, SLOW = 4, -1  # ranks of Discipline: who is slow declares first and acts last
WALL = "\n".join(["." * 4 + "O" + "." * 30] * 5)


def facing(metres: int = 3, red: int = QUICK, blue: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return a battle in which red_1, with a rank of Discipline, faces blue_1, which has that of 2; others keep it going."""
    attacker = {**RED, "skills": {**RED["skills"], "discipline": red}}
    target = {**BLUE, **(blue or {})}
    target["skills"] = {"physique": 1, "melee": 1, "discipline": 2}
    sides = [fighter((3, 2), **attacker)], [fighter((3 + metres, 2), **target), fighter((25, 4), skills={"discipline": 1})]
    return table(*sides, initiative=(0, 0, 0), **options)


def declare(battle: Battle, name: str, *plan: str) -> None:
    """Let all who are to declare before a unit declare nothing; then let it begin its plan."""
    while decider(battle) != ("declare", name):
        play(battle, "end")
    for action in plan:
        play(battle, action)


def played_on(battle: Battle, seed: int, plans: dict[str, list[str]]) -> list[Event]:
    """Return what happens to the end of the turn in a copy with other dice: plans go on, else nothing is declared."""
    twin = battle.clone(reseed=seed)
    said, told, now = {name: list(plan) for name, plan in plans.items()}, [], twin.round
    while twin.decision is not None and twin.round == now:
        kind, name = decider(twin)
        words = said.get(name, []) if kind == "declare" else []
        told += twin.step(words.pop(0) if words else "end")
    return told


def result(told: list[Event], attacker: str, target: str) -> tuple[int, bool, int, bool]:
    """Return the outcome of an attack, whether it is a critical failure, the damage, and whether the target falls."""
    concerned = [event for event in told if (event.actor, event.target) == (attacker, target)]
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


def as_it_is(_: Battle) -> None:
    """Change nothing."""


def aimed(battle: Battle) -> None:
    """Let two turns have been spent aiming."""
    battle.unit("red_1")["aim"], battle.unit("red_1")["aim_at"] = 2, 1


def hurt(battle: Battle) -> None:
    """Hurt both."""
    battle.unit("red_1")["level"], battle.unit("blue_1")["level"] = 3, 4


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


def test_who_evades_has_drawn_its_weapon_by_then() -> None:
    """LD-T1: who declares later acts earlier, so an axe that it takes in hand is there to parry with."""
    battle = facing(1, red=SLOW)
    declare(battle, "red_1", "punch blue_1", "end")
    declare(battle, "blue_1", "switch axe")
    odds = quote_attack(battle, "parry_attacks red_1")
    check_against_simulation(battle, odds, {"blue_1": ["parry_attacks red_1"]})
    assert odds is not None
    assert odds.defended


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


def test_battle_and_log_are_left_alone() -> None:
    """Whole battles with everything quoted on the way: not a byte changes, and the odds know nothing of the dice."""
    total = 0
    for name, seed in (("yard", 1), ("keep", 2), ("duel", 3)):
        battle, bot = Battle(under(SYSTEM, name), seed, reasons=seed != 2), load_bot("tactician", seed)
        asked = 0
        while not battle.over and asked < 12:
            before = battle.record.tobytes(), battle.log.tobytes()
            found = quotes(battle)
            assert (battle.record.tobytes(), battle.log.tobytes()) == before
            asked += bool(found)
            if found:
                assert quotes(battle.clone(reseed=99)) == found
            battle.step(bot.decide(battle))
        total += asked
    assert total > 20


def test_what_a_side_cannot_know_changes_no_odds() -> None:
    """In fog enemies may be hurt or have fired: neither who attacks them nor whom they attack is told."""
    rng, compared = np.random.default_rng(4), {"attacks": 0, "evasions": 0}
    for seed in range(4):
        battle, bot = Battle(under(SYSTEM, fog=True), seed), load_bot("tactician", seed)
        while not battle.over and battle.round < 8:
            found, other = quotes(battle), battle.copy()
            row = other.record[0]
            team = int(row["units"]["team"][row["decider"]])
            for who in range(len(battle.field.roster)):
                unit = row["units"][who]
                if unit["team"] == team or unit["status"] != UP or int(row["teams"]["studied"][team]) >> who & 1:
                    continue
                unit["level"] = rng.integers(OUT)
                unit["held"]["ammo"], unit["strangles"] = 5, 0
            row["seed"] = rng.integers(2**31, size=2)
            assert quotes(other) == found, battle.decision
            compared["evasions"] += sum(odds.defended for odds in found.values())
            compared["attacks"] += len(found)
            battle.step(bot.decide(battle))
    assert min(compared.values()) > 10


def test_what_has_no_odds() -> None:
    """Actions that are no attacks have none; what is not open, or no reply, is refused."""
    battle = facing(1)
    declare(battle, "red_1")
    for words in ("walk", "end", "grapple blue_1", "feint blue_1", "aim blue_1", "dodge_attacks blue_1"):
        assert quote_attack(battle, words) is None
    for wrong in ("dodge", "shoot red_1", "shoot", "fly", Action(99)):
        with pytest.raises(IllegalAction):
            quote_attack(battle, wrong)
    with pytest.raises(ContentError, match="reply = 'duck': must be one of standard, dodge"):
        quote_attack(battle, "shoot blue_1", "duck")
    play(battle, "walk")
    battle.dictate(faces(0))
    battle.step("end")
    battle.dictate([])
    assert decider(battle) == ("move", "red_1")
    assert quotes(battle) == {}
    battle = Battle(under(SYSTEM, "duel"), 1)
    bot = load_bot("random", 1)
    while not battle.over:
        battle.step(bot.decide(battle))
    assert quotes(battle) == {}
    with pytest.raises(BattleOver):
        quote_attack(battle, "end")


@pytest.mark.parametrize("reply", ["standard", "dodge"])
def test_the_table_and_the_battle_agree(reply: str) -> None:
    """Two fresh units in a battle have the odds that `attack_odds` gives for their templates."""
    sides = [{"template": "gunner", "at": [2, 2]}], [{"template": "scout", "at": [12, 2]}]
    battle = table(*sides, initiative=(-4, 4))
    assert decider(battle) == ("declare", "red_1")
    fresh = attack_odds("gunner", "scout", metres=10, reply=reply, system=SYSTEM)
    assert quote_attack(battle, "shoot blue_1", reply) == fresh


def test_people_are_told_what_is_taken_for_granted() -> None:
    """Before an attack it says that nobody has evaded yet; to an evasion nothing is added."""
    battle = facing(3, red=SLOW)
    declare(battle, "red_1")
    before = quote_attack(battle, "shoot blue_1")
    for action in ("shoot blue_1", "end"):
        play(battle, action)
    declare(battle, "blue_1")
    after = quote_attack(battle, "dodge_attacks red_1")
    assert before is not None
    assert after is not None
    assert chances(before, False).startswith(
        f"hit  {before.hit:.0%} not evaded, damage {before.expected:.1f} on average, puts it down "
    )
    assert chances(after, True) == f"hit  {after.hit:.0%}, damage {after.expected:.1f} on average"
    assert odds_words(before, False).startswith(f"hit {before.hit:.0%} not evaded, {before.expected:.1f} damage, down ")
    assert odds_words(after, True).startswith(f"is hit {after.hit:.0%}, {after.expected:.1f} damage, down ")


# In replays.


def test_the_chance_that_an_attack_had() -> None:
    """By its rolls an attack of the past has the chance that the odds gave when it was declared, evaded or not."""
    for evasion in (None, "dodge_attacks red_1"):
        for state in (as_it_is, aimed, hurt):
            battle = facing(3, red=SLOW)
            state(battle)
            declare(battle, "red_1")
            odds = quote_attack(battle, "volley blue_1", "dodge" if evasion else "standard")
            told = played_on(battle, 1, {"red_1": ["volley blue_1"], "blue_1": [evasion] if evasion else []})
            assert odds is not None
            assert chance_in(battle, told) == pytest.approx(odds.hit)


def chance_in(battle: Battle, told: list[Event]) -> float | None:
    """Return the chance that the first attack among some events had."""
    began = next(number for number, event in enumerate(told) if event.kind == "attack")
    landed = next(number for number, event in enumerate(told) if number > began and event.kind in SETTLED)
    return chance_of(battle.field, told[began], told[began + 1 : landed + 1])


@pytest.mark.parametrize(("decides", "sure"), [(3, 80 / 81), (9, None)])
def test_what_was_decided_is_told_as_such(decides: int, sure: float | None) -> None:
    """LD-R1: aimed for three turns, a burst hits outright but for a critical failure, unless a house rule says otherwise."""
    battle = facing(3, catalog={"numbers": {"decides": decides}})
    aimed(battle)
    battle.unit("red_1")["aim"] = 3
    told = turn(battle, {"red_1": "volley blue_1", "blue_1": "dodge_attacks red_1"}, *([0] if sure else [0, 0]))
    chance = chance_in(battle, told)
    assert chance is not None
    assert chance == (pytest.approx(sure) if sure else pytest.approx(chance))
    assert (chance < 80 / 81) == (sure is None)


def test_without_its_roll_nobody_knows_the_chance() -> None:
    """A battle that keeps no reasons tells no rolls, so its attacks have no chance afterwards."""
    battle = Battle(under(SYSTEM), 1, reasons=False)
    bot, told = load_bot("tactician", 1), []
    while not any(event.kind in SETTLED for event in told):
        told += battle.step(bot.decide(battle))
    attack = next(event for event in told if event.kind == "attack")
    assert chance_of(battle.field, attack, told) is None


def test_playbacks_tell_the_chances() -> None:
    """The log of a playback has the chance beside how each attack landed; a grapple that fails has none."""
    lines = [line for moment in playback_of(fought(under(SYSTEM)))["moments"] for line in moment.get("log", ())]
    hits = [line for line in lines if line["kind"] == "hit"]
    assert len(hits) > 10
    assert all(0 < line["odds"] < 1 for line in hits)
