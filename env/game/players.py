"""The players of a game: people and bots by team, units handed over, and answers given without asking."""

from collections.abc import Iterable, Mapping

from fireteam.content.errors import ContentError, FireteamError
from fireteam.content.reading import closest, shown

from ..battle import Battle, Decision
from ..observe.actions import Action, from_words, layout
from ..scenario.options import check_teams, checked_slots
from ..seats.bots import Bot, InsideBot, ask, check_bot, check_seat, name_of

PERSON = "person"  # in the seats of a replay
REMEMBERED = "remembered answer"


class BotFailed(FireteamError):
    """A bot raised an error, or chose an action that is not open; the game is as it was before."""


class Players:
    """The players of a battle.

    Args:
        battle: the battle that they play.
        bots, people, slots: see `Game`.

    Attributes:
        battle, bots, people: as given.
        teams: the names of all teams.
        answers: the possible answers to each kind of interrupt, as verbs.
        remembered: answers that are given without asking: (unit, kind of decision) -> words.
    """

    def __init__(
        self, battle: Battle, bots: Mapping[str, Bot | InsideBot], people: Iterable[str], slots: tuple[int, int]
    ) -> None:
        self.battle = battle
        self.teams = [team.name for team in self.battle.field.scenario.teams]
        self.answers = answers_of(battle)
        self.bots, self.people = dict(bots), set(people)
        check_teams("bots", self.bots, self.teams)
        check_teams("people", sorted(self.people), self.teams)
        self._slots = checked_slots(slots)
        for team in self.teams:
            if (team in self.people) == (team in self.bots):
                players = "both a person and a bot" if team in self.people else "neither a person nor a bot"
                raise ContentError(f"the team {team!r} is played by {players}: it must be one of the two")
            if team in self.bots:
                self._check_bot(self.bots[team], f"bots: {team}")
        self._handed: dict[str, Bot | InsideBot] = {}
        self.remembered: dict[tuple[str, str], str] = {}
        self._chosen: Action | None = None

    def _check_bot(self, bot: Bot | InsideBot, option: str) -> None:
        check_bot(bot, option)
        check_seat(bot, self.battle.field, self._slots)

    def seats(self) -> dict[str, str]:
        """Return who plays each team: PERSON or the name of a bot."""
        return {team: PERSON if team in self.people else name_of(self.bots[team]) for team in self.teams}

    def bot_of(self, unit: str) -> Bot | InsideBot | None:
        """Return the bot that plays a unit, None if a person does."""
        self._check_unit(unit)
        return self._handed[unit] if unit in self._handed else self.bots.get(self._team_of(unit))

    def hand_over(self, unit: str, bot: Bot | InsideBot) -> None:
        """Let a bot play a unit until it is taken back."""
        self._check_unit(unit)
        self._check_bot(bot, f"hand over {unit}")
        self._handed[unit] = bot
        self.choose_anew()

    def take_back(self, unit: str) -> None:
        """Give a unit back to the player of its team.

        Raises:
            ContentError: it was not handed over.
        """
        self._check_unit(unit)
        if unit not in self._handed:
            team = self._team_of(unit)
            raise ContentError(f"{unit} was not handed over; its team {team} is played by: {self.seats()[team]}")
        del self._handed[unit]
        self.choose_anew()

    def handed(self) -> dict[str, str]:
        """Return the units that are handed over, with the names of their bots."""
        return {unit: name_of(bot) for unit, bot in self._handed.items()}

    def units(self, team: str | None = None) -> list[str]:
        """Return the names of all units, or of a team's, in roster order."""
        return [f.name for f in self.battle.field.roster if team in (None, self.teams[f.team])]

    def _team_of(self, unit: str) -> str:
        return self.teams[self.battle.field.roster[self.units().index(unit)].team]

    def _check_unit(self, unit: str) -> None:
        units = self.units()
        if unit not in units:
            raise ContentError(f"no unit is called {shown(unit)}.{closest(unit, units)} Units: {', '.join(units)}.")

    def remember(self, unit: str, kind: str, answer: str) -> None:
        """Let a unit always answer a kind of interrupt in this way, where that is open, without asking its player.

        Args:
            unit: its name.
            kind: a key of `answers`.
            answer: words like "dodge" or "strike red_1"; a verb alone means any opponent it is open against.
        """
        self._check_unit(unit)
        if kind not in (known := self.answers):
            raise ContentError(f"no interrupt is called {shown(kind)}.{closest(kind, known)} Kinds: {', '.join(known)}.")
        verb = answer.partition(" ")[0]
        if verb not in known[kind]:
            allowed = ", ".join(known[kind])
            raise ContentError(f"{shown(answer)} answers no {kind}.{closest(verb, known[kind])} Answers: {allowed}.")
        if verb != answer:
            from_words(self.battle.field, self.units().index(unit), answer)
        self.remembered[unit, kind] = answer
        self.choose_anew()

    def forget(self, unit: str, kind: str | None = None) -> None:
        """Forget a unit's answer to a kind, or all of its answers without a kind; its player is asked again."""
        self._check_unit(unit)
        for key in [key for key in self.remembered if key[0] == unit and kind in (None, key[1])]:
            del self.remembered[key]
        self.choose_anew()

    def _answer(self, decision: Decision) -> Action | None:
        """Return the remembered answer to a decision of a person, None if the person is to be asked."""
        answer = self.remembered.get((decision.unit, decision.kind))
        if answer is None:
            return None
        verbs = self.battle.field.system.VERBS
        fitting = [a for a in self.battle.legal() if answer in (self.battle.words(a), verbs[a.verb].name)]
        return fitting[0] if len(fitting) == 1 else None

    @property
    def pending(self) -> Decision | None:
        """The decision that a person must take now; None if a bot or a remembered answer decides, or nobody does."""
        decision = self.battle.decision
        if decision is None or self.bot_of(decision.unit) is not None or self._answer(decision) is not None:
            return None
        return decision

    def choice(self) -> Action | None:
        """Return the choice of a bot or a remembered answer for the pending decision; a bot is asked once for each.

        None if a person decides, or all is over.

        Raises:
            BotFailed: the message names the bot; nothing has changed.
        """
        decision = self.battle.decision
        if decision is None or self.pending is not None:
            return None
        if self._chosen is None:
            bot = self.bot_of(decision.unit)
            self._chosen = self._answer(decision) if bot is None else self._ask(bot, decision)
        return self._chosen

    def choose_anew(self) -> None:
        """Ask a bot anew: the battle has gone on or back, or somebody else plays a unit."""
        self._chosen = None

    def _ask(self, bot: Bot | InsideBot, decision: Decision) -> Action:
        before = self.battle.snapshot()
        named = f"the bot {name_of(bot)!r}, asked for {decision.unit} ({decision.kind}),"
        try:
            action = Action(*map(int, ask(bot, self.battle, layout(*self._slots, self.battle.field.scenario.system))))
        except Exception as error:  # whatever a stranger's bot may raise
            self.battle.restore(before)
            raise BotFailed(f"{named} failed: {type(error).__name__}: {error}") from error
        if self.battle.snapshot() != before:
            self.battle.restore(before)
            raise BotFailed(f"{named} has played on by itself; a bot tries things on battle.clone()")
        if action not in self.battle.legal():
            raise BotFailed(f"{named} wants {self.battle.shown(action)}, which is not open. {self.battle.choices()}")
        return action


def answers_of(battle: Battle) -> dict[str, tuple[str, ...]]:
    """Return the possible answers to each kind of interrupt that a battle's system has: the names of verbs."""
    system = battle.field.system
    return {kind.name: kind.words(system.VERBS) for kind in system.DECISIONS.values() if not kind.own}
