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
"""

from pathlib import Path

import numpy as np
from pydantic import Field

from fireteam.content.errors import ContentError
from fireteam.content.reading import Strict, closest, listed, read_toml, validated

from ..rules.events import HURTS, MAX_KINDS
from ..rules.interface import life_share
from ..rules.kernel import Array, Record, kernel
from ..rules.record import FORFEIT, MAX_TEAMS, NOBODY, UP, turn_of
from ..rules.systems import DEFAULT, port_of

WEIGHTS = np.dtype(
    [
        ("win", "f8"),
        ("loss", "f8"),
        ("draw", "f8"),
        ("shaping", "f8"),
        ("by_events", "i1"),  # some event has a weight
        ("deals", "f8", MAX_KINDS),
        ("suffers", "f8", MAX_KINDS),
    ],
    align=True,
)

# What has been paid so far in a battle: the potentials at the last payment, and the pass it was made in.
ACCOUNT = np.dtype([("potential", "f8", MAX_TEAMS), ("turn", "i4"), ("closed", "i1")], align=True)


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
        for table in ("deals", "suffers"):
            for event, weight in getattr(self, table).items():
                if event not in known:
                    raise ContentError(
                        f"reward {table}: no event of {system} is called {event!r}.{closest(event, known)} "
                        f"Events: {listed(known)}."
                    )
                made[table][0, known[event]] = weight
        made["by_events"] = bool(self.deals or self.suffers)
        return made


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
def open_account(battle: Record, arena: Record, weights: Array, account: Record) -> None:
    """Begin the record of a battle's rewards (ACCOUNT) at its opening; `weights` is a record of WEIGHTS."""
    account.turn = 0
    account.closed = 0
    for team in range(arena.teams):
        account.potential[team] = weights.shaping * potential(battle, arena, team) if weights.shaping != 0 else 0.0


@kernel
def pay_rewards(battle: Record, arena: Record, log: Record, weights: Array, account: Record, rewards: Array) -> None:
    """Add what the last step earned to `rewards`, float64 of shape (MAX_TEAMS,)."""
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
            rewards[team] += now - account.potential[team]
            account.potential[team] = now
    if battle.over:
        account.closed = 1
        for team in range(arena.teams):
            if battle.winner == NOBODY:
                gave_up = battle.ending == FORFEIT and battle.units[battle.decider].team == team  # one of three or four
                rewards[team] += weights.loss if gave_up else weights.draw
            else:
                rewards[team] += weights.win if battle.winner == team else weights.loss


@kernel
def add_event(battle: Record, log: Record, event: Record, weights: Array, rewards: Array) -> None:
    """Add the reward for one event, a record of EVENT, to the `rewards` of the teams it concerns."""
    amount = 1.0
    if log.kinds[event.kind].traits & HURTS:
        amount = event.value
    actor, target = event.actor, event.target
    if actor != NOBODY and (target == NOBODY or battle.units[actor].team != battle.units[target].team):
        rewards[battle.units[actor].team] += weights.deals[event.kind] * amount
    victim = target if target != NOBODY else actor
    if victim != NOBODY:
        rewards[battle.units[victim].team] += weights.suffers[event.kind] * amount
