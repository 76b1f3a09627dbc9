"""What infos of a batch tell besides: the global state, who sees whom, and what each side has seen so far."""

import pickle
from typing import Any

import numpy as np
import pytest
from batched import open_actions

import fireteam
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.observe.parts import parts_of, unit_columns
from fireteam.env.observe.state import write_state_row
from fireteam.env.rules import kernel
from fireteam.env.rules.record import UP
from fireteam.env.seats.sightings import FEATURES

ROWS = 3
FOGGY = "night"


def battle_of(batch: Any, row: int) -> Battle:
    """Return the battle of a row."""
    record = batch.battles[row : row + 1]
    return Battle.in_progress(batch.ground.field(record[0]), record)


def slot_of(battle: Battle, team: int, who: int, own: int) -> int:
    """Return the slot of a unit in observations of a team: own units first, then all others in their order."""
    teams = [fighter.team for fighter in battle.field.roster]
    mine = [unit for unit, its in enumerate(teams) if its == team]
    return mine.index(who) if who in mine else own + [u for u, its in enumerate(teams) if its != team].index(who)


@pytest.mark.parametrize("fought", [{"scenario": FOGGY}, {"levels": range(12), "battles_per_level": 2, "drawers": 0}])
def test_state_and_sights_are_those_of_each_battle(fought: dict[str, Any]) -> None:
    """`state` is PettingZoo's; `sees` is 1 where the side that is asked knows that two units see each other."""
    batch = fireteam.make_vec(ROWS, extra_infos=("state", "visibility"), opponent="charger", **fought)
    _, infos = batch.reset(seed=1)
    pairs = 0
    for turn in range(40):
        _, _, _, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        for row in range(ROWS):
            battle = battle_of(batch, row)
            expected = np.zeros(infos["state"].shape[1], np.float32)
            write_state_row(*battle.arrays[:2], *batch.slots, kernel.plain(expected))
            assert (infos["state"][row] == expected).all()
            team = int(battle.unit(battle.decision.unit)["team"])
            known = battle.as_known(team)
            up = [who for who, _ in enumerate(battle.field.roster) if known.record[0]["units"]["status"][who] == UP]
            names = [fighter.name for fighter in battle.field.roster]
            sees = np.zeros(infos["visibility"].shape[1:], np.int8)
            for one in up:
                for other in up:
                    place = tuple(slot_of(battle, team, who, batch.slots[0]) for who in (one, other))
                    sees[place] = one != other and known.cover(names[other], names[one]) != "total"
            assert (infos["visibility"][row] == sees).all()
            pairs += int(sees.sum())
    assert pairs > 100


@pytest.mark.parametrize("scenario", [FOGGY, "skirmish"])
def test_a_side_keeps_what_it_has_seen(scenario: str) -> None:
    """Where each unit was when its side last knew it, how long ago, and who has fallen: as followed step by step."""
    batch = fireteam.make_vec(ROWS, extra_infos="information_state", scenario=scenario, side="all", opponent="random")
    _, infos = batch.reset(seed=1)
    kept: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    gone = 0
    for turn in range(250):
        for row in range(ROWS):
            battle = battle_of(batch, row)
            decider = battle.unit(battle.decision.unit)
            for team in range(2):
                known = battle.as_known(team).record[0]
                for who, unit in enumerate(known["units"][: len(battle.field.roster)]):
                    if unit["status"] == UP:
                        kept[row, team, who] = int(unit["x"]), int(unit["y"]), int(known["round_number"])
                    if team != decider["team"]:
                        continue
                    seen = infos["information_state"][row, slot_of(battle, team, who, batch.slots[0])]
                    assert seen[FEATURES.known] == (unit["status"] == UP)
                    assert seen[FEATURES.fallen] == (unit["status"] > UP)
                    assert seen[FEATURES.met] == ((row, team, who) in kept)
                    if (row, team, who) in kept:
                        x, y, then = kept[row, team, who]
                        assert seen[FEATURES.dx] == pytest.approx(np.clip((x - int(decider["x"])) / 24, -1, 1))
                        assert seen[FEATURES.dy] == pytest.approx(np.clip((y - int(decider["y"])) / 24, -1, 1))
                        assert seen[FEATURES.ago] == pytest.approx(min((int(known["round_number"]) - then) / 8, 1))
                        gone += unit["status"] != UP and seen[FEATURES.fallen] == 0
        _, _, done, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        kept = {key: place for key, place in kept.items() if not done[key[0]]}
    assert gone > 20 if scenario == FOGGY else gone == 0, "somebody went out of sight"


def test_what_was_seen_is_part_of_a_batch() -> None:
    """A snapshot and a pickled batch go on with it, and rows do not depend on one another."""
    batch = fireteam.make_vec(ROWS, extra_infos="information_state", scenario=FOGGY, opponent="guard")
    many = fireteam.make_vec(3 * ROWS, extra_infos="information_state", scenario=FOGGY, opponent="guard", threads=2)
    _, infos = batch.reset(seed=1)
    many.reset(seed=1)
    for turn in range(40):
        actions = open_actions(infos["action_mask"], turn)
        others = open_actions(many.masks, turn)
        _, _, _, _, infos = batch.step(actions)
        _, _, _, _, others_infos = many.step(others)
        assert (others_infos["information_state"][:ROWS] == infos["information_state"]).all()
    kept, twin = batch.snapshot(), pickle.loads(pickle.dumps(batch))
    actions = open_actions(infos["action_mask"], 1)
    expected = batch.step(actions)[4]["information_state"]
    batch.step(open_actions(batch.masks, 2))
    batch.restore(kept)
    assert (batch.step(actions)[4]["information_state"] == expected).all()
    assert (twin.step(actions)[4]["information_state"] == expected).all()


def test_parts_of_observations_are_views() -> None:
    """Units, window and context are parts of the array itself; the columns of units have names."""
    batch = fireteam.make_vec(ROWS, scenario="skirmish")
    observations, _ = batch.reset(seed=1)
    parts = parts_of(observations, batch.slots)
    assert all(np.shares_memory(part, observations) for part in parts[:3])
    assert sum(part[0].size for part in parts) == observations.shape[1]
    decider = parts.units[:, :, unit_columns()["self"]]
    assert (decider.sum(axis=1) == 1).all()
    assert (parts.units[decider == 1][:, unit_columns()["present"]] == 1).all()


def test_unknown_arrays_are_refused() -> None:
    """One sentence says what there is."""
    with pytest.raises(ContentError, match=r"extra_infos: 'stat': there is no such array. Did you mean 'state'\?"):
        fireteam.make_vec(2, extra_infos=["stat"])
