"""What is written down of watched battles: it agrees with what is counted, and with the battle played step by step."""

import numpy as np
import pytest
from everysystem import each, under

from fireteam.agents.bots import load_bot
from fireteam.agents.series.courses import courses_of, room_for
from fireteam.agents.series.series import battle_seeds, fight_lineups, fight_one, fight_series
from fireteam.agents.watching import MAX_SHOTS, watch_row
from fireteam.env.battle import Battle
from fireteam.env.rules.events import ATTACK, BY_BLAST, BY_BLEEDING, BY_EFFORT, BY_WEAPON, DAMAGE, DEAD, ROUND, UNCONSCIOUS
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.verbs import END
from fireteam.env.scenario.reading import load_scenario
from fireteam.systems.swan_song.words.events import BLED, EXPLODES, STRAIN


@each
def test_it_agrees_with_what_is_counted(system: str) -> None:
    """Fates add up to the tally; places and shots lie on the map; who falls has a place, a round and a cause."""
    scenario = under(system)
    bots = {team.name: load_bot("tactician") for team in scenario.teams}
    series = fight_series(scenario, bots, 12, seed=3, watched=True)
    courses = [outcome.course for outcome in series.outcomes if outcome.course is not None]
    assert len(courses) == 12
    fates = np.stack([course.fates for course in courses])
    assert (fates["taken"].sum(axis=0) == series.tally[0]["taken"][: fates.shape[1]]).all()
    assert (fates["dealt"].sum(axis=0) == series.tally[0]["dealt"][: fates.shape[1]]).all()
    assert ((fates["died"] > 0).sum(axis=0) == series.tally[0]["deaths"][: fates.shape[1]]).all()
    assert ((fates["fell"] > 0).sum(axis=0) == series.tally[0]["falls"][: fates.shape[1]]).all(), "killed outright, too"
    assert fates["decisions"].sum() == sum(outcome.decisions for outcome in series.outcomes)
    size = 24 * 16
    for outcome, course in zip(series.outcomes, courses, strict=True):
        fell = course.fates["fell"] > 0
        assert sorted(course.fates["place"][fell]) == list(range(1, fell.sum() + 1))
        assert (course.fates["fell"][fell] <= outcome.rounds).all()
        assert ((course.fates["fell_on"][fell] >= 0) & (course.fates["felled_by"][fell] >= 0)).all()
        assert sum(course.down) + sum(course.dead) == fell.sum()
        assert len(course.places) == len(course.life) == outcome.rounds + 1
        assert (course.places < size).all()
        assert ((course.places[-1] == NOWHERE) == fell).all()
        assert len(course.shots) == course.fates["attacks"].sum()
        assert ((course.shots["start"] >= 0) & (course.shots["end"] < size)).all()


@each
def test_it_is_the_same_step_by_step(system: str) -> None:
    """A battle that Python plays decision by decision is written down just as one of a compiled call."""
    scenario = under(system)
    bots = tuple(load_bot("tactician") for _ in scenario.teams)
    seed = battle_seeds(5, 1)[0]
    (one,), *_ = fight_one(scenario, bots, seed, False, watched=True)
    (other,) = fight_lineups(scenario, [bots], [seed], watched=True).outcomes
    assert one.course is not None
    assert other.course is not None
    assert one._replace(course=None) == other._replace(course=None)
    for first, second in zip(one.course, other.course, strict=True):
        assert np.array_equal(first, second)


def test_line_ups_share_their_dice() -> None:
    """Line-ups fight on the same seeds, seed by seed; a line-up's battles are those of a series of its own."""
    scenario = under("swan_song", "duel")
    lineups = [(load_bot("tactician"), load_bot(name)) for name in ("tactician", "charger")]
    seeds = battle_seeds(7, 5)
    mixed = fight_lineups(scenario, lineups, seeds).outcomes
    assert [outcome.seed for outcome in mixed] == [seed for seed in seeds for _ in lineups]
    for number, lineup in enumerate(lineups):
        names = dict(zip(("red", "blue"), lineup, strict=True))
        assert mixed[number::2] == fight_series(scenario, names, 5, seed=7).outcomes


def test_a_drawn_map_is_shared_by_all_line_ups() -> None:
    """Where each seed draws its own map and teams, all line-ups of the seed fight on it."""
    scenario = load_scenario("skirmish")
    lineups = [(load_bot("tactician"), load_bot(name)) for name in ("tactician", "charger")]
    outcomes = fight_lineups(scenario, lineups, battle_seeds(1, 2), watched=True).outcomes
    counts = [len(outcome.course.fates) for outcome in outcomes if outcome.course is not None]
    assert counts[0] == counts[1]
    assert counts[2] == counts[3]


Noted = tuple[int, int, int, int]  # kind, actor, target, value


@pytest.mark.parametrize(
    ("events", "by", "cause", "weapon"),
    [
        ([(ATTACK, 1, 0, 7), (DAMAGE, 1, 0, 5), (UNCONSCIOUS, 1, 0, 0)], 1, BY_WEAPON, 7),
        ([(ATTACK, 1, 0, 7), (EXPLODES, 1, NOBODY, 9), (DAMAGE, 1, 0, 5), (DEAD, 1, 0, 0)], 1, BY_BLAST, 9),
        ([(STRAIN, NOBODY, 0, 3), (DAMAGE, NOBODY, 0, 1), (UNCONSCIOUS, NOBODY, 0, 0)], NOBODY, BY_EFFORT, 0),
        ([(ATTACK, 1, 0, 7), (DAMAGE, 1, 0, 5), (BLED, NOBODY, 0, 1), (DEAD, NOBODY, 0, 0)], NOBODY, BY_BLEEDING, 7),
        ([(ATTACK, 1, 0, 7), (DAMAGE, 1, 0, 5), (UNCONSCIOUS, NOBODY, 0, 0)], 1, BY_WEAPON, 7),
    ],
)
def test_who_is_to_blame(events: list[Noted], by: int, cause: int, weapon: int) -> None:
    """Events say how a unit was felled: by whom and with what, by its own Strain, by bleeding; the first time counts."""
    battle = Battle("duel", 1)
    room = room_for(battle.field, 1)

    def write(found: list[Noted]) -> None:
        battle.log[0]["count"] = len(found)
        for row, (kind, actor, target, value) in enumerate(found):
            event = battle.log[0]["events"][row]
            event["kind"], event["actor"], event["target"], event["value"] = kind, actor, target, value
        watch_row(*battle.arrays, 1, NOBODY, 0, END, *room.plain)

    write([(ROUND, NOBODY, NOBODY, 3), *events])
    write([(ROUND, NOBODY, NOBODY, 4), (ATTACK, 1, 0, 2), (DAMAGE, 1, 0, 5), (DEAD, 1, 0, 0)])
    fate = room.watches[0]["fates"][0]
    assert (fate["fell"], fate["felled_by"], fate["cause"]) == (3, by, cause)
    assert fate["died"] == (3 if events[-1][0] == DEAD else 4)
    assert cause in (BY_EFFORT, BY_BLEEDING) or fate["weapon"] == weapon


def test_more_attacks_than_there_is_room_for() -> None:
    """Attacks beyond the room are counted as lost, and nothing else is written over."""
    battle = Battle("duel", 1)
    room = room_for(battle.field, 1)
    battle.log[0]["count"] = 1
    event = battle.log[0]["events"][0]
    event["kind"], event["actor"], event["target"], event["value"] = ATTACK, 1, 0, 7
    for _ in range(MAX_SHOTS + 3):
        watch_row(*battle.arrays, 1, NOBODY, 0, END, *room.plain)
    (course,) = courses_of(battle.field, battle.record, room)
    assert len(course.shots) == MAX_SHOTS
    assert course.lost == 3
    assert course.fates["attacks"].tolist() == [0, MAX_SHOTS + 3]
