"""Solo: one side of the battle as a Gymnasium environment; the other seats are played inside.

| facts | |
| --- | --- |
| Action space | `Discrete(n)`; its `sample()` draws among what is legal now |
| Observation space | `Box(-1, 1, (n,), float32)` of the unit that decides; every index: `fireteam list observation` |
| Mask | `info["action_mask"]`, and `action_masks()` as sb3-contrib asks for it |
| Reward | everything the side earned since its last decision, whoever was playing (see `reward.py`) |
| Credit | with `credit`, `info["credit"]`: what the reward is made of, and what each unit has brought (`seats/credit.py`) |
| Illegal actions | are replaced, refused, or lose (`illegal`, see `illegal.py`); `info["illegal"]` is True then |
| Winner | `info["winner"]`, the number of a team in the order of the scenario; -1 in a draw, and while nobody has won |
| End | `terminated` when the battle is over; the round limit is part of the rules |
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from .catalog import House
from .observe.actions import SLOTS
from .observe.reward import Reward
from .rules.record import NOBODY
from .scenario.models import DEFAULT, Party, Scenario
from .scenario.options import check_choice, check_reset, check_side
from .seats.bots import Bot, InsideBot, check_bot
from .seats.commands import Commands
from .seats.credit import CREDIT
from .seats.illegal import DEFAULT_WAY
from .seats.levels import Levels
from .seats.match import Match
from .seats.spaces import LegalDiscrete
from .view.export.modes import RENDER_MODES, Drawn


class Solo(Drawn, gymnasium.Env[np.ndarray, np.int64]):
    """A side of a battle to be played.

    Args:
        scenario, system, teams, rules, catalog, reward, slots, levels: see `fireteam.env.seats.match.Match`.
        credit, commands: see `fireteam.env.seats.match.Match`.
        opponent: the bot that plays every other team.
        side: the team to be played, the first if none is named; "random" draws it anew for every battle.
        illegal: what becomes of an action that is not open, see `fireteam.env.seats.illegal`.
        render_mode: "ansi" for text, "rgb_array" for uint8 arrays (height, width, 3), "human" for a window that shows every
            decision by itself; None for nothing.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        scenario: Scenario | str | Path = DEFAULT,
        *,
        opponent: Bot | InsideBot,
        side: str | None = None,
        system: str = "",
        teams: Mapping[str, Party | str | Path] | None = None,
        rules: Mapping[str, str] | None = None,
        catalog: House | str | Path | None = None,
        reward: Reward | str | Path | None = None,
        slots: tuple[int, int] = (SLOTS, SLOTS),
        illegal: str = DEFAULT_WAY,
        levels: Levels | Scenario | str | Path | range | None = None,
        credit: bool = False,
        commands: Commands | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            check_choice("render_mode", render_mode, self.metadata["render_modes"])
        check_bot(opponent, "opponent")
        self.render_mode = render_mode
        named: dict[str, Any] = {"illegal": illegal, "system": system, "levels": levels, "credit": credit}
        named["commands"] = commands
        self.match = Match(scenario, teams, None, reward, slots, rules, catalog, **named)
        self.draw_by(self.metadata["render_fps"])
        self.credit_parts = self.match.credit.parts
        names = self.match.team_names
        side = names[0] if side is None else side
        check_side(side, names)
        self.side = side
        self.opponent = opponent
        self.observation_space = gymnasium.spaces.Box(-1.0, 1.0, (self.match.n_observation,), np.float32)
        self.action_space = LegalDiscrete(self.match.n_actions, self.action_masks)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new battle and play it up to the side's first decision.

        Without a seed the battle is the next one of the stream that the last given seed began. A battle that ends before
        the side has a decision is passed over. With `options["level"]` it is fought on the level of that number.
        """
        check_reset(options, ("level",))
        super().reset(seed=seed)
        names = self.match.team_names
        while True:
            own = names[int(self.np_random.integers(len(names)))] if self.side == "random" else self.side
            self.match.bots = {name: self.opponent for name in names if name != own}
            self.team = names.index(own)
            self.match.start(int(self.np_random.integers(2**63)), (options or {}).get("level"))
            if not self.match.over:
                self._before = self.match.rewards.copy()  # earned by then: paid with the first step
                self._player()
                return self._observation(), self._info(np.zeros_like(self._before))

    def step(self, action: int | np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take the side's decision and play on to its next.

        Raises:
            IllegalAction: the action is none, or not open now and to be refused; nothing has changed.
            BattleOver: the battle has ended.
        """
        self.match.step(action)
        earned = self.match.rewards + self._before
        self._before[:] = 0
        self._player()
        return self._observation(), float(earned[self.team]), self.match.over, False, self._info(earned)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space = LegalDiscrete(self.match.n_actions, self.action_masks)

    def action_masks(self) -> np.ndarray:
        """Return the mask of the pending decision as booleans, under the name sb3-contrib looks for."""
        return self.match.observe(self._eyes())["action_mask"].astype(bool)

    def _eyes(self) -> int:
        """Return the unit that decides, or after the end the first of the side."""
        if self.match.decider != NOBODY:
            return self.match.decider
        return int(self.match.battle.field.arena[0]["goals"][self.team]["first"])

    def _observation(self) -> np.ndarray:
        return self.match.observe(self._eyes())["observation"]

    def _info(self, earned: np.ndarray) -> dict[str, Any]:
        """Return infos with the same keys at every step, as code that records them needs."""
        infos: dict[str, Any] = {
            "action_mask": self.match.observe(self._eyes())["action_mask"],
            "illegal": self.match.was_illegal,
            "winner": int(self.match.battle.record[0]["winner"]),
        } | ({} if self.match.level is None else {"level": self.match.level})
        for credit in self.match.credit_of(earned[None]):
            infos[CREDIT] = credit
        return infos
