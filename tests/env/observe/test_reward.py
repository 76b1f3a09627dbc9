"""What the reward pays each of three teams, term by term, in each system."""

from typing import Any

import numpy as np
import pytest
from made import vector
from observed import number_of
from threeway import by_system, position

from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.observe.reward import ACCOUNT, Reward
from fireteam.env.rules import kernel
from fireteam.env.rules.record import ABSENT, DOWN, ELIMINATION, FORFEIT, MAX_TEAMS, NOBODY, ROUND_LIMIT
from fireteam.env.rules.systems import port_of
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.seats.match import Match, begin_account, settle_row
from fireteam.systems.swan_song.words.events import EVENTS


def hurt(battle: Battle, who: str, life: float) -> None:
    """Leave a unit so much of its life, a half or none of it for the systems with levels: the nearest level."""
    unit = battle.unit(who)
    if battle.field.scenario.system == "swan_song":
        unit["flesh"] = round(10 * life)
    else:
        unit["level"] = round((7 if battle.field.scenario.system == "d10_pool" else 6) * (1 - life))


class Paid:
    """The account of a battle: what each step adds to the rewards of three teams."""

    def __init__(self, battle: Battle, **reward: Any) -> None:
        """Open the account of a battle."""
        self.battle, self.account = battle, np.zeros(1, ACCOUNT)
        self.weights = Reward(**reward).weights(battle.field.scenario.system)
        battle.log[0]["count"] = 0
        begin_account(*battle.arrays[:2], *map(kernel.plain, (self.weights, self.account)))

    def now(self) -> list[float]:
        """Return what is paid now."""
        rewards = np.zeros(MAX_TEAMS)
        settle_row(*self.battle.arrays, *map(kernel.plain, (self.weights, self.account)), rewards)
        return rewards[:3].tolist()

    def ended(self, winner: int, ending: int, decider: str) -> list[float]:
        """Return what is paid as the battle ends."""
        record = self.battle.record[0]
        record["over"], record["winner"], record["ending"] = 1, winner, ending
        record["decider"] = number_of(self.battle, decider)
        return self.now()


@by_system
@pytest.mark.parametrize(
    ("winner", "ending", "wanted"),
    [
        (1, ELIMINATION, [-3, 2, -3]),
        (2, ROUND_LIMIT, [-3, -3, 2]),
        (NOBODY, ROUND_LIMIT, [0.5, 0.5, 0.5]),
        (NOBODY, FORFEIT, [0.5, 0.5, -3]),
        (0, FORFEIT, [2, -3, -3]),
    ],
)
def test_the_end_is_paid_once(system: str, winner: int, ending: int, wanted: list[float]) -> None:
    """A win, a loss or a draw to each team; who gives up loses a battle that nobody wins; nothing before or after."""
    paid = Paid(position(system), win=2, loss=-3, draw=0.5)
    assert paid.now() == [0, 0, 0]
    assert paid.ended(winner, ending, "green_1") == wanted
    assert paid.now() == [0, 0, 0]


def test_what_is_paid_where_nothing_is_said() -> None:
    """A win is one, a loss is one less, and a draw nothing; no event, and no share of life on the way."""
    for winner, wanted in ((1, [-1, 1, -1]), (NOBODY, [0, 0, 0])):
        paid = Paid(position("swan_song"))
        assert not paid.weights["by_events"].any()
        assert paid.weights["shaping"] == 0
        assert paid.ended(winner, ROUND_LIMIT, "green_1") == wanted


@by_system
@pytest.mark.parametrize("weight", [1, 2])
def test_the_potential_is_paid_by_the_pass_and_taken_back(system: str, weight: int) -> None:
    """It is the share of life of a team, those to come among it, the fallen not, less the mean of both others."""
    battle = position(system)
    hurt(battle, "blue_1", 0)
    battle.unit("green_1")["status"], battle.unit("green_2")["status"] = ABSENT, DOWN
    paid = Paid(battle, win=0, loss=0, shaping=weight)
    assert paid.now() == [0, 0, 0]  # of the pass that the battle begins in
    opening = [weight * each for each in (1 - 0.5, 0.5 - 0.75, 0.5 - 0.75)]  # shares of life of 1, 0.5 and 0.5
    assert paid.account[0]["potential"][:3].tolist() == pytest.approx(opening)
    battle.unit("blue_2")["status"] = DOWN
    assert paid.now() == [0, 0, 0]  # in the same pass
    battle.record[0]["round_number"] += 1
    assert paid.now() == pytest.approx([weight * each for each in (1 / 4, -1 / 2, 1 / 4)])
    assert paid.now() == [0, 0, 0]
    battle.unit("green_1")["status"] = DOWN
    assert paid.ended(0, ELIMINATION, "red_1") == pytest.approx([weight * each for each in (-3 / 4, 3 / 4, 0)])  # all of it


@by_system
@pytest.mark.parametrize(
    ("kind", "actor", "target", "value", "wanted"),
    [
        ("damage", "red_1", "blue_1", 3, [3 * 2, 3 * -5, 0]),
        ("strain", "green_1", "red_1", 4, [4 * -5, 0, 4 * 2]),
        ("damage", "blue_1", "blue_2", 3, [0, 3 * -5, 0]),
        ("unconscious", "red_1", "green_2", 7, [2, 0, -5]),
        ("damage", None, "green_1", 2, [0, 0, 2 * -5]),
        ("unconscious", "blue_1", None, 7, [0, 2 - 5, 0]),
        ("unconscious", None, None, 7, [0, 0, 0]),
    ],
)
def test_one_event(system: str, kind: str, actor: str | None, target: str | None, value: int, wanted: list[float]) -> None:
    """It is paid to who deals it to an enemy and who suffers it: the actor, if there is no target; points by the point."""
    battle, known = position(system), port_of(system).EVENTS
    names = {"damage", "strain", "unconscious"}
    if kind not in known.numbers:
        with pytest.raises(ContentError, match=f"reward deals: no event of {system} is called '{kind}'"):
            Paid(battle, deals={kind: 2.0})
        return
    weighed = names & known.numbers.keys()
    paid = Paid(battle, deals=dict.fromkeys(weighed, 2.0), suffers=dict.fromkeys(weighed, -5.0))
    row = battle.log[0]["events"][0]
    row["kind"], row["value"] = known.numbers[kind], value
    row["actor"], row["target"] = (number_of(battle, who) if who else NOBODY for who in (actor, target))
    battle.log[0]["count"] = 1
    assert paid.now() == wanted


@pytest.mark.parametrize("scenario", ["yard", "market"])
def test_events_are_paid_as_the_reward_says(scenario: str) -> None:
    """Who deals is paid for enemies, by the point where there are points; what has no target befalls who does it."""
    deals = {kind.name: number % 7 / 8 for number, kind in EVENTS.items()}
    suffers = {kind.name: -(number % 5) / 16 for number, kind in EVENTS.items()}
    match = Match(scenario, reward=Reward(win=0, loss=0, deals=deals, suffers=suffers), slots=(8, 16))
    rng, alone, both = np.random.default_rng(5), 0, 0
    match.start(5)
    teams = {fighter.name: fighter.team for fighter in match.battle.field.roster}
    for _ in range(400):
        if match.over:
            break
        match.step(int(rng.choice(np.flatnonzero(match.observe(match.decider)["action_mask"]))))
        paid = np.zeros(MAX_TEAMS)
        for event in match.battle.events():
            amount = event.numbers["damage"] if event.kind in ("damage", "strain") else 1
            if event.actor and (not event.target or teams[event.actor] != teams[event.target]):
                paid[teams[event.actor]] += deals[event.kind] * amount
            if victim := event.target or event.actor:
                paid[teams[victim]] += suffers[event.kind] * amount
            alone += bool(event.actor and not event.target)
            both += bool(event.actor and event.target)
        assert match.rewards.tolist() == pytest.approx(paid.tolist())
    assert alone > 50
    assert both > 5


@pytest.mark.parametrize(("system", "event"), [("ladder", "declares"), ("swan_song", "phase_ends")])
def test_a_batch_pays_for_events_of_its_own_system(system: str, event: str) -> None:
    """The numbers of events are those of the batch's system, also of such as no other system has: as one battle is paid."""
    others = [other for other in ("swan_song", "d10_pool", "ladder") if other != system]
    assert all(event not in port_of(other).EVENTS.numbers for other in others)
    reward, scenario = Reward(win=0, loss=0, deals={event: 1.0}), load_scenario("duel", system)
    batch = vector(scenario, 1, side="all", reward=reward)
    _, infos = batch.reset(seed=3)
    first, second = map(int, batch.unwrapped.battles[0]["seed"])
    match = Match(scenario, reward=reward)
    match.start(first | second << 32)
    rng, dealt = np.random.default_rng(1), 0.0
    for _ in range(400):
        action = rng.choice(np.flatnonzero(infos["action_mask"][0]))
        *_, over, _, infos = batch.step(np.array([action]))
        match.step(int(action))
        assert infos["rewards"][0].tolist() == match.rewards[:2].tolist()
        dealt += match.rewards.sum()
        if over[0]:
            break
    assert dealt > 3
