"""How often 95 % intervals of paired differences cover the truth: `python tests/coverage_of_differences.py [BATTLES]`.

The truth is the difference over many battles (20,000 unless given). Samples are drawn from these, with replacement, and
compared: at a fixed number of battles, and where looks stop as they do for what-ifs. Some minutes on two cores.
"""

import sys

import numpy as np

from fireteam.agents.bots import load_bot
from fireteam.agents.series.differences import Difference, difference_of
from fireteam.agents.series.paired import FIGURES, Budget, Fights, Lineup, Pair
from fireteam.env.scenario.changes.apply import changed
from fireteam.env.scenario.reading import load_scenario

ASKED = [  # scenario, party, change
    ("yard", "red", "-blue_1"),
    ("yard", "red", "red+medic"),
    ("yard", "red", "soldier.armour=vest"),
    ("yard", "red", "light=dark"),
    ("yard", "red", "stalemate=6"),
    ("duel", "red", "red.duelist.skills.blades+=1"),
    ("duel", "red", "blue=tactician:answer=0"),
    ("mist", "buyers", "-Inspector Vale"),
    ("prize", "first", "-Wisp"),
]
SAMPLES = 2000


def pair_of(scenario: str, side: str, text: str) -> Pair:
    """Return the line-ups of tacticians before and after a change."""
    loaded = load_scenario(scenario)
    made = changed(loaded, text, side)
    teams = [team.name for team in loaded.teams]
    bots = tuple(load_bot("tactician") for _ in teams)
    others = tuple(load_bot(made.bots.get(team, "tactician")) for team in teams)
    return Pair(Lineup(loaded, bots, made.before), Lineup(made.scenario, others, made.after))


def stopped(before: np.ndarray, after: np.ndarray, budget: Budget) -> Difference:
    """Return the difference at the look where it is sure enough, as `Fights.compare_all` stops."""
    for look in budget.looks():
        found = difference_of(before[:look], after[:look])
        if found.half_width <= budget.half_width:
            break
    return found


def coverage(before: np.ndarray, after: np.ndarray, size: int, samples: int, budget: Budget | None = None) -> float:
    """Return the share of samples of paired figures whose interval holds the difference over all of them."""
    truth = float(after.mean() - before.mean()) if before.dtype != np.bool_ else float(after.mean()) - float(before.mean())
    chance = np.random.default_rng(2026)
    held = 0
    for _ in range(samples):
        rows = chance.integers(len(before), size=size)
        found = stopped(before[rows], after[rows], budget) if budget else difference_of(before[rows], after[rows])
        held += found.low <= truth <= found.high
    return held / samples


def main() -> None:
    """Print a table of coverage: for each change and figure, at 200, 400 and 1,600 battles, and where looks stop."""
    battles = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    budget = Budget(3200, 0.03)
    everything: list[float] = []
    for scenario, side, text in ASKED:
        fights = Fights(side, seed=20_000, workers=2)
        pair = pair_of(scenario, side, text)
        before, after = (fights.endings(lineup, battles) for lineup in pair)
        for figure in FIGURES:
            one, other = before[figure], after[figure]
            whole = difference_of(one, other)
            shares = [coverage(one, other, size, SAMPLES) for size in (200, 400, 1600)]
            if figure == "won":
                shares.append(coverage(one, other, budget.looks()[-1], SAMPLES, budget))
            everything += shares
            found = "  ".join(f"{share:6.1%}" for share in shares)
            row = f"{whole.before:7.3f} {whole.middle:+7.3f} corr {whole.correlation:+.2f}   {found}"
            print(f"{scenario:8} {text:28} {figure:9} {row}", flush=True)
    print(f"all together: {np.mean(everything):.2%} of {len(everything) * SAMPLES} intervals cover")


if __name__ == "__main__":
    main()
