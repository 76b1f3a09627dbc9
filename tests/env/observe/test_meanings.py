"""Positions made by hand: every feature of the observation and every term of the reward by its name, and what it must be.

What a position does not name is 0. The numbers follow from the meanings that `fireteam list observation` prints.
"""

import numpy as np
import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.features import sizes_of
from fireteam.env.observe.observation import observation_size
from fireteam.env.observe.reward import ACCOUNT, Reward
from fireteam.env.rules import kernel
from fireteam.env.rules.log import KINDS
from fireteam.env.rules.record import MAX_TEAMS
from fireteam.env.rules.systems import port_of
from fireteam.env.seats.match import Match, begin_account, look
from tabletop import table, unit

LOW_WALL = "\n".join(["." * 20, "." * 10 + "o" + "." * 9, "." * 20, "." * 20, "." * 20])
ZONE = "\n".join(["." * 20, "." * 20, "." * 20, "." * 14 + "AA" + "." * 4, "." * 20])
HOLD = {"objective": {"kind": "hold", "zone": "A", "needed": 4}}
FRESH = {"present": 1, "life": 1, "to_act": 1, "action_points": 3 / 4, "in_sight": 1}
OPENING = {
    "decides_act": 1, "round": 1 / 20, "pass": 1 / 4, "action_points": 3 / 4, "free_action": 1, "score": 12 / 40,
    "walk_left": 6 / 20, "ammo": 1, "spare": 3 / 4, "mode_SA": 1, "own_standing": 1, "others_standing": 1,
    "needed": 4 / 8, "goal_hold": 1, "goal_dx": 12 / 24, "goal_dy": 2 / 24, "goal_path": 13 / 50,
    "own_units": 2 / 16, "other_units": 2 / 16,
}  # fmt: skip


def position() -> Battle:
    """Return two against two, red_1 to act: red is to hold a zone 12 east and 2 south of it; blue_1 is behind a low wall."""
    red = [unit((2, 1), weapons=["assault_rifle", "knife"]), unit((2, 3))]
    blue = [unit((11, 1), weapons=["light_pistol"]), unit((5, 4))]
    return table(red, blue, LOW_WALL, [6, 1, 5, 1, 4, 1, 3, 1], marks=ZONE, red_team=HOLD, rounds=20)


def seen(battle: Battle, who: int) -> dict[str, float]:
    """Return what a unit sees, by the names of features, those of slots as own_1.life; the window is left out."""
    numbering = layout()
    observation, mask = np.zeros(observation_size(8, 8), np.float32), np.zeros(int(numbering[0]["size"]), np.int8)
    look(*battle.arrays, kernel.plain(numbering), who, observation, mask)
    port, sizes = port_of("swan_song", "observe"), sizes_of("swan_song")
    found = dict(zip([feature.name for feature in port.CONTEXT], observation.tolist(), strict=False))
    for place in range(16):
        row = observation[sizes.context + place * sizes.slot :].tolist()
        slot = f"own_{place}" if place < 8 else f"other_{place - 8}"
        found |= {f"{slot}.{feature.name}": value for feature, value in zip(port.SLOT, row, strict=False)}
    return found


def check(battle: Battle, who: int, context: dict[str, float], slots: dict[str, dict[str, float]]) -> None:
    """Assert that a unit sees just that; the harm of attacks is left to others."""
    wanted = context | {f"{slot}.{name}": value for slot, row in slots.items() for name, value in row.items()}
    found = {name: value for name, value in seen(battle, who).items() if ".harm_" not in name}
    assert wanted.keys() <= found.keys()
    for name, value in found.items():
        assert value == pytest.approx(wanted.get(name, 0), abs=1e-6), name


def test_an_opening() -> None:
    """All are fresh, red_1 is asked; paths go around the wall: to blue_1 two cost a metre and a half, rounded by twos."""
    slots = {
        "own_0": {"present": 1, "self": 1, "life": 1, "action_points": 3 / 4},
        "own_1": FRESH | {"dy": 2 / 24, "distance": 2 / 50, "path": 2 / 50},
        "other_0": FRESH | {"dx": 9 / 24, "distance": 9 / 50, "path": 10 / 50, "its_cover": 0.5},
        "other_1": FRESH | {"dx": 3 / 24, "dy": 3 / 24, "distance": 4 / 50, "path": 4 / 50},
    }
    check(position(), 0, OPENING, slots)


def test_in_the_thick_of_it() -> None:
    """What units have suffered, spent and taken on is where the tables say, for oneself, a friend and an enemy."""
    battle = position()
    one, friend, enemy = battle.unit("red_1"), battle.unit("red_2"), battle.unit("blue_2")
    one["flesh"] -= 3
    one["strain"], one["wounds"], one["ap"], one["free_used"] = 2, 1, 1, 1
    one["recoil"], one["karma"] = 5, 2
    friend["prone"], friend["acted"] = 1, 1
    enemy["flesh"] -= 4
    enemy["pace"] = 1
    changed = {"action_points": 1 / 4, "free_action": 0, "recoil": 5 / 20, "karma": 2 / 4}
    found = seen(battle, 0)
    assert {name: found[name] for name in changed} == pytest.approx(changed)
    assert found["own_0.life"] == pytest.approx(0.7)
    assert (found["own_0.strain"], found["own_0.wounds"]) == pytest.approx((2 / 10, 1 / 6))
    assert (found["own_1.prone"], found["own_1.to_act"]) == (1, 0)
    assert found["other_1.life"] == pytest.approx(0.6)
    assert found["other_1.pace"] == 0.5


def test_the_other_side() -> None:
    """Blue_1 fights for no ground: it is shown the way to red's, and that red is to hold it."""
    found = seen(position(), 2)
    assert found["goal_eliminate"] == found["rival_hold"] == 1
    assert found["goal_hold"] == found["decides_act"] == 0
    assert (found["goal_dx"], found["goal_dy"]) == pytest.approx((3 / 24, 2 / 24))
    assert (found["other_0.dx"], found["own_1.dx"], found["own_1.dy"]) == pytest.approx((-9 / 24, -6 / 24, 3 / 24))
    battle = position()
    battle.unit("blue_2")["y"] = 0
    assert seen(battle, 3)["goal_dy"] == pytest.approx(3 / 24)
    assert seen(battle, 3)["own_0.dy"] == pytest.approx(1 / 24)


def test_cover_spares_harm() -> None:
    """A plain attack promises less on who has taken cover, and more on who lies open."""
    battle = position()
    open_to = seen(battle, 0)["other_0.harm_to"]
    battle.unit("blue_1")["covered"] = 1
    assert 0 < seen(battle, 0)["other_0.harm_to"] < open_to


def life_of(battle: Battle, team: int) -> float:
    """Return the share of life of a team that has lost nothing but Flesh."""
    goal, arena = battle.field.arena[0]["goals"][team], battle.field.arena[0]
    members = range(goal["first"], goal["first"] + goal["count"])
    units = battle.record[0]["units"]
    return float(np.mean([units[who]["flesh"] / arena["sheets"][who]["flesh"] for who in members]))


def test_the_potential_weighs_all_rivals_alike() -> None:
    """Of three teams, one has its share of life less the mean of both others, times what the reward says."""
    match = Match("market", reward=Reward(shaping=0.5), slots=(8, 16))
    battle = match.battle
    battle.record[0]["units"][battle.field.arena[0]["goals"][1]["first"]]["flesh"] //= 2
    lives = [life_of(battle, team) for team in range(3)]
    assert lives[1] < 1
    account = np.zeros(1, ACCOUNT)
    begin_account(*battle.arrays[:2], *map(kernel.plain, (match.weights, account)))
    for team in range(3):
        rivals = [life for other, life in enumerate(lives) if other != team]
        assert account[0]["potential"][team] == pytest.approx(0.5 * (lives[team] - sum(rivals) / 2))


@pytest.mark.parametrize("scenario", ["yard", "market"])
def test_events_are_paid_as_the_reward_says(scenario: str) -> None:
    """Who deals is paid for enemies, by the point where there are points; what has no target befalls who does it."""
    deals = {kind.name: number % 7 / 8 for number, kind in enumerate(KINDS)}
    suffers = {kind.name: -(number % 5) / 16 for number, kind in enumerate(KINDS)}
    match = Match(scenario, reward=Reward(win=0, loss=0, deals=deals, suffers=suffers), slots=(8, 16))
    rng, alone, both = np.random.default_rng(5), 0, 0
    match.start(5)
    teams = {fighter.name: fighter.team for fighter in match.battle.field.roster}
    for _ in range(400):
        if match.over:
            break
        match.step(int(rng.choice(np.flatnonzero(match.observe(match.decider)["action_mask"]))))
        paid = np.zeros(MAX_TEAMS)
        for event in match.battle.events():
            amount = event.numbers["damage"] if event.kind in ("damage", "strain") else 1
            if event.actor and (not event.target or teams[event.actor] != teams[event.target]):
                paid[teams[event.actor]] += deals[event.kind] * amount
            if victim := event.target or event.actor:
                paid[teams[victim]] += suffers[event.kind] * amount
            alone += bool(event.actor and not event.target)
            both += bool(event.actor and event.target)
        assert match.rewards.tolist() == pytest.approx(paid.tolist())
    assert alone > 50
    assert both > 5
