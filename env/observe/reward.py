"""Rewards: the only code that turns events into numbers.

The default is win +1, loss -1, draw 0. A reward file (TOML) changes these, adds weights for events, and may switch on
potential shaping:

    win = 1.0
    loss = -1.0
    draw = 0.0
    shaping = 0.5            # weight of the potential: share of life of the own team less the mean of the others'
    [deals]                  # per event that a unit of the team brings about to an enemy, or to nobody
    damage = 0.02            # events with an amount (damage, strain) count per point
    unconscious = 0.1
    [suffers]                # per event that befalls a unit of the team, or that it brings about to nobody
    damage = -0.02

Shaping is paid once per initiative pass as the difference of potentials, and the rest of the potential is taken back at the
end. So the sum over a battle is minus the potential of the opening, and no way of playing gains by shaping.

Credit says what rewards are made of (`fireteam.env.seats.credit`). `rewards` of the kernels below are then longer: after
those of MAX_TEAMS teams follow the credit of MAX_UNITS units, and the parts (`Reward.parts`) of each team's reward.
"""

from pathlib import Path

import numpy as np
from pydantic import Field

from fireteam.content.errors import ContentError
from fireteam.content.reading import Strict, closest, listed, read_toml, validated

from ..rules.events import HURTS, MAX_KINDS
from ..rules.interface import life_share
from ..rules.kernel import Array, Record, kernel
from ..rules.record import FORFEIT, MAX_TEAMS, MAX_UNITS, NOBODY, UP, turn_of
from ..rules.systems import DEFAULT, port_of

RESULT, OWN_LIFE, OTHERS_LIFE = range(3)  # the parts that every reward has
PARTS = ("result", "shaping.own", "shaping.others")  # their names; after them come those of events
UNITS_AT = MAX_TEAMS  # where the credit of units begins in `rewards`
PARTS_AT = UNITS_AT + MAX_UNITS  # and the parts, team after team

WEIGHTS = np.dtype(
    [
        ("win", "f8"),
        ("loss", "f8"),
        ("draw", "f8"),
        ("shaping", "f8"),
        ("by_events", "i1"),  # some event has a weight
        ("deals", "f8", MAX_KINDS),
        ("suffers", "f8", MAX_KINDS),
        ("parts", "i2"),  # how many there are
        ("dealt", "i2", MAX_KINDS),  # the part of each kind of event, for who deals it; any, where it has no weight
        ("suffered", "i2", MAX_KINDS),
    ],
    align=True,
)

# What has been paid so far in a battle: the potentials at the last payment, and the pass it was made in.
ACCOUNT = np.dtype(
    [
        ("potential", "f8", MAX_TEAMS),
        ("lives", "f8", MAX_UNITS),  # what each unit's life was of it then, see `life_worth`; kept if credit is given
        ("turn", "i4"),
        ("closed", "i1"),
    ],
    align=True,
)


class Reward(Strict):
    """What a reward file may say."""

    win: float = Field(1.0, description="paid for a battle that is won", examples=[1.0])
    loss: float = Field(-1.0, description="paid for a battle that is lost", examples=[-1.0])
    draw: float = Field(0.0, description="paid for a draw", examples=[0.0])
    shaping: float = Field(
        0.0,
        description="weight of the potential: share of life of the own team less the others' mean, paid as it changes",
        examples=[0.5],
    )
    deals: dict[str, float] = Field(
        {},
        description="per event that a unit of the team brings about to an enemy, or to nobody; damage and strain count per "
        "point (fireteam list events)",
        examples=[{"damage": 0.02, "unconscious": 0.1}],
    )
    suffers: dict[str, float] = Field(
        {},
        description="per event that befalls a unit of the team, or that it brings about to nobody (fireteam list events)",
        examples=[{"damage": -0.02}],
    )

    def weights(self, system: str = DEFAULT) -> np.ndarray:
        """Return the reward as a record for kernels, shape (1,), for battles of a rule system.

        Raises:
            ContentError: the system has no such event.
        """
        made = np.zeros(1, WEIGHTS)
        for name in ("win", "loss", "draw", "shaping"):
            made[name] = getattr(self, name)
        known = port_of(system).EVENTS.numbers
        parts = self.parts()
        made["parts"] = len(parts)
        for table, column in (("deals", "dealt"), ("suffers", "suffered")):
            for event, weight in getattr(self, table).items():
                if event not in known:
                    raise ContentError(
                        f"reward {table}: no event of {system} is called {event!r}.{closest(event, known)} "
                        f"Events: {listed(known)}."
                    )
                made[table][0, known[event]] = weight
                if weight:
                    made[column][0, known[event]] = parts.index(f"{table}.{event}")
        made["by_events"] = bool(self.deals or self.suffers)
        return made

    def parts(self) -> list[str]:
        """Return the names of what a reward is the sum of: PARTS, and of events with a weight, like "deals.damage"."""
        tables = {"deals": self.deals, "suffers": self.suffers}
        return [*PARTS, *(f"{name}.{event}" for name, table in tables.items() for event, weight in table.items() if weight)]


def load_reward(reward: "Reward | str | Path | None") -> Reward:
    """Return a reward: the default for None, else the model itself or the one in a file."""
    if isinstance(reward, Reward):
        return reward
    return validated(Reward, read_toml(Path(reward)), reward) if reward is not None else Reward()


@kernel
def potential(battle: Record, arena: Record, team: int) -> float:
    """Return a team's share of life less the mean share of the other teams, -1 to 1."""
    value = 0.0
    for other in range(arena.teams):
        goal = arena.goals[other]
        life = 0.0
        for who in range(goal.first, goal.first + goal.count):
            if battle.units[who].status <= UP:  # those still to come are as well as those who fight
                life += life_share(battle, arena, who)
        share = life / goal.count
        value += share if other == team else -share / (arena.teams - 1)
    return value


@kernel
def life_worth(battle: Record, arena: Record, weights: Array, who: int) -> float:
    """Return what a unit's life is of its own team's potential: 0 for one that is out of the fight."""
    if battle.units[who].status > UP:
        return 0.0
    return weights.shaping * life_share(battle, arena, who) / arena.goals[battle.units[who].team].count


@kernel
def open_account(battle: Record, arena: Record, weights: Array, account: Record) -> None:
    """Begin the record of a battle's rewards (ACCOUNT) at its opening; `weights` is a record of WEIGHTS."""
    account.turn = 0
    account.closed = 0
    for team in range(arena.teams):
        account.potential[team] = weights.shaping * potential(battle, arena, team) if weights.shaping != 0 else 0.0
    for who in range(arena.units):
        account.lives[who] = life_worth(battle, arena, weights, who) if weights.shaping != 0 else 0.0


@kernel
def pay_rewards(battle: Record, arena: Record, log: Record, weights: Array, account: Record, rewards: Array) -> None:
    """Add what the last step earned to `rewards`, float64 of shape (MAX_TEAMS,), or longer: then credit is given too."""
    if weights.by_events:
        for row in range(log.count):
            add_event(battle, log, log.events[row], weights, rewards)
    if battle.over and account.closed:
        return
    turn = turn_of(battle)
    if weights.shaping != 0 and (turn != account.turn or battle.over):
        account.turn = turn
        for team in range(arena.teams):
            now = 0.0 if battle.over else weights.shaping * potential(battle, arena, team)
            if len(rewards) > MAX_TEAMS:
                credit_lives(battle, arena, team, now - account.potential[team], weights, account, rewards)
            rewards[team] += now - account.potential[team]
            account.potential[team] = now
    if battle.over:
        account.closed = 1
        for team in range(arena.teams):
            if battle.winner == NOBODY:
                gave_up = battle.ending == FORFEIT and battle.units[battle.decider].team == team  # one of three or four
                result = weights.loss if gave_up else weights.draw
            else:
                result = weights.win if battle.winner == team else weights.loss
            rewards[team] += result
            if len(rewards) > MAX_TEAMS:
                rewards[part_of(team, RESULT, weights)] += result


@kernel
def add_event(battle: Record, log: Record, event: Record, weights: Array, rewards: Array) -> None:
    """Add the reward for one event, a record of EVENT, to the `rewards` of the teams it concerns."""
    amount = 1.0
    if log.kinds[event.kind].traits & HURTS:
        amount = event.value
    actor, target = event.actor, event.target
    if actor != NOBODY and (target == NOBODY or battle.units[actor].team != battle.units[target].team):
        pay_unit(battle, actor, weights.deals[event.kind] * amount, weights.dealt[event.kind], weights, rewards)
    victim = target if target != NOBODY else actor
    if victim != NOBODY:
        pay_unit(battle, victim, weights.suffers[event.kind] * amount, weights.suffered[event.kind], weights, rewards)


@kernel
def pay_unit(battle: Record, who: int, amount: float, part: int, weights: Array, rewards: Array) -> None:
    """Add what a unit has brought its team to the team's rewards, and to its credit."""
    team = battle.units[who].team
    rewards[team] += amount
    if len(rewards) > MAX_TEAMS:
        rewards[UNITS_AT + who] += amount
        rewards[part_of(team, part, weights)] += amount


@kernel
def credit_lives(
    battle: Record, arena: Record, team: int, change: float, weights: Array, account: Record, rewards: Array
) -> None:
    """Credit the units of a team with what changes of its potential with their lives; the rest is the lives of others."""
    goal, own = arena.goals[team], 0.0
    for who in range(goal.first, goal.first + goal.count):
        now = 0.0 if battle.over else life_worth(battle, arena, weights, who)
        rewards[UNITS_AT + who] += now - account.lives[who]
        own += now - account.lives[who]
        account.lives[who] = now
    rewards[part_of(team, OWN_LIFE, weights)] += own
    rewards[part_of(team, OTHERS_LIFE, weights)] += change - own


@kernel
def part_of(team: int, part: int, weights: Array) -> int:
    """Return where a part of a team's reward is in `rewards`."""
    return PARTS_AT + team * weights.parts + part
