"""What is told of odds of ladder: to whom, when not, what for granted; the battle is left alone; chances in replays."""

import numpy as np
import pytest
from everysystem import under
from ladderquotes import SETTLED, SLOW, SYSTEM, aimed, as_it_is, declare, facing, hurt, played_on
from laddertable import *
from quoted import check_what_has_no_odds, check_words, decisions_quoted
from recorded import fought

from fireteam.agents.bots import load_bot
from fireteam.env.analysis.odds import attack_odds, chance_of, quote_attack, quotes
from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import UP
from fireteam.env.view.playback.cutter import playback_of
from fireteam.systems.ladder.rules.tables import OUT


def test_battle_and_log_are_left_alone() -> None:
    """Whole battles with everything quoted on the way: not a byte changes, and the odds know nothing of the dice."""
    assert sum(decisions_quoted(SYSTEM, silent=2)) > 20


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
    check_what_has_no_odds(battle, SYSTEM, "walk", "end", "feint blue_1", "aim blue_1", "dodge_attacks blue_1")
    play(battle, "walk")
    battle.dictate(faces(0))
    battle.step("end")
    battle.dictate([])
    assert decider(battle) == ("move", "red_1")
    assert quotes(battle) == {}


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
    check_words(before, after, "not evaded")


# In replays.


def test_the_chance_that_an_attack_had() -> None:
    """By its rolls an attack of the past has the chance that the odds gave when it was declared, evaded or not."""
    for evasion in (None, "dodge_attacks red_1"):
        for state in (as_it_is, aimed, hurt):
            battle = facing(3, red=SLOW)
            state(battle)
            declare(battle, "red_1")
            odds = quote_attack(battle, "volley blue_1", "dodge" if evasion else "standard")
            events = played_on(battle, 1, {"red_1": ["volley blue_1"], "blue_1": [evasion] if evasion else []})
            assert odds is not None
            assert chance_in(battle, events) == pytest.approx(odds.hit)


def chance_in(battle: Battle, events: list[Event]) -> float | None:
    """Return the chance that the first attack among some events had."""
    began = next(number for number, event in enumerate(events) if event.kind == "attack")
    landed = next(number for number, event in enumerate(events) if number > began and event.kind in SETTLED)
    return chance_of(battle.field, events[began], events[began + 1 : landed + 1])


@pytest.mark.parametrize(("decides", "sure"), [(3, 80 / 81), (9, None)])
def test_what_was_decided_is_told_as_such(decides: int, sure: float | None) -> None:
    """LD-R1: aimed for three turns, a burst hits outright but for a critical failure, unless a house rule says otherwise."""
    battle = facing(3, catalog={"numbers": {"decides": decides}})
    aimed(battle)
    battle.unit("red_1")["aim"] = 3
    events = turn(battle, {"red_1": "volley blue_1", "blue_1": "dodge_attacks red_1"}, 0, 0)
    chance = chance_in(battle, events)
    assert chance is not None
    assert chance == (pytest.approx(sure) if sure else pytest.approx(chance))
    assert (chance < 0.98) == (sure is None)


def test_without_its_roll_nobody_knows_the_chance() -> None:
    """A battle that keeps no reasons tells no rolls, so its attacks have no chance afterwards."""
    battle = Battle(under(SYSTEM), 1, reasons=False)
    bot, events = load_bot("tactician", 1), []
    while not any(event.kind in SETTLED for event in events):
        events += battle.step(bot.decide(battle))
    attack = next(event for event in events if event.kind == "attack")
    assert chance_of(battle.field, attack, events) is None


def test_playbacks_tell_the_chances() -> None:
    """The log of a playback has the chance beside how each attack landed; a grapple that fails has none."""
    moments = [moment for seed in (3, 4) for moment in playback_of(fought(under(SYSTEM), seed))["moments"]]
    lines = [line for moment in moments for line in moment.get("log", ())]
    hits = [line for line in lines if line["kind"] == "hit"]
    assert len(hits) > 10
    assert all(0 < line["odds"] < 1 for line in hits)
