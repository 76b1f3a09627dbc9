"""Chances through a replay: blind, the same every time, certain at the end."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chanced import FEW, OTHER_RULES, SEED, changed, curve_of, given_duel, given_few, recorded  # noqa: F401
from everysystem import each, under

from fireteam.agents.bots import load_bot, own_seed, parameters_of_teams
from fireteam.agents.counts import TALLY
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.rollout import play_episodes
from fireteam.agents.series.playouts import Playouts
from fireteam.agents.series.series import battle_seeds, play
from fireteam.agents.series.win_probability import (
    DECISIONS,
    FEWEST,
    MOVES_CHANCES,
    Chances,
    acts_of,
    affordable,
    chances_of,
    steepest,
)
from fireteam.agents.story.kept import chances_for
from fireteam.content.errors import ContentError, ReplayError
from fireteam.env.battle import Battle, seed_words
from fireteam.env.replay.replay import Replay
from fireteam.env.rules import kernel
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.scenario.reading import load_scenario
from fireteam.systems.swan_song.rules.record import LOG
from tabletop import table, unit


def test_the_same_every_time(duel: Replay, few: Chances) -> None:
    """A replay has one curve, however many threads draw it; other dice draw another."""
    assert chances_of(duel, playouts=FEW, workers=3) == few
    assert chances_of(duel, "random", FEW).shares != few.shares
    other = Playouts(duel.battle_at(1).field, "tactician", SEED + 1, FEW)
    assert [other.shares(duel.battle_at(moment + 1).record) for moment in few.moments[:-1]] != few.shares[:-1]


def test_shares_are_those_of_battles_fought_out_one_by_one(duel: Replay, few: Chances) -> None:
    """A share is the wins among reseeded copies that two tacticians play on from there."""
    for place in (0, len(few.moments) // 2):
        moment, winners = few.moments[place], []
        for seed in battle_seeds(SEED, FEW):
            battle = duel.battle_at(moment + 1).clone(reseed=seed)
            play(battle, {team: load_bot("tactician", own_seed(seed)) for team in few.teams})
            winners.append(battle.winner)
        assert few.shares[place] == [winners.count(team) / FEW for team in few.teams]


def test_shares_leave_room_for_draws(few: Chances) -> None:
    """No moment has more than one winner; the last has exactly the one there was."""
    assert all(sum(shares) <= 1 for shares in few.shares)
    assert len({tuple(shares) for shares in few.shares}) > 4, "the curve hardly moves"


def test_the_end_of_a_finished_battle_is_certain(duel: Replay, few: Chances) -> None:
    """At the last moment the winner's chance is 1, without any interval; before it there is one."""
    assert duel.result is not None
    assert few.over
    assert few.shares[-1] == [float(team == duel.result.winner) for team in few.teams]
    assert few.half_widths()[-1] == [0, 0]
    assert all(half > 0 for row in few.half_widths()[:-1] for half in row)


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
    assert not any(chances.half_widths()[-1])


def test_the_end_of_a_broken_off_battle_is_open() -> None:
    """Where somebody stopped, the battle is played on like from any other moment."""
    chances = chances_of(recorded(decisions=4), playouts=FEW)
    assert not chances.over
    assert chances.moments == [0, 4]
    assert all(half > 0 for row in chances.half_widths() for half in row)


def test_three_soldiers_beat_a_ganger() -> None:
    """In a lopsided position the stronger side is all but sure to win."""
    strong = [unit((2, y), "soldier", attributes={"agility": 6}, skills={"longarms": 6}) for y in (1, 2, 3)]
    battle = table(strong, [unit((12, 2), flesh=4)])
    chances = chances_of(Replay.of(battle, 1), playouts=200)
    assert chances.moments == [0]
    assert chances.shares[0][0] > 0.95
    assert chances.half_widths()[0][0] < 0.03


def test_battles_that_are_over_stay_as_they_are(duel: Replay) -> None:
    """Not a byte of a finished battle changes; one in progress comes to its end."""
    last = len(duel.steps)
    battles = np.concatenate([duel.battle_at(last + 1).record, duel.battle_at(1).record])
    before = battles.copy()
    own = (np.zeros(1, LOG), parameters_of_teams("tactician", ["red", "blue"])[None], np.zeros(MAX_UNITS, MEMORY))
    arena = duel.battle_at(1).field.arena
    tally = kernel.plain(np.zeros(1, TALLY))
    play_episodes(*map(kernel.plain, (battles, arena, *own)), np.array([1, 2], np.int64), 0, 2, tally)
    assert battles[0].tobytes() == before[0].tobytes()
    assert not before[1]["over"]
    assert battles[1]["over"]


@pytest.mark.parametrize("place", [2, 6])
def test_chances_do_not_know_the_dice_to_come(duel: Replay, few: Chances, place: int) -> None:
    """Whatever dice the battle would throw from a moment on, its chances are the same."""
    moment = few.moments[place]
    for reseed in (None, 1, 99):
        battle, branch = duel.fork(moment + 1, reseed)
        chances = chances_of(branch, playouts=FEW)
        assert chances.shares == few.shares[: place + 1]
        played = Playouts(battle.field, "tactician", duel.header.seed, FEW)
        assert played.shares(battle.record) == few.shares[place]
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
    """All moments between acts are computed; where there are too many, some all along, the others where it is steep."""
    replay = recorded("yard", 4)
    seams = acts_of(replay, replay.battle_at(1).field)
    assert chances_of(replay, playouts=2).moments == seams
    done: list[tuple[int, int]] = []
    chances = chances_of(replay, playouts=2, points=50, on_progress=lambda *at: done.append(at))
    assert len(chances.moments) == len(chances.shares) == 50 < chances.acts == len(seams)
    assert chances.moments != chances_of(replay, "random", 2, 50).moments, "what is steep depends on the curve"
    assert set(chances.moments) < set(seams)
    assert done == [(number, 50) for number in range(1, 51)]
    assert chances_of(replay, playouts=2, points=2).moments == [0, len(replay.steps)]


@each
def test_nothing_is_half_done_between_acts(system: str) -> None:
    """Between acts whose phase it is decides next, and something was settled; an attack and its defense are one act."""
    replay = recorded(under(system, "yard"))
    field = replay.battle_at(1).field
    own = {kind.name for kind in field.system.DECISIONS.values() if kind.own}
    seams = acts_of(replay, field)
    assert seams[0] == 0
    assert seams[-1] == len(replay.steps)
    for moment in seams[1:-1]:
        assert replay.steps[moment].kind in own
        assert {event.kind for event in replay.steps[moment - 1].events} & MOVES_CHANCES
    answers = {step.n for step in replay.steps if step.kind not in own}
    assert not {n - 1 for n in answers} & set(seams)


def test_long_battles_are_played_on_less_often(duel: Replay) -> None:
    """How often depends on how many decisions battles have, not on the machine, and is never less than FEWEST."""
    assert chances_of(duel, points=2).playouts == 100
    field = recorded("bank", 3, decisions=0).battle_at(1).field
    assert affordable(field, "tactician", 3, field.opening) == FEWEST < DECISIONS / 100


def test_the_steepest_gap_is_looked_into_next() -> None:
    """It is halved; of two that are as steep the longer one; moments side by side have nothing in between."""
    assert steepest({0: [0.5, 0.5], 8: [0.4, 0.6], 12: [0.6, 0.4], 13: [1.0, 0.0]}) == 10
    assert steepest({0: [0.5, 0.5], 4: [0.5, 0.5], 11: [0.5, 0.5]}) == 7
    assert steepest({0: [0.1, 0.5, 0.4], 4: [0.1, 0.5, 0.4], 6: [0.1, 0.6, 0.3], 7: [0.9, 0.0, 0.0]}) == 5


def test_interval_of_a_share() -> None:
    """Half the Wilson interval of 50 wins in 100: 0.4038 to 0.5962."""
    assert curve_of((0.5, 0.1)).half_widths()[0][0] == pytest.approx((0.5962 - 0.4038) / 2, abs=1e-4)


def test_a_replay_that_does_not_play_as_recorded_is_refused(tmp_path: Path, duel: Replay) -> None:
    """A decision that cannot be taken, dice that fall otherwise, another state: named, with the engine if it is another."""
    with pytest.raises(ReplayError, match=r"decision 3 \(red_1: fly\) cannot be played") as error:
        chances_for(tmp_path / "battle.jsonl", changed(duel, 3, unit="red_1", action="fly"))
    assert "recorded with" not in str(error.value)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ReplayError, match=r"cannot be played.*rules 0123456789abcdef; this is engine"):
        chances_of(changed(duel, 3, header=OTHER_RULES, action="fly"))
    found = next(step for step in duel.steps if step.events)
    spoiled = found.events[0].model_copy(update={"actor": "nobody"})
    with pytest.raises(ReplayError, match=rf"decision {found.n} .*differs in 'actor'.*rules 0123456789abcdef"):
        chances_of(changed(duel, found.n, header=OTHER_RULES, events=[spoiled, *found.events[1:]]))
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
