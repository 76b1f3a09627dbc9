"""Chances through a replay: blind, the same every time, certain at the end, and never read from a file that lies."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fireteam.agents import chances as room
from fireteam.agents.bots import brains_of, load_bot, own_seed
from fireteam.agents.chances import (
    Chances,
    Stopped,
    Turn,
    chances_for,
    chances_of,
    chances_path,
    identity,
    landmarks,
    load,
    save,
    steepest,
    turning_point,
)
from fireteam.agents.drive import fight_out
from fireteam.agents.playouts import Playouts
from fireteam.agents.records import MIND
from fireteam.agents.series import battle_seeds, play
from fireteam.agents.tally import TALLY
from fireteam.env.battle import Battle, seed_words
from fireteam.env.errors import ContentError, ReplayError
from fireteam.env.replay import Replay
from fireteam.env.rules import kernel
from fireteam.env.rules.battle import MAX_UNITS
from fireteam.env.rules.log import LOG
from fireteam.env.scenario import Scenario, load_scenario
from tabletop import table, unit

FEW = 20
OTHER_RULES = {"rules": "0123456789abcdef"}
SEED = 24  # a duel whose chances swing to and fro


def recorded(scenario: str | Scenario = "duel", seed: int = SEED, decisions: int | None = None) -> Replay:
    """Return the replay of a battle of two tacticians, broken off after so many decisions."""
    battle = Battle(scenario, seed)
    replay = Replay.of(battle, seed)
    bots = {team: load_bot("tactician", seed) for team in ("red", "blue")}
    if decisions is None:
        play(battle, bots, lambda action: replay.step(battle, action))
    for _ in range(decisions or 0):
        assert battle.decision is not None
        replay.step(battle, bots[battle.decision.team].decide(battle))
    replay.finish(battle)
    return replay


@pytest.fixture(scope="module")
def duel() -> Replay:
    """Return a short replay."""
    return recorded()


@pytest.fixture(scope="module")
def few(duel: Replay) -> Chances:
    """Return its chances by few playouts."""
    return chances_of(duel, playouts=FEW)


def curve_of(*shares: tuple[float, ...], moments: list[int] | None = None, **changes: Any) -> Chances:
    """Return chances made by hand."""
    given = {
        "replay": "x",
        "doctrine": "tactician",
        "playouts": 100,
        "teams": ["red", "blue", "green"][: len(shares[0])],
        "over": False,
        "moments": moments or list(range(len(shares))),
        "shares": [list(share) for share in shares],
    }
    return Chances(**given | changes)


def changed(replay: Replay, decision: int = 0, header: dict[str, Any] | None = None, **step: Any) -> Replay:
    """Return a replay in which one decision, or the header, is another."""
    made = Replay(replay.header.model_copy(update=header), replay.opening)
    made.steps = [old.model_copy(update=step) if old.n == decision else old for old in replay.steps]
    made.result = replay.result
    return made


def test_the_same_every_time(duel: Replay, few: Chances) -> None:
    """A replay has one curve, however many threads draw it; other dice draw another."""
    assert chances_of(duel, playouts=FEW, workers=3) == few
    assert chances_of(duel, "random", FEW).shares != few.shares
    other = Playouts(duel.battle_at(1).field, "tactician", SEED + 1, FEW)
    assert [other.shares(battle.record) for battle in duel.battles()] != few.shares


def test_shares_are_those_of_battles_fought_out_one_by_one(duel: Replay, few: Chances) -> None:
    """A share is the wins among reseeded copies that two tacticians play on from there."""
    for moment in (0, 20):
        winners = []
        for seed in battle_seeds(SEED, FEW):
            battle = duel.battle_at(moment + 1).clone(reseed=seed)
            play(battle, {team: load_bot("tactician", own_seed(seed)) for team in few.teams})
            winners.append(battle.winner)
        assert few.shares[moment] == [winners.count(team) / FEW for team in few.teams]


def test_shares_leave_room_for_draws(few: Chances) -> None:
    """No moment has more than one winner; the last has exactly the one there was."""
    assert all(sum(shares) <= 1 for shares in few.shares)
    assert len({tuple(shares) for shares in few.shares}) > 4, "the curve hardly moves"


def test_the_end_of_a_finished_battle_is_certain(duel: Replay, few: Chances) -> None:
    """At the last moment the winner's chance is 1, without any interval; before it there is one."""
    assert duel.result is not None
    assert few.over
    assert few.shares[-1] == [float(team == duel.result.winner) for team in few.teams]
    assert (few.half_widths()[-1] == 0).all()
    assert (few.half_widths()[:-1] > 0).all()


def test_a_draw_is_nobodys() -> None:
    """The end of a battle without a winner is certain too, and no team has a share of it."""
    battle = Battle(load_scenario("duel").model_copy(update={"rounds": 1}))
    replay = Replay.of(battle, 0)
    while not battle.over:
        replay.step(battle, "end")
    assert battle.winner is None
    chances = chances_of(replay, playouts=2)
    assert chances.over
    assert chances.shares[-1] == [0, 0]
    assert (chances.half_widths()[-1] == 0).all()


def test_the_end_of_a_broken_off_battle_is_open() -> None:
    """Where somebody stopped, the battle is played on like from any other moment."""
    chances = chances_of(recorded(decisions=4), playouts=FEW)
    assert not chances.over
    assert chances.moments == [0, 1, 2, 3, 4]
    assert (chances.half_widths() > 0).all()


def test_three_soldiers_beat_a_ganger() -> None:
    """In a lopsided position the stronger side is all but sure to win."""
    strong = [unit((2, y), "soldier", attributes={"agility": 6}, skills={"longarms": 6}) for y in (1, 2, 3)]
    battle = table(strong, [unit((12, 2), flesh=4)])
    chances = chances_of(Replay.of(battle, 1), playouts=200)
    assert chances.moments == [0]
    assert chances.shares[0][0] > 0.95
    assert chances.half_widths()[0, 0] < 0.03


def test_battles_that_are_over_stay_as_they_are(duel: Replay) -> None:
    """Not a byte of a finished battle changes; one in progress comes to its end."""
    last = len(duel.steps)
    battles = np.concatenate([duel.battle_at(last + 1).record, duel.battle_at(1).record])
    before = battles.copy()
    own = (np.zeros(1, LOG), brains_of("tactician", ["red", "blue"])[None], np.zeros(MAX_UNITS, MIND))
    arena = duel.battle_at(1).field.arena
    tally = kernel.plain(np.zeros(1, TALLY))
    fight_out(*map(kernel.plain, (battles, arena, *own)), np.array([1, 2], np.int64), 0, 2, tally)
    assert battles[0].tobytes() == before[0].tobytes()
    assert not before[1]["over"]
    assert battles[1]["over"]


@pytest.mark.parametrize("moment", [3, 20])
def test_chances_do_not_know_the_dice_to_come(duel: Replay, few: Chances, moment: int) -> None:
    """Whatever dice the battle would throw from a moment on, its chances are the same."""
    for reseed in (None, 1, 99):
        battle, branch = duel.fork(moment + 1, reseed)
        chances = chances_of(branch, playouts=FEW)
        assert chances.shares == few.shares[: moment + 1]
        played = Playouts(battle.field, "tactician", duel.header.seed, FEW)
        assert played.shares(battle.record) == few.shares[moment]
    assert battle.record[0]["seed"].tolist() == list(seed_words(99)), "the position itself was reseeded"


def test_dice_that_people_typed_in_are_not_known_either(duel: Replay) -> None:
    """Dictated dice that were not thrown yet do not reach the playouts."""
    battle = Battle("duel", SEED)
    replay = Replay.of(battle, SEED)
    battle.dictate([6] * 200)
    replay.step(battle, duel.steps[0].action)
    assert battle.dictated_left > 0
    played = Playouts(battle.field, "tactician", SEED, FEW)
    chances = chances_of(replay, playouts=FEW)
    assert chances.shares[1] == played.shares(battle.record)
    battle.dictate([1] * 200)
    assert chances.shares[1] == played.shares(battle.record)


def test_moments_of_a_long_replay() -> None:
    """Both ends and the first decision of every phase are computed, the rest of the budget where it is steep."""
    replay = recorded("yard", 4)
    last = len(replay.steps)
    phases = [step.n for step in replay.steps if any(event.kind == "phase" for event in step.events)]
    assert landmarks(replay, last + 1) == list(range(last + 1))
    done: list[tuple[int, int]] = []
    chances = chances_of(replay, playouts=2, points=50, on_progress=lambda *at: done.append(at))
    assert len(chances.moments) == 50 < last
    assert chances.moments != chances_of(replay, "random", 2, 50).moments, "what is steep depends on the curve"
    assert {0, last, *phases} <= set(chances.moments)
    assert done == [(number, 50) for number in range(1, 51)]
    assert chances_of(replay, playouts=2, points=2).moments == sorted({0, last, *phases})
    curve = chances.curve()
    assert curve.shape == (last + 1, 2)
    assert curve[chances.moments].tolist() == chances.shares


def test_the_steepest_gap_is_looked_into_next() -> None:
    """It is halved; of two that are as steep the longer one; moments side by side have nothing in between."""
    assert steepest({0: [0.5, 0.5], 8: [0.4, 0.6], 12: [0.6, 0.4], 13: [1.0, 0.0]}) == 10
    assert steepest({0: [0.5, 0.5], 4: [0.5, 0.5], 11: [0.5, 0.5]}) == 7
    assert steepest({0: [0.1, 0.5, 0.4], 4: [0.1, 0.5, 0.4], 6: [0.1, 0.6, 0.3], 7: [0.9, 0.0, 0.0]}) == 5


def test_between_computed_moments_lies_a_straight_line() -> None:
    """A moment that was not computed lies between its neighbours."""
    chances = curve_of((0.5, 0.5), (0.9, 0.1), moments=[0, 4])
    assert chances.curve().tolist() == pytest.approx(np.array([(0.5 + 0.1 * n, 0.5 - 0.1 * n) for n in range(5)]))


def test_interval_of_a_share() -> None:
    """Half the Wilson interval of 50 wins in 100: 0.4038 to 0.5962."""
    assert curve_of((0.5, 0.1)).half_widths()[0, 0] == pytest.approx((0.5962 - 0.4038) / 2, abs=1e-4)


@pytest.mark.parametrize(
    ("chances", "turn"),
    [
        (curve_of((0.5, 0.4), (0.6, 0.3), (0.2, 0.7), (0.3, 0.7)), Turn(2, 1, "red", pytest.approx(-0.4))),
        (curve_of((0.5, 0.4), (0.6, 0.3), (0.2, 0.7), moments=[0, 6, 9]), Turn(9, 6, "red", pytest.approx(-0.4))),
        # Who leads afterwards counts too, or a battle that looks like a draw would never turn.
        (curve_of((0.1, 0.05), (0.1, 0.9), (0.0, 1.0)), Turn(1, 0, "blue", pytest.approx(0.85))),
        # Green's fall is the greatest, but green never led.
        (curve_of((0.6, 0.0, 0.4), (0.7, 0.2, 0.1), (1.0, 0.0, 0.0)), Turn(2, 1, "red", pytest.approx(0.3))),
        (curve_of((0.5, 0.5), (0.75, 0.25), (0.5, 0.5)), Turn(1, 0, "red", 0.25)),  # the first of equals
        (curve_of((0.5, 0.5), (0.5, 0.5)), None),
        (curve_of((0.5, 0.5)), None),
    ],
)  # fmt: skip
def test_turning_point(chances: Chances, turn: Turn | None) -> None:
    """The greatest swing of who leads, named by its moment, its team and its size."""
    assert turning_point(chances) == turn


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


def test_round_trip(tmp_path: Path, duel: Replay, few: Chances) -> None:
    """What is stored for a replay in memory is found for the same replay read from its file, packed or not."""
    path = tmp_path / "battle.chances.json"
    assert load(path, duel) is None
    save(few, path)
    for name in ("battle.jsonl", "battle.jsonl.gz"):
        duel.save(tmp_path / name)
        again = Replay.load(tmp_path / name)
        assert identity(again) == identity(duel)
        assert load(chances_path(tmp_path / name), again) == few
    assert len(list(tmp_path.iterdir())) == 3, "a temporary file was left behind"


def test_chances_of_another_replay_are_not_taken(tmp_path: Path, duel: Replay, few: Chances) -> None:
    """Other dice, another decision, fewer decisions or another scenario make another replay; its recorder does not."""
    path = tmp_path / "battle.chances.json"
    save(few, path)
    shorter = changed(duel)
    del shorter.steps[-1]
    scenario = duel.header.scenario.model_copy(update={"rounds": 19})
    fork = duel.fork(len(duel.steps), 7)[1].header.forked_from
    for other in (shorter, changed(duel, 2, action="end"), changed(duel, 2, unit="nobody"), changed(duel, 2, dice=[6])):
        assert load(path, other) is None
    for header in ({"seed": SEED + 1}, {"scenario": scenario}, {"forked_from": fork}):
        assert load(path, changed(duel, header=header)) is None
    assert load(path, changed(duel, header=OTHER_RULES)) == few


def nested(data: dict[str, Any]) -> None:
    """Put lists into lists, deeper than any reader goes."""
    data["moments"] = "DEEP"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda data: data.update(format=2), "chances in format 2; this is engine"),
        (lambda data: data.update(format=True), "format"),
        (lambda data: data.pop("format"), "chances in format None"),
        (lambda data: data.update(fireteam="replay"), "no chances of a Fireteam replay"),
        (lambda data: data["shares"][3].__setitem__(0, float("nan")), "shares.3.0 = nan"),
        (lambda data: data["shares"][3].__setitem__(0, float("inf")), "shares.3.0 = inf"),
        (lambda data: data["shares"][3].__setitem__(1, 1.5), "shares.3.1 = 1.5"),
        (lambda data: data["shares"][3].__setitem__(1, -0.1), "shares.3.1 = -0.1"),
        (lambda data: data["shares"][3].__setitem__(1, "0.5"), "shares.3.1 = '0.5'"),
        (lambda data: data["shares"].__setitem__(3, [0.7, 0.7]), "the shares of moment 3 add up to more than 1"),
        (lambda data: data["shares"].__setitem__(3, [0.7]), "moment 3 has 1 shares for 2 teams"),
        (lambda data: data["shares"].pop(), "33 moments and shares of 32"),
        (lambda data: data["moments"].__setitem__(3, 2), "begin with 0 and ascend"),
        (lambda data: data["moments"].__setitem__(0, 1), "begin with 0 and ascend"),
        (lambda data: data["moments"].__setitem__(-1, 33), "up to moment 33 of 32"),
        (lambda data: data["shares"].__setitem__(-1, [0.5, 0.5]), "the battle is over"),
        (lambda data: data.update(moments=[], shares=[]), "moments"),
        (lambda data: data.update(teams=["red", "green"]), "not the teams of the replay"),
        (lambda data: data.update(playouts=0), "playouts = 0"),
        (lambda data: data.pop("over"), "'over' is missing"),
        (lambda data: data.update(winner="red"), "unknown key 'winner'"),
        (nested, "not valid JSON"),
    ],
)  # fmt: skip
def test_broken_files_are_refused(
    tmp_path: Path, duel: Replay, few: Chances, edit: Callable[[dict[str, Any]], Any], message: str
) -> None:
    """Each way to break a file is one line that names the file and the fault; `chances_for` writes it anew."""
    data = json.loads(few.model_dump_json())
    edit(data)
    path = tmp_path / "battle.chances.json"
    path.write_text(json.dumps(data).replace('"DEEP"', "[" * 100_000), encoding="utf-8")
    refused(path, duel, message)
    assert chances_for(tmp_path / "battle.jsonl", duel, playouts=FEW) == few
    assert load(path, duel) == few


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
    tmp_path: Path, duel: Replay, few: Chances, spoil: Callable[[bytes], bytes], message: str
) -> None:
    """A file that is empty, cut off, doubled, something else, no text or far too large."""
    path = tmp_path / "battle.chances.json"
    save(few, path)
    path.write_bytes(spoil(path.read_bytes()))
    refused(path, duel, message)


def test_stored_chances_are_used(tmp_path: Path, duel: Replay, few: Chances, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is computed, unless finer chances or those of another doctrine are asked for."""
    path = tmp_path / "battle.jsonl"
    assert chances_for(path, duel, playouts=FEW) == few
    with monkeypatch.context() as patch:
        patch.setattr(room, "chances_of", lambda *_: pytest.fail("computed again"))
        assert chances_for(path, duel, playouts=FEW) == few
        assert chances_for(path, duel, playouts=FEW - 1, points=5) == few
        assert chances_for(path, changed(duel, header=OTHER_RULES), playouts=FEW) == few
    assert chances_for(path, duel, playouts=FEW + 1).playouts == FEW + 1
    assert chances_for(path, duel, "random", playouts=2).doctrine == "random"
    assert chances_for(path, recorded(seed=SEED + 1), playouts=2).replay != few.replay


@pytest.mark.parametrize("taken", [False, True])
def test_a_place_that_cannot_be_written_to(tmp_path: Path, duel: Replay, few: Chances, taken: bool) -> None:
    """Chances are returned where they cannot be kept: in a folder that is not there, under a name that is a folder's."""
    path = tmp_path / "battle.jsonl" if taken else tmp_path / "no" / "battle.jsonl"
    if taken:
        (chances_path(path) / "folder").mkdir(parents=True)
    assert chances_for(path, duel, playouts=FEW) == few
    assert [place.name for place in tmp_path.iterdir()] == (["battle.chances.json"] if taken else [])
    with pytest.raises(ContentError, match="cannot be written"):
        save(few, chances_path(path))


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


def test_a_replay_that_does_not_play_as_recorded_is_refused(tmp_path: Path, duel: Replay) -> None:
    """A decision that cannot be taken, dice that fall otherwise, another state: named, with the engine if it is another."""
    with pytest.raises(ReplayError, match=r"decision 3 \(red_1: fly\) cannot be played") as error:
        chances_for(tmp_path / "battle.jsonl", changed(duel, 3, unit="red_1", action="fly"))
    assert "recorded with" not in str(error.value)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ReplayError, match=r"cannot be played.*rules 0123456789abcdef; this is engine"):
        chances_of(changed(duel, 3, header=OTHER_RULES, action="fly"))
    told = next(step for step in duel.steps if step.events)
    spoiled = told.events[0].model_copy(update={"actor": "nobody"})
    with pytest.raises(ReplayError, match=rf"decision {told.n} .*differs in 'actor'.*rules 0123456789abcdef"):
        chances_of(changed(duel, told.n, header=OTHER_RULES, events=[spoiled, *told.events[1:]]))
    with pytest.raises(ReplayError, match="the state afterwards differs"):
        chances_of(changed(duel, len(duel.steps), check="0123456789abcdef"))
    longer = changed(duel)
    longer.steps.append(duel.steps[-1])
    with pytest.raises(ReplayError, match="the battle is over"):
        chances_of(longer)


def test_other_rules_that_play_the_same_are_no_hindrance(duel: Replay, few: Chances) -> None:
    """A digest changes with every comment of the rules; what counts is whether the battle comes out as recorded."""
    assert chances_of(changed(duel, header=OTHER_RULES), playouts=FEW) == few


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"playouts": 0}, "playouts = 0: must be from 1 to"),
        ({"playouts": 10**9}, "playouts = 1000000000: must be from 1 to"),
        ({"points": 1}, "points = 1: must be from 2 to"),
        ({"doctrine": "tactican"}, "no bot is called 'tactican'. Did you mean 'tactician'"),
    ],
)
def test_wrong_options_are_refused(duel: Replay, options: dict[str, Any], message: str) -> None:
    """A number out of range or a bot that does not exist is named before anything is played."""
    with pytest.raises(ContentError, match=message):
        chances_of(duel, **options)
