"""Skirmish: the battle as a PettingZoo environment, agent by agent (AEC) and parallel.

| facts | |
| --- | --- |
| Agents | one per unit, `<team>_<number>`; or one per team with `view="commander"` |
| Action space | `Discrete(n)`; `fireteam list actions` prints every number. `sample()` draws among what is legal now.
  An interrupt - dodge, parry, interception - is a turn |
| Observation space | `Dict(observation=Box(-1, 1, (n,), float32), action_mask=Box(0, 1, (n_actions,), int8))` |
| Rewards | of the team: win +1, loss -1, draw 0 by default (see `reward.py`), also for those who have fallen by then |
| Termination | all agents' when the battle is over; reaching the round limit ends it too. Who falls is not asked again, and
  waits for the result (`fallen="leave"`: leaves at once, with what was earned until then) |
| Illegal actions | are replaced, refused, or lose (`illegal`, see `illegal.py`); `infos[agent]["illegal"]` is True then |
| Credit | with `credit`, `infos[agent]["credit"]` (see `seats/credit.py`): of a step, or in the AEC form of what `last()`
  returns |
| Truncation | only by `max_cycles`, the most decisions that each agent gets |

The mask is exact and never empty: whoever does not decide has `end` open, which does nothing then.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from fireteam.content.errors import BattleOver, ContentError

from .rules.record import NOBODY
from .scenario.models import DEFAULT, Scenario
from .seating import Seating
from .seats.credit import CREDIT


def env(**options: Any) -> AECEnv:
    """Return the AEC environment in PettingZoo's order-enforcing wrapper. Options as for `raw_env`."""
    return OrderEnforcingWrapper(raw_env(**options))


Each = dict[str, Any]  # something of every agent, by name


class raw_env(Seating, AECEnv):  # PettingZoo's name for an environment without wrappers
    """The AEC environment without wrappers; see the module and `Seating` for what it takes and gives."""

    def __init__(self, scenario: Scenario | str | Path = DEFAULT, **options: Any) -> None:
        AECEnv.__init__(self)
        Seating.__init__(self, scenario, **options)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new battle. Without a seed, the next of the stream that the last given seed began.

        With `options["level"]` it is fought on the level of that number. PettingZoo's own checks give options that nobody
        knows: they mean nothing. A battle that bots end before an agent has a decision is passed over.
        """
        self.begin(seed, options)
        self._gone = 0
        self._idle = True  # nobody has anything in `rewards`
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self.info_of(agent) for agent in self.agents}
        self._skip_agent_selection = None
        self._places = {agent: place for place, agent in enumerate(self.agents)}
        self._due = np.zeros((len(self.agents), self.match.credit.size))  # credit of the rewards that `last()` returns
        self._after_step(self.match.rewards)
        self._give_credit(self.match.rewards)
        self._player()

    def observe(self, agent: str) -> dict[str, np.ndarray] | np.ndarray:
        """Return what an agent sees now."""
        return self.seen_by(agent)

    def step(self, action: int | None) -> None:
        """Take the decision of `agent_selection`; dead agents step None once.

        Raises:
            IllegalAction: the action is none, or not open now and to be refused; nothing has changed.
            BattleOver: nobody is left to step.
        """
        if not self.agents:
            raise BattleOver("nobody is left to step, or no battle has begun: reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            self._idle = True
            return
        earned = self.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._after_step(earned)
        if self._informs or self.match.was_illegal or self.infos[agent]["illegal"]:
            self._inform(agent)
        if self.credit_parts:
            self._due[self._places[agent]] = 0
            self._give_credit(earned)
        self._player()

    def _inform(self, agent: str) -> None:
        """Renew the infos of the agent that has decided, and of the one that decides now."""
        self.infos[agent] = self.info_of(agent, self.match.was_illegal)
        if self._informs and not self.match.over:
            now = self._agent_of[self.match.decider]
            self.infos[now]["action_mask"] = self.mask_of(now).copy()

    def _give_credit(self, earned: np.ndarray) -> None:
        """Renew the credit in all infos: it is of the rewards since an agent was last asked, as `last()` returns them."""
        if self.credit_parts:
            self._due += earned
            credits = self.match.credit_of(self._due)
            for name in self.agents:
                self.infos[name][CREDIT] = self.with_unit(name, credits[self._places[name]])

    def _after_step(self, earned: np.ndarray) -> None:
        """Hand out rewards, mark the agents that have left, select the next agent."""
        match = self.match
        if any(earned.tolist()):  # of four numbers quicker than `earned.any()`
            for name in self.agents:
                self.rewards[name] = reward = float(earned[self._team_of[name]])
                self._cumulative_rewards[name] += reward
            self._idle = False
        elif not self._idle:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._idle = True
        if match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if self._leaves and match.gone != self._gone:
            self._gone = match.gone
            for name in self.agents:
                self.terminations[name] = self.has_left(name)
        if self.exhausted():
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._agent_of[match.decider]
        if self._gone or self.max_cycles is not None:
            self._deads_step_first()


class parallel_env(Seating, ParallelEnv):  # PettingZoo's name
    """The parallel environment: every step takes an action from all, and uses that of the agent that decides."""

    def __init__(self, scenario: Scenario | str | Path = DEFAULT, **options: Any) -> None:
        Seating.__init__(self, scenario, **options)
        self.agents: list[str] = []
        self._fresh = True  # no battle has begun

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        """Begin a new battle; return observations and infos of all agents.

        A battle that bots end before an agent has a decision is passed over. Options are those of the AEC form.
        """
        self.begin(seed, options)
        self._fresh = False
        self._before = self.match.rewards.copy()  # earned while bots opened the battle: paid with the first step
        self._cycles = 0
        self._player()
        return self._observations(), self._infos(np.zeros_like(self._before))

    def step(self, actions: Mapping[str, int]) -> tuple[Each, Each, Each, Each, Each]:
        """Take the decision of the agent that decides; the actions of the others mean nothing.

        Returns observations, rewards, terminations, truncations and infos of the agents that were there before.
        """
        if not self.agents:
            if self._fresh:
                raise ResetNeeded("call reset() before the first step()")
            return {}, {}, {}, {}, {}
        decider = self._agent_of[self.match.decider]
        if decider not in actions:
            raise ContentError(f"the step has no action for {decider!r}, who decides now")
        self.match.step(actions[decider])
        self._cycles += 1
        earned = self.match.rewards + self._before
        self._before[:] = 0
        rewards = {agent: float(earned[self._team_of[agent]]) for agent in self.agents}
        over = self.match.over
        terminations = {agent: over or (self._leaves and self.has_left(agent)) for agent in self.agents}
        truncated = self.max_cycles is not None and self._cycles >= self.max_cycles and not over
        truncations = dict.fromkeys(self.agents, truncated)
        observations, infos = self._observations(), self._infos(earned)
        infos[decider]["illegal"] = self.match.was_illegal
        self.agents = [agent for agent in self.agents if not terminations[agent] and not truncated]
        self._player()
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, dict[str, np.ndarray] | np.ndarray]:
        return {agent: self.seen_by(agent) for agent in self.agents}

    def _infos(self, earned: np.ndarray) -> dict[str, dict[str, Any]]:
        """Tell every agent whether its action will count, and what its reward is made of."""
        decider = self.match.decider
        name = self._agent_of[decider] if decider != NOBODY else None
        infos = {agent: {"decides": agent == name} | self.info_of(agent) for agent in self.agents}
        for credit in self.match.credit_of(earned[None]):
            for agent in self.agents:
                infos[agent][CREDIT] = self.with_unit(agent, credit)
        return infos
