"""What a side does not know makes no difference to what it sees, may do, and decides.

States of battles in fog are changed in all that the side which decides may not know (`perturbing.py`): where the unseen are
and whether they stand, how enemies fare, what they carry, charges, ground out of sight. Then everything that is made for the
side is asked for again.
"""

from typing import Any

import numpy as np
import pytest
from fogged import differences, fields_seen, record_known, three_teams
from perturbing import open_anew, perturbed, unknown_to

from fireteam.agents.bots import bot_names, doctrines, load_bot, parameters_of, tempers
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.orders.asking import Staff
from fireteam.agents.rollout import decide_row
from fireteam.agents.search.bot import SearchBot
from fireteam.env.analysis.odds import quotes
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules.decisions import ACT
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import ABSENT, MAX_UNITS, UP
from fireteam.env.rules.sides.knowledge import AS_DRAWN, BROKEN, MOVED, MOVED_TWICE
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.seats.bots import look
from fireteam.prompt.text import board
from fireteam.systems.swan_song.rules.record import LOG

SLOTS = 29
NAMES = [name for name in scenario_names() if load_scenario(name).system == "swan_song"]
FOGGY = [name for name in NAMES if load_scenario(name).fog]
OPEN = ("chase", "duel", "rescue", "yard")  # where everybody soon sees everybody
# What is seen of an enemy in sight that was not studied: everything else of its record is as it came.
IN_VIEW = {
    "team", "status", "x", "y", "facing", "prone", "covered", "broken", "due", "side", "engaged", "hidden", "surprised",
    "surprised_by",
    "stunned", "falling", "together", "score", "coin", "burden", "acted", "delay", "walking", "walk_left", "run_left",
    "runs", "pace", "diagonals", "rushing", "amid", "steps", "charge", "charge_bonus", "evading", "stuck", "barred", "asked",
    "hand", "off_hand", "hands_changed", "attacked", "shot", "recoil", "steady", "aim", "aim_at", "defended", "defends",
    "full_defense", "called", "attacks", "attacks_left", "attacks_cost", "rerolled", "holds", "held_by", "hold",
    "kept_hold", "carries", "carried_by", "aboard", "driven", "stray_hits", "stray_cover",
}  # fmt: skip
HIDING = [name for name in NAMES if any(u.hidden for t in load_scenario(name).teams for u in t.units)]


def foggy(name: str) -> Scenario:
    """Return a shipped scenario, fought in fog, also where it is drawn how often there is some."""
    scenario = load_scenario(name)
    draw = scenario.draw.model_copy(update={"fog": None}) if scenario.draw else None
    return scenario.model_copy(update={"fog": True, "draw": draw})


class Witness:
    """Asks for all that is made for the side that decides."""

    def __init__(self) -> None:
        names = [*doctrines(), *tempers()]
        self.bots = {name: np.repeat(parameters_of(name), 4) for name in names}
        for bots in self.bots.values():
            bots["seed"] = 77
        self.log = np.zeros(1, LOG)
        self.log["level"] = SILENT
        self.layout = layout(SLOTS, SLOTS)
        self.memories = np.zeros(MAX_UNITS, MEMORY)
        self.staff = Staff(parameters_of("tactician"))

    def answers(self, battle: Battle) -> dict[str, Any]:
        """Return what its units see, what is open to it, and what each bot and adviser decides, and orders."""
        row = battle.record[0]
        team = int(row["units"]["team"][row["decider"]])
        arena, log = battle.arrays[1], plain(self.log)
        found: dict[str, Any] = {"record": record_known(battle, team).tobytes()}
        mask = np.zeros(8192, np.int8)
        for who in range(len(battle.field.roster)):
            if row["units"]["team"][who] == team:
                seen = np.zeros(observation_size(SLOTS, SLOTS), np.float32)
                look(plain(battle.record), arena, log, plain(self.layout), who, seen, mask)
                found[f"observation of {who}"] = seen.tobytes()
        for name, bots in self.bots.items():
            self.memories[:] = np.zeros(1, MEMORY)
            found[name] = decide_row(plain(battle.record), arena, log, plain(bots), plain(self.memories))
        self.staff.memories[:] = self.memories[:] = np.zeros(1, MEMORY)
        self.memories["clock"], self.memories["busy"] = 1, -9  # has had nothing to do for long, and goes looking
        bots = self.bots["tactician"]
        found["who goes looking"] = decide_row(plain(battle.record), arena, log, plain(bots), plain(self.memories))
        found["where it goes"] = self.memories.tobytes()
        found["orders"] = self.staff.propose(battle).tobytes()
        if row["decision"] == ACT:
            again = battle.copy()
            open_anew(*again.arrays)
            found["mask"] = again.legal()
        return found


WITNESS = Witness()


def check(battle: Battle, rng: np.random.Generator, changes: int) -> int:
    """Compare what is told of a state with what is told of it changed, so many times; return how many are unknown."""
    team = int(battle.record[0]["units"]["team"][battle.record[0]["decider"]])
    ones = WITNESS.answers(battle)
    for _ in range(changes):
        other = perturbed(battle, rng)
        others = WITNESS.answers(other)
        for what, found in ones.items():
            assert found == others[what], (
                f"{battle.field.scenario.title}: {what} tells {battle.decision} what it cannot know; "
                f"known that should not be: {differences(battle, other, team)}"
            )
    return len(unknown_to(battle, team))


def wander(scenario: Scenario, seed: int, states: int, apart: int = 1, changes: int = 1) -> int:
    """Check so many states of battles of one scenario, some decisions apart; return how many enemies were unknown in all."""
    rng = np.random.default_rng(seed)
    bots = [load_bot(name, seed) for name in ("tactician", "random", "skirmisher") if name in bot_names()]
    unknown, battle, count = 0, None, 0
    while states:
        if battle is None or battle.over:
            battle = Battle(scenario, int(rng.integers(2**32)), reasons=False)
        if count % apart == 0:
            unknown += check(battle, rng, changes)
            states -= 1
        battle.step(bots[int(rng.integers(len(bots)))].decide(battle))
        count += 1
    return unknown


@pytest.mark.parametrize("name", NAMES)
def test_what_a_side_cannot_know_changes_nothing(name: str) -> None:
    """Thirty states of every shipped scenario, in fog; where walls stand, somebody is out of sight."""
    assert sum(wander(foggy(name), seed, states=15, apart=8) for seed in (9, 10)) > 0 or name in OPEN


@pytest.mark.parametrize("name", FOGGY)
def test_scenarios_of_fog(name: str) -> None:
    """Three hundred states, one after the other, of each scenario that is always fought in fog."""
    assert wander(load_scenario(name), 11, states=300) > 300


@pytest.mark.parametrize("name", HIDING)
def test_without_fog_the_hidden_are_not_known(name: str) -> None:
    """Where somebody lies in ambush, nobody knows where, and it makes no difference either."""
    assert wander(load_scenario(name), 7, states=60) > 0


def test_a_search_decides_the_same() -> None:
    """A bot that searches believes what its side may believe: the same playouts, the same shares, the same decision."""
    rng = np.random.default_rng(3)
    battle, bot, compared = Battle("night", 3, reasons=False), load_bot("tactician", 1), 0
    while compared < 8:
        if len(battle.legal()) > 5:
            found = []
            for one in (battle, perturbed(battle, rng)):
                searcher = SearchBot(playouts=25, seed=4)
                found.append((searcher.decide(one), searcher.why(one)))
            assert found[0] == found[1], battle.decision
            compared += 1
        for _ in range(5):
            battle.step(bot.decide(battle))


def test_odds_and_cards_say_the_same() -> None:
    """What a person is told at the prompt, the odds of all that is open and the board, is as its side knows it."""
    rng = np.random.default_rng(6)
    battle, bot, odds = Battle("night", 5), load_bot("tactician", 1), 0
    for _ in range(25):
        for _ in range(6):
            battle.step(bot.decide(battle))
        other, team = perturbed(battle, rng), str(battle.decision and battle.decision.team)
        found = quotes(battle)
        odds += len(found)
        assert found == quotes(other)
        assert board(battle, team, False) == board(other, team, False)
    assert odds > 10


def test_changed_states_can_be_fought_on() -> None:
    """A state that was changed is a battle like any other: it is played to its end."""
    rng = np.random.default_rng(9)
    for seed in range(6):
        battle, bot = Battle("night", seed, reasons=False), load_bot("tactician", seed)
        for _ in range(40):
            battle.step(bot.decide(battle))
        battle = perturbed(battle, rng)
        while not battle.over:
            battle.step(bot.decide(battle))
        assert battle.ending != "undecided"


def test_what_one_enemy_knows_does_not_leak_to_another() -> None:
    """Of three teams each knows what it sees itself: who stands before another is not known, nor what that one studied."""
    battle = Battle(three_teams(), 1, reasons=False)
    assert [int(team["known"]) & 0b111 for team in battle.record[0]["teams"][:3]] == [0b001, 0b110, 0b110]
    team = battle.as_known(0)
    assert [int(unit["status"]) for unit in team.record[0]["units"][:3]] == [UP, ABSENT, ABSENT]
    other = battle.copy()
    row = other.record[0]
    row["teams"]["studied"][1:3] = 0b111
    row["units"]["aim_at"][1], row["units"]["aim"][1], row["units"]["flesh"][1:3] = 2, 3, 1
    assert not differences(battle, other, 0)
    assert differences(battle, other, 1)  # which knows what its own are about
    rng = np.random.default_rng(2)
    for _ in range(60):
        if battle.over:
            break
        check(battle, rng, 2)
        battle.step(load_bot("tactician", 1).decide(battle))


def test_the_known_enemy_tells_nothing_of_the_unknown_one() -> None:
    """An enemy in sight aims at, has been asked by and is surprised by somebody out of sight: that does not show."""
    battle = Battle(three_teams("......######"), 1, reasons=False)
    assert int(battle.record[0]["teams"]["known"][0]) & 0b111 == 0b011
    other = battle.copy()
    body = other.record[0]["units"][1]
    for name in ("asked", "amid", "surprised_by"):
        body[name] = 1 << 2
    for name in ("aim_at", "charge", "together", "carries", "carried_by", "aboard", "holds", "held_by"):
        body[name] = 2
    other.record[0]["singled_out"] = 1 << 2
    other.record[0]["quiet"] = 3
    assert not differences(battle, other, 0)


def test_every_field_of_a_unit_is_known_or_not() -> None:
    """Of an enemy that was not studied a team knows what can be seen of it, of one that is not known nothing."""
    battle = Battle(three_teams("......######"), 1, reasons=False)
    assert fields_seen(battle, 1) == IN_VIEW
    assert fields_seen(battle, 2) == {"team"}


@pytest.mark.parametrize(
    ("state", "now", "taken_for"),
    [
        (AS_DRAWN, "debris", "vault_door"),
        (MOVED, "debris", "closed_door"),
        (MOVED_TWICE, "debris", "open_door"),
        (BROKEN, "breach", "breach"),  # a vault door that was blown up
        (BROKEN, "debris", "debris"),  # one that was picked, and then broken like any door
    ],
)
def test_a_team_takes_a_door_for_what_it_last_saw(state: int, now: str, taken_for: str) -> None:
    """What a team has seen of a door is how it was then; what it has seen broken is what lies there."""
    scenario = three_teams("#V##########")
    drawing = scenario.map.model_copy(update={"legend": {"V": "vault_door"}})
    battle = Battle(scenario.model_copy(update={"map": drawing}), 1, reasons=False)
    row, tile = battle.record[0], 2 * 12 + 1
    row["changed"] = 1
    row["changes"][0] = 0
    change = row["changes"][0]
    change["tile"], change["x"], change["y"] = tile, 1, 2
    change["terrain"], change["believed"] = list(battle.field.catalog.terrain).index(now), state
    known = battle.as_known(0).record[0]
    found = {int(c["tile"]): battle.field.terrain_name(c["terrain"]) for c in known["changes"][: known["changed"]]}
    assert found.get(tile, "vault_door") == taken_for


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_thousands_of_states(name: str) -> None:
    """Eight hundred changed states of every scenario in fog, and three thousand of each that is always fought so."""
    unknown = wander(foggy(name), 23, states=1500 if name in FOGGY else 400, apart=2, changes=2)
    assert unknown > 0 or name in OPEN
