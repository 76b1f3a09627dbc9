"""Looking for the fight that is wanted: the right one is found and told without flattery."""

import numpy as np

from fireteam.agents.bots import load_bot
from fireteam.agents.series.balancing import Standing, Target, balanced
from fireteam.agents.series.paired import ENDING, Budget, Fights, Lineup
from fireteam.env.scenario.reading import load_scenario

DUEL = load_scenario("duel")
CHANCES = [0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05]


class Dreamt(Fights):
    """Fights nobody fights: their numbers of rounds say how often the party wins them."""

    def endings(self, lineup: Lineup, battles: int) -> np.ndarray:
        chance = CHANCES[lineup.scenario.rounds - 1]
        ends = np.zeros(battles, ENDING)
        ends["won"] = np.random.default_rng(self.seed * 100 + lineup.scenario.rounds).random(battles) < chance
        ends["down"] = ~ends["won"]
        ends["rounds"] = 3 + ends["won"]
        self.fought += battles
        return ends


def stand(target: Target, seed: int) -> list[Standing]:
    """Return how dreamt fights stand."""
    bots = (load_bot("random"), load_bot("random"))
    lineups = [Lineup(DUEL.model_copy(update={"rounds": number + 1}), bots) for number in range(len(CHANCES))]
    return balanced(lineups, target, Dreamt("red", seed), Dreamt("red", seed + 50), Budget(1600, 0.03))


def test_the_fight_that_is_wanted_comes_first() -> None:
    """Of twelve fights the one that is won as often as wanted; who is given up has fought less."""
    target = Target(0.7)
    held = 0
    for seed in range(20):
        first, *others = stand(target, seed)
        assert CHANCES[first.number] == 0.7
        assert first.half_width <= 0.03
        assert len({each.number for each in [first, *others]}) == len(CHANCES)
        given_up = [each for each in others if each.left]
        assert len(given_up) >= 6
        assert max(each.battles for each in given_up) < first.battles
        held += first.may_meet(target)
    assert held >= 17  # of intervals that should hold the truth 95 times in 100


def test_heroes_down_count() -> None:
    """Who loses more heroes than may go down is not wanted, however many battles are won."""
    target = Target(0.7, at_most_down=0.1)
    standings = stand(target, 3)
    assert not any(each.may_meet(target) for each in standings if not each.left)
    assert CHANCES[standings[0].number] >= 0.8
