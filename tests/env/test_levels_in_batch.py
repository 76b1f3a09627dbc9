"""Batches on levels: each row has a map of its own, a new one each battle, drawn ahead or when it is needed."""

import pickle
import re
import time
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pytest

import fireteam
from fireteam.content.errors import ContentError
from fireteam.env.seats.batch import WAIT
from fireteam.env.seats.levels import levels_of

SMALL = "skirmish:0..99"


class Seen(NamedTuple):
    """What a row went through: the levels of its battles with their ends, and a digest of all that it saw."""

    battles: list[tuple[int, int, int]]
    digest: int


def fought(batch: Any, steps: int, seed: int | None = 3) -> list[Seen]:
    """Return what each row of a batch goes through, whose actions follow from what it sees; no seed goes on from here."""
    infos: Any
    if seed is not None:
        seen, infos = batch.reset(seed=seed)
    else:
        seen, infos = batch.observations.copy(), {"action_mask": batch.masks.copy()}
    battles: list[list[tuple[int, int, int]]] = [[] for _ in range(batch.num_envs)]
    digests = [0] * batch.num_envs
    for _ in range(steps):
        actions = np.zeros(batch.num_envs, np.int64)
        for row, mask in enumerate(infos["action_mask"]):
            digests[row] = crc32(seen[row].tobytes(), digests[row])
            legal = np.flatnonzero(mask)
            actions[row] = legal[digests[row] % len(legal)]
        seen, _, over, _, infos = batch.step(actions)
        ends = batch.results()
        for row in np.flatnonzero(over):
            battles[row].append((int(ends["level"][row]), int(ends["winner"][row]), int(ends["length"][row])))
    return [Seen(*one) for one in zip(battles, digests, strict=True)]


def batch_of(rows: int, **options: Any) -> Any:
    """Return a batch on small levels, drawn here unless it is said otherwise."""
    return fireteam.make_vec(rows, levels=SMALL, **({"drawers": 0, "battles_per_level": 1} | options))


def test_rows_are_the_same_however_they_are_computed() -> None:
    """Drawers, threads and other rows change nothing of what a row goes through."""
    one = fought(batch_of(3), 300)
    assert all(len(row.battles) >= 2 for row in one)
    assert all(len({level for level, *_ in row.battles}) > 1 for row in one)
    for batch in (batch_of(3, drawers=2), batch_of(20, threads=2), batch_of(1, drawers=1)):
        rows = min(3, batch.num_envs)
        assert fought(batch, 300)[:rows] == one[:rows]
        batch.close()


def test_a_battle_is_fought_on_the_map_of_its_level() -> None:
    """What a row sees is its level: units, map and conditions are those that the level's number draws."""
    batch = batch_of(6)
    fought(batch, 150)
    levels = levels_of(SMALL)
    for row in range(6):
        number = int(batch.ground.numbers[row])
        field = batch.ground.field(batch.battles[row])
        assert field.scenario == levels.scenario.drawn(number)
        size = int(field.arena["size"][0])
        for name in ("width", "fog", "light", "limit", "units"):
            assert batch.ground.arenas[name][row] == field.arena[name][0], name
        for name, count in (("tiles", size), ("sight", size**2), ("screen", size**2), ("paths", size**2)):
            assert (batch.ground.arenas[name][row][:count] == field.arena[name][0][:count]).all(), name
            assert not batch.ground.arenas[name][row][count:].view(np.uint8).any(), name


def test_several_battles_a_level() -> None:
    """A row fights as many battles on a level as it is to."""
    levels = [level for level, *_ in fought(batch_of(1, battles_per_level=3), 1200)[0].battles]
    assert len(levels) >= 6
    assert all(len(set(levels[at : at + 3])) == 1 for at in range(0, len(levels) - 3, 3))
    assert len(set(levels)) > 1


def test_a_batch_goes_on_from_a_snapshot() -> None:
    """After a snapshot has been restored, and in a copy, the same happens as before."""
    batch = batch_of(4)
    fought(batch, 120)
    kept = batch.snapshot()
    copied = pickle.loads(pickle.dumps(batch))
    after = fought(batch, 200, None)
    batch.restore(kept)
    assert fought(batch, 200, None) == after
    assert fought(copied, 200, None) == after


def test_battles_that_are_left_out() -> None:
    """A row that leaves out battles of its stream fights those that follow, on their levels."""
    whole = fought(batch_of(2), 700)
    batch = batch_of(2)
    first = np.array([row.battles[0][0] for row in whole])
    batch.reset(seed=3, options={"skip": np.array([1, 1])})
    assert [row.battles[1][0] for row in whole] == batch.ground.numbers.tolist()
    assert (first != batch.ground.numbers).any()


@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
def test_other_ways_to_begin_the_next_battle(mode: str) -> None:
    """Where battles begin with the next step, or with a reset, each has its next level too."""
    same = [level for level, *_ in fought(batch_of(2), 500)[0].battles][:2]
    batch = batch_of(2, autoreset_mode=mode)
    _, infos = batch.reset(seed=3)
    found: list[int] = []
    for _ in range(600):
        action = np.array([infos["action_mask"][0].argmax(), WAIT])
        _, _, over, _, infos = batch.step(action)
        if over[0]:
            found.append(int(batch.results()["level"][0]))
            if mode == "Disabled":
                _, infos = batch.reset(options={"reset_mask": np.array([True, False])})
    assert found[:2] == same


def test_ends_are_told_as_on_scenarios() -> None:
    """The step in which a battle ends has its reward and its last view, and shows the next battle already."""
    batch = batch_of(2)
    _, infos = batch.reset(seed=1)
    for _ in range(2000):
        seen, rewards, over, _, infos = batch.step(infos["action_mask"].argmax(1))
        if over.any():
            break
    row = int(np.flatnonzero(over)[0])
    final = infos["final_info"]
    assert rewards[row] == {-1: 0.0, 0: 1.0}.get(int(final["winner"][row]), -1.0)
    assert (infos["final_obs"][row] != seen[row]).any()
    assert infos["action_mask"][row].sum() > 0
    assert final["level"][row] in range(100)


def test_several_learners_on_levels() -> None:
    """A batch asks for every team on levels, too, and pays all teams when a battle ends."""
    batch = batch_of(4, side="all")
    _, infos = batch.reset(seed=1)
    paid = np.zeros((4, 2))
    ended = np.zeros(4, bool)
    for _ in range(1500):
        _, _, over, _, infos = batch.step(infos["action_mask"].argmax(1))
        paid[over] += infos["rewards"][over]
        ended |= over
    assert ended.all()
    assert (paid.sum(1) == 0).all()


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"levels": "yard"}, "draws nothing"),
        ({"levels": SMALL, "scenario": "duel"}, "give one of them"),
        ({"levels": SMALL, "num_envs": 40_000}, "at most 32767 rows"),
        ({"levels": SMALL, "battles_per_level": 0}, "battles_per_level = 0"),
        ({"levels": SMALL, "slots": (2, 2)}, "slots"),
        ({"levels": SMALL, "drawers": -1}, "drawers = -1"),
    ],
)
def test_what_cannot_be_made(options: dict[str, Any], wrong: str) -> None:
    """A batch that cannot be is refused with a sentence."""
    rows = options.pop("num_envs", 2)
    with pytest.raises(ContentError, match=re.escape(wrong)):
        fireteam.make_vec(rows, **options)


def test_levels_have_no_shares() -> None:
    """Scenarios are shared out; levels have weights of their own."""
    with pytest.raises(ContentError, match="levels have none"):
        batch_of(1).share([1.0])


def test_what_is_drawn_and_not_wanted_is_not_kept() -> None:
    """After resets with other seeds nothing is left of the levels that rows were to go on to."""
    batch = batch_of(4, drawers=1)
    for seed in range(4):
        batch.reset(seed=seed)
    ahead = batch.ground._ahead
    deadline = time.monotonic() + 60
    while len(ahead._ready) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    following = {batch.ground.next_of(row, batch.episodes)[1] for row in range(4)}
    assert set(ahead._ready) == set(ahead._asked) == following
    assert not ahead._unwanted
    batch.close()


def test_a_level_that_cannot_be_drawn_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong in a process that draws is told here, with the number of the level."""
    from fireteam.env.seats import ahead

    scenario = levels_of(SMALL).scenario
    assert scenario.draw is not None
    crowded = scenario.model_copy(update={"draw": scenario.draw.model_copy(update={"templates": ["nobody"]})})
    drawer = ahead.Ahead(crowded, 1)
    drawer.ask(5)
    with pytest.raises(ContentError, match="level 5 of"):
        drawer.take(5)
    drawer.close()


def test_a_curriculum_of_levels() -> None:
    """Other numbers are fought from each row's next battle on; one that is there twice comes twice as often."""
    batch = batch_of(6, opponent="charger")
    batch.reset(seed=1, options={"levels": [5, 5, 9]})
    levels = [level for row in fought(batch, 150, seed=None) for level, *_ in row.battles]
    assert set(levels) == {5, 9}
    assert levels.count(5) > levels.count(9)
    first = np.arange(6) == 0
    before = batch.ground.numbers.copy()
    batch.reset(options={"levels": range(20, 23), "reset_mask": first})
    assert batch.ground.numbers[0] in range(20, 23)
    assert (batch.ground.numbers[1:] == before[1:]).all()
    batch.reset(options={"levels": np.array([7])})
    assert set(batch.ground.numbers) == {7}
    with pytest.raises(ContentError, match="options: levels = 'all': must be a range or list of numbers"):
        batch.reset(options={"levels": "all"})
    with pytest.raises(ContentError, match="options: levels: no levels are fought here"):
        fireteam.make_vec(2, scenario="duel").reset(options={"levels": [7]})
    with pytest.raises(ContentError, match="shares: levels have none"):
        batch.reset(options={"shares": [7]})


def test_levels_that_are_chosen_row_by_row() -> None:
    """A row fights the level that it is told until it is told otherwise; infos say which level that is."""
    batch = batch_of(3, opponent="charger")
    _, infos = batch.reset(seed=1, options={"level": [4, 5, -1]})
    assert infos["level"].tolist()[:2] == [4, 5]
    levels = [{level for level, *_ in row.battles} for row in fought(batch, 120, seed=None)]
    assert levels[:2] == [{4}, {5}]
    assert len(levels[2]) > 1
    kept = batch.snapshot()
    _, infos = batch.reset(options={"level": 8})
    assert infos["level"].tolist() == [8, 8, 8]
    batch.restore(kept)
    assert batch.ground.chosen.tolist() == [4, 5, -1]
    for wrong, says in (([1, 2], "or 3 of them"), (2**31, "must be from 0 to"), (0.5, "must be a number of a level")):
        with pytest.raises(ContentError, match=says):
            batch.reset(options={"level": wrong})
