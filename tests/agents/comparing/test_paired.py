"""Fights before and after a change on the same dice: what keeps its dice, what the intervals are worth, when it stops."""

from pathlib import Path

import coverage_of_differences as measured
import numpy as np
import pytest
from everysystem import each, under

from fireteam.agents.bots import load_bot, parameters_of, spelled_out, split_names
from fireteam.agents.doctrine.records import WEIGHTS
from fireteam.agents.series.differences import difference_of, mean_interval, share_interval
from fireteam.agents.series.intervals import Z_95
from fireteam.agents.series.paired import ENDING, FIGURES, Budget, Fights, Lineup, Pair, fight
from fireteam.agents.series.series import battle_seeds, fight_series
from fireteam.content.errors import ContentError
from fireteam.env.game.game import Game
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.changes.apply import changed
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.seating import find_bot

SEEDS = battle_seeds(17, 30)
TACTICIANS = (load_bot("tactician"), load_bot("tactician"))


def with_and_without(scenario: Scenario, last: str, side: str, seeds: list[int]) -> tuple[list, list]:
    """Return how battles end if the last of the roster takes no part, and if it is not there at all."""
    made = changed(scenario, f"-{last}", side)
    assert made.after is not None
    kept = fight(Lineup(made.scenario, TACTICIANS, made.after), side, seeds)
    removed = fight(Lineup(made.scenario, TACTICIANS), side, seeds)
    assert len({tuple(ending) for ending in kept.tolist()}) > 1
    return kept.tolist(), removed.tolist()


@each
def test_who_takes_no_part_might_as_well_not_be_there(system: str) -> None:
    """The last of the roster, whose number nobody else would get: every battle ends the same, with fog and without."""
    for fog in (False, True):
        kept, removed = with_and_without(under(system, fog=fog), "blue_4", "red", SEEDS[:15])
        assert kept == removed


def test_nobody_waits_for_who_takes_no_part() -> None:
    """Neither do those who would have to beat whoever is still to come: the bank's medic comes in the third round."""
    bank = load_scenario("bank")
    assert bank.teams[1].units[-1].arrives == 3
    kept, removed = with_and_without(bank, "police_8", "robbers", SEEDS[:6])
    assert kept == removed


def test_endings_are_those_of_the_battles() -> None:
    """The same wins and rounds as in a series; bots asked one by one, through Python, end their battles the same way."""
    scenario = load_scenario("yard")
    endings = fight(Lineup(scenario, TACTICIANS), "blue", SEEDS, workers=2)
    series = fight_series(scenario, {"red": TACTICIANS[0], "blue": TACTICIANS[1]}, len(SEEDS), seed=17, watched=True)
    assert endings["won"].tolist() == [outcome.winner == 1 for outcome in series.outcomes]
    assert endings["rounds"].tolist() == [outcome.rounds for outcome in series.outcomes]
    assert endings["dead"].tolist() == [outcome.course.dead[1] for outcome in series.outcomes if outcome.course]
    assert endings["death"].tolist() == (endings["dead"] > 0).tolist()
    assert endings["wiped_out"].tolist() == (endings["down"] == 4).tolist()

    class Asked:
        """A tactician that is asked through Python."""

        def __init__(self) -> None:
            self.bot = load_bot("tactician")

        def decide(self, battle: object) -> object:
            return self.bot.decide(battle)  # type: ignore[arg-type]

    slowly = fight(Lineup(scenario, (Asked(), TACTICIANS[1])), "blue", SEEDS[:2])  # type: ignore[arg-type]
    assert slowly.dtype == ENDING
    assert slowly["rounds"].min() > 0


def test_a_change_that_does_nothing_shows_nothing_and_a_doubled_enemy_does() -> None:
    """Nothing: exactly 0 where the battles are the same, and an interval around it. Twice the enemies: no doubt."""
    fights = Fights("red", seed=5)
    nothing = fights.compare(measured.pair_of("yard", "red", "rounds=40"), 100).won
    assert nothing.middle == 0
    assert nothing.low < 0 < nothing.high
    assert nothing.correlation == pytest.approx(1)
    doubled = fights.compare(measured.pair_of("yard", "red", "+soldier, +gunner, +scout, +duelist"), 100)
    assert doubled.won.high < -0.2
    assert doubled.figures["down"].low > 0.5
    assert fights.fought == 300  # what was before the change is fought once


def test_keeping_numbers_makes_pairs_alike() -> None:
    """The fight without the first of the enemies has more in common with the fight before if the others keep their dice."""
    fights = Fights("red", seed=5, workers=2)
    pair = measured.pair_of("yard", "red", "red-soldier")
    kept = fights.compare(pair, 400).figures["dead"]
    moved = fights.compare(Pair(pair.before, pair.after._replace(kept=None)), 400).figures["dead"]
    assert kept.correlation > moved.correlation + 0.1


def test_it_stops_where_it_is_sure_and_time_changes_no_figure() -> None:
    """Looks are fixed beforehand; who is sure is fought no further, whatever the others need."""
    assert Budget(1000).looks() == [200, 400, 800, 1000]
    assert Budget(1000).looks(3.0) == [50, 100, 200, 400, 800, 1000]
    pairs = [measured.pair_of("duel", "red", text) for text in ("rounds=19", "red.duelist.skills.blades+=1")]
    sure, unsure = Fights("red", workers=2).compare_all(pairs, Budget(400, 0.02))
    assert (sure.won.battles, unsure.won.battles) == (200, 400)
    hurried = Fights("red").compare_all(pairs, Budget(400, 0.02, seconds=0.0))
    assert [found.won.battles for found in hurried] == [50, 50]
    again = Fights("red").compare_all(pairs, Budget(50, 0.0))
    assert again == hurried


def test_the_interval_of_a_share_is_where_the_score_is() -> None:
    """At its ends the difference is as many standard errors away as it should be; the likeliest shares are searched for."""
    for gained, lost, trials in ((12, 2, 50), (3, 0, 200), (0, 40, 300), (70, 90, 400)):
        for end in share_interval(gained, lost, trials):
            grid = np.linspace(max(-end, 0) + 1e-9, (1 - end) / 2 - 1e-9, 400_001)  # shares of those who lose
            rest = trials - gained - lost
            likely = lost * np.log(grid) + gained * np.log(grid + end) + rest * np.log(1 - 2 * grid - end)
            only_lost = float(grid[likely.argmax()])
            error = np.sqrt((2 * only_lost + end - end**2) * trials)
            assert abs(gained - lost - trials * end) / error == pytest.approx(Z_95, rel=1e-3)
    low, high = share_interval(0, 0, 200)
    assert (-low, high) == (pytest.approx(0.0188, abs=1e-4), pytest.approx(0.0188, abs=1e-4))
    assert share_interval(50, 0, 50)[1] == 1
    assert share_interval(0, 50, 50)[0] == -1


def test_intervals_cover_where_few_pairs_differ() -> None:
    """Of 95 % intervals not much fewer hold the truth, also where one pair in a hundred differs."""
    chance = np.random.default_rng(1)
    for gained, lost in ((0.01, 0.0), (0.02, 0.01), (0.1, 0.05), (0.3, 0.1)):
        drawn = chance.choice([1, -1, 0], p=[gained, lost, 1 - gained - lost], size=(1000, 200))
        held = [low <= gained - lost <= high for low, high in map(mean_interval, drawn.astype(float))]
        counts = [(int((row == 1).sum()), int((row == -1).sum())) for row in drawn]
        scored = [low <= gained - lost <= high for low, high in (share_interval(*both, 200) for both in counts)]
        assert np.mean(held) > 0.925
        assert np.mean(scored) > 0.925
        if gained > 0.05:
            assert np.mean(scored) < 0.975


@pytest.mark.slow
def test_intervals_of_battles_cover() -> None:
    """Measured with `tests/coverage_of_differences.py`, here in small: between 92 and 98 of 100 intervals cover."""
    pair = measured.pair_of("duel", "red", "blue=tactician:answer=0")
    before, after = (Fights("red", seed=7, workers=2).endings(lineup, 4000) for lineup in pair)
    for figure in FIGURES:
        assert 0.92 <= measured.coverage(before[figure], after[figure], 200, 600) <= 0.98
    assert 0.92 <= measured.coverage(before["won"], after["won"], 1600, 600, Budget(1600, 0.04)) <= 0.98


def test_nothing_fought_is_nothing_to_compare() -> None:
    """An empty comparison is refused."""
    with pytest.raises(ValueError, match="no battle"):
        difference_of(np.zeros(0, bool), np.zeros(0, bool))


def test_a_doctrine_may_have_other_weights_by_its_name() -> None:
    """What is not named stays; the series and the search for bots know such names, and refuse what is none."""
    names = [weight.name for weight in WEIGHTS]
    usual, other = parameters_of("tactician")["plain"][0], parameters_of("tactician:cover=0, danger=2.5")["plain"][0]
    assert (other[:, [names.index("cover"), names.index("danger")]] == (0, 2.5)).all()  # in every rule system
    assert np.count_nonzero((usual != other).any(0)) == 2
    assert find_bot("guard:hold=0", 3).name == "guard:hold=0"
    for text, said in (
        ("tactician:covr=0", "Did you mean 'cover'"),
        ("tactician:cover", "must be WEIGHT=NUMBER"),
        ("tactician:cover=much", "must be a number"),
        ("tactician:cover=nan", "must be from -1000 to 1000"),
        ("tactician:cover=0,cover=1", "is given twice"),
        ("random:cover=0", "weighs nothing"),
        ("tactican:cover=0", "Did you mean 'tactician'"),
    ):
        with pytest.raises(ContentError, match=said):
            find_bot(text, 0)


def test_names_in_a_list_keep_their_weights() -> None:
    """A comma before a weight does not end a name."""
    assert split_names("guard, tactician:cover=0,danger = 2,search:seconds=1,playouts=5 ,random") == [
        "guard",
        "tactician:cover=0,danger = 2",
        "search:seconds=1,playouts=5",
        "random",
    ]
    assert split_names("guard,,tactician") == ["guard", "", "tactician"]


def test_a_doctrine_may_have_the_weights_of_a_file(tmp_path: Path) -> None:
    """As evolution writes them; on the command line alone: a name in somebody's file opens none. Errors name the weight."""
    file = tmp_path / "keen.toml"
    file.write_text('["keen"]\ncover = 0\ndanger = 2.5\n')
    same = parameters_of("tactician:cover=0,danger=2.5")["plain"]
    assert (parameters_of(spelled_out(f"tactician:{file}"))["plain"] == same).all()
    assert find_bot(f"tactician:{file}", 3).name == "tactician:cover=0.0,danger=2.5"
    assert spelled_out("tactician") == "tactician"
    every = tmp_path / "every.toml"  # of every weight: longer than other words in a replay may be
    every.write_text('["every"]\n' + "".join(f"{weight.name} = {weight.default + 1 / 3}\n" for weight in WEIGHTS))
    game = Game("duel", seed=3, bots={"red": find_bot(f"tactician:{every}", 3), "blue": find_bot("guard", 3)})
    game.save(tmp_path / "battle.jsonl")
    assert Replay.load(tmp_path / "battle.jsonl").header.seats["red"] == spelled_out(f"tactician:{every}")
    with pytest.raises(ContentError, match="must be WEIGHT=NUMBER, like cover=0: only a name typed on the command line"):
        find_bot(f"tactician:{file}", 3, objects=False)
    for text, said in (
        ('["keen"]\ncovr = 0', r"keen.toml: keen.covr: no such weight. Did you mean 'cover'"),
        ('["keen"]\ncover = "much"', r"keen.toml: keen.cover = 'much': must be a number from -1000 to 1000"),
        ('["keen"]\ncover = true', "must be a number from -1000 to 1000"),
        ('["keen"]\ncover = nan', "must be a number from -1000 to 1000"),
        ("cover = 0", r"keen.toml: cover = 0: must stand in a table"),
        ("[keen]\n[keener]", "holds keen, keener: must hold one table"),
        ("", "holds no table"),
    ):
        file.write_text(text)
        with pytest.raises(ContentError, match=said):
            find_bot(f"tactician:{file}", 3)
    with pytest.raises(ContentError, match=r"no doctrine is called 'tactican'. Did you mean 'tactician'"):
        find_bot(f"tactican:{file}", 3)
    with pytest.raises(ContentError, match=r"nowhere.toml: cannot be read"):
        find_bot("tactician:nowhere.toml", 3)
