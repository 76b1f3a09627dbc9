"""Skirmish: the battle as a PettingZoo environment, agent by agent (AEC) and parallel.

| facts | |
| --- | --- |
| Agents | one per unit, `<team>_<number>`; or one per team with `view="commander"` |
| Action space | `Discrete(n)`; `fireteam list actions` prints every number. An interrupt - dodge, parry, interception - is a turn.
  `sample()` draws among what is legal now |
| Observation space | `Dict(observation=Box(-1, 1, (n,), float32), action_mask=Box(0, 1, (n_actions,), int8))` |
| Rewards | of the team: win +1, loss -1, draw 0 by default (see `reward.py`) |
| Termination | an agent's when its unit is dead or gone, all agents' when the battle is over; the round limit is part of the rules |
| Truncation | only by `max_cycles`, the most decisions that each agent gets |

The mask is exact and never empty: whoever does not decide has `end` open, which does nothing then.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .actions import SLOTS
from .errors import ContentError
from .match import Bot, InsideBot, Match
from .observe import state_size, write_state_row
from .reward import Reward
from .rules.battle import DEAD, NOBODY
from .rules.verbs import END
from .scenario import DEFAULT, Party, Scenario
from .spaces import LegalDiscrete
from .view.text import draw

VIEWS = ("unit", "commander")
METADATA = {"name": "skirmish_v0", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 4}


def env(**options: Any) -> AECEnv:
    """Return the AEC environment in PettingZoo's order-enforcing wrapper. Options as for `raw_env`."""
    return OrderEnforcingWrapper(raw_env(**options))


class Seating:
    """What both forms of the environment share: the match, the names of its agents, spaces, rendering, saving.

    Args:
        scenario, teams, opponents, reward, slots: see `fireteam.env.match.Match`.
        view: "unit" for an agent per unit, "commander" for an agent per team.
        max_cycles: the most decisions that each agent gets; all are truncated when all have used theirs up.
        render_mode: "ansi" or None.
    """

    def __init__(
        self,
        scenario: Scenario | str | Path = DEFAULT,
        *,
        teams: Mapping[str, Party | str | Path] | None = None,
        opponents: Mapping[str, Bot | InsideBot] | None = None,
        reward: Reward | str | Path | None = None,
        slots: tuple[int, int] = (SLOTS, SLOTS),
        view: str = "unit",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if view not in VIEWS:
            raise ContentError(f"view = {view!r}: must be one of {', '.join(VIEWS)}")
        if render_mode is not None and render_mode not in METADATA["render_modes"]:
            raise ContentError(f"render_mode = {render_mode!r}: must be one of {', '.join(METADATA['render_modes'])}")
        if max_cycles is not None and max_cycles < 1:
            raise ContentError(f"max_cycles = {max_cycles}: must be at least 1")
        self.metadata = dict(METADATA)
        self.render_mode = render_mode
        self.view = view
        self.max_cycles = max_cycles
        self.match = Match(scenario, teams, opponents, reward, slots)
        asked = [name for name in self.match.team_names if name not in self.match.bots]
        most = self.match.scenario.draw.units[1] if self.match.scenario.draw else 0
        if view == "commander":
            self.possible_agents = [f"{name}_0" for name in asked]
        elif most:
            self.possible_agents = [f"{name}_{place}" for name in asked for place in range(1, most + 1)]
        else:
            self.possible_agents = self.names_of_units()
        space = gymnasium.spaces.Dict(
            observation=gymnasium.spaces.Box(-1.0, 1.0, (self.match.n_observation,), np.float32),
            action_mask=gymnasium.spaces.Box(0, 1, (self.match.n_actions,), np.int8),
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {
            agent: LegalDiscrete(self.match.n_actions, partial(self.mask_of, agent)) for agent in self.possible_agents
        }
        self.state_space = gymnasium.spaces.Box(-1.0, 1.0, (state_size(*slots),), np.float32)

    def names_of_units(self) -> list[str]:
        """Return the names of the units that are asked in the present battle."""
        names = self.match.team_names
        return [f.name for f in self.match.battle.field.roster if names[f.team] not in self.match.bots]

    def agents_now(self) -> list[str]:
        """Return the agents of the battle that begins."""
        return list(self.possible_agents) if self.view == "commander" else self.names_of_units()

    def index_units(self) -> None:
        """Note which unit each agent speaks for, and the agent of every unit."""
        roster = self.match.battle.field.roster
        names = self.match.team_names
        commanded = self.view == "commander"
        self._agent_of = [f"{names[f.team]}_0" if commanded else f.name for f in roster]
        self._team_of = {agent: roster[who].team for who, agent in enumerate(self._agent_of)}
        self._unit_of = {agent: who for who, agent in reversed(list(enumerate(self._agent_of)))}
        self._taken = dict.fromkeys(self.agents_now(), 0)

    def speaker(self, agent: str) -> int:
        """Return the unit through whose eyes an agent looks: the decider if it decides, else its own or first unit."""
        decider = self.match.decider
        if decider != NOBODY and self._agent_of[decider] == agent:
            return decider
        return self._unit_of[agent]

    def mask_of(self, agent: str) -> np.ndarray:
        """Return the mask of what an agent can do now."""
        return self.match.observe(self.speaker(agent))["action_mask"]

    def has_left(self, agent: str) -> bool:
        """Return whether an agent's unit is dead or gone; a commander stays to the end."""
        return self.view == "unit" and bool(self.match.battle.record[0]["units"][self._unit_of[agent]]["status"] >= DEAD)

    def play(self, action: int) -> np.ndarray:
        """Take the decision of the agent that is asked; return what each team earned.

        With `max_cycles`, agents that have used up their decisions only pass or end until all others have.
        """
        self.match.step(action)
        if self.max_cycles is None:
            return self.match.rewards
        earned = self.match.rewards.copy()
        while not self.match.over and self._taken[self._agent_of[self.match.decider]] >= self.max_cycles:
            if self.exhausted():
                break
            mask = self.match.observe(self.match.decider)["action_mask"]
            self.match.step(END if mask[END] else int(mask.argmax()))
            earned += self.match.rewards
        return earned

    def count_decision(self, agent: str) -> None:
        """Count a decision of an agent towards `max_cycles`."""
        self._taken[agent] += 1

    def exhausted(self) -> bool:
        """Return whether every agent still there has used up its decisions."""
        if self.max_cycles is None:
            return False
        return all(taken >= self.max_cycles for agent, taken in self._taken.items() if not self.has_left(agent))

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        """Return the space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        """Return the space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def state(self) -> np.ndarray:
        """Return the whole battle as numbers, float32 of `state_space`: nothing is hidden by fog."""
        state = np.zeros(self.state_space.shape, np.float32)
        write_state_row(*self.match._rows[:2], *self.match.slots, state)
        return state

    def render(self) -> str | None:
        """Return the battle as text in render mode "ansi"."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() without a render_mode does nothing: make the environment with render_mode='ansi'"
            )
            return None
        return draw(self.match.battle)

    def close(self) -> None:
        """Release what the environment holds: nothing, so far."""


class raw_env(Seating, AECEnv):  # noqa: N801 - PettingZoo's name for an environment without wrappers
    """The AEC environment without wrappers; see the module and `Seating` for what it takes and gives."""

    def __init__(self, scenario: Scenario | str | Path = DEFAULT, **options: Any) -> None:
        AECEnv.__init__(self)
        Seating.__init__(self, scenario, **options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new battle. Without a seed, the next of the stream that the last given seed began."""
        self.match.reset(seed)
        self.agents = self.agents_now()
        self.index_units()
        self._gone = 0
        self._idle = True  # nobody has anything in `rewards`
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._after_step(self.match.rewards)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent sees now."""
        return self.match.observe(self.speaker(agent))

    def step(self, action: int | None) -> None:
        """Take the decision of `agent_selection`; dead agents step None once.

        Raises:
            IllegalAction: the action is not open now; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            self._idle = True
            return
        self.count_decision(agent)
        earned = self.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._after_step(earned)

    def _after_step(self, earned: np.ndarray) -> None:
        """Hand out rewards, mark who has left, select who is next."""
        match = self.match
        if earned.any():
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
        if match.gone != self._gone:
            self._gone = match.gone
            for name in self.agents:
                self.terminations[name] = self.has_left(name)
        if self.exhausted():
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._agent_of[match.decider]
        if self._gone or self.max_cycles is not None:
            self._deads_step_first()


class parallel_env(Seating, ParallelEnv):  # noqa: N801 - PettingZoo's name
    """The parallel environment: every step takes an action from all, and uses that of the agent that decides."""

    def __init__(self, scenario: Scenario | str | Path = DEFAULT, **options: Any) -> None:
        Seating.__init__(self, scenario, **options)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Begin a new battle; return observations and infos of all agents."""
        self.match.reset(seed)
        self.agents = self.agents_now()
        self.index_units()
        self._cycles = 0
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Take the decision of the agent that decides; the actions of the others mean nothing.

        Returns observations, rewards, terminations, truncations and infos of the agents that were there before.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        decider = self._agent_of[self.match.decider]
        if decider not in actions:
            raise ContentError(f"the step has no action for {decider!r}, who decides now")
        self.match.step(actions[decider])
        self._cycles += 1
        earned = self.match.rewards
        rewards = {agent: float(earned[self._team_of[agent]]) for agent in self.agents}
        terminations = {agent: self.match.over or self.has_left(agent) for agent in self.agents}
        truncated = self.max_cycles is not None and self._cycles >= self.max_cycles and not self.match.over
        truncations = dict.fromkeys(self.agents, truncated)
        observations, infos = self._observations(), self._infos()
        self.agents = [agent for agent in self.agents if not terminations[agent] and not truncated]
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, dict[str, np.ndarray]]:
        return {agent: self.match.observe(self.speaker(agent)) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        """Tell every agent whether its action will count."""
        decider = self.match.decider
        name = self._agent_of[decider] if decider != NOBODY else None
        return {agent: {"decides": agent == name} for agent in self.agents}
