"""Arenas as large as their maps: what is copied and pickled of them, and environments that are pickled in mid-battle."""

import copy
import os
import pickle
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from made import aec, parallel, solo

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import from_words, words
from fireteam.env.rules.arena import MAX_TILES, MEMO
from fireteam.env.scenario import setup
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.packing import used_parts
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.stacking import stacked
from fireteam.systems.swan_song.rules.record import ARENA

MEBIBYTE = 1 << 20


@pytest.fixture
def small(tmp_path: Path) -> Scenario:
    """Return a duel on six by six tiles."""
    (tmp_path / "small.map.toml").write_text('title = "Small"\nground = """\n' + "......\n" * 6 + '"""\n', "utf-8")
    teams = [
        f'[[teams]]\nname = "{name}"\nunits = [{{ template = "soldier", at = {at} }}]'
        for name, at in (("red", [0, 1]), ("blue", [5, 4]))
    ]
    path = tmp_path / "small.scenario.toml"
    path.write_text("\n".join(['title = "Small"', 'map = "small.map.toml"', *teams]), "utf-8")
    return load_scenario(str(path))


def test_a_pickled_environment_is_small(small: Scenario) -> None:
    """A side on a map of six by six tiles is less than a mebibyte in mid-battle, whoever plays the other."""
    for opponent in ("random", "tactician"):
        env = solo(small, opponent=opponent)
        _, info = env.reset(seed=1)
        env.step(np.flatnonzero(info["action_mask"])[0])
        assert len(pickle.dumps(env.unwrapped)) < MEBIBYTE
    assert len(pickle.dumps(aec(small))) < MEBIBYTE


def finished(env: Any, turns: int) -> list[Any]:
    """Play on in a side's environment; return all that it gave."""
    story = []
    for turn in range(turns):
        number = np.flatnonzero(env.unwrapped.action_masks())
        seen, reward, over, _, info = env.step(number[turn % len(number)])
        story += [seen.tobytes(), reward, over, info["action_mask"].tobytes(), int(env.action_space.sample())]
        if over:
            break
    return story


@pytest.mark.parametrize("again", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy], ids=["pickled", "copied"])
def test_pickled_environments_go_on(again: Any) -> None:
    """A side's environment that is pickled or copied in mid-battle goes on like the first, which it does not touch."""
    env = solo("yard")
    env.reset(seed=3)
    finished(env, 5)
    twin, other = again(env), again(env)
    for number, each in enumerate((env, twin, other)):
        each.action_space.seed(9)
        assert each.unwrapped.match.battle.record is not env.unwrapped.match.battle.record or number == 0
    one = finished(env, 40)
    assert len(one) > 100
    assert finished(twin, 40) == one
    assert finished(other, 40) == one
    assert twin.reset(seed=5)[0].tobytes() == env.reset(seed=5)[0].tobytes()


@pytest.mark.parametrize("make", [aec, parallel])
def test_pickled_agents_go_on(make: Any) -> None:
    """PettingZoo's forms can be pickled in mid-battle too, and then sample what is open there."""
    env = make("duel")
    env.reset(seed=3)
    twin = pickle.loads(pickle.dumps(env))
    for each in (env, twin):
        for turn in range(30):
            match = each.unwrapped.match
            agent = match.battle.decision.unit
            space = each.action_space(agent)
            space.seed(turn)
            number = int(space.sample())
            assert match.observe(match.decider)["action_mask"][number]
            each.step(number if make is aec else {agent: number})
    assert env.unwrapped.match.battle.snapshot() == twin.unwrapped.match.battle.snapshot()


@pytest.mark.parametrize("again", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy], ids=["pickled", "copied"])
@pytest.mark.parametrize("options", [{}, {"threads": 2, "side": "all"}, {"scenario": ["duel", "yard"]}], ids=str)
def test_copied_batches_go_on(again: Any, options: dict[str, Any]) -> None:
    """A batch that is pickled or copied in mid-battle goes on like the first, which it does not touch."""
    given = {"scenario": "duel", "opponent": "random", **options}
    env: Any = gymnasium.make_vec("fireteam/Skirmish-v0", num_envs=3, **given).unwrapped
    env.reset(seed=3)
    stories(env, 20)
    twin = again(env)
    one = stories(env, 150)
    assert stories(twin, 150) == one
    mine, its = env.snapshot(), twin.snapshot()
    assert mine.keys() == its.keys()
    assert all(np.array_equal(mine[name], its[name]) for name in mine)  # not what pads records
    assert twin.reset(seed=5)[0].tobytes() == env.reset(seed=5)[0].tobytes()
    assert pickle.dumps(env) == pickle.dumps(env)
    twin.close()
    env.close()


def stories(env: Any, turns: int) -> list[Any]:
    """Play on in a batch, the first open action or the last in turn; return all that it gave."""
    found = []
    for turn in range(turns):
        masks = env.masks if turn % 3 else env.masks[:, ::-1]
        actions = masks.argmax(axis=1) if turn % 3 else masks.shape[1] - 1 - masks.argmax(axis=1)
        seen, rewards, over, _, infos = env.step(actions)
        found += [seen.tobytes(), rewards.tobytes(), over.tobytes(), infos["action_mask"].tobytes()]
    return found


def differing(one: Any, other: Any) -> set[str]:
    """Return the names of the tables in which two arenas differ."""
    return {name for name in one.dtype.names if not np.array_equal(one[name], other[name])}


@pytest.mark.parametrize("name", ["duel", "bank"])
def test_nothing_used_is_lost(name: str) -> None:
    """A field comes back as it was, all but what its memo remembered, with every table complete."""
    battle = Battle(name, 1)
    field = pickle.loads(pickle.dumps(battle.field))
    assert (field.scenario, field.drawing, field.opening.tobytes()) == (
        battle.field.scenario,
        battle.field.drawing,
        battle.field.opening.tobytes(),
    )
    # Table by table: what lies in the gaps between them is nobody's.
    assert differing(battle.field.arena, field.arena) <= {"memo"}
    assert not field.arena["memo"].any()
    twin = pickle.loads(pickle.dumps(battle))
    assert words(twin.field, 0, from_words(twin.field, 0, "end")) == "end"


def test_parts_are_in_order() -> None:
    """The bytes that are kept do not overlap, and of the largest map they are all but the memo and the gaps."""
    parts = list(used_parts(ARENA, MAX_TILES))
    assert all(first < end <= after for (first, end), (after, _) in pairwise(parts))
    kept = sum(end - first for first, end in parts)
    assert 0 <= ARENA.itemsize - 8 * MEMO - kept < 64


def test_what_is_stacked(small: Scenario) -> None:
    """Arenas of several maps in one batch are complete, and their memos blank."""
    fields = [setup.prepare(small), setup.prepare(load_scenario("duel"))]
    arenas, openings = stacked([[fields[0]], [fields[1]]])
    assert openings["variant"].tolist() == [0, 1]
    for number, field in enumerate(fields):
        assert differing(arenas[number], field.arena[0]) <= {"memo"}
        assert not arenas[number]["memo"].any()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is read")
def test_small_maps_touch_little_memory() -> None:
    """Twenty drawn maps of 64 tiles, prepared and stacked, take less than two mebibytes each."""
    code = """
import gymnasium
import numpy as np
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.scenario.stacking import stacked

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

scenario = load_scenario("skirmish")
draw = scenario.draw.model_copy(update={"width": (8, 8), "height": (8, 8), "units": (2, 2)})
scenario = scenario.model_copy(update={"draw": draw})
prepare(scenario.drawn(100))
before = resident()
fields = [prepare(scenario.drawn(seed)) for seed in range(20)]
arenas, _ = stacked([fields])
print((resident() - before) // 20)
"""
    # Huge pages, which the kernel may give out, would count for more than what is touched.
    environment = {**os.environ, "NUMPY_MADVISE_HUGEPAGE": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) < 2 * MEBIBYTE
