"""What a means wins: counts and samples of battles, and estimates from playouts that do not flatter what they choose."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import load_bot
from fireteam.agents.doctrine.orders import MOST_ACTS, NO_ACT
from fireteam.agents.series.series import fight_series
from fireteam.env.battle import Battle
from fireteam.env.rules.verbs import SURRENDER
from fireteam.env.scenario.reading import load_scenario
from fireteam.training.means import counting
from fireteam.training.means.counting import OWN, Counted, Kept, Reservoir, counted
from fireteam.training.means.playing import APART, Player, varied
from fireteam.training.means.run import measured
from fireteam.training.means.table import written

Played = tuple[np.ndarray, np.ndarray]


def decision(*means: str) -> Kept:
    """Return a decision among orders with one means each; nothing of it is a battle."""
    nothing = np.zeros(1)
    return Kept(load_scenario("duel"), nothing, nothing, nothing, [(name,) for name in means], 1)


class Dice(Player):
    """Draws wins by chances that are known, one for each order; each playout of each order has luck of its own."""

    def __init__(self, chances: list[float], playouts: int) -> None:
        super().__init__(playouts)
        self.chances, self.seed = np.array(chances), 0

    def begin(self, decision: Kept) -> None:
        """Take up another decision: other luck."""
        self.seed += 1

    def play(self, orders: Any, first: int, count: int) -> Played:
        """Return what was won, the same for the same order and number."""
        won = np.empty((len(orders), count, 2))
        for row, order in enumerate(orders):
            for number in range(count):
                luck = np.random.default_rng([self.seed, int(order), first + number])
                won[row, number] = luck.random() < self.chances[order]
        return won, np.arange(len(orders) * count).reshape(len(orders), count)


def mean_of(draw: Callable[[], float], count: int = 400) -> tuple[float, float]:
    """Return the mean of some draws and its standard error."""
    found = np.array([draw() for _ in range(count)])
    return float(found.mean()), float(found.std(ddof=1) / count**0.5)


def test_choosing_the_luckiest_of_many_does_not_bias() -> None:
    """Among orders that win equally often nothing pays and nothing is missed, although the luckiest is compared."""
    player, one = Dice([0.5] * 7, 6), decision("own", *"abcdef")
    paid, error = mean_of(lambda: player.paid(one, "own"))
    assert abs(paid) < 4 * error
    many = decision("own", *["other"] * 6)
    missed, error = mean_of(lambda: player.missed(many, "other")[0])
    assert abs(missed) < 4 * error
    heeded, error = mean_of(lambda: player.missed(many, "other")[1])
    assert abs(heeded) < 4 * error
    # Measured by the playouts that choose, the luckiest order would look much better: the test above can fail.
    flattered = [player.play(player.ranked(range(1, 7))[:1], 0, 3)[0].mean() for _ in range(200) if not player.begin(one)]
    assert np.mean(flattered) > 0.6


def test_an_order_that_surely_wins_is_worth_what_others_lose() -> None:
    """It pays its whole advantage over the best other order, and is missed by as much where it is not given."""
    one = decision("sure", "bad", "good", "bad")
    player = Dice([1.0, 0.0, 0.75, 0.0], 12)
    paid, error = mean_of(lambda: player.paid(one, "sure"))
    assert paid == pytest.approx(0.25, abs=4 * error + 0.01)
    other = Dice([0.25, 0.0, 1.0, 0.0], 12)
    assert mean_of(lambda: other.missed(one, "good")[0])[0] == pytest.approx(0.75, abs=4 * error + 0.02)
    gains, heeded = zip(*(other.missed(one, "bad") for _ in range(50)), strict=True)
    assert np.mean(gains) < -0.1
    assert np.mean(heeded) > np.mean(gains) / 2  # playouts mostly do not speak for it


def test_who_gives_up_loses_by_just_as_much_as_the_other_order_wins() -> None:
    """In a duel that goes on, to surrender is worth nothing: the difference is what the other order wins on its dice."""
    found = counted([load_scenario("duel")], 3, 2, 1)
    kept = found.given_in.kept["go"][0]
    position, orders = kept.position.copy(), kept.orders.copy()
    who = int(position[0]["decider"])
    position[0]["units"][who]["broken"], position[0]["open"][SURRENDER] = 1, 1
    orders[OWN]["goal"], orders[OWN]["after"] = -1, -1
    orders[OWN]["verbs"] = (*[NO_ACT] * (MOST_ACTS - 1), SURRENDER)
    kept = kept._replace(position=position, orders=orders, means=[("surrender",), *kept.means[1:]])
    player = Player(20)
    player.begin(kept)
    won = player.play([OWN, 1], APART, 20)[0][:, :, 0]
    assert (won[0] == 0).all()
    assert player.difference(1, OWN) == pytest.approx(won[1].mean())
    assert player.paid(kept, "surrender") < 0


def test_other_means_are_looked_at_first() -> None:
    """Of eight orders that are alike and two others, the others are among the first three."""
    means = [("own",), *[("shoot",)] * 8, ("throw",), ("wait",)]
    assert varied(range(1, 11), means, 3) == [1, 9, 10]
    assert varied(range(1, 11), means, 5) == [1, 2, 3, 9, 10]
    assert varied(range(1, 3), means, 5) == [1, 2]


@pytest.mark.parametrize("system", ["swan_song", "ladder", "d10_pool"])
def test_the_bot_is_the_tactician(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles go as those of a series of tacticians: what is counted as given is what they do."""
    scenario = load_scenario("yard", system)
    outcomes = fight_series(scenario, {team.name: load_bot("tactician") for team in scenario.teams}, 3, seed=4).outcomes
    ended = []

    class Watched(Battle):
        """A battle whose end is looked at."""

        @property
        def over(self) -> bool:
            """Whether it is over; then its end is noted."""
            if super().over:
                ended.append((int(self.record[0]["winner"]), int(self.record[0]["decisions"])))
            return super().over

    monkeypatch.setattr(counting, "Battle", Watched)
    count = Counted(1, 1)
    for outcome in outcomes:
        count.fight(scenario, outcome.seed)
    assert ended == [(outcome.winner, outcome.decisions) for outcome in outcomes]


def test_counts_agree_with_each_other() -> None:
    """What is given was offered; samples are of decisions in which it was, or was not, and come from different battles."""
    found = counted([load_scenario("yard")], 8, 3, 1)
    assert found.battles == 8
    assert found.decisions > 100
    assert all(0 < found.given[name] <= found.offered[name] <= found.decisions for name in found.given)
    assert sum(found.used.values()) > found.decisions
    for name, kept in found.given_in.kept.items():
        assert len(kept) <= 3
        assert all(name in one.means[OWN] and any(name not in some for some in one.means) for one in kept)
        assert len({tuple(one.position[0]["seed"]) for one in kept}) == len(kept)
    for name, kept in found.missed_in.kept.items():
        assert all(name not in one.means[OWN] and any(name in some for some in one.means) for one in kept)


def test_every_battle_is_as_likely_to_be_kept() -> None:
    """Of ten battles with a decision of a kind each is kept about as often, and each of its decisions, too."""
    random, times, one = np.random.default_rng(3), np.zeros(40), decision("shoot")
    for _ in range(1000):
        reservoir = Reservoir(2, random)
        for battle in range(10):
            for number in range(4):
                if reservoir.wants("shoot"):
                    reservoir.put("shoot", one._replace(seed=4 * battle + number))
            reservoir.end()
        for kept in reservoir.kept["shoot"]:
            times[kept.seed] += 1
    assert times.sum() == 2000
    assert np.abs(times / 2000 - 1 / 40).max() < 4.5 * (0.025 * 0.975 / 2000) ** 0.5


def test_the_same_seed_makes_the_same_table() -> None:
    """Counts and figures, to the last digit; another seed makes another."""
    fought = [load_scenario("yard", "d10_pool"), load_scenario("skirmish", "d10_pool")]
    tables = [written(measured("d10_pool", fought, 4, 2, 2, seed)) for seed in (5, 5, 6)]
    assert tables[0] == tables[1]
    assert tables[0] != tables[2]
