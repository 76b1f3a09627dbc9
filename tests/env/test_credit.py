"""Credit: what units have brought their teams, and what rewards are made of, in batches and in single environments."""

from typing import Any

import numpy as np
import pytest
from observed import number_of
from threeway import TEAMS, by_system, position

from fireteam.env.battle import Battle
from fireteam.env.observe.reward import ACCOUNT, Reward
from fireteam.env.rules import kernel
from fireteam.env.rules.record import DOWN, ELIMINATION, FORFEIT, NOBODY
from fireteam.env.rules.systems import port_of
from fireteam.env.seats.credit import Credit
from fireteam.env.seats.match import Match, begin_account, settle_row
from fireteam.systems.swan_song.words.events import EVENTS

ROWS = 4
PAY = {
    "shaping": 0.5,
    "deals": {kind.name: number % 7 / 8 for number, kind in EVENTS.items()},
    "suffers": {kind.name: -(number % 5) / 16 for number, kind in EVENTS.items()},
}


class Credited:
    """A position of three teams, and what is paid in it."""

    def __init__(self, battle: Battle, **reward: Any) -> None:
        """Open the account of a battle."""
        said = Reward(**reward)
        self.battle, self.account = battle, np.zeros(1, ACCOUNT)
        self.weights = said.weights(battle.field.scenario.system)
        self.credit = Credit(True, said, 3, (8, 8))
        battle.log[0]["count"] = 0
        begin_account(*battle.arrays[:2], *map(kernel.plain, (self.weights, self.account)))

    def happens(self, kind: str, actor: str | None, target: str | None, value: int = 0) -> None:
        """Let an event be the next of those that are to be paid."""
        log = self.battle.log[0]
        row = log["events"][log["count"]]
        row["kind"], row["value"] = port_of(self.battle.field.scenario.system).EVENTS.numbers[kind], value
        row["actor"], row["target"] = (number_of(self.battle, who) if who else NOBODY for who in (actor, target))
        log["count"] += 1

    def now(self) -> tuple[dict[str, float], dict[tuple[str, str], float]]:
        """Return the credit of units and the parts of teams, those that are not 0, of what is paid now."""
        paid = np.zeros(self.credit.size)
        settle_row(*self.battle.arrays, *map(kernel.plain, (self.weights, self.account)), paid)
        roster = self.battle.field.roster
        self.credit.note_teams(self.battle.record, self.battle.field.arena)
        infos = {name: array[0] for name, array in self.credit.infos(paid[None])["credit"].items()}
        assert infos["units"].shape == infos["teams"].shape == (16,)
        assert infos["teams"].tolist() == [0, 1, 1, 2, 2] + [-1] * 11
        assert infos["parts"].sum(-1) == pytest.approx(paid[:3])
        units = {fighter.name: each for fighter, each in zip(roster, infos["units"].tolist(), strict=False) if each}
        parts = zip(TEAMS, infos["parts"].tolist(), strict=True)
        named = {
            (team, part): each for team, row in parts for part, each in zip(self.credit.parts, row, strict=True) if each
        }
        self.battle.log[0]["count"] = 0
        return units, named


@by_system
def test_events_are_of_who_brings_them_about_and_who_suffers_them(system: str) -> None:
    """What is dealt to an enemy or to nobody is the actor's, what is suffered the target's: each kind is a part."""
    worth = {"damage": 2.0, "unconscious": 3.0}
    paid = Credited(position(system), deals=worth, suffers={"damage": -5.0, "dead": -7.0, "unconscious": 0.0})
    assert paid.credit.parts == [
        "result", "shaping.own", "shaping.others", "deals.damage", "deals.unconscious", "suffers.damage", "suffers.dead",
    ]  # fmt: skip
    paid.happens("damage", "red_1", "blue_2", 3)
    assert paid.now() == (
        {"red_1": 6, "blue_2": -15},
        {("red", "deals.damage"): 6, ("blue", "suffers.damage"): -15},
    )
    paid.happens("damage", "blue_1", "blue_2", 1)  # one of its own: nothing is dealt
    paid.happens("damage", None, "green_1", 2)
    paid.happens("unconscious", "green_2", "red_1", 9)
    paid.happens("dead", None, "red_1")
    assert paid.now() == (
        {"blue_2": -5, "green_1": -10, "green_2": 3, "red_1": -7},
        {
            ("blue", "suffers.damage"): -5,
            ("green", "suffers.damage"): -10,
            ("green", "deals.unconscious"): 3,
            ("red", "suffers.dead"): -7,
        },
    )
    paid.happens("damage", "blue_1", None, 4)  # it befalls who brings it about to nobody
    paid.happens("damage", None, None, 4)
    assert paid.now() == ({"blue_1": 8 - 20}, {("blue", "deals.damage"): 8, ("blue", "suffers.damage"): -20})
    assert paid.now() == ({}, {})


@by_system
def test_the_potential_is_of_whose_life_it_is(system: str) -> None:
    """A unit has what its own life is of its team's potential; what others' lives are belongs to the team alone."""
    battle = position(system)
    paid = Credited(battle, win=0, loss=0, shaping=2)
    assert paid.now() == ({}, {})  # of the pass that the battle begins in
    battle.unit("blue_1")["status"] = DOWN
    assert paid.now() == ({}, {})  # nothing within a pass
    battle.record[0]["round_number"] += 1
    assert paid.now() == (
        {"blue_1": -1},
        {("blue", "shaping.own"): -1, ("red", "shaping.others"): 0.5, ("green", "shaping.others"): 0.5},
    )
    battle.unit("blue_1")["status"], battle.unit("green_1")["status"] = battle.unit("red_1")["status"], DOWN
    battle.record[0]["round_number"] += 1
    assert paid.now() == (
        {"blue_1": 1, "green_1": -1},
        {
            ("blue", "shaping.own"): 1,
            ("blue", "shaping.others"): 0.5,
            ("green", "shaping.own"): -1,
            ("green", "shaping.others"): -0.5,
        },
    )
    battle.record[0]["over"], battle.record[0]["winner"], battle.record[0]["ending"] = 1, 0, ELIMINATION
    units, parts = paid.now()  # all of it is taken back
    assert units == {"red_1": -2, "blue_1": -1, "blue_2": -1, "green_2": -1}
    assert parts == {
        ("red", "shaping.own"): -2,
        ("red", "shaping.others"): 1.5,
        ("blue", "shaping.own"): -2,
        ("blue", "shaping.others"): 1.5,
        ("green", "shaping.own"): -1,
        ("green", "shaping.others"): 2,
    }
    assert paid.now() == ({}, {})


@pytest.mark.parametrize(
    ("winner", "ending", "wanted"),
    [(1, ELIMINATION, [-3, 2, -3]), (NOBODY, ELIMINATION, [0.5] * 3), (NOBODY, FORFEIT, [0.5, 0.5, -3])],
)
def test_the_result_is_of_the_team_alone(winner: int, ending: int, wanted: list[float]) -> None:
    """No unit has won a battle."""
    paid = Credited(position("swan_song"), win=2, loss=-3, draw=0.5)
    record = paid.battle.record[0]
    record["over"], record["winner"], record["ending"] = 1, winner, ending
    record["decider"] = number_of(paid.battle, "green_1")
    units, parts = paid.now()
    assert units == {}
    assert parts == {(team, "result"): worth for team, worth in zip(TEAMS, wanted, strict=True)}


@pytest.mark.parametrize("scenario", ["yard", "market"])
def test_credit_is_what_the_log_says(scenario: str) -> None:
    """Unit by unit and kind by kind it is the sum over the events of a step."""
    match = Match(scenario, reward=Reward(**PAY | {"shaping": 0}), slots=(8, 16), credit=True)
    rng = np.random.default_rng(5)
    match.start(5)
    roster = match.battle.field.roster
    number = {fighter.name: at for at, fighter in enumerate(roster)}
    columns = {part: at for at, part in enumerate(match.credit.parts)}
    credited: set[int] = set()
    for _ in range(250):
        if match.over:
            break
        match.step(int(rng.choice(np.flatnonzero(match.observe(match.decider)["action_mask"]))))
        units, parts = np.zeros(24), np.zeros((len(match.team_names), len(columns)))
        for event in match.battle.events():
            amount = event.numbers["damage"] if event.kind in ("damage", "strain") else 1
            whose: list[tuple[str, int]] = []
            actor, target = (number.get(who, NOBODY) for who in (event.actor, event.target))
            if actor != NOBODY and (target == NOBODY or roster[actor].team != roster[target].team):
                whose.append(("deals", actor))
            if (victim := actor if target == NOBODY else target) != NOBODY:
                whose.append(("suffers", victim))
            for table, who in whose:
                worth = PAY[table][event.kind] * amount
                units[who] += worth
                if worth:
                    parts[roster[who].team, columns[f"{table}.{event.kind}"]] += worth
                    credited.add(who)
        credit = match.credit_of(match.rewards[None])[0]
        if not match.over:
            assert credit["units"] == pytest.approx(units)
            assert credit["parts"] == pytest.approx(parts)
    assert len(credited) > 4
