"""Chances beside their replay: worked out once, and never read from a file that lies."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chanced import FEW, OTHER_RULES, SEED, changed, curve_of, given_duel, given_kept, recorded  # noqa: F401

from fireteam.agents.series.win_probability import Chances, Stopped, identity
from fireteam.agents.story import kept as room
from fireteam.agents.story.kept import chances_for, chances_path, load, save
from fireteam.content.errors import ContentError, ReplayError
from fireteam.env.replay.replay import Replay


@pytest.mark.parametrize(
    ("replay", "place"),
    [
        ("battle.jsonl.gz", "battle.chances.json"),
        ("battle.jsonl", "battle.chances.json"),
        ("a.b.jsonl", "a.b.chances.json"),
        ("battle", "battle.chances.json"),
        ("fight.2", "fight.2.chances.json"),
    ],
)
def test_chances_lie_beside_their_replay(replay: str, place: str) -> None:
    """The file is found by the name of the replay."""
    assert chances_path(Path("some") / replay) == Path("some") / place


def test_round_trip(tmp_path: Path, duel: Replay, kept: Chances) -> None:
    """What is stored for a replay in memory is found for the same replay read from its file, packed or not."""
    path = tmp_path / "battle.chances.json"
    assert load(path, duel) is None
    save(kept, path)
    for name in ("battle.jsonl", "battle.jsonl.gz"):
        duel.save(tmp_path / name)
        again = Replay.load(tmp_path / name)
        assert identity(again) == identity(duel)
        assert load(chances_path(tmp_path / name), again) == kept
    assert len(list(tmp_path.iterdir())) == 3, "a temporary file was left behind"


def test_chances_of_another_replay_are_not_taken(tmp_path: Path, duel: Replay, kept: Chances) -> None:
    """Other dice, another decision, fewer decisions or another scenario make another replay; its recorder does not."""
    path = tmp_path / "battle.chances.json"
    save(kept, path)
    shorter = changed(duel)
    del shorter.steps[-1]
    scenario = duel.header.scenario.model_copy(update={"rounds": 19})
    fork = duel.fork(len(duel.steps), 7)[1].header.forked_from
    for other in (shorter, changed(duel, 2, action="end"), changed(duel, 2, unit="nobody"), changed(duel, 2, dice=[6])):
        assert load(path, other) is None
    for header in ({"seed": SEED + 1}, {"scenario": scenario}, {"forked_from": fork}):
        assert load(path, changed(duel, header=header)) is None
    assert load(path, changed(duel, header=OTHER_RULES)) == kept


def nested(data: dict[str, Any]) -> None:
    """Put lists into lists, deeper than any reader goes."""
    data["moments"] = "DEEP"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda data: data.update(format=1), "chances in format 1; this is engine"),
        (lambda data: data.update(format=True), "format"),
        (lambda data: data.pop("format"), "chances in format None"),
        (lambda data: data.update(fireteam="replay"), "no chances of a Fireteam replay"),
        (lambda data: data["shares"][3].__setitem__(0, float("nan")), r"shares\[3\]\[0\] = nan"),
        (lambda data: data["shares"][3].__setitem__(0, float("inf")), r"shares\[3\]\[0\] = inf"),
        (lambda data: data["shares"][3].__setitem__(1, 1.5), r"shares\[3\]\[1\] = 1.5"),
        (lambda data: data["shares"][3].__setitem__(1, -0.1), r"shares\[3\]\[1\] = -0.1"),
        (lambda data: data["shares"][3].__setitem__(1, "0.5"), r"shares\[3\]\[1\] = '0.5'"),
        (lambda data: data["shares"].__setitem__(3, [0.7, 0.7]), r"the shares of moment \d+ add up to more than 1"),
        (lambda data: data["shares"].__setitem__(3, [0.7]), r"moment \d+ has 1 shares for 2 teams"),
        (lambda data: data["shares"].pop(), r"there are \d+ moments and shares of \d+"),
        (lambda data: data["moments"].__setitem__(3, 2), "begin with 0 and ascend"),
        (lambda data: data["moments"].__setitem__(0, 1), "begin with 0 and ascend"),
        (lambda data: data["moments"].__setitem__(-1, 33), "up to moment 33 of 32"),
        (lambda data: data["shares"].__setitem__(-1, [0.5, 0.5]), "the battle is over"),
        (lambda data: data.update(moments=[], shares=[]), "moments"),
        (lambda data: data.update(teams=["red", "green"]), "not the teams of the replay"),
        (lambda data: data.update(playouts=0), "playouts = 0"),
        (lambda data: data.pop("over"), "'over' is missing"),
        (lambda data: data.pop("acts"), "'acts' is missing"),
        (lambda data: data["turn"].update(team="green"), "the turning point is of a team that is not there"),
        (lambda data: data["turn"].update(moment=99), "or after the end"),
        (lambda data: data["turn"].update(before=99), "must end after it begins"),
        (lambda data: data["turn"].update(low=-0.9), "must hold its change, and not 0"),
        (lambda data: data["turn"].update(old=1.5), r"turn\.old = 1.5"),
        (lambda data: data.update(winner="red"), "unknown key 'winner'"),
        (nested, "not valid JSON"),
    ],
)  # fmt: skip
def test_broken_files_are_refused(
    tmp_path: Path, duel: Replay, kept: Chances, edit: Callable[[dict[str, Any]], Any], message: str
) -> None:
    """Each way to break a file is one line that names the file and the fault; `chances_for` writes it anew."""
    data = json.loads(kept.model_dump_json())
    edit(data)
    path = tmp_path / "battle.chances.json"
    path.write_text(json.dumps(data).replace('"DEEP"', "[" * 100_000), encoding="utf-8")
    refused(path, duel, message)
    assert chances_for(tmp_path / "battle.jsonl", duel, playouts=FEW) == kept
    assert load(path, duel) == kept


def test_two_exports_name_the_same_moment(tmp_path: Path, duel: Replay, kept: Chances) -> None:
    """Where a battle turned depends on the battle alone: not on threads, files, or whether there is one."""
    duel.save(tmp_path / "battle.jsonl.gz")
    again = Replay.load(tmp_path / "battle.jsonl.gz")
    assert kept.turn is not None
    assert chances_for(tmp_path / "battle.jsonl.gz", again, playouts=FEW, workers=2) == kept
    assert chances_for(tmp_path / "battle.jsonl.gz", again, playouts=FEW) == kept, "from the file"


def refused(path: Path, replay: Replay, message: str) -> None:
    """Check that a file is refused with a message."""
    with pytest.raises(ReplayError, match=message) as error:
        load(path, replay)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: b"", "not valid JSON"),
        (lambda data: data[: len(data) // 2], "not valid JSON"),
        (lambda data: data + data, "not valid JSON"),
        (lambda data: b"[1, 2]", "no chances of a Fireteam replay"),
        (lambda data: b"\xff" + data, r"not UTF-8 text \(byte 0\)"),
        (lambda data: data + b" " * 5_000_000, "larger than"),
    ],
)  # fmt: skip
def test_broken_bytes_are_refused(
    tmp_path: Path, duel: Replay, kept: Chances, spoil: Callable[[bytes], bytes], message: str
) -> None:
    """A file that is empty, cut off, doubled, something else, no text or far too large."""
    path = tmp_path / "battle.chances.json"
    save(kept, path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(ReplayError, match=message):
        load(path, duel)
    refused(path, duel, message)


def test_stored_chances_are_used(tmp_path: Path, duel: Replay, kept: Chances, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is computed, unless finer chances or those of another doctrine are asked for."""
    path = tmp_path / "battle.jsonl"
    assert chances_for(path, duel, playouts=FEW) == kept
    with monkeypatch.context() as patch:
        patch.setattr(room, "chances_of", lambda *_: pytest.fail("computed again"))
        assert chances_for(path, duel, playouts=FEW) == kept
        assert chances_for(path, duel, playouts=FEW - 1, points=5) == kept
        assert chances_for(path, changed(duel, header=OTHER_RULES), playouts=FEW) == kept
    assert chances_for(path, duel, playouts=FEW + 1).playouts == FEW + 1
    assert chances_for(path, duel, "random", playouts=2).doctrine == "random"
    assert chances_for(path, recorded(seed=SEED + 1), playouts=2).replay != kept.replay


@pytest.mark.parametrize("taken", [False, True])
def test_a_place_that_cannot_be_written_to(tmp_path: Path, duel: Replay, kept: Chances, taken: bool) -> None:
    """Chances are returned where they cannot be kept: in a folder that is not there, under a name that is a folder's."""
    path = tmp_path / "battle.jsonl" if taken else tmp_path / "no" / "battle.jsonl"
    if taken:
        (chances_path(path) / "folder").mkdir(parents=True)
    assert chances_for(path, duel, playouts=FEW) == kept
    assert [place.name for place in tmp_path.iterdir()] == (["battle.chances.json"] if taken else [])
    with pytest.raises(ContentError, match="cannot be written"):
        save(kept, chances_path(path))


def test_chances_that_are_not_wanted_any_more(tmp_path: Path, duel: Replay) -> None:
    """Whoever stops gets nothing, and nothing is stored."""
    done: list[int] = []
    with pytest.raises(Stopped):
        chances_for(
            tmp_path / "battle.jsonl",
            duel,
            playouts=2,
            on_progress=lambda number, _: done.append(number),
            stop=lambda: len(done) == 3,
        )
    assert done == [1, 2, 3]
    assert list(tmp_path.iterdir()) == []
