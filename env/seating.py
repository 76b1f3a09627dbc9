"""Seats of the PettingZoo environments: what the AEC and the parallel form share."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from .catalog import House
from .observe.actions import SLOTS
from .observe.reward import Reward
from .observe.state import state_size, write_state_row
from .rules.record import DEAD, NOBODY
from .rules.verbs import END
from .scenario.models import DEFAULT, Party, Scenario
from .scenario.options import check_choice, check_count, check_reset
from .seats.bots import Bot, InsideBot
from .seats.commands import Commands
from .seats.illegal import DEFAULT_WAY
from .seats.levels import Levels
from .seats.match import Match
from .seats.spaces import LegalDiscrete
from .view.export.modes import RENDER_MODES, Drawn

VIEWS = ("unit", "commander")
STAY, LEAVE = FALLEN = ("stay", "leave")
OUT, SEATED = ABSENT = ("out", "seated")
IN_OBSERVATIONS, IN_INFOS = MASKS = ("observation", "infos")
METADATA: dict[str, Any] = {
    "name": "skirmish_v0",
    "render_modes": list(RENDER_MODES),
    "is_parallelizable": False,
    "render_fps": 4,
}


class Seating(Drawn):
    """What both forms of the environment share: the match, the names of its agents, spaces, rendering, saving.

    Args:
        scenario, system, teams, rules, catalog, opponents, reward, slots, levels: see `fireteam.env.seats.match.Match`.
        credit, commands: see `fireteam.env.seats.match.Match`.
        view: "unit" for an agent per unit, "commander" for an agent per team.
        max_cycles: the most decisions that each agent gets; all are truncated when all have used theirs up.
        fallen: "stay" lets an agent whose unit is dead or gone stay until the battle ends, so that it gets its team's
            result; it is not asked again. "leave" terminates it at once: its last reward is that of the step it fell in.
        absent: what becomes of `possible_agents` whose unit a drawn battle does not have. "out" leaves them out of `agents`.
            "seated" seats them: they see zeros, only `end` is open to them, they are never asked, and get their team's
            rewards; so every battle has the same agents.
        masks: "observation" for observations of {"observation", "action_mask"}; "infos" for plain arrays, with the mask
            under `action_mask` in the infos.
        illegal: what becomes of an action that is not open, see `fireteam.env.seats.illegal`.
        render_mode: "ansi" for text, "rgb_array" for uint8 arrays (height, width, 3), "human" for a window that shows every
            decision by itself; None for nothing.
    """

    def __init__(
        self,
        scenario: Scenario | str | Path = DEFAULT,
        *,
        system: str = "",
        teams: Mapping[str, Party | str | Path] | None = None,
        rules: Mapping[str, str] | None = None,
        catalog: House | str | Path | None = None,
        opponents: Mapping[str, Bot | InsideBot] | None = None,
        reward: Reward | str | Path | None = None,
        slots: tuple[int, int] = (SLOTS, SLOTS),
        view: str = "unit",
        max_cycles: int | None = None,
        fallen: str = STAY,
        absent: str = OUT,
        masks: str = IN_OBSERVATIONS,
        illegal: str = DEFAULT_WAY,
        levels: Levels | Scenario | str | Path | range | None = None,
        credit: bool = False,
        commands: Commands | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_choice("view", view, VIEWS)
        check_choice("fallen", fallen, FALLEN)
        check_choice("absent", absent, ABSENT)
        check_choice("masks", masks, MASKS)
        if render_mode is not None:
            check_choice("render_mode", render_mode, METADATA["render_modes"])
        if max_cycles is not None:
            check_count("max_cycles", max_cycles)
        self.metadata = dict(METADATA)
        self.render_mode = render_mode
        self.view = view
        self.max_cycles = max_cycles
        self._leaves = fallen == LEAVE and view == "unit"
        self._seats_absent = absent == SEATED and view == "unit"
        self._informs = masks == IN_INFOS
        named: dict[str, Any] = {"illegal": illegal, "system": system, "levels": levels, "credit": credit}
        named["commands"] = commands
        self.match = Match(scenario, teams, opponents, reward, slots, rules, catalog, **named)
        self.credit_parts = self.match.credit.parts
        self.draw_by(METADATA["render_fps"])
        asked = [name for name in self.match.team_names if name not in self.match.bots]
        most = {name: self.match.scenario.most_units(name) for name in asked}
        if view == "commander":
            self.possible_agents = [f"{name}_0" for name in asked]
        else:
            self.possible_agents = [f"{name}_{place}" for name in asked for place in range(1, most[name] + 1)]
        seen = gymnasium.spaces.Box(-1.0, 1.0, (self.match.n_observation,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (self.match.n_actions,), np.int8)
        space = seen if self._informs else gymnasium.spaces.Dict(observation=seen, action_mask=mask)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = self._spaces_of_actions()
        n_state = state_size(*self.match.slots, self.match.scenario.system)
        self.state_space = gymnasium.spaces.Box(-1.0, 1.0, (n_state,), np.float32)
        self.index_units()  # spaces can be sampled before the first reset

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a new battle in which an agent has a decision, and seat its agents."""
        check_reset(options, None)
        level = (options or {}).get("level")
        self.match.reset(seed, level)
        while self.match.over:
            self.match.reset(None, level)
        self.agents = self.agents_now()
        self.index_units()

    def _spaces_of_actions(self) -> dict[str, LegalDiscrete]:
        return {agent: LegalDiscrete(self.match.n_actions, partial(self.mask_of, agent)) for agent in self.possible_agents}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_spaces = self._spaces_of_actions()

    def names_of_units(self) -> list[str]:
        """Return the names of the units that are asked in the present battle."""
        names = self.match.team_names
        return [f.name for f in self.match.battle.field.roster if names[f.team] not in self.match.bots]

    def agents_now(self) -> list[str]:
        """Return the agents of the battle that begins."""
        everybody = self.view == "commander" or self._seats_absent
        return list(self.possible_agents) if everybody else self.names_of_units()

    def index_units(self) -> None:
        """Note the unit of each agent, and the agent of every unit."""
        roster = self.match.battle.field.roster
        names = self.match.team_names
        commanded = self.view == "commander"
        self._agent_of = [f"{names[f.team]}_0" if commanded else f.name for f in roster]
        self._team_of = {agent: names.index(agent.rpartition("_")[0]) for agent in self.possible_agents}
        self._unit_of = {agent: who for who, agent in reversed(list(enumerate(self._agent_of)))}
        self._taken = dict.fromkeys(self.agents_now(), 0)

    def speaker(self, agent: str) -> int:
        """Return the unit whose view an agent gets: the decider if the agent decides, else its own or first unit."""
        decider = self.match.decider
        if decider != NOBODY and self._agent_of[decider] == agent:
            return decider
        return self._unit_of[agent]

    def mask_of(self, agent: str) -> np.ndarray:
        """Return the mask of an agent's actions now."""
        if agent not in self._unit_of:
            return self.nothing_seen()["action_mask"]
        return self.match.observe(self.speaker(agent))["action_mask"]

    def seen_by(self, agent: str) -> dict[str, np.ndarray] | np.ndarray:
        """Return an agent's present observation, as its observation space has it."""
        seen = self.match.observe(self.speaker(agent)) if agent in self._unit_of else self.nothing_seen()
        return seen["observation"] if self._informs else seen

    def nothing_seen(self) -> dict[str, np.ndarray]:
        """Return the observation of an agent whose unit the battle does not have: zeros, and a mask with `end` alone."""
        mask = np.zeros(self.match.n_actions, np.int8)
        mask[END] = 1
        return {"observation": np.zeros(self.match.n_observation, np.float32), "action_mask": mask}

    def info_of(self, agent: str, illegal: bool = False) -> dict[str, Any]:
        """Return the infos of an agent, with the same keys at every step, as code that records them needs."""
        infos: dict[str, Any] = {"illegal": illegal}
        if self.match.level is not None:
            infos["level"] = self.match.level
        if self._informs:
            infos["action_mask"] = self.mask_of(agent).copy()
        return infos

    def with_unit(self, agent: str, credit: dict[str, Any]) -> dict[str, Any]:
        """Return credit with the number of the agent's own unit; a commander has none."""
        return credit | {"unit": self._unit_of.get(agent, NOBODY)} if self.view == "unit" else credit

    def has_left(self, agent: str) -> bool:
        """Return whether an agent's unit is dead or gone; a commander stays to the end."""
        if agent not in self._unit_of:  # it has never been there
            return False
        return self.view == "unit" and bool(self.match.battle.record[0]["units"][self._unit_of[agent]]["status"] >= DEAD)

    def play(self, action: int | None) -> np.ndarray:
        """Take the decision of the agent that is asked; return what each team earned.

        With `max_cycles`, agents that have used up their decisions only pass or end until all others have.
        """
        match = self.match
        if self.max_cycles is None:
            match.step(action)
            return match.rewards
        decider = match.decider
        match.step(action)
        was_illegal = match.was_illegal
        self._taken[self._agent_of[decider]] += 1
        earned = match.rewards.copy()
        while not match.over and self._taken[self._agent_of[match.decider]] >= self.max_cycles:
            if self.exhausted():
                break
            match.rest()
            earned += match.rewards
        match.was_illegal = was_illegal
        return earned

    def exhausted(self) -> bool:
        """Return whether every agent still there has used up its decisions."""
        if self.max_cycles is None:
            return False
        return all(taken >= self.max_cycles for agent, taken in self._taken.items() if self.is_asked(agent))

    def is_asked(self, agent: str) -> bool:
        """Return whether an agent may still be asked: its unit is there and has not left."""
        return agent in self._unit_of and not self.has_left(agent)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def state(self) -> np.ndarray:
        """Return the whole battle as numbers, float32 of `state_space`: nothing is hidden by fog."""
        state = np.zeros(self.state_space.shape, np.float32)
        write_state_row(*self.match.battle.arrays[:2], *self.match.slots, state)
        return state
