"""Replays: written whole, read with care, verified to the byte, forked anywhere."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recorded import recorded
from verified import listed

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play
from fireteam.content.errors import ContentError, ReplayError
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.replay.scene import difference, scene_of
from fireteam.env.scenario.reading import scenario_names

OTHER_FORMAT = '{"fireteam": "replay", "format": 99, "engine": "9.9"}\n{}\n{}'


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the lines of a good replay."""
    path = tmp_path_factory.mktemp("replay") / "good.jsonl"
    recorded()[1].save(path)
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["battle.jsonl", "battle.jsonl.gz"])
def test_round_trip(tmp_path: Path, name: str) -> None:
    """A replay that is written, read and verified holds the same events, steps and result."""
    _, record = recorded("yard")
    record.save(tmp_path / name)
    again = Replay.load(tmp_path / name)
    again.verify()
    assert again.steps == record.steps
    assert again.result == record.result
    assert again.events() == record.events()
    assert [path.name for path in tmp_path.iterdir()] == [name], "a temporary file was left behind"


def test_saving_keeps_what_was_there_when_it_fails(tmp_path: Path) -> None:
    """A replay that cannot be written leaves no half of itself, and an error that names the place."""
    _, record = recorded()
    with pytest.raises(ContentError, match="cannot be written"):
        record.save(tmp_path / "no" / "such" / "folder.jsonl")
    unfinished = Replay(record.header, record.opening)
    with pytest.raises(ReplayError, match="no result"):
        unfinished.save(tmp_path / "x.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_broken_off_battle_is_a_replay(tmp_path: Path) -> None:
    """What was fought until somebody stopped it can be saved, read and verified."""
    battle = Battle("duel", 5)
    record = Replay.of(battle, 5)
    for _ in range(4):
        record.step(battle, battle.legal()[0])
    record.finish(battle)
    record.save(tmp_path / "part.jsonl")
    part = Replay.load(tmp_path / "part.jsonl")
    part.verify()
    assert part.result is not None
    assert part.result.ending == "undecided"


def test_battle_at_any_decision() -> None:
    """The battle before a decision is the one that was fought; before the first it is the opening."""
    battle, record = recorded()
    assert record.battle_at(1).record.tobytes() == Battle("duel", 3).record.tobytes()
    assert record.battle_at(len(record.steps) + 1).record.tobytes() == battle.record.tobytes()
    for wrong in (0, len(record.steps) + 2):
        with pytest.raises(ReplayError, match="does not exist"):
            record.battle_at(wrong)


@pytest.mark.parametrize("reseed", [None, 99])
def test_forks_can_be_verified(tmp_path: Path, reseed: int | None) -> None:
    """A fork, with the same dice or others, is a replay like any other."""
    _, record = recorded()
    battle, branch = record.fork(6, reseed, "x.jsonl")
    play(battle, {"red": load_bot("random", 8), "blue": load_bot("random", 9)}, lambda action: branch.step(battle, action))
    branch.finish(battle)
    branch.save(tmp_path / "fork.jsonl")
    again = Replay.load(tmp_path / "fork.jsonl")
    again.verify()
    assert again.steps[:5] == record.steps[:5]


def spoil_die(step: dict[str, Any]) -> None:
    """Turn the first die of a step's first roll over."""
    roll = next(event for event in step["events"] if event.get("dice"))
    roll["dice"][0] = 7 - roll["dice"][0]


def with_dice(lines: list[str]) -> int:
    """Return the first line whose decision threw dice."""
    return next(number for number, line in enumerate(lines) if '"n":' in line and '"dice":[' in line)


def test_a_die_that_cannot_be_is_refused(tmp_path: Path, lines: list[str]) -> None:
    """Dice of this system show six at most: a seven is found when the file is read."""
    number = with_dice(lines)
    step = json.loads(lines[number])
    next(event for event in step["events"] if event.get("dice"))["dice"][0] = 7
    path = tmp_path / "seven.jsonl"
    path.write_text("\n".join([*lines[:number], json.dumps(step), *lines[number + 1 :]]), encoding="utf-8")
    with pytest.raises(ReplayError, match=f"line {number + 1}: dice: 7: the dice of this rule system show 1 to 6"):
        Replay.load(path)


def test_a_spoiled_die_is_caught(tmp_path: Path, lines: list[str]) -> None:
    """A single die turned over is found, and named by its decision."""
    number = with_dice(lines)
    step = json.loads(lines[number])
    spoil_die(step)
    path = tmp_path / "spoiled.jsonl"
    path.write_text("\n".join([*lines[:number], json.dumps(step), *lines[number + 1 :]]) + "\n", encoding="utf-8")
    spoiled = Replay.load(path)
    with pytest.raises(ReplayError, match=rf"decision {step['n']} \({step['unit']}: .*'dice'"):
        spoiled.verify()


def edited(lines: list[str], line: int, edit: Callable[[dict[str, Any]], Any]) -> str:
    """Return the text of a replay with one of its lines edited."""
    value = json.loads(lines[line])
    edit(value)
    return "\n".join([*lines[:line], json.dumps(value), *lines[line + 1 :]]) + "\n"


@pytest.mark.parametrize(
    ("line", "edit", "message"),
    [
        (0, lambda v: v.update(seed=v["seed"] + 1), "the opening"),
        (4, lambda v: v.update(action="run"), "decision 3"),
        (4, lambda v: v.update(unit="blue_1" if v["unit"] == "red_1" else "red_1"), "decision 3"),
        (-1, lambda v: v["result"].update(winner=None, ending="stalemate"), "result differs"),
    ],
)
def test_edits_are_caught(tmp_path: Path, lines: list[str], line: int, edit: Callable[..., Any], message: str) -> None:
    """Another seed, another decision, another decider, another result: each is named."""
    path = tmp_path / "edited.jsonl"
    path.write_text(edited(lines, line % len(lines), edit), encoding="utf-8")
    record = Replay.load(path)
    with pytest.raises(ReplayError, match=message):
        record.verify()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (lambda lines: "", "empty"),
        (lambda lines: "\n".join(lines[:-1]), "truncated"),
        (lambda lines: "\n".join(lines)[: len("\n".join(lines)) // 2], "not valid JSON"),
        (lambda lines: "\n".join(lines[:5] + lines[6:]), "decision 5 where 4"),
        (lambda lines: OTHER_FORMAT, "replay format 99, written by engine '9.9'"),
        (lambda lines: OTHER_FORMAT.replace("99", "1"), "replay format 1, written by engine .* reads format 2"),
        (lambda lines: '{"something": "else"}\n{}\n{}', "not a Fireteam replay"),
        (lambda lines: "[1, 2]\n[]\n[]", "not a Fireteam replay"),
        (lambda lines: "\n".join([lines[0].replace('"seed":3', '"seed":-3'), *lines[1:]]), "line 1: seed = -3"),
        (lambda lines: "\n".join([lines[0].replace('"seed":3', '"sead":3'), *lines[1:]]), "'sead'. Did you mean 'seed'"),
        (lambda lines: "\n".join([lines[0], "{}", *lines[2:]]), "line 2: key 'opening' is missing"),
        (lambda lines: "\n".join([*lines[:2], '{"n": "one"}', *lines[3:]]), "line 3"),
    ],
)  # fmt: skip
def test_broken_files_are_refused(tmp_path: Path, lines: list[str], text: Callable[..., str], message: str) -> None:
    """Each way to break a file is one line that names the file and the place."""
    path = tmp_path / "broken.jsonl"
    path.write_text(text(lines), encoding="utf-8")
    with pytest.raises(ReplayError, match=message) as error:
        Replay.load(path)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8, a gzip that is none, a folder: refused by name."""
    raw = tmp_path / "raw.jsonl"
    raw.write_bytes(b"\xff\xfe{}")
    with pytest.raises(ReplayError, match=r"not UTF-8 text \(byte 0\)"):
        Replay.load(raw)
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(b"no gzip")
    with pytest.raises(ReplayError, match="cannot be read"):
        Replay.load(packed)
    packed.write_bytes(gzip.compress(bytes(range(32, 127)) * 20)[:60])
    with pytest.raises(ReplayError, match="cannot be read"):
        Replay.load(packed)
    for missing in (tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(ReplayError, match="cannot be read"):
            Replay.load(missing)


def test_another_engine_is_named(lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a replay of other rules does not come out, the message says which rules it was recorded with."""
    number = with_dice(lines)
    step = json.loads(lines[number])
    spoil_die(step)
    header = json.loads(lines[0]) | {"rules": "0123456789abcdef"}
    path = tmp_path / "other.jsonl"
    path.write_text(
        "\n".join([json.dumps(header), *lines[1:number], json.dumps(step), *lines[number + 1 :]]), encoding="utf-8"
    )
    with pytest.raises(ReplayError, match="rules 0123456789abcdef"):
        Replay.load(path).verify()


def test_a_fork_with_other_dice_after_the_last_decision_verifies() -> None:
    """A battle broken off can be given other dice at its very end, and what is recorded then is as true as any."""
    _, record = recorded()
    battle, branch = record.fork(len(record.steps) + 1, reseed=99)
    branch.finish(battle)
    branch.verify()
    assert branch.result is not None
    assert record.result is not None
    assert branch.result.check != record.result.check, "the dice to come are part of the state"


def test_scenes_are_those_of_the_battle() -> None:
    """The scenes of the file, patch after patch, are what the battle shows at every decision."""
    _, record = recorded("yard", 5)
    scenes = record.scenes()
    assert scenes == [scene_of(battle) for battle in record.battles()]
    assert len({json.dumps(scene) for scene in scenes}) > len(scenes) // 2


def test_patches_are_the_same_in_every_process() -> None:
    """What is gone is named in the order in which it was there, so that files of the same battle are the same bytes."""
    gone = {f"state {number}": number for number in range(20)}
    assert list(difference({"kept": 1, **gone}, {"kept": 1, "new": 2})) == [*gone, "new"]


def test_a_changed_scene_is_found(tmp_path: Path) -> None:
    """Verifying compares what is drawn too, and says where it differs."""
    _, record = recorded()
    step = next(step for step in record.steps if "units" in step.scene)
    name = next(iter(step.scene["units"]))
    step.scene["units"][name]["x"] = 99
    with pytest.raises(ReplayError, match=f"decision {step.n} .*the scene differs in 'units'"):
        record.verify()


def test_typed_dice_are_part_of_a_replay(tmp_path: Path) -> None:
    """Dice that were dictated while recording are thrown again when it is played again."""
    battle = Battle("duel", 3, dice=[6, 6, 6])
    record = Replay.of(battle, 3)
    battle.dictate([1, 1, 1, 1, 1, 1, 5])
    record.step(battle, battle.legal()[0])
    record.finish(battle)
    record.save(tmp_path / "typed.jsonl")
    again = Replay.load(tmp_path / "typed.jsonl")
    assert again.opening.dice == [6, 6, 6]
    assert again.steps[0].dice == [1, 1, 1, 1, 1, 1, 5]
    again.verify()
    again.opening = again.opening.model_copy(update={"dice": []})
    with pytest.raises(ReplayError, match="the opening"):
        again.verify()


@pytest.mark.slow
@pytest.mark.parametrize("name", scenario_names())
def test_random_battles_verify(name: str) -> None:
    """Recorded, saved, read and played again, nothing differs; `python tests/verified.py 10000` tries many more."""
    assert listed(name, range(4)) == []
