"""Data sets: rows that an environment gives too, rewards that add up, what is left out, and files whole or not at all."""

import json
import sys
import tomllib
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from gamed import NEAR, game_of, play_at_random
from recorded import fought, recorded
from sourced import ROOT
from typer.testing import CliRunner, Result

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play
from fireteam.cli import app
from fireteam.content.errors import ContentError, MissingExtra, ReplayError
from fireteam.env.battle import Battle, seed_words
from fireteam.env.observe.actions import decode, layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.observe.reward import Reward
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.skirmish import parallel_env
from fireteam.training.dataset import Episodes, decision_dtype
from fireteam.training.storage import write_dataset

RICH = Reward(win=2.0, loss=-1.5, shaping=0.5, deals={"damage": 0.02}, suffers={"damage": -0.03})
FORKED_AT = 6


def forked() -> Replay:
    """Return a replay that went on with other dice and other bots from its sixth decision on."""
    battle, branch = recorded()[1].fork(FORKED_AT, 99, "x.jsonl")
    play(battle, {"red": load_bot("random", 8), "blue": load_bot("random", 9)}, lambda action: branch.step(battle, action))
    branch.finish(battle)
    return branch


def typed() -> Replay:
    """Return a replay of a battle in which people threw the dice of some decisions."""
    battle = Battle("duel", 3)
    record = Replay.of(battle, 3)

    def step(action: Any) -> None:
        if len(record.steps) % 3 == 0:
            battle.dictate([1, 6, 5, 2, 6, 6, 1, 3, 4, 4, 1, 1])
        record.step(battle, action)

    play(battle, {"red": load_bot("tactician", 3), "blue": load_bot("charger", 3)}, step)
    record.finish(battle)
    assert any(line.dice for line in record.steps)
    return record


def broken_off() -> Replay:
    """Return a replay of the first decisions of a battle."""
    battle = Battle("duel", 5)
    record = Replay.of(battle, 5)
    for _ in range(12):
        record.step(battle, battle.legal()[0])
    record.finish(battle)
    return record


RECORDS = {
    "duel": lambda: recorded()[1],
    "yard": lambda: fought("yard", 4),
    "three teams": lambda: fought("market", 2),
    "in the dark": lambda: fought("night", 2),
    "fork": forked,
    "typed dice": typed,
    "broken off": broken_off,
}


def table(path: Path) -> dict[str, np.ndarray]:
    """Return the columns of a data set."""
    if path.suffix == ".npz":
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays if name != "about"}
    read = pyarrow.parquet.read_table(path)
    return {name: np.array(read[name].to_pylist()) for name in read.column_names}


def made(records: Sequence[Replay], folder: Path, name: str = "set.npz", **options: Any) -> dict[str, np.ndarray]:
    """Save replays, make a data set of them and return its columns."""
    files = [folder / f"{number}.jsonl" for number in range(len(records))]
    for record, file in zip(records, files, strict=True):
        record.save(file)
    write_dataset(Episodes(files, **options), folder / name)
    return table(folder / name)


def replayed(record: Replay, slots: tuple[int, int], reward: Reward) -> dict[str, list[dict[str, Any]]]:
    """Play a replay's words in PettingZoo's environment; return by team what its commander saw, did and earned."""
    env = parallel_env(record.header.scenario, view="commander", reward=reward, slots=slots)
    seen, _ = env.reset(seed=record.header.seed)
    rows: dict[str, list[dict[str, Any]]] = {team.name: [] for team in record.header.scenario.teams}
    pending = dict.fromkeys(rows, 0.0)
    for step in record.steps:
        battle = env.match.battle
        fork = record.header.forked_from
        if fork is not None and fork.decision == step.n:
            battle.record[0]["seed"] = seed_words(fork.reseed)
        battle.dictate(step.dice)
        decision = battle.decision
        assert decision is not None
        assert decision.unit == step.unit
        team = env.match.team_names.index(decision.team)
        view = seen[f"{decision.team}_0"]
        open_now = np.flatnonzero(view["action_mask"])
        number = next(n for n in open_now if battle.words(decode(battle.field, team, n, layout(*slots))) == step.action)
        rows[decision.team].append(
            {**view, "action": number, "reward": pending[decision.team], "unit": step.unit, "n": step.n}
        )
        pending[decision.team] = 0.0
        seen, rewards, *_ = env.step({f"{decision.team}_0": number})
        for name in rows:
            if rows[name]:
                rows[name][-1]["reward"] += rewards[f"{name}_0"]
            else:
                pending[name] += rewards[f"{name}_0"]
    return rows


@pytest.mark.parametrize("reward", [Reward(), RICH], ids=["default", "rich"])
@pytest.mark.parametrize("name", RECORDS)
def test_rows_are_what_an_environment_gives(name: str, reward: Reward, tmp_path: Path) -> None:
    """Observations, masks, actions and rewards are those of the same battle played in the environment."""
    record = RECORDS[name]()
    slots = (8, 10)
    data = made([record], tmp_path, reward=reward, slots=slots)
    rows = replayed(record, slots, reward)
    assert len(data["action"]) == len(record.steps)
    assert sorted(data["decision"]) == list(range(1, len(record.steps) + 1))
    assert record.result is not None
    for episode, (team, expected) in enumerate((team, some) for team, some in rows.items() if some):
        mine = np.flatnonzero(data["episode"] == episode)
        assert (np.diff(mine) == 1).all()
        assert set(data["team"][mine]) == {team}
        assert data["decision"][mine].tolist() == [row["n"] for row in expected]
        assert data["unit"][mine].tolist() == [row["unit"] for row in expected]
        assert data["action"][mine].tolist() == [row["action"] for row in expected]
        assert (data["observation"][mine] == np.array([row["observation"] for row in expected])).all()
        assert (data["action_mask"][mine] == np.array([row["action_mask"] for row in expected])).all()
        assert data["reward"][mine] == pytest.approx(np.array([row["reward"] for row in expected]), abs=1e-6)
        assert (data["won"][mine] == (record.result.winner == team)).all()
        ends = np.arange(len(mine)) == len(mine) - 1
        over = record.result.ending != "undecided"
        assert (data["terminal"][mine] == (ends & over)).all()
        assert (data["truncated"][mine] == (ends & (not over))).all()
    assert len(np.unique(data["observation"], axis=0)) > len(record.steps) // 2


def test_rewards_are_for_events_of_the_system_of_the_replays(tmp_path: Path) -> None:
    """A reward may weigh what only that rule system has: each declaration of a battle by the ladder is paid once."""
    battle = Battle(load_scenario("duel", "ladder"), 3)
    record = Replay.of(battle, 3)
    events = record_of_events(battle, record)
    data = made([record], tmp_path, reward=Reward(win=0, loss=0, deals={"declares": 1}))
    assert data["reward"].sum() == events.count("declares") > 3


def record_of_events(battle: Battle, record: Replay) -> list[str]:
    """Play a battle at random into a replay; return the kinds of all its events."""
    rng, kinds = np.random.default_rng(2), []
    while not battle.over:
        legal = battle.legal()
        record.step(battle, legal[rng.integers(len(legal))])
        kinds += [event.kind for event in battle.events()]
    record.finish(battle)
    return kinds


def test_rewards_add_up_to_the_outcome(tmp_path: Path) -> None:
    """An episode of the default reward is worth what its battle was: one, minus one or nothing."""
    records = [fought("duel", seed) for seed in range(8)]
    data = made(records, tmp_path)
    assert {record.result.winner for record in records if record.result} >= {"red", "blue"}
    for episode in range(16):
        mine = data["episode"] == episode
        record = records[episode // 2]
        assert record.result is not None
        assert set(data["replay"][mine]) == {f"{episode // 2}.jsonl"}
        worth = 0 if record.result.winner is None else 1 if data["won"][mine][0] else -1
        assert data["reward"][mine].sum() == worth
        assert (data["reward"][mine][:-1] == 0).all()
        assert data["terminal"][mine].sum() == 1


def test_both_formats_agree(tmp_path: Path) -> None:
    """A Parquet file has the columns, types and values of an .npz, and says as much about itself."""
    records = [recorded()[1], fought("yard", 4)]
    first, second = (made(records, tmp_path, name, reward=RICH) for name in ("set.npz", "set.parquet"))
    assert first.keys() == second.keys()
    for name, values in first.items():
        assert (values == second[name]).all(), name
        assert values.shape == second[name].shape
    dtype = decision_dtype()
    schema = pyarrow.parquet.read_schema(tmp_path / "set.parquet")
    for name in dtype.names or ():
        assert first[name].dtype == dtype[name].base, name
        kind = schema.field(name).type
        assert np.dtype((kind.value_type if dtype[name].shape else kind).to_pandas_dtype()) == dtype[name].base, name
    assert dtype["observation"].shape == (observation_size(8, 8),)
    assert dtype["action_mask"].shape == (int(layout()["size"][0]),)
    with np.load(tmp_path / "set.npz") as arrays:
        about = json.loads(str(arrays["about"]))
    assert about == json.loads(schema.metadata[b"fireteam"])
    assert Reward(**about["reward"]) == RICH
    assert about["rules"] == records[0].header.rules


def test_sides_players_and_winners(tmp_path: Path) -> None:
    """A data set has what is asked for: one side, one bot wherever it sat, or whoever won."""
    records = [recorded("duel", seed)[1] for seed in range(4)]
    whole = made(records, tmp_path)
    for options, column, value in (({"side": "blue"}, "team", "blue"), ({"bot": "random"}, "bot", "random")):
        data = made(records, tmp_path, **options)
        assert set(data[column]) == {value}
        assert (data["observation"] == whole["observation"][whole[column] == value]).all()
        assert sorted(set(data["episode"])) == [0, 1, 2, 3]
    won = made(records, tmp_path, winners=True)
    assert won["won"].all()
    assert len(won["won"]) == whole["won"].sum() > 0
    assert set(whole["bot"][whole["team"] == "red"]) == {"tactician"}


def test_a_fork_tells_who_played_before_it_only(tmp_path: Path) -> None:
    """After a fork anybody may have played on: those decisions are nobody's, and an episode of a bot breaks off there."""
    data = made([forked()], tmp_path)
    assert ((data["bot"] == "") == (data["decision"] >= FORKED_AT)).all()
    part = made([forked()], tmp_path, bot="tactician")
    assert (part["decision"] < FORKED_AT).all()
    assert part["truncated"].tolist() == [False] * (len(part["decision"]) - 1) + [True]
    assert not part["terminal"].any()


def test_units_that_were_handed_to_a_bot(tmp_path: Path) -> None:
    """What a bot did for a person is the bot's; what is left out between breaks an episode in two."""
    game = game_of(NEAR, ("red", "blue"))
    play_at_random(game, 1, 4)
    game.players.hand_over("red_1", load_bot("guard", 1))
    play_at_random(game, 2, 12)
    game.players.take_back("red_1")
    play_at_random(game, 3, 8)
    game.players.hand_over("red_1", load_bot("guard", 1))
    play_at_random(game, 4)
    game.save(tmp_path / "game.jsonl")
    record = Replay.load(tmp_path / "game.jsonl")
    whole = made([record], tmp_path)
    assert set(whole["bot"][whole["team"] == "red"]) == {"person", "guard"}
    assert set(whole["bot"][whole["team"] == "blue"]) == {"person"}
    part = made([record], tmp_path, bot="guard")
    mine = (whole["team"] == "red") & (whole["bot"] == "guard")
    assert part["decision"].tolist() == whole["decision"][mine].tolist()
    assert part["reward"].tolist() == whole["reward"][mine].tolist()
    assert set(part["episode"]) == {0, 1}
    ends = np.flatnonzero(part["truncated"] | part["terminal"])
    assert ends.tolist() == [np.flatnonzero(part["episode"] == 0)[-1], len(part["episode"]) - 1]
    assert part["truncated"][ends[0]]
    assert part["terminal"][ends[1]] == game.battle.over


def test_all_rows_are_in_memory_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many replays become an .npz in little more memory than their rows take."""
    monkeypatch.setattr("fireteam.env.replay.storage.LARGEST_REPLAY", 500_000)  # room for the largest is set apart
    file = tmp_path / "battle.jsonl.gz"
    fought("duel", 3).save(file)
    write_dataset(Episodes([file]), tmp_path / "set.npz")  # whatever is imported and cached by now
    episodes = Episodes([file] * 120)
    tracemalloc.start()
    try:
        write_dataset(episodes, tmp_path / "set.npz")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    size = episodes.decisions * episodes.dtype.itemsize
    assert size > 5_000_000
    assert size < peak < 1.3 * size


def run(*arguments: Any) -> Result:
    """Run `fireteam replay dataset` in this process."""
    return CliRunner().invoke(app, ["replay", "dataset", *map(str, arguments)])


def test_the_command(tmp_path: Path) -> None:
    """The command does the same, and says what it has written and what a decision takes."""
    record = recorded()[1]
    record.save(tmp_path / "a.jsonl.gz")
    (tmp_path / "reward.toml").write_text("win = 5.0\n", encoding="utf-8")
    out = tmp_path / "set.parquet"
    result = run(tmp_path / "a.jsonl.gz", "--out", out, "--winners", "--reward", tmp_path / "reward.toml", "--others", 9)
    assert result.exit_code == 0, result.output
    data = table(out)
    assert f"{out}: {len(data['won'])} decisions in 1 episodes" in result.stdout
    assert f"{decision_dtype((8, 9)).itemsize:,} bytes each" in result.stdout
    assert data["reward"].sum() == 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl.gz", "reward.toml", "set.parquet"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--out", "set.csv"], "set.csv: a data set's name must end in .npz or .parquet"),
        (["--out", "none/set.npz"], "cannot be written"),
        (["--side", "green"], "a.jsonl: side: no team is called 'green'. Teams: red, blue."),
        (["--bot", "tactican"], "nobody of that name plays in these replays. Did you mean 'tactician'?"),
        (["--bot", "tactician", "--side", "blue"], "no decision of these replays (1) is wanted"),
        (["--reward", "none.toml"], "none.toml"),
        (["big.jsonl"], "big.jsonl: team"),
        (["other.jsonl"], "other.jsonl: decision 3"),
        (["spoiled.jsonl"], "spoiled.jsonl: line 2"),
    ],
)
def test_refusals(options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong is one line with the place, and neither a file nor half of one is left; what was there stays."""
    monkeypatch.chdir(tmp_path)
    recorded()[1].save("a.jsonl")
    lines = Path("a.jsonl").read_text(encoding="utf-8").splitlines()
    other = json.loads(lines[0]) | {"rules": "0123456789abcdef"}
    step = json.loads(lines[4]) | {"action": "run"}
    Path("other.jsonl").write_text(
        "\n".join([json.dumps(other), *lines[1:4], json.dumps(step), *lines[5:]]), encoding="utf-8"
    )
    Path("spoiled.jsonl").write_text("\n".join([lines[0], "{}", *lines[2:]]), encoding="utf-8")
    if "big.jsonl" in options:
        fought("breach", 1).save("big.jsonl")
    Path("set.npz").write_bytes(b"before")
    there = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    result = run("a.jsonl", *options, *([] if "--out" in options else ["--out", "set.npz"]))
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    assert message in result.stderr
    if "other.jsonl" in options:
        assert "recorded with engine" in result.stderr
        assert "rules 0123456789abcdef" in result.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == there


def test_a_late_mistake_leaves_nothing(tmp_path: Path) -> None:
    """Where the second replay is broken, not even the rows of the first are left, whatever the format."""
    recorded()[1].save(tmp_path / "a.jsonl")
    (tmp_path / "b.jsonl").write_text("{}\n", encoding="utf-8")
    for name in ("set.npz", "set.parquet"):
        with pytest.raises(ReplayError, match=r"b\.jsonl"):
            write_dataset(Episodes([tmp_path / "a.jsonl", tmp_path / "b.jsonl"]), tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parquet needs an extra, which the sentence names and pyproject.toml has; an .npz needs none."""
    recorded()[1].save(tmp_path / "a.jsonl")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r'pip install -e "\.\[dataset\]"'):
        write_dataset(Episodes([tmp_path / "a.jsonl"]), tmp_path / "set.parquet")
    write_dataset(Episodes([tmp_path / "a.jsonl"]), tmp_path / "set.npz")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert any(name.startswith("pyarrow") for name in extras["dataset"])
    assert any("dataset" in name for name in extras["test"])


def test_slots_are_checked(tmp_path: Path) -> None:
    """Slots that are none are refused before anything is read."""
    with pytest.raises(ContentError, match="slots = "):
        Episodes([tmp_path / "none.jsonl"], slots=(0, 8))
