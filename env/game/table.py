"""Table mode: people roll real dice for the units they play and type them in; the engine throws for everybody else.

    table = Table(game)
    questions = table.answering("shoot red_1")  # or table.advancing(), for a decision of a bot
    events = asked(questions, lambda question: input(question.sentence() + " "))

Nothing happens before the last question of a step is answered: leaving one leaves the game unchanged. The typed
dice go into the step as dictated dice, so the replay of a table is like any other. The rule system says what the rolls mean,
in its folder `table`.
"""

from collections.abc import Iterable
from pathlib import Path

from ..analysis.dice import OpeningTrial, Throw, Trial, dice_of_system
from ..observe.actions import Action
from ..observe.events import Event
from ..replay.narrate import pool_of, who
from ..scenario.models import Scenario
from ..scenario.options import check_teams
from .game import Game
from .questions import Question, Questions, answered


class Table:
    """The dice of the people in a game.

    Args:
        game: the game that is played.

    Raises:
        ContentError: under the game's rules nobody rolls dice.
    """

    def __init__(self, game: Game) -> None:
        dice_of_system(game.battle.field).check_rolled(game.battle.field)
        self.game = game

    def answering(self, action: Action | str, goes_on: bool = False, order: str | None = None) -> Questions[list[Event]]:
        """Take a person's decision, see `Game.act`: ask for the rolls that people make in it, return its events.

        Raises:
            IllegalAction, BattleOver: as of `Game.act`, before the first question.
            TooManyDice: the game can take the step without questions.
        """
        self.game.check(action)
        dice = yield from self._questions(Trial(self.game.battle, action))
        return self.game.act(action, dice, goes_on, order)

    def advancing(self) -> Questions[list[Event] | None]:
        """Play one decision that no person takes, like `Game.advance`, and ask people for their rolls in it."""
        action = self.game.players.choice()
        if action is None:
            return None
        dice = yield from self._questions(Trial(self.game.battle, action))
        return self.game.advance(dice)

    def _questions(self, trial: Trial) -> Questions[list[int]]:
        return questions_of(trial, {unit for unit in self.game.players.units() if self.game.players.bot_of(unit) is None})


def opening_dice(scenario: Scenario | str | Path, seed: int, people: Iterable[str]) -> Questions[list[int]]:
    """Ask for the rolls with which a battle opens, initiative first of all.

    Args:
        scenario, seed: those of the game, the seed for the dice that people do not roll.
        people: the teams that people play.

    Returns:
        The dice for `Game(scenario, seed, ..., dice=...)`.
    """
    trial = OpeningTrial(scenario, seed)
    trial.system.check_rolled(trial.field)
    teams = {team.name: number for number, team in enumerate(trial.field.scenario.teams)}
    check_teams("people", people := list(people), teams)
    ours = {teams[team] for team in people}
    return questions_of(trial, {fighter.name for fighter in trial.field.roster if fighter.team in ours})


def questions_of(trial: Trial, units: set[str]) -> Questions[list[int]]:
    """Ask for the rolls of some units in a step; return all its dice, none where nobody is asked."""
    throws = trial.throws()
    asked = False
    try:
        throw = next(throws)
        while True:
            if throw.unit in units and throw.purpose not in trial.system.NOBODYS:
                asked = True
                faces = yield from answered(question_of(trial, throw))
            else:
                faces = trial.seeded(throw)
            throw = throws.send(faces)
    except StopIteration as done:
        return done.value if asked else []


def question_of(trial: Trial, throw: Throw) -> Question:
    """Return a throw as a question."""
    means = trial.system.meaning_of(trial, throw)
    dice = trial.system.DICE
    return Question(
        unit=throw.unit,
        purpose=throw.purpose,
        against=throw.against,
        dice=throw.dice,
        reasons=pool_of(trial.field, throw.terms, throw.purpose) if throw.terms else "",
        means=means,
        kind=dice if means.ones else dice._replace(one=None, ones=""),
        events=throw.events,
        called=who(trial.field, throw.unit),
        whom=who(trial.field, throw.against) if throw.against else "",
    )
