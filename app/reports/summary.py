"""The results of a series of battles, as plain values."""

from typing import Any

from fireteam.agents.series.correcting import corrected
from fireteam.agents.series.intervals import wilson
from fireteam.agents.series.series import Series, verb_counts
from fireteam.env.rules.record import ENDINGS
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare


def summary(scenario: Scenario, series: Series, swap: bool) -> dict[str, Any]:
    """Return the result of a series: wins with their 95 % intervals, how it ended, means, actions, what each unit did.

    Args:
        swap: whether the bots changed seats; then wins are those of a bot, if no two are the same.
    """
    outcomes = series.outcomes
    names = [team.name for team in scenario.teams]
    total = len(outcomes)
    noted = bool(outcomes) and outcomes[0].luck is not None
    wins: dict[str, int] = {}
    seats: dict[str, list[int]] = {}  # of each who wins, its team in each battle
    for outcome in outcomes:
        for number, bot in enumerate(outcome.seats):
            key = bot if swap and len(set(outcome.seats)) == len(names) else f"{names[number]} ({bot})"
            wins[key] = wins.get(key, 0) + (outcome.winner == number)
            seats.setdefault(key, []).append(number)
    result: dict[str, Any] = {
        "scenario": scenario.title,
        "battles": total,
        "swapped": swap,
        "wins": [
            {"who": who, "wins": count, "share": count / total, "interval": list(wilson(count, total))}
            | ({"corrected": without_luck(series, seats[who], len(names) if swap else 1)} if noted else {})
            for who, count in wins.items()
        ],
        "draws": sum(outcome.winner < 0 for outcome in outcomes),
        "endings": {
            ENDINGS[ending]: sum(outcome.ending == ending for outcome in outcomes)
            for ending in sorted({outcome.ending for outcome in outcomes})
        },
        "rounds": sum(outcome.rounds for outcome in outcomes) / total,
        "decisions": sum(outcome.decisions for outcome in outcomes) / total,
        "actions": verb_counts(series.tally, scenario.system),
    }
    if scenario.draw is None:
        tally = series.tally[0]
        result["units"] = [
            {
                "unit": fighter.name,
                "called": fighter.called,
                "dealt": int(tally["dealt"][who]) / total,
                "taken": int(tally["taken"][who]) / total,
                "downed": int(tally["downed"][who]) / total,
                "falls": int(tally["falls"][who]) / total,
                "dies": int(tally["deaths"][who]) / total,
            }
            | ({"expected": expected_harm(series, who)} if noted else {})
            for who, fighter in enumerate(prepare(scenario).roster)
        ]
    return result


def without_luck(series: Series, seats: list[int], together: int) -> dict[str, Any] | None:
    """Return the share of wins of a bot without luck, see `corrected`; `seats` are its teams, battle by battle."""
    if len(seats) < len(series.outcomes):  # the same bot on several seats
        return None
    lucks = [
        outcome.luck["traits"][seat]
        for outcome, seat in zip(series.outcomes, seats, strict=True)
        if outcome.luck is not None
    ]
    won = [float(outcome.winner == seat) for outcome, seat in zip(series.outcomes, seats, strict=True)]
    without = corrected(won, lucks, together)
    return without.as_dict() if without is not None else None


def expected_harm(series: Series, who: int) -> float:
    """Return the harm that a unit would have done to enemies in a battle with average dice."""
    luck = sum(float(outcome.luck["dealt"][who]) for outcome in series.outcomes if outcome.luck is not None)
    return (int(series.tally[0]["dealt"][who]) - luck) / len(series.outcomes)
