"""Odds of d10_pool in a battle in progress: against attacks simulated with other dice, and the battle left as it was."""

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest
from everysystem import under
from pooltable import *
from quoted import check_what_has_no_odds, check_words, decisions_quoted
from recorded import fought

from fireteam.agents.bots import load_bot
from fireteam.env.analysis.odds import attack_odds, chance_of, quote_attack, quotes
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.observe.events import Event
from fireteam.env.view.playback.cutter import playback_of
from fireteam.systems.d10_pool.odds.result import Odds
from fireteam.systems.d10_pool.rules.tables import INCAPACITATED

SETTLED = ("miss", "hit")
SYSTEM = "d10_pool"
RED = {
    "weapons": ["light_pistol", "sword", "knife"],
    "attributes": {"dexterity": 4},
    "abilities": {"brawl": 2, "melee": 3, "firearms": 4},
}
BLUE = {
    "weapons": ["sword"],
    "attributes": {"dexterity": 3, "stamina": 3},
    "abilities": {"dodge": 3, "melee": 2, "brawl": 4},
    "armour": ["vest"],
}
LOW_WALL = "\n".join("." * 40 if row != 2 else "....o" + "." * 35 for row in range(5))


def facing(metres: int = 6, red: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return a battle in which red_1 acts and blue_1 stands so far off; a third one keeps it going."""
    sides = [fighter((3, 2), **{**RED, **(red or {})})], [fighter((3 + metres, 2), **BLUE), fighter((39, 4))]
    return table(*sides, **options)


def answered(battle: Battle, wanted: str) -> str:
    """Return the first answer that begins with a word, that with most dice; "pass" where there is none."""
    found = [words for words in choices(battle) if words.split()[0] == wanted]
    return max(found, key=lambda words: int([*words.split(), "0"][1]), default="pass")


def simulated(battle: Battle, action: Action | str, answer: str, seed: int) -> tuple[bool, bool, int, bool]:
    """Return whether an attack hits with other dice, whether it is botched, the damage, and whether the target falls."""
    twin = battle.clone(reseed=seed)
    events = twin.step(action)
    if twin.decision is not None and twin.decision.kind == "defend" and not any(e.kind in SETTLED for e in events):
        events += twin.step(answered(twin, answer))
    first = next(number for number, event in enumerate(events) if event.kind in SETTLED)
    botch = any(e.kind == "roll" and e.numbers["purpose"] == "attack" and e.numbers["glitch"] == "botch" for e in events)
    harm = next((int(event.numbers["damage"] or 0) for event in events[first:] if event.kind == "damage"), 0)
    falls = any(event.kind in ("unconscious", "dead") and event.target == events[first].target for event in events)
    return events[first].kind == "hit", botch, harm, falls


def check_against_simulation(
    battle: Battle, action: Action | str, odds: Odds | None, answer: str = "pass", rolls: int = 1200
) -> None:
    """Assert that hits, botches, damage and falls come as often as the odds say, within five standard errors."""
    assert odds is not None
    hits, botches, harm, falls = np.array([simulated(battle, action, answer, seed) for seed in range(rolls)]).T
    for share, chance in ((hits.mean(), odds.hit), (botches.mean(), odds.ways()["botch"]), (falls.mean(), odds.down)):
        assert abs(share - chance) <= 5 * sqrt(max(chance * (1 - chance), 0) / rolls) + 1e-9, (action, share, chance)
    assert abs(harm.mean() - odds.expected) <= 5 * harm.std() / sqrt(rolls) + 0.02, (harm.mean(), odds.expected)
    for spread in (odds.outcome, odds.points, odds.levels):
        assert sum(spread.values()) == pytest.approx(1)


def as_it_is(_: Battle) -> None:
    """Change nothing."""


def aimed(battle: Battle) -> None:
    """Let two rounds have been spent aiming."""
    battle.unit("red_1")["aim"], battle.unit("red_1")["aim_at"] = 2, 1


def hurt(battle: Battle) -> None:
    """Hurt both."""
    battle.unit("red_1")["level"], battle.unit("blue_1")["level"] = 3, 5


def walking(battle: Battle) -> None:
    """Let the attacker walk."""
    play(battle, "walk")


def split(battle: Battle) -> None:
    """Let the attacker keep two dice for a dodge."""
    play(battle, "keep_to_dodge 2")


def running_target(battle: Battle) -> None:
    """Let the target run."""
    battle.unit("blue_1")["pace"] = 3


def dodging(battle: Battle) -> None:
    """Let the target have dodged for the round with three successes."""
    battle.unit("blue_1")["dedicated"], battle.unit("blue_1")["committed"] = 4, 1


def busy(battle: Battle) -> None:
    """Let the target have spent four of its six dice."""
    battle.unit("blue_1")["cap"], battle.unit("blue_1")["spent"] = 6, 4


def asleep(battle: Battle) -> None:
    """Let the target sleep."""
    battle.unit("blue_1")["mind"] = 1


STATES = [as_it_is, aimed, hurt, walking, split, running_target, dodging, busy, asleep]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("action", "reply"), [("shoot blue_1", "standard"), ("single_shot blue_1", "dodge")])
def test_shots(state: Any, action: str, reply: str) -> None:
    """Shots of the aiming, the wounded, the walking; at the running, the dodging, at who has few dice left, and sleepers."""
    battle = facing()
    state(battle)
    odds = quote_attack(battle, action, reply)
    check_against_simulation(battle, action, odds, {"standard": "pass", "dodge": "dodge_with"}[reply])
    assert odds is not None
    assert (odds.dodged == 3) == (state is dodging)
    asked = state not in (dodging, asleep)
    assert bool(odds.defense) == (asked and reply == "dodge")
    assert odds.assumes == ("undefended" if asked and reply == "standard" else "")


def test_a_shot_past_cover_and_the_free_dodge_behind_it() -> None:
    """DP-R2, DP-R3: cover makes it harder, and who has taken it dodges with its whole pool."""
    battle = facing(2, ground=LOW_WALL)
    assert battle.cover("blue_1", "red_1") != "none"
    battle.unit("blue_1")["covered"] = 1
    odds = quote_attack(battle, "shoot blue_1", "dodge")
    check_against_simulation(battle, "shoot blue_1", odds, "dodge")
    play(battle, "shoot blue_1")
    assert quote_attack(battle, "dodge") == odds


REPLIES = {
    "standard": "pass",
    "dodge": "dodge_with",
    "parry": "parry_with",
    "brawl": "brawl_with",
    "full_defense": "full_defense",
}


@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("action", ["strike blue_1", "punch blue_1"])
def test_blows_and_their_answers(action: str, reply: str) -> None:
    """A blow quoted for each answer, and each answer to it quoted once it is on its way: one and the same."""
    battle = facing(1, red={"weapons": ["sword"]})
    before = quote_attack(battle, action, reply)
    check_against_simulation(battle, action, before, REPLIES[reply])
    battle.step(action)
    assert decider(battle) == ("defend", "blue_1")
    after = quotes(battle)
    assert {battle.words(choice) for choice in after} == choices(battle)
    answer = answered(battle, REPLIES[reply])
    assert (answer == "pass") == (reply == "standard" or (action, reply) == ("strike blue_1", "brawl"))
    assert before is not None
    assert quote_attack(battle, answer) == replace(before, may_answer=False)


def test_more_dice_defend_better() -> None:
    """Of the dice that may go into a dodge each makes a hit less likely; and it costs the attack nothing."""
    battle = facing(1)
    battle.step("shoot blue_1")
    dodges = [quote_attack(battle, f"dodge_with {dice}") for dice in range(2, 7)]
    hits = [odds.hit for odds in (quote_attack(battle, "pass"), *dodges) if odds is not None]
    assert len(hits) == 6
    assert hits == sorted(set(hits), reverse=True)


def test_the_off_hand() -> None:
    """DP-R2: a pistol beside the sword is in the off hand."""
    battle = facing()
    take(battle, "switch sword", "off_hand light_pistol")
    odds = quote_attack(battle, "shoot blue_1")
    assert odds is not None
    assert "off hand" in [term.words for term in odds.attack]
    check_against_simulation(battle, "shoot blue_1", odds)


def test_the_free_attack_on_the_surprised() -> None:
    """DP-T3: the surprised cannot defend against it, so no reply makes a difference."""
    red = fighter((3, 2), **RED, hidden=True)
    red["abilities"] = red["abilities"] | {"stealth": 3}
    battle = table([red], [fighter((6, 2), **BLUE)], [*scored(3, 7), *scored(0, 3)])
    assert decider(battle) == ("act", "red_1")
    odds = quote_attack(battle, "shoot blue_1", "dodge")
    assert odds is not None
    assert (odds.defense, odds.assumes) == ([], "")
    check_against_simulation(battle, "shoot blue_1", odds)


def test_a_burst_over_several_has_no_odds() -> None:
    """DP-A6: what hits whom is decided after the roll; neither who fires nor who is asked is told a chance."""
    battle = facing()
    for name in ("blue_1", "blue_2"):
        play(battle, f"mark {name}")
    assert quote_attack(battle, "spray") is None
    events = battle.step("spray")
    assert decider(battle) == ("defend", "blue_1")
    assert quotes(battle) == {}
    while battle.decision is not None and battle.decision.kind == "defend":
        events += battle.step("pass")
    attacks = [event for event in events if event.kind == "attack"]
    assert [event.numbers["firing"] for event in attacks] == ["a part of a burst"] * 2
    assert chance_of(battle.field, attacks[0], events) is None


def test_battle_and_log_are_left_alone() -> None:
    """Whole battles with everything quoted on the way: not a byte changes, and the odds know nothing of the dice."""
    assert sum(decisions_quoted(SYSTEM, silent=2)) > 20


def test_what_a_side_cannot_know_changes_no_odds() -> None:
    """In fog enemies may be hurt, have spent or kept dice, or aim: neither who attacks them nor whom they attack is told."""
    rng, compared = np.random.default_rng(4), {"act": 0, "defend": 0}
    for seed in range(4):
        battle, bot = Battle(under(SYSTEM, fog=True), seed), load_bot("tactician", seed)
        while not battle.over and battle.round < 12:
            found, other = quotes(battle), battle.copy()
            row = other.record[0]
            team = int(row["units"]["team"][row["decider"]])
            for who in range(len(battle.field.roster)):
                unit = row["units"][who]
                if unit["team"] == team or unit["status"] != 1 or int(row["teams"]["studied"][team]) >> who & 1:
                    continue
                unit["level"], unit["spent"] = rng.integers(INCAPACITATED), rng.integers(9)
                unit["cap"], unit["kept"], unit["stunned"] = rng.integers(3, 9), rng.integers(4), rng.integers(2)
                unit["held"]["ammo"] = 1
            row["seed"] = rng.integers(2**31, size=2)
            assert quotes(other) == found, battle.decision
            compared[str(battle.decision and battle.decision.kind)] += bool(found)
            battle.step(bot.decide(battle))
    assert min(compared.values()) > 10


def test_what_has_no_odds() -> None:
    """Actions that are no attacks have none; what is not open, or no reply, is refused."""
    check_what_has_no_odds(facing(), SYSTEM, "walk", "end", "full_defense", "keep_to_dodge 2", "aim blue_1")


@pytest.mark.parametrize("reply", ["standard", "dodge", "full_defense"])
def test_the_table_and_the_battle_agree(reply: str) -> None:
    """Two fresh units in a battle have the odds that `attack_odds` gives for their templates."""
    sides = [{"template": "soldier", "at": [2, 2], "weapons": ["rifle"]}], [{"template": "soldier", "at": [12, 2]}]
    opening = [fighter((2, 2), attributes={"dexterity": 4})], [fighter((12, 2), attributes={"dexterity": 4})]
    battle = table(*sides, dice=in_order(*opening))
    fresh = attack_odds("soldier", "soldier", weapon="rifle", metres=10, reply=reply, system=SYSTEM)
    assert quote_attack(battle, "shoot blue_1", reply) == fresh


def test_people_are_told_what_is_taken_for_granted() -> None:
    """Before an attack it says that nobody has defended yet; to an answer nothing is added."""
    battle = facing()
    before = quote_attack(battle, "shoot blue_1")
    battle.step("shoot blue_1")
    after = quote_attack(battle, "pass")
    check_words(before, after, "undefended")
    assert before is not None
    assert after is not None
    assert f"{after.hit:.0%}" == f"{before.hit:.0%}"


# In replays.


def followed(battle: Battle, seed: int) -> list[tuple[float | None, float | None]]:
    """Fight a battle; return the chance that was told before each attack was rolled, and after."""
    bot, seen = load_bot("tactician", seed), []
    attack: Event | None = None
    events: list[Event] = []
    while not battle.over:
        choice = bot.decide(battle)
        odds = quote_attack(battle, choice)
        for event in battle.step(choice):
            if event.kind == "attack":
                attack, events = event, []
            events.append(event)
            if attack is not None and event.kind in SETTLED and event.target == attack.target:
                seen.append((odds and odds.hit, chance_of(battle.field, attack, events)))
                attack = None
    return seen


def test_the_chance_an_attack_had_is_the_one_it_was_said_to_have() -> None:
    """By its rolls an attack of the past has the chance that the odds gave before, whatever was done against it."""
    seen = [pair for seed in range(5) for pair in followed(Battle(under(SYSTEM), seed), seed)]
    assert len(seen) > 60
    for before, after in seen:
        assert after == (None if before is None else pytest.approx(before))


def test_a_dodge_of_before_counts_in_what_is_told_later() -> None:
    """DP-A5: three successes of a dodge rolled earlier in the round are seen in what they took off."""
    battle = facing()
    dodging(battle)
    odds = quote_attack(battle, "shoot blue_1")
    events = undefended(battle, "shoot blue_1", "99992222 222")
    attack = next(event for event in events if event.kind == "attack")
    landed = next(number for number, event in enumerate(events) if event.kind in SETTLED)
    assert odds is not None
    assert odds.made_of()["defense"] == "3 successes of a dedicated dodge (DP-A5)"
    assert chance_of(battle.field, attack, events[: landed + 1]) == pytest.approx(odds.hit)
    assert odds.hit < 0.5
    pass_until(battle, "red_1")
    assert quote_attack(battle, "shoot blue_1") != odds


def test_playbacks_tell_the_chances() -> None:
    """The log of a playback has the chance beside how each attack landed."""
    lines = [line for moment in playback_of(fought(under(SYSTEM)))["moments"] for line in moment.get("log", ())]
    landed = [line for line in lines if line["kind"] in SETTLED]
    assert len(landed) > 10
    assert all(0 < line["odds"] < 1 for line in landed)
