"""The luck ledger of a replay: signs that are known, sums that agree, the same every time, nothing from what is forged."""

from pathlib import Path

import numpy as np
import pytest
import toy
from everysystem import each, under
from recorded import fought

from fireteam.agents.attribution.attribution import Attribution, Luck, attribution_of
from fireteam.agents.attribution.rerolls import decisions_with_dice
from fireteam.agents.bots import load_bot
from fireteam.agents.series.win_probability import walked
from fireteam.content.errors import ContentError, ReplayError
from fireteam.env.analysis.dice import Trial
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.reports.luck import attribution_as_dict, for_playback, greatest, roll_words, verdict, without_luck, worth_to

FEW = {"playouts": 400, "times": 60}
games = pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])


def dictated(system: str, lucky: str) -> tuple[Replay, int]:
    """Return a duel in which one side's dice show their best and the other's their worst in one decision, and its number.

    It is the first in which somebody attacks. All other dice are as they fall.
    """
    battle = Battle(under(system, "duel"), 3)
    bots = {"red": load_bot("tactician", 3), "blue": load_bot("tactician", 3)}
    record = Replay.of(battle, 3)
    number = 0
    while battle.decision is not None:
        action = bots[battle.decision.team].decide(battle)
        events = Trial(battle, action).run([])
        if not number and any(event.kind == "roll" and event.numbers["purpose"] == "attack" for event in events):
            throws = Trial(battle, action).throws()
            best, dice = battle.field.system.FACES, []
            try:
                throw = next(throws)
                while True:
                    throw = throws.send([best if throw.unit.startswith(lucky) else 1] * throw.dice)
            except StopIteration as done:
                dice = done.value
            battle.dictate(dice)
            number = len(record.steps) + 1
        record.step(battle, action)
    record.finish(battle)
    return record, number


@games
def test_dictated_dice_have_the_luck_that_they_show(system: str) -> None:
    """Dice at their best for one side and at their worst for the other are good luck for the one; and the reverse."""
    worth = {}
    for lucky in ("red", "blue"):
        record, number = dictated(system, lucky)
        record.verify()
        duel = attribution_of(record, **FEW)
        here = [roll for roll in duel.rolls if roll.decision == number]
        assert here
        assert all(
            set(roll.faces) == {1 if not roll.unit.startswith(lucky) else max(roll.faces)} for roll in here if roll.unit
        )
        worth[lucky] = sum(roll.luck[0].worth for roll in here)
    assert worth["red"] > 0 > worth["blue"], worth
    assert worth["red"] - worth["blue"] > 0.3


@each
def test_sums_agree(system: str) -> None:
    """Sides mirror each other, units add up to sides, rolls to all; what luck leaves unexplained is within reason."""
    record = fought(under(system, "yard"))
    duel = attribution_of(record, **FEW)
    red, blue = duel.sides
    assert red.all.worth == pytest.approx(-blue.all.worth)
    assert red.start + blue.start == pytest.approx(1)
    assert red.result + blue.result == 1
    assert sum(roll.luck[0].worth for roll in duel.rolls) == pytest.approx(red.all.worth)
    own = sum(luck.worth for unit, luck in duel.units.items() if unit.startswith("red"))
    assert own == pytest.approx(red.own.worth)
    assert all(luck.low <= luck.worth <= luck.high for roll in duel.rolls for luck in roll.luck)
    assert red.all.high - red.all.low > 0.01
    dice = [event.dice for step in record.steps for event in step.events if event.dice]
    if system == toy.NAME:  # nobody can say which dice a step throws: its rolls count as one
        assert {roll.purpose for roll in duel.rolls} == {""}
    else:
        assert sorted(len(roll.faces) for roll in duel.rolls if roll.decision) >= sorted(map(len, dice))
        assert all(roll.purpose for roll in duel.rolls)
        assert any(roll.expected is not None and roll.came is not None for roll in duel.rolls)


def test_the_same_every_time_and_fair(tmp_path: Path) -> None:
    """A replay has one ledger, also from its file; over many battles a roll's luck is nothing on average to who rolls."""
    record = fought("duel")
    record.save(tmp_path / "duel.jsonl.gz")
    assert attribution_of(Replay.load(tmp_path / "duel.jsonl.gz"), **FEW) == attribution_of(record, **FEW)
    rolls = [roll for seed in range(20) for roll in attribution_of(fought("duel", seed), playouts=200, times=40).rolls]
    worth = np.array([roll.luck[roll.team].worth for roll in rolls if roll.team is not None])
    assert len(worth) > 300
    assert abs(worth.mean()) < 3 * worth.std(ddof=1) / len(worth) ** 0.5 < 0.03


def test_dice_are_those_that_fell(tmp_path: Path) -> None:
    """Every decision, taken again with all dice of its rolls, leaves what it has left: also after a fork with other dice."""
    record = fought("yard")
    battle, branch = record.fork(40, 99)
    bots = {team: load_bot("tactician", 99) for team in ("red", "blue")}
    while battle.decision is not None:
        branch.step(battle, bots[battle.decision.team].decide(battle))
    branch.finish(battle)
    for one in (record, branch):
        positions, field = walked(one)
        assert all(taken.after["decisions"][0] == taken.number for taken in decisions_with_dice(one, positions, field))
        assert all(roll.purpose for roll in attribution_of(one, **FEW).rolls)


def test_a_forged_replay_has_no_ledger() -> None:
    """What this engine does not play as recorded is refused, by the decision that differs; so are wrong numbers."""
    record = fought("duel")
    with pytest.raises(ContentError, match="playouts = 5: must be from 100"):
        attribution_of(record, playouts=5)
    with pytest.raises(ContentError, match="no bot is called 'tacticain'"):
        attribution_of(record, "tacticain", **FEW)
    step = next(step for step in record.steps if any(event.dice for event in step.events))
    event = next(event for event in step.events if event.dice)
    event.dice[0] = event.dice[0] % 6 + 1
    with pytest.raises(ReplayError, match=f"decision {step.n} .*differs in 'dice'"):
        attribution_of(record, **FEW)


@pytest.fixture(scope="module")
def duel() -> Attribution:
    """The luck of a duel."""
    return attribution_of(fought("duel"), **FEW)


@pytest.mark.parametrize(
    ("worth", "spread", "says"),
    [
        (0.7, 0.1, "{} won by dice: luck was worth +70 (+60 to +80) points"),
        (
            0.5,
            0.06,
            "{} won with luck: luck was worth +50 (+44 to +56) points of its chance to win, which without luck would"
            " have been 44 to 56 %.",
        ),
        (0.3, 0.4, "The dice favoured nobody for sure. {} won: luck was worth +30 (-10 to +70) points"),
        (-0.3, 0.1, "points of its chance to win, which without luck would have been 100 %."),
        (1.05, 0.1, "which without luck would have been 0 to 5 %."),
        (0.2, 0.1, "won with luck, but not by dice alone"),
        (0.05, 0.1, "The dice favoured nobody for sure"),
        (-0.3, 0.1, "won against the dice: luck was worth -30 (-40 to -20) points"),
    ],
)
def test_verdicts(duel: Attribution, worth: float, spread: float, says: str) -> None:
    """The sentence says how far the winner's luck goes, as sure as its interval lets it be."""
    winner = next(side for side in duel.sides if side.result == 1)
    luck = winner.all._replace(worth=worth, low=worth - spread, high=worth + spread)
    sides = [side._replace(all=luck) if side is winner else side for side in duel.sides]
    assert says.format(winner.team.capitalize()) in verdict(duel._replace(sides=sides))


def test_chances_lie_between_nothing_and_certainty(duel: Attribution) -> None:
    """What a result comes to without luck is a chance, from 0 to 100 %, also where luck is measured as more than all."""
    side = duel.sides[0]
    for result, worth in ((0.0, 0.09), (1.0, -0.09), (1.0, 1.2), (0.5, 0.1)):
        made = without_luck(side._replace(result=result, all=Luck(worth, worth - 0.2, worth + 0.2)))
        assert all(0 <= chance <= 1 for chance in made)
        assert made[1] <= made[0] <= made[2]
    assert without_luck(side._replace(result=1.0, all=Luck(0.3, 0.2, 0.4))) == pytest.approx((0.7, 0.6, 0.8))


def test_with_three_sides(duel: Attribution) -> None:
    """The order is by what a roll was worth to whom it is shown for, not to a third; chances of all sides make a whole."""
    none = Luck(0.0, 0.0, 0.0)
    rolls = [
        duel.rolls[0]._replace(decision=n, team=team, luck=[Luck(worth, worth, worth) for worth in worths])
        for n, (team, worths) in enumerate(
            [(0, (-0.02, 0.1, -0.08)), (1, (0.03, -0.07, 0.04)), (None, (0.01, -0.02, -0.05))]
        )
    ]
    assert [roll.decision for roll in greatest(duel._replace(rolls=rolls), 3)] == [1, 2, 0]
    assert worth_to(rolls[2]) == (2, Luck(-0.05, -0.05, -0.05))
    assert worth_to(rolls[0]._replace(luck=[none] * 3)) == (0, none)
    three = attribution_of(fought("market", 2), **FEW)
    assert sum(side.start for side in three.sides) == pytest.approx(1)
    assert sum(side.all.worth for side in three.sides) == pytest.approx(0)
    shown = [abs(worth_to(roll)[1].worth) for roll in greatest(three, 3)]
    assert shown == sorted((abs(worth_to(roll)[1].worth) for roll in three.rolls), reverse=True)[:3]


def test_nobody_won(duel: Attribution) -> None:
    """Of a draw, or a battle that is broken off, it says what luck was worth to the first side."""
    sides = [side._replace(result=0.5) for side in duel.sides]
    for one in (duel._replace(sides=sides), duel._replace(over=False)):
        assert verdict(one).startswith("Red: luck was worth ")


def test_words(duel: Attribution) -> None:
    """The greatest rolls come first, in words that say what was to be expected; a page gets them with their moments."""
    first, second, third = greatest(duel, 3)
    assert abs(first.luck[0].worth) >= abs(second.luck[0].worth) >= abs(third.luck[0].worth)
    assert " expected" in roll_words(first)
    playback = {"units": [{"name": "red_1", "short": "Ann"}, {"name": "blue_1", "short": "Ben"}], "teams": [{}, {}]}
    shown = for_playback(duel, playback)
    assert [roll["n"] for roll in shown["rolls"]] == [first.decision, second.decision, third.decision]
    assert {"Ann", "Ben"} & set(shown["rolls"][0]["says"].replace("'s", "").replace(":", "").split())
    assert len(shown["sides"]) == 2
    assert attribution_as_dict(duel)["rolls"][0]["luck"][0]["worth"] == duel.rolls[0].luck[0].worth
