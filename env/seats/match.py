"""One battle with its seats taken: outside agents play some units, bots play the others.

`skirmish` (PettingZoo) and `solo` (Gymnasium) are thin interfaces to this.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, cast

import numpy as np

from fireteam.content.errors import BattleOver, ContentError, IllegalAction

from ..battle import Battle, seed_words
from ..catalog import House
from ..observe.actions import SLOTS, Action, decode, layout, write_mask
from ..observe.observation import observation_size, observe
from ..observe.reward import ACCOUNT, Reward, load_reward, open_account, pay_rewards
from ..rules import kernel
from ..rules.interface import DONE, FINISHED
from ..rules.kernel import Array, entry
from ..rules.record import DEAD, NOBODY
from ..rules.verbs import END, PASS
from ..scenario.levels.chance import signed
from ..scenario.models import DEFAULT, Party, Scenario
from ..scenario.options import check_choice, check_room, check_teams, checked_slots, manned
from .bots import Bot, InsideBot, ask, check_bot, look, whole
from .commands import Commands, Staff
from .credit import CREDIT, Credit
from .illegal import GIVE_UP, LOSE, RAISE, WAYS, take
from .levels import Levels, one_of

GOING = FINISHED + 1
BOUND = ("_arrays", "_fixed", "_record", "_seen")  # what a match keeps of other things it has, and finds again


@entry
def take_turn(
    battles: Array, arenas: Array, logs: Array, layouts: Array, weights: Array, accounts: Array, number: int, rewards: Array,
    observation: Array, mask: Array,
) -> int:  # fmt: skip
    """Step by action number, or GIVE_UP; add the earnings to `rewards`, and write the next decider's observation and mask.

    Returns ILLEGAL (nothing has changed) or FINISHED (it was over before); else a number from GOING on: how many units
    have left for good, dead or escaped.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    done = take(battle, arena, logs[0], layouts[0], number)
    if done != DONE:
        return done
    pay_rewards(battle, arena, logs[0], weights[0], accounts[0], rewards)
    if battle.over == 0:
        observe(battle, arena, logs[0], layouts[0], battle.decider, observation)
        write_mask(battle, arena, layouts[0], mask)
    gone = 0
    for who in range(arena.units):
        if battle.units[who].status >= DEAD:
            gone += 1
    return GOING + gone


@entry
def begin_account(battles: Array, arenas: Array, weights: Array, accounts: Array) -> None:
    """Begin the account of the battle in the first row."""
    battle = battles[0]
    open_account(battle, arenas[battle.variant], weights[0], accounts[0])


@entry
def settle_row(battles: Array, arenas: Array, logs: Array, weights: Array, accounts: Array, rewards: Array) -> None:
    """Add what the last step of the battle in the first row earned to `rewards`."""
    battle = battles[0]
    pay_rewards(battle, arenas[battle.variant], logs[0], weights[0], accounts[0], rewards)


class Match:
    """A battle whose agents are asked and whose other units are played by bots.

    Args:
        scenario: name, file or model.
        teams: units to replace those of a team: its name -> party file or model.
        rules: options of the rule system, name -> value: {"passing": "opportunity"}.
        catalog: house rules, a file or tables like its: {"weapons": {"knife": {"damage": 3}}}.
        opponents: who plays a team that is not to be asked: its name -> bot.
        reward: reward file or model; None for win, loss and draw.
        slots: (own, others) slots of observations and actions, if more than 8 are needed.
        illegal: what becomes of an action that is not open, see `fireteam.env.seats.illegal`.
        system: the rule system, in place of the one that the scenario says; "" for that.
        levels: battles drawn by numbers, in place of a scenario; see `fireteam.env.seats.levels.levels_of`.
        credit: say in the infos, under `credit`, what each unit has brought its team and what rewards are made of; see
            `fireteam.env.seats.credit`.
        commands: the agents decide in orders, see `fireteam.agents.commands`: by the number of an order, of which the end of
            the observation tells; what units do with it happens by itself. None for single actions.
    """

    def __init__(
        self,
        scenario: Scenario | str | Path = DEFAULT,
        teams: Mapping[str, Party | str | Path] | None = None,
        opponents: Mapping[str, Bot | InsideBot] | None = None,
        reward: Reward | str | Path | None = None,
        slots: tuple[int, int] = (SLOTS, SLOTS),
        rules: Mapping[str, str] | None = None,
        catalog: House | str | Path | None = None,
        reasons: bool = False,
        illegal: str = RAISE,
        system: str = "",
        levels: Levels | Scenario | str | Path | range | None = None,
        credit: bool = False,
        commands: Commands | None = None,
    ) -> None:
        check_choice("illegal", illegal, WAYS)
        self.illegal = illegal
        self.was_illegal = False  # the action of the last step was not open
        scenario, fought = one_of(scenario, levels, system)
        self.scenario = manned(scenario, teams, rules, catalog, system)
        self.levels = Levels(self.scenario, fought.numbers) if fought is not None else None
        self.level: int | None = None  # the number of the present level
        self.bots = dict(opponents or {})
        self.team_names = [team.name for team in self.scenario.teams]
        check_teams("opponents", self.bots, self.team_names)
        for name, bot in self.bots.items():
            check_bot(bot, f"opponents: {name}")
        if len(self.bots) == len(self.team_names):
            raise ContentError("opponents: every team is played by a bot, nobody is left to be asked")
        reward = load_reward(reward)
        self.weights = reward.weights(self.scenario.system)
        self.slots = checked_slots(slots)
        self.credit = Credit(credit, reward, len(self.team_names), self.slots)
        self.numbering = layout(*self.slots, self.scenario.system)
        self.reasons = reasons
        self.commands = commands if commands is not None and commands.most else None
        self.n_actions = int(self.numbering[0]["size"])
        self.n_observation = observation_size(*self.slots, self.scenario.system)
        if self.commands is not None:
            self.n_actions = self.commands.most
            self.n_observation += self.commands.most * self.commands.width
        self.rewards = np.zeros(self.credit.size)
        self._account = np.zeros(1, ACCOUNT)
        self._seeds: np.random.Generator | None = None  # copies of a match that has not begun draw other battles
        self.witness: Callable[[], None] | None = None  # called after every decision and every beginning, by those who draw
        self.start(0)

    def reset(self, seed: int | None = None, level: int | None = None) -> None:
        """Begin a new battle: with the given seed, or with the next one of a stream that the last given seed began."""
        if seed is not None:
            seed_words(seed)
            self._seeds = np.random.default_rng(seed)
        elif self._seeds is None:
            self._seeds = np.random.default_rng()
        self.start(seed if seed is not None else int(self._seeds.integers(2**63)), level)

    def start(self, seed: int, level: int | None = None) -> None:
        """Begin the battle of a seed, on the level of a number, or on the one that the seed draws.

        Raises:
            ContentError: there is no such level, or no levels are fought.
        """
        scenario = self.scenario
        if self.levels is not None:
            self.level = self.levels.number(signed(seed), 0) if level is None else self.levels.check(level)
            scenario = self.scenario.drawn(self.level)
        elif level is not None:
            raise ContentError("options: level: no levels are fought here; make the environment with levels=...")
        self.battle = Battle(scenario, seed, reasons=self.reasons)
        check_room(self.battle.field, self.slots)
        self.credit.note_teams(self.battle.record, self.battle.field.arena)
        self.gone = 0
        self.was_illegal = False
        self.staff = self.commands.staff(self.commands.planner) if self.commands else None
        self._bind()
        begin_account(self._arrays[0], self._arrays[1], self._fixed[1], self._fixed[2])
        self.rewards[:] = 0
        if self.witness is not None:
            self.witness()
        self._play_on()

    def _bind(self) -> None:
        """Store the arguments of kernels."""
        self._arrays = self.battle.arrays
        self._fixed = (kernel.plain(self.numbering), kernel.plain(self.weights), kernel.plain(self._account))
        self._record = self.battle.record[0]
        self._seen: dict[str, np.ndarray] | None = None
        self._refresh()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def observe(self, who: int) -> dict[str, np.ndarray]:
        """Return a unit's `observation` and `action_mask`."""
        if who == self.decider and self._seen is not None:
            return self._seen
        observation = np.empty(self.n_observation, np.float32)
        mask = np.empty(self.n_actions, np.int8)
        if self.staff is None:
            look(*self._arrays, self._fixed[0], who, observation, mask)
        else:
            self._show_orders(who, observation, mask)
        seen: dict[str, np.ndarray] = {"observation": observation, "action_mask": mask}
        if who == self.decider:
            self._seen = seen
        return seen

    def step(self, number: int | np.integer | None) -> None:
        """Take the decision of the agent that is asked, then let bots play until the next agent is.

        `rewards` then holds, team by team, what was earned since the call began, and after that the credit, if it is given.

        Raises:
            IllegalAction: the action is none, or not open now and to be refused; nothing has changed.
            BattleOver: the battle has ended.
        """
        number = whole(number, self.n_actions)
        if not 0 <= number < self.n_actions:
            self._refuse(number)
        self.rewards[:] = 0
        self.was_illegal = False
        if self.staff is None:
            self._take(number)
        else:
            self._order(number)
        self._play_on()

    def rest(self) -> None:
        """Let the unit that decides do nothing: it ends its phase, or passes; else it does what comes first."""
        legal = self.battle.legal()
        nothing = [action for action in (Action(END), Action(PASS)) if action in legal]
        self.rewards[:] = 0
        self.was_illegal = False
        self._do((nothing or legal)[0])
        self._play_on()

    def _show_orders(self, who: int, observation: np.ndarray, mask: np.ndarray) -> None:
        """Write a unit's observation, with orders to choose from: one without a meaning for who does not decide."""
        look(*self._arrays, self._fixed[0], who, observation, np.empty(int(self.numbering[0]["size"]), np.int8))
        if who == self.decider and self.staff is not None:
            self.staff.show(self.battle, observation, mask)
        else:
            observation[observation_size(*self.slots, self.scenario.system) :] = 0
            mask[:] = 0
            mask[0] = 1

    def _order(self, number: int) -> None:
        """Give the unit that decides an order, and take its first action."""
        staff = cast(Staff, self.staff)
        if self.over or (number >= staff.count and self.illegal == RAISE):
            self._refuse(number)
        self.was_illegal = number >= staff.count
        if self.was_illegal and self.illegal == LOSE:
            self._take(GIVE_UP)
        else:
            self._do(staff.obey(self.battle, 0 if self.was_illegal else number))

    def _take(self, number: int) -> None:
        observation = np.empty(self.n_observation, np.float32)
        mask = np.empty(int(self.numbering[0]["size"]), np.int8)
        done = take_turn(*self._arrays, *self._fixed, number, self.rewards, observation, mask)
        if done < GOING:
            if self.over or self.illegal == RAISE:
                self._refuse(number)
            self.was_illegal = True
            self._take(GIVE_UP if self.illegal == LOSE else self.lowest_open())
            return
        self.gone = done - GOING
        self._seen = {"observation": observation, "action_mask": mask} if self.staff is None else None
        self._refresh()
        if self.witness is not None:
            self.witness()

    def lowest_open(self) -> int:
        """Return the lowest number that is open for the unit that decides.

        Changes to the returned mask have no effect on this.
        """
        observation = np.empty(self.n_observation, np.float32)
        mask = np.empty(self.n_actions, np.int8)
        look(*self._arrays, self._fixed[0], self.decider, observation, mask)
        return int(mask.argmax())

    def _refresh(self) -> None:
        """Read the pending decision."""
        row = self._record
        self.over = bool(row["over"])
        self.decider = NOBODY if self.over else int(row["decider"])

    def _refuse(self, number: int) -> NoReturn:
        """Raise the error for an action that could not be taken."""
        if self.over:
            raise BattleOver(f"the battle is over ({self.battle.ending}): reset before the next step")
        if self.staff is not None:
            raise IllegalAction(f"order {number} is not there: there are {self.staff.count} to choose from, the first is 0")
        team = self.battle.field.roster[self.decider].team
        action = decode(self.battle.field, team, number, self.numbering)
        raise IllegalAction(f"{self.battle.shown(action)} (action {number}) is not open now. {self.battle.choices()}")

    def credit_of(self, earned: np.ndarray) -> list[dict[str, np.ndarray]]:
        """Return the credit for each row of what was earned in this battle, laid out like `rewards`; [] if none is given."""
        if not self.credit.parts:
            return []
        credit = self.credit.infos(earned)[CREDIT]
        both = zip(credit["units"], credit["parts"], strict=True)
        return [{"units": units, "teams": credit["teams"][0], "parts": parts} for units, parts in both]

    def _play_on(self) -> None:
        """Let bots decide for their units, and units carry out orders, until an agent is asked or the battle is over."""
        while not self.over and (self.bots or self.staff is not None):
            bot = self.bots.get(self.team_names[self.battle.field.roster[self.decider].team])
            if bot is not None:
                action: Action | None = ask(bot, self.battle, self.numbering)
            else:
                action = self.staff.next(self.battle) if self.staff is not None else None
            if action is None:
                break
            self._do(action)
        if self.staff is not None:  # who falls while others carry out orders has left, too
            self.gone = int((self._record["units"]["status"] >= DEAD).sum())

    def _do(self, action: Action) -> None:
        """Take an action that is not an agent's own."""
        self.battle.step(action)
        settle_row(*self._arrays, *self._fixed[1:], self.rewards)
        self._seen = None
        self._refresh()
        if self.witness is not None:
            self.witness()
