"""Table mode: people roll real dice for the units they play and type them in; the engine throws for everybody else.

    table = Table(game)
    questions = table.answering("shoot red_1")  # or table.advancing(), for a decision of a bot
    events = asked(questions, lambda question: input(question.sentence() + " "))

Nothing happens before the last question of a step is answered: who walks away from one leaves the game as it was. What is
typed in goes into the step as dictated dice, so that the replay of a table is like any other.
"""

import re
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from ..analysis.dice import COIN_WORDS, OpeningTrial, Throw, Trial
from ..errors import ContentError
from ..observe.actions import Action
from ..observe.events import Event, Term
from ..replay.narrate import pool, who
from ..rules.swan_song.record import ATTACK, PUSH_SIX
from ..scenario.models import Scenario
from ..scenario.options import check_teams
from ..scenario.setup import Field
from .game import Game

HIT, MISS, ONE = 5, 2, 1  # faces that are typed dice: no six, which could be rolled again
FACES = 6
FACES_WRITTEN = ("1", "2", "3", "4", "5", "6")
HITS_WANTED, SUM_WANTED, FACES_WANTED = "hits", "sum", "faces"
WANTED = {
    "initiative": SUM_WANTED,
    "initiative dice gained or lost": SUM_WANTED,
    "setback of an extended test": SUM_WANTED,
    "scatter": FACES_WANTED,
}
NOBODYS = {COIN_WORDS, "barrier"}  # rolls of nobody in particular: the engine makes them
OPPOSED = {"defense": "attack", "dodge a stray shot": "stray shot", "resist a grapple": "grapple"}
NEEDED = {  # hits that a test takes, as the catalog has them
    "surprise": "surprise_threshold",
    "evade interception": "evade_threshold",
    "detailed observation": "observe_threshold",
    "throw": "throw_threshold",
}
DAMAGE = ("hit", "through_cover", "caught")  # events that tell the damage that is soaked next
WRITTEN = re.compile(r"(\d+)(?: *hits?)?(?: +(\d+) *ones?| */ *(\d+)(?: *ones?)?)?", re.ASCII)
ONES_WRITTEN = re.compile(r"(\d+)(?: *ones?)?", re.ASCII)
LONGEST = 400  # characters of an answer that are read

Result = TypeVar("Result")


class OnesWanted(ContentError):
    """Hits were typed without the ones, which decide whether it is a glitch. `hits`: how many."""

    def __init__(self, hits: int) -> None:
        super().__init__(f"{number(hits, 'hit')} and how many ones? Type both, like {hits}/0")
        self.hits = hits


class Question(NamedTuple):
    """A roll that a person is to make.

    Attributes:
        unit: for whom. purpose: what for. against: the other one, or None.
        dice: how many; their reasons are the `terms`.
        wanted: what counts: hits, the sum, or each face.
        limit: hits above are lost; None where the pool cannot exceed it.
        context: what it is up against, like "against 3 hits"; "" where nothing is known.
        explodes: sixes are rolled again (SS-D8).
        told: what has happened in this step before.
        called, whom: the unit and the other one as people call them, like "Vega (red_1)".
        refused: why the last answer was not taken, a sentence; "" at first.
        hits: those that were typed without the ones, which are asked for now; None before.
    """

    unit: str
    purpose: str
    against: str | None
    dice: int
    terms: list[Term]
    wanted: str
    limit: int | None
    context: str
    explodes: bool
    told: list[Event]
    called: str
    whom: str
    refused: str = ""
    hits: int | None = None

    def sentence(self) -> str:
        """Return the question as people read it: "Vega (red_1), attack on blue_1 the soldier: roll 6 dice (...). ...?"."""
        whom = f" on {self.whom}" if self.purpose == "attack" and self.against else ""
        dice = number(self.dice, "die", "dice")
        if self.hits is not None:
            return f"{self.called}, {self.purpose}{whom}: {number(self.hits, 'hit')} of {dice}. How many ones?"
        reasons = f" ({pool(self.terms)})" if self.wanted == HITS_WANTED and self.terms else ""
        facts = [f"limit {self.limit}" if self.limit is not None else "", self.context]
        facts.append("write the faces: sixes are rolled again" if self.explodes else "")
        known = "".join(f", {fact}" for fact in facts if fact)
        ways = {HITS_WANTED: "hits and ones, like 1/0, or faces", SUM_WANTED: "their sum or faces", FACES_WANTED: "faces"}
        ask = ways[self.wanted].capitalize()
        return f"{self.called}, {self.purpose}{whom}: roll {dice}{reasons}{known}. {ask}?"

    def faces(self, text: str) -> list[int]:
        """Return what was typed as the faces of the dice.

        Faces are written one by one: "6 3 3 1", "6331". Hits and ones: "3/1", "2 hits 3 ones", "no hits no ones". A sum:
        "9". Of a single die a bare number is the face.

        Raises:
            OnesWanted: hits are typed and some of the other dice may show ones.
            ContentError: it cannot be that; the message says what can.
        """
        text = " ".join(text[:LONGEST].replace(",", " ").split()).lower().replace("no ", "0 ")
        if self.hits is not None and (ones := ONES_WRITTEN.fullmatch(text)):
            return self._shown(self.hits, int(ones.group(1)))
        parts = text.split()
        if parts and all(part.isdecimal() and part.isascii() for part in parts):
            if len(parts) > 1:
                return self._each(parts)
            if len(text) == self.dice and (self.wanted != SUM_WANTED or self.dice == 1):
                return self._each(list(text))
        if self.wanted == SUM_WANTED:
            return self._summed(text)
        if self.wanted == FACES_WANTED:
            raise ContentError(f"{text!r}: type the face of each die, like {self._example()}")
        return self._counted(text)

    def _example(self) -> str:
        return " ".join(str(die % FACES + 1) for die in range(self.dice))

    def _each(self, parts: list[str]) -> list[int]:
        for part in parts:
            if part not in FACES_WRITTEN:
                raise ContentError(f"{part} is no face of a die: faces are 1 to {FACES}")
        if len(parts) != self.dice:
            raise ContentError(f"{number(len(parts), 'die', 'dice')} typed, {self.dice} rolled")
        return [int(part) for part in parts]

    def _summed(self, text: str) -> list[int]:
        if not (text.isdecimal() and text.isascii() and self.dice <= int(text) <= FACES * self.dice):
            dice = number(self.dice, "die", "dice")
            raise ContentError(f"{text!r} is no sum of {dice}: it is from {self.dice} to {FACES * self.dice}")
        share, more = divmod(int(text), self.dice)
        return [share + 1] * more + [share] * (self.dice - more)

    def _counted(self, text: str) -> list[int]:
        match = WRITTEN.fullmatch(text)
        if not text or match is None:
            raise ContentError(
                f"{text!r}: type the faces, like {self._example()}, or the hits and the ones, like 1/0 or 1 hit 2 ones"
            )
        hits, ones = int(match.group(1)), match.group(2) or match.group(3)
        if ones is None and hits < self.dice:
            raise OnesWanted(hits)
        return self._shown(hits, int(ones or 0))

    def _shown(self, hits: int, ones: int) -> list[int]:
        if hits > self.dice:
            more = "; type the faces, since sixes are rolled again" if self.explodes else ""
            raise ContentError(f"{number(hits, 'hit')}: too many for {number(self.dice, 'die', 'dice')}{more}")
        if hits + ones > self.dice:
            both = f"{number(hits, 'hit')} and {number(ones, 'one')}"
            raise ContentError(f"{both}: too many for {number(self.dice, 'die', 'dice')}")
        return [HIT] * hits + [ONE] * ones + [MISS] * (self.dice - hits - ones)


def number(count: object, one: str, many: str = "") -> str:
    """Return a count in words: "1 hit", "3 hits"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


Questions = Generator[Question, str, Result]


class Table:
    """The dice of the people in a game.

    Args:
        game: what is played.

    Raises:
        ContentError: by the game's rules nobody rolls dice.
    """

    def __init__(self, game: Game) -> None:
        check_dice(game.battle.field)
        self.game = game

    def answering(self, action: Action | str, goes_on: bool = False) -> Questions[list[Event]]:
        """Take a person's decision, see `Game.act`: ask for the rolls that people make in it, return what happened.

        Raises:
            IllegalAction, BattleOver: as of `Game.act`, before the first question.
            TooManyDice: the game can take the step without questions.
        """
        self.game.check(action)
        dice = yield from self._questions(Trial(self.game.battle, action))
        return self.game.act(action, dice, goes_on)

    def advancing(self) -> Questions[list[Event] | None]:
        """Play one decision that no person has to take, like `Game.advance`, asking likewise."""
        action = self.game.players.choice()
        if action is None:
            return None
        dice = yield from self._questions(Trial(self.game.battle, action))
        return self.game.advance(dice)

    def _questions(self, trial: Trial) -> Questions[list[int]]:
        return questions_of(trial, {unit for unit in self.game.players.units() if self.game.players.bot_of(unit) is None})


def opening_dice(scenario: Scenario | str | Path, seed: int, people: Iterable[str]) -> Questions[list[int]]:
    """Ask for the rolls with which a battle opens: initiative, and surprise where there is any.

    Args:
        scenario, seed: what will be played, and the seed of the dice that people do not roll.
        people: the teams that people play.

    Returns:
        The dice for `Game(scenario, seed, ..., dice=...)`.
    """
    trial = OpeningTrial(scenario, seed)
    check_dice(trial.field)
    teams = {team.name: number for number, team in enumerate(trial.field.scenario.teams)}
    check_teams("people", people := list(people), teams)
    ours = {teams[team] for team in people}
    return questions_of(trial, {fighter.name for fighter in trial.field.roster if fighter.team in ours})


def check_dice(field: Field) -> None:
    """Raise a ContentError if the rules of a battle let nobody roll dice."""
    if field.arena[0]["rules"]["option_dice"]:
        raise ContentError("with the option dice = 'bought' nobody rolls dice: there is nothing to type in")


def questions_of(trial: Trial, units: set[str]) -> Questions[list[int]]:
    """Ask for the rolls of some units in a step that is tried; return all its dice, none where nobody is asked."""
    throws = trial.throws()
    asked = False
    try:
        throw = next(throws)
        while True:
            if throw.unit in units and throw.purpose not in NOBODYS:
                asked = True
                faces = yield from answered(question_of(trial, throw))
            else:
                faces = trial.seeded(throw)
            throw = throws.send(faces)
    except StopIteration as done:
        return done.value if asked else []


def answered(question: Question) -> Questions[list[int]]:
    """Ask until the answer can be taken, for the ones too where only hits are typed; return its faces."""
    while True:
        text = yield question
        try:
            return question.faces(text)
        except OnesWanted as more:
            question = question._replace(refused="", hits=more.hits)
        except ContentError as error:
            question = question._replace(refused=str(error))


def question_of(trial: Trial, throw: Throw) -> Question:
    """Return a throw as a question."""
    wanted = WANTED.get(throw.purpose, HITS_WANTED)
    limit = None
    explodes = False
    if wanted == HITS_WANTED:
        best = trial.run([*throw.before, *[HIT] * throw.dice])[len(throw.told)].numbers["hits"]
        limit = best if isinstance(best, int) and best < throw.dice else None
        first = not any(event.kind == "roll" and event.actor == throw.unit for event in throw.told)
        explodes = first and bool(trial.start["units"][throw.key[0]]["push"] & PUSH_SIX)
    return Question(
        unit=throw.unit,
        purpose=throw.purpose,
        against=throw.against,
        dice=throw.dice,
        terms=throw.terms,
        wanted=wanted,
        limit=limit,
        context=context(trial, throw),
        explodes=explodes,
        told=throw.told,
        called=who(trial.field, throw.unit),
        whom=who(trial.field, throw.against) if throw.against else "",
    )


def context(trial: Trial, throw: Throw) -> str:
    """Return what a throw is up against: the hits of another, a threshold, the damage to be soaked; "" if not known."""
    rolls = [event for event in throw.told if event.kind == "roll"]
    if throw.purpose in OPPOSED:
        for event in reversed(rolls):
            if event.numbers["purpose"] == "rolled again":
                return ""  # the hits it added are cut to a limit that is not told
            if event.numbers["purpose"] == OPPOSED[throw.purpose]:
                return f"against {number(event.numbers['hits'], 'hit')}"
        row = trial.start
        frame = row["stack"][max(row["depth"] - 1, 0)]  # of an attack that was rolled in an earlier step
        if throw.purpose == "defense" and row["depth"] and (frame["kind"], frame["target"]) == (ATTACK, throw.key[0]):
            return f"against {number(frame['hits'], 'hit')}"
    if throw.purpose == "soak":
        hurt = [event.numbers["damage"] for event in throw.told if event.kind in DAMAGE]
        return f"damage {hurt[-1]}" if hurt else ""
    if throw.purpose in NEEDED:
        return f"needs {number(trial.field.arena[0]['rules'][NEEDED[throw.purpose]], 'hit')}"
    return ""


def asked(questions: Questions[Result], answer: Callable[[Question], str]) -> Result:
    """Go through questions with a function that answers each; return what they come to."""
    try:
        question = next(questions)
        while True:
            question = questions.send(answer(question))
    except StopIteration as done:
        return done.value
