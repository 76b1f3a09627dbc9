"""Questions of table mode: a roll that a person is to make, the wording of the question, and the possible answers.

The rule system says which dice are rolled and which count (`Dice`, `Meaning`); this module asks for them and reads them.
"""

import re
from collections.abc import Callable, Generator
from typing import NamedTuple, TypeVar

from fireteam.content.errors import ContentError

from ..observe.events import Event

HITS_WANTED, SUM_WANTED, FACES_WANTED = "hits", "sum", "faces"
WRITTEN = re.compile(r"(\d+)(?: *(?:hits?|success(?:es)?))?(?: +(\d+) *ones?| */ *(\d+)(?: *ones?)?)?", re.ASCII)
ONES_WRITTEN = re.compile(r"(\d+)(?: *ones?)?", re.ASCII)
WHOLE = re.compile(r"[-+]?\d+", re.ASCII)
LONGEST = 400  # characters of an answer that are read

Result = TypeVar("Result")


class Dice(NamedTuple):
    """The dice of a rule system, as they are typed.

    Attributes:
        written: the writing of each face, from the lowest to the highest; other ways to write one come after them all.
        hit, miss: the faces assumed for hits and other dice where only their number is typed; neither is rolled again.
        one: the face assumed for typed ones; None where ones mean nothing, and hits alone are an answer.
        ones: the effect of ones, a sentence.
        again: why some rolls have to be typed face by face: the effect of some faces.
        example: faces of some dice, as they could be typed.
        counts: the name of a die that counts, singular and plural.
        nothing: the face that adds 0 where dice are added up; other faces count from it.
    """

    written: dict[str, int]
    hit: int
    miss: int
    one: int | None = None
    ones: str = ""
    again: str = ""
    example: str = ""
    counts: tuple[str, str] = ("hit", "hits")
    nothing: int = 0

    @property
    def lowest(self) -> int:
        """The lowest face."""
        return min(self.written.values())

    @property
    def highest(self) -> int:
        """The highest face."""
        return max(self.written.values())

    def like(self, dice: int) -> str:
        """Return an example of how the faces of a number of dice are typed."""
        texts = list(self.written)[: len(set(self.written.values()))]
        return " ".join(texts[die % len(texts)] for die in range(dice))

    def faces(self) -> str:
        """Return which faces there are, in words: "1 to 6", "-, 0, +"."""
        texts = list(self.written)[: len(set(self.written.values()))]
        return f"{self.lowest} to {self.highest}" if all(map(WHOLE.fullmatch, texts)) else ", ".join(texts)

    def may_be_faces(self, text: str) -> bool:
        """Return whether a text without spaces contains only characters of numbers and faces."""
        signs = set("".join(self.written))
        return bool(text) and all((mark.isdecimal() and mark.isascii()) or mark in signs for mark in text)


class Meaning(NamedTuple):
    """The meaning of a roll in a rule system.

    Attributes:
        wanted: the result to type: hits, the sum, or each face.
        aimed: whether it is rolled at somebody, who is named in the question.
        limit: the most hits that count; None where the pool cannot exceed it.
        context: what it is against, like "against 3 hits"; "" if unknown.
        explodes: whether some faces are rolled again, so that every face has to be typed.
        ones: whether ones have their usual effect; otherwise they are dice that do not count.
    """

    wanted: str
    aimed: bool = False
    limit: int | None = None
    context: str = ""
    explodes: bool = False
    ones: bool = True


class OnesWanted(ContentError):
    """Raised when hits were typed without the ones, which decide whether it is a glitch. `hits`: how many."""

    def __init__(self, hits: int, counts: tuple[str, str]) -> None:
        super().__init__(f"{number(hits, *counts)} and how many ones? Type both, like {hits}/0")
        self.hits = hits


class Question(NamedTuple):
    """A roll that a person is to make.

    Attributes:
        unit: the roller. purpose: the purpose of the roll. against: the opponent, or None.
        dice: their number; `reasons`: the terms of the pool, in words.
        means: the meaning of the roll in the rules. kind: the dice that are rolled.
        events: the events of this step so far.
        called, whom: the names of the unit and the opponent for people, like "Vega (red_1)".
        refused: why the last answer was refused, a sentence; "" at first.
        hits: hits that were typed without the ones, which are now asked for; None before.
    """

    unit: str
    purpose: str
    against: str | None
    dice: int
    reasons: str
    means: Meaning
    kind: Dice
    events: list[Event]
    called: str
    whom: str
    refused: str = ""
    hits: int | None = None

    def sentence(self) -> str:
        """Return the question as people read it: "Vega (red_1), attack on blue_1 the soldier: roll 6 dice (...). ...?"."""
        means = self.means
        whom = f" on {self.whom}" if means.aimed and self.against else ""
        dice = number(self.dice, "die", "dice")
        if self.hits is not None:
            return f"{self.called}, {self.purpose}{whom}: {number(self.hits, *self.kind.counts)} of {dice}. How many ones?"
        reasons = f" ({self.reasons})" if self.reasons and (means.wanted == HITS_WANTED or self.kind.nothing) else ""
        facts = [f"limit {means.limit}" if means.limit is not None else "", means.context]
        facts.append(f"write the faces: {self.kind.again}" if means.explodes else "")
        known = "".join(f", {fact}" for fact in facts if fact)
        many = self.kind.counts[1]
        hits = f"{many} or faces" if self.kind.one is None else f"{many} and ones, like 1/0, or faces"
        ways = {HITS_WANTED: hits, SUM_WANTED: "their sum or faces", FACES_WANTED: "faces"}
        ask = ways[means.wanted].capitalize()
        return f"{self.called}, {self.purpose}{whom}: roll {dice}{reasons}{known}. {ask}?"

    def faces(self, text: str) -> list[int]:
        """Return a typed text as the faces of the dice.

        Faces are written one by one: "6 3 3 1", "6331". Hits and ones: "3/1", "2 hits 3 ones", "no hits no ones". A sum:
        "9". Of a single die a bare number is the face.

        Raises:
            OnesWanted: hits are typed and some of the other dice may show ones.
            ContentError: it is no possible roll; the message says what is.
        """
        text = " ".join(text[:LONGEST].replace(",", " ").split()).lower().replace("no ", "0 ")
        wanted = self.means.wanted
        if self.hits is not None and (ones := ONES_WRITTEN.fullmatch(text)):
            return self._shown(self.hits, int(ones.group(1)))
        parts = text.split()
        if parts and all(map(self.kind.may_be_faces, parts)):
            if len(parts) > 1:
                return self._each(parts)
            if self.dice == 1 and text in self.kind.written:
                return self._each(parts)
            if len(text) == self.dice and (wanted != SUM_WANTED or self.dice == 1 or not WHOLE.fullmatch(text)):
                return self._each(list(text))
        if wanted == SUM_WANTED:
            return self._summed(text)
        if wanted == FACES_WANTED:
            raise ContentError(f"{text!r}: type the face of each die, like {self.kind.like(self.dice)}")
        return self._counted(text)

    def _each(self, parts: list[str]) -> list[int]:
        for part in parts:
            if part not in self.kind.written:
                raise ContentError(f"{part} is no face of a die: faces are {self.kind.faces()}")
        if len(parts) != self.dice:
            raise ContentError(f"{number(len(parts), 'die', 'dice')} typed, {self.dice} rolled")
        return [self.kind.written[part] for part in parts]

    def _summed(self, text: str) -> list[int]:
        kind = self.kind
        least, most = ((face - kind.nothing) * self.dice for face in (kind.lowest, kind.highest))
        if not (kind.may_be_faces(text) and WHOLE.fullmatch(text) and least <= int(text) <= most):
            raise ContentError(f"{text!r} is no sum of {number(self.dice, 'die', 'dice')}: it is from {least} to {most}")
        share, more = divmod(int(text) + kind.nothing * self.dice, self.dice)
        return [share + 1] * more + [share] * (self.dice - more)

    def _counted(self, text: str) -> list[int]:
        match = WRITTEN.fullmatch(text)
        ones = match.group(2) or match.group(3) if match else None
        if match is None or (ones and self.kind.one is None):
            one, many = self.kind.counts
            ways = f"the {many}" if self.kind.one is None else f"the {many} and the ones, like 1/0 or 1 {one} 2 ones"
            raise ContentError(f"{text!r}: type the faces, like {self.kind.like(self.dice)}, or {ways}")
        hits = int(match.group(1))
        if ones is None and hits < self.dice and self.kind.one is not None:
            raise OnesWanted(hits, self.kind.counts)
        return self._shown(hits, int(ones or 0))

    def _shown(self, hits: int, ones: int) -> list[int]:
        kind = self.kind
        if hits > self.dice:
            more = f"; type the faces, since {kind.again}" if self.means.explodes else ""
            raise ContentError(f"{number(hits, *kind.counts)}: too many for {number(self.dice, 'die', 'dice')}{more}")
        if hits + ones > self.dice:
            both = f"{number(hits, *kind.counts)} and {number(ones, 'one')}"
            raise ContentError(f"{both}: too many for {number(self.dice, 'die', 'dice')}")
        one = kind.miss if kind.one is None else kind.one
        return [kind.hit] * hits + [one] * ones + [kind.miss] * (self.dice - hits - ones)


def number(count: object, one: str, many: str = "") -> str:
    """Return a count in words: "1 hit", "3 hits"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


Questions = Generator[Question, str, Result]


def answered(question: Question) -> Questions[list[int]]:
    """Ask until the answer is valid, also for the ones where only hits are typed; return its faces."""
    while True:
        text = yield question
        try:
            return question.faces(text)
        except OnesWanted as more:
            question = question._replace(refused="", hits=more.hits)
        except ContentError as error:
            question = question._replace(refused=str(error))


def run_questions(questions: Questions[Result], answer: Callable[[Question], str]) -> Result:
    """Run a generator of questions with a function that answers each, and return its result."""
    try:
        question = next(questions)
        while True:
            question = questions.send(answer(question))
    except StopIteration as done:
        result: Result = done.value
        return result
