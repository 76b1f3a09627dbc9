"""A bot of your own: it asks for exact odds, and for the rest relies on a doctrine.

    python examples/custom_bot.py --battles 100
    cd examples && fireteam fight --red custom_bot:Careful --blue tactician

A bot has `decide(battle)`, as here, or `act(observation)`, from arrays to the number of an action, as in the README.
"""

import argparse

from fireteam.agents.bots import load_bot
from fireteam.agents.series.intervals import wilson
from fireteam.agents.series.series import fight_series
from fireteam.env.analysis.odds import quotes
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.scenario.reading import load_scenario


class Careful:
    """Takes the attack most likely to end somebody's fight; answers attacks so that they hurt least; else takes cover."""

    LEAST = 0.3  # chance to hit that is worth a shot

    def __init__(self) -> None:
        self.habit = load_bot("guard")

    def decide(self, battle: Battle) -> Action:
        """Return the action for the pending decision."""
        kind = battle.decision.kind if battle.decision else ""
        odds = quotes(battle) if kind in ("act", "defend") else {}
        if kind == "act":
            odds = {action: quoted for action, quoted in odds.items() if quoted.hit >= self.LEAST}
        choose = max if kind == "act" else min
        best = choose(odds, key=lambda action: (odds[action].down, odds[action].expected), default=None)
        return best or self.habit.decide(battle)


def main() -> None:
    """Fight a series against a doctrine, with seats swapped on the same dice."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--scenario", default="duel")
    options.add_argument("--opponent", default="tactician")
    options.add_argument("--battles", type=int, default=40)
    given = options.parse_args()

    bots = {"red": Careful(), "blue": load_bot(given.opponent)}
    series = fight_series(load_scenario(given.scenario), bots, given.battles, seed=1, swap=True)
    winners = [outcome.seats[outcome.winner] for outcome in series.outcomes if outcome.winner >= 0]
    won = winners.count("Careful")
    low, high = wilson(won, given.battles)
    print(
        f"{given.scenario}: Careful wins {won} of {given.battles} ({low:.0%} to {high:.0%}), {given.opponent} wins ", end=""
    )
    print(f"{len(winners) - won}, {given.battles - len(winners)} are drawn")


if __name__ == "__main__":
    main()
