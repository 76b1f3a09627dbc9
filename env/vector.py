"""Vector: many battles in one compiled call, as a Gymnasium VectorEnv and as a stable-baselines3 VecEnv.

The learner plays one side of every battle, scripted opponents play the others inside the call; with `side="all"` the
learner is asked for every team. A battle that ends is followed by the next at once (same-step autoreset; what was seen last
lies in the infos), with the next step, or when `reset` says so. Each row fights its own stream of battles, which follows
from the seed of `reset` alone: neither the number of threads nor that of rows changes it.

Nothing moves before every row is checked: where one action is refused, all rows stay as they were.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fireteam.content.errors import IllegalAction

from .catalog import House
from .observe.actions import SLOTS, layout
from .observe.observation import observation_size
from .observe.reward import ACCOUNT, Reward, load_reward
from .rules import kernel
from .rules.log import EVENTS, SILENT
from .rules.record import MAX_TEAMS, MAX_UNITS
from .scenario.models import DEFAULT, Party, Scenario
from .scenario.options import check_choice, check_count, check_reset, check_side, checked_slots, manned
from .scenario.setup import Field
from .scenario.stacking import check_same_teams
from .seats.batch import PAID, WAIT, new_episodes, results_of
from .seats.battlefields import FreshLevels, Scenarios
from .seats.commands import Commands
from .seats.credit import Credit
from .seats.extra_infos import ExtraInfos
from .seats.illegal import DEFAULT_WAY, WAYS
from .seats.levels import Levels, one_of
from .seats.loop import Loop, Rollout
from .seats.opponents import Opposition, as_they_are
from .seats.outputs import Outputs
from .seats.reset_options import OPTIONS, apply_reset_options
from .seats.rows import (
    NotOpen,
    begin_streams,
    check_begun,
    complaint,
    mode_of,
    rows_to_begin,
    seats_of_learners,
    skipped,
    sort_out,
    whole_numbers,
    write_back,
)

BATTLES_PER_LEVEL = 64  # drawing a level takes as long as some dozen short battles between doctrines
VARIANTS = 16  # maps and teams drawn for a scenario that draws them
MOST = {"num_envs": 2**18, "threads": 1024, "variants": 2**16}
ALL = "all"
KEPT = ("memories", "sightings")  # what the loop is given of what is kept
BOUND = ("_memories", "_sightings", "_commanded")  # made anew in another process


class Vector(VectorEnv):
    """A batch of battles; it cannot be rendered (watch one battle with `Solo`).

    Args:
        scenario: see `fireteam.env.seats.match.Match`; or several with as many teams, see `share`. Not with `levels`.
        system, teams, rules, catalog, reward: see `fireteam.env.seats.match.Match`.
        slots: (own, others) slots of observations and actions; None for as many as are needed, 8 at least.
        num_envs: rows of the batch.
        rollout: the compiled loop, `fireteam.agents.rollout.rollout`.
        bots: the opponents' records, shape (MAX_TEAMS,), one per team (`fireteam.agents.bots.parameters_of_teams`); or
            (n, MAX_TEAMS): every battle draws one of n line-ups.
        commands: what bots remember and how learners decide (`fireteam.agents.commands.commands_of`).
        side: the learner's team, the first if none is named; "random" to draw it for every battle; or "all" to learn for
            every team, without opponents.
        learners: who learns for which team, {"red": "raider", "blue": "guard"}, in place of `side`: all of them are asked.
        threads: how many threads share the batch.
        variants: how many maps and teams are drawn for a scenario that draws them.
        levels: battles drawn by numbers, each row a level of its own, see `fireteam.env.seats.levels.levels_of`.
        battles_per_level: how many battles a row fights on a level before it goes on to the next.
        drawers: processes that draw levels ahead of the battles; None for one for each core that `threads` leaves idle.
        find_opponents: makes opponents from what a caller writes, for `reset(options={"opponent": ...})`.
        copy: return copies; without, the returned arrays are the buffers that the next step overwrites.
        extra_infos: what infos tell besides, see `fireteam.env.seats.extra_infos.ExtraInfos`.
        dtype, buffers: the type of observations and the memory to write to, see `fireteam.env.seats.outputs.Outputs`.
        autoreset_mode: Gymnasium's, or its value: "SameStep", "NextStep" (the step after the last one ignores its action and
            begins the next battle) or "Disabled" (`reset` with `reset_mask` among its options begins it).
        illegal: what becomes of an action that is not open, see `fireteam.env.seats.illegal`.
        credit: give credit in the infos, see `fireteam.env.seats.credit`; `credit_parts` names the parts of rewards.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        scenario: Scenario | str | Path | Sequence[Scenario | str | Path] = DEFAULT,
        num_envs: int = 1,
        *,
        rollout: Rollout,
        bots: np.ndarray,
        commands: Commands,
        side: str | None = None,
        learners: Mapping[str, str] | None = None,
        system: str = "",
        teams: Mapping[str, Party | str | Path] | None = None,
        rules: Mapping[str, str] | None = None,
        catalog: House | str | Path | None = None,
        reward: Reward | str | Path | None = None,
        slots: tuple[int, int] | None = (SLOTS, SLOTS),
        threads: int = 1,
        variants: int = VARIANTS,
        levels: Levels | Scenario | str | Path | range | None = None,
        battles_per_level: int = BATTLES_PER_LEVEL,
        drawers: int | None = None,
        find_opponents: Callable[[Any], Any] | None = None,
        extra_infos: Sequence[str] = (),
        copy: bool = True,
        dtype: str = "float32",
        buffers: Mapping[str, Any] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = DEFAULT_WAY,
        credit: bool = False,
    ) -> None:
        check_choice("illegal", illegal, WAYS)
        self.autoreset_mode = mode_of(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        counts = {"num_envs": num_envs, "threads": threads, "variants": variants, "battles_per_level": battles_per_level}
        for option, count in counts.items():
            check_count(option, count, MOST.get(option, 0))
        slots = checked_slots(slots) if slots is not None else None
        scenario, fought = one_of(scenario, levels, system)
        listed = [scenario] if isinstance(scenario, (Scenario, str, Path)) else scenario
        scenarios = [manned(one, teams, rules, catalog, system) for one in listed]
        check_same_teams(scenarios)
        names = [team.name for team in scenarios[0].teams]
        if learners is None and side == ALL and ALL not in names:
            learners = dict.fromkeys(names, ALL)
        self.several = bool(learners)
        self.learners, self._learner_of = seats_of_learners(learners, names, side)
        side = next(iter(learners)) if learners else names[0] if side is None else side
        if not self.several:
            for one in scenarios:
                check_side(side, [team.name for team in one.teams], ("random", ALL))
        self.illegal, self.num_envs, self.commands = illegal, num_envs, commands
        self.team_names, self.system = names, scenarios[0].system
        self.ground: Scenarios | FreshLevels
        if fought is None:
            self.ground = Scenarios(scenarios, variants)
        else:
            self.ground = FreshLevels(Levels(scenarios[0], fought.numbers), num_envs, battles_per_level, drawers, threads)
        self.slots = slots = slots or self.ground.slots()
        self.ground.check_room(slots)
        self.numbering = layout(*slots, scenarios[0].system)
        lineups = bots.reshape(-1, MAX_TEAMS)
        n_observation = observation_size(*slots, scenarios[0].system) + commands.most * commands.width
        n_actions = commands.most or int(self.numbering[0]["size"])
        self._outputs = Outputs(num_envs, n_observation, n_actions, dtype, copy, buffers)
        self.observations, self.final_observations = self._outputs.observations, self._outputs.finals
        self.masks, self.copies = self._outputs.masks, self._outputs.copies
        self.single_observation_space = self._outputs.space
        self.single_action_space = gymnasium.spaces.Discrete(n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        rests = self.ground.fresh or self.autoreset_mode is not AutoresetMode.SAME_STEP
        own = names.index(side) if side in names else -1
        self.episodes = new_episodes(num_envs, own, self._learner_of, self.ground.fresh, rests, len(lineups))
        self.battles = np.repeat(self.ground.openings[:1], num_envs)
        self.opposition, self._find_opponents = Opposition(lineups), find_opponents or as_they_are
        reward = load_reward(reward)
        self.weights = reward.weights(scenarios[0].system)
        self._credit = Credit(credit, reward, len(names), slots)
        self.credit_parts = self._credit.parts
        self.wages = np.zeros((num_envs, 2, self._credit.size))
        events = EVENTS if self.weights[0]["by_events"] else SILENT
        self._loop = Loop(rollout, num_envs, threads, self.battles.dtype, events)
        self.threads = self._loop.threads
        self._extra_infos = ExtraInfos(extra_infos, num_envs, slots, scenarios[0].system, self.battles.dtype, self.copies)
        self._fresh = True  # no battle has begun, or one is broken
        # All that a row is, from one step to the next, by name: see `snapshot`. Learners may read it.
        self.kept = {
            "battles": self.battles,
            "episodes": self.episodes,
            "accounts": np.zeros(num_envs, ACCOUNT),
            "wages": self.wages,
            "memories": np.zeros((num_envs, MAX_UNITS), commands.memory),
            "sightings": self._extra_infos.sightings,
            "orders": commands.room(num_envs),
            "proposed": np.zeros(num_envs, np.int64),
            "observations": self.observations,
            "masks": self.masks,
        } | self.ground.kept
        self.bind()

    def bind(self) -> None:
        """Rebuild the arguments of kernels, as after other line-ups or shares."""
        self._memories, self._sightings = (kernel.plain(self.kept[name]) for name in KEPT)
        shared = (self.battles, self.ground.openings, self.ground.arenas, self.numbering, self.weights)
        records = (*shared, self.kept["accounts"], self.wages, self.episodes, self.opposition.numbers)
        self._loop.bind(records, (self.opposition.bots,))
        self._commanded = self.commands.bound(self._loop.parts, self.kept)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.bind()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin new battles in all rows, or in those of `options["reset_mask"]`; return observations and infos with masks.

        Without a seed, rows of a mask go on to the next battles of their streams. With `options["skip"]`, so many battles
        are left out of each row's stream: to go on with it in another process. `options["opponent"]`, `["levels"]`,
        `["level"]` and `["shares"]` change what is fought from each row's next battle on.
        """
        check_reset(options, ("reset_mask", "skip", *OPTIONS))
        chosen = rows_to_begin(options, self.num_envs)
        if self._fresh and not chosen.all():
            raise ResetNeeded("the first reset() must begin a battle in every row")
        begins_streams = self._fresh or seed is not None or bool(chosen.all())
        skipped(options, self.num_envs, begins_streams)
        apply_reset_options(self, options or {})
        super().reset(seed=seed)
        if begins_streams:
            begin_streams(self.episodes, chosen, int(self.np_random.integers(2**62)), options)
        self.episodes["steps"][chosen] = -1  # tells the loop to begin rather than to step
        self._run(np.where(chosen, 0, WAIT))
        self._credit.note_teams(self.battles, self.arenas)
        return self._outputs.observation(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take an action in every row; return observations, rewards, terminations, truncations (never) and infos.

        A row whose action is `fireteam.env.seats.batch.WAIT` stays as it is.

        Infos: `action_mask`; `level` on levels; `illegal` where an action was replaced, or lost the battle; where a battle
        has ended also `final_obs` and `final_info` (see `results`), or these results by themselves where the next battle
        does not begin in the same step; what `credit` and `extra_infos` ask for. With several learners `team` and `learner`,
        who is asked now, and `rewards` of all teams; the rewards returned are those of the teams that decided.

        Raises:
            IllegalAction: an action is none, or not open in its row and to be refused; no row has changed.
            ResetNeeded: no battle has begun, or the next one of a row has not; or the last step has failed in the middle.
        """
        actions = whole_numbers(actions, self.num_envs)
        if self._fresh:
            raise ResetNeeded("call reset() before step()")
        resting = self.episodes["steps"] < 0
        if self.autoreset_mode is AutoresetMode.DISABLED:
            check_begun(actions, resting)
        try:
            illegal = sort_out(actions, self.masks, resting | (actions == WAIT), self.illegal)
        except NotOpen as error:
            raise self._complaint(error.args[0], actions) from None
        self._credit.note_teams(self.battles, self.arenas)
        self._run(actions)
        done = self.episodes["done"].astype(bool)
        infos = self._infos()
        if illegal is not None:
            infos["illegal"] = illegal
        if done.any():
            infos |= self._outputs.end_infos(self.results(), done, self.autoreset_mode)
        rewards = self.episodes["reward"].astype(np.float64)
        return self._outputs.observation(), rewards, done, np.zeros(self.num_envs, bool), infos

    @property
    def fields(self) -> list[Field]:
        """The fields of the scenarios that are fought; of levels one, as an example."""
        return self.ground.fields

    @property
    def arenas(self) -> np.ndarray:
        """The arenas of the fields, or of the rows' levels."""
        return self.ground.arenas

    def _infos(self) -> dict[str, Any]:
        """Return the infos of every step."""
        infos: dict[str, Any] = {"action_mask": self._outputs.mask(), **self.ground.infos()}
        infos |= self._extra_infos.arrays(self.battles, self.ground.arenas, self.numbering)
        infos |= self._credit.infos(self.wages[:, PAID])
        if self.several:
            infos["team"] = self.episodes["asked"].astype(np.int64)
            infos["learner"] = self._learner_of[infos["team"]]
            infos["rewards"] = self.wages[:, PAID, : len(self.team_names)].copy()
        return infos

    def oppose(
        self, opponents: Any, random: np.random.Generator | None = None, places: int | None = None, at_once: bool = False
    ) -> None:
        """Draw the opponents of battles that begin from now on from others.

        Battles in progress keep theirs, except that an opponent is replaced by a new one of the same name.

        Args:
            opponents: what `make_vec` takes as `opponent`; or a list of `Opponent`, or one for each team by its name.
            random: decides how line-ups are shared out; by default every batch does it alike.
            places: the number of line-ups that battles are drawn from.
            at_once: battles in progress do not keep theirs.

        Raises:
            ContentError: there is no such opponent, it cannot play here, or none has a share.
        """
        self.opposition.replace(self, self._find_opponents(opponents), random, places, at_once)
        self.episodes["lineups"] = self.opposition.drawn
        self.bind()

    def converted(self, observations: np.ndarray) -> np.ndarray:
        """Return one or more of the rows of `observations` as the learner is given them, as copies."""
        return self._outputs.converted(observations)

    def share(self, shares: Sequence[float]) -> None:
        """Set the shares of the scenarios for battles that begin from now on; only their ratios count.

        Raises:
            ContentError: there are not as many shares as scenarios, one is none, or levels are fought.
        """
        self.ground.share(shares)
        self.bind()

    def snapshot(self) -> dict[str, np.ndarray]:
        """Return the state of all rows as arrays, for `restore` in this batch or an equal one."""
        return {name: array.copy() for name, array in self.kept.items()}

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Return all rows to a snapshot: the same actions then lead to the same ends.

        The snapshot is trusted: it must come from a batch of your own, with the same scenarios and rows. Line-ups
        are not part of it, see `oppose`.

        Raises:
            ContentError: arrays are missing, or of other shapes or types.
        """
        write_back(self.kept, snapshot)
        self.ground.place_again()
        self._fresh = False

    def results(self) -> dict[str, np.ndarray]:
        """Return how the last battle of every row went.

        That is its winner (-1: a draw), line-up and its name, decisions, and the number of its scenario or level; with one
        learner also whether it has won, and its reward.
        """
        others = self.opposition.results(self.episodes["final_lineup"]) | self.ground.results(self.episodes)
        return results_of(self.episodes, self.several) | others

    def _run(self, actions: np.ndarray) -> None:
        """Step all rows to the next decision of a learner."""
        self._fresh = True  # what fails here leaves rows in the middle of a step
        self._step_where_they_fight(actions)
        if self.opposition.asks:
            self.opposition.play_on(self, self._step_where_they_fight)
        self._fresh = False

    def _step_where_they_fight(self, actions: np.ndarray) -> None:
        """Step all rows to the next decision of a learner or of an opponent who is asked."""
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        self.ground.run(self._step_rows, self.episodes, self.wages, actions, same_step)

    def _step_rows(self, actions: np.ndarray) -> None:
        """Step all rows, and see that every action could be taken."""
        kept = (self._memories, self._sightings, *self._commanded)
        self._loop.run(*kept, actions, self.observations, self.final_observations, self.masks)
        if self.episodes["fault"].any():  # only where the masks that were given out have been written to
            raise self._complaint(int(np.flatnonzero(self.episodes["fault"])[0]), actions)

    def _complaint(self, row: int, actions: np.ndarray) -> IllegalAction:
        """Return the error for an illegal action."""
        battle = self.battles[row]
        field = self.ground.field(battle)
        return complaint(row, int(actions[row]), battle, field, self.numbering, self.masks[row])

    def action_masks(self) -> np.ndarray:
        """Return the masks of all rows as booleans."""
        return self.masks.astype(bool)

    def close_extras(self, **options: Any) -> None:
        """Stop the threads, and the processes that draw levels."""
        self.ground.close()
        self._loop.close()

    def as_vec_env(self) -> Any:
        """Return this batch as a stable-baselines3 VecEnv (needs the extra `sb3`)."""
        from .sb3 import BatchVecEnv

        return BatchVecEnv(self)
