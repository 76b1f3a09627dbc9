"""Asking people for the dice they have rolled, roll after roll."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from ...game.questions import FACES_WANTED, HITS_WANTED, SUM_WANTED, Question, Questions, number
from ..draw.ui import Ui
from ..parts.menus import Prompt

Result = TypeVar("Result")
WIDTH = 760  # of what is said about a battle, in units of length
WAYS = {
    HITS_WANTED: "Type the {many} and the ones (3/1, or 3 {many} 1 one) or the faces ({example}).",
    SUM_WANTED: "Type their sum or the faces.",
    FACES_WANTED: "Type the faces.",
}
HITS_ALONE = "Type the {many} or the faces ({example})."  # where ones mean nothing


class Asking(Generic[Result]):
    """Questions of a table, put one after the other in a pop-up.

    Attributes:
        done: whether all are answered. result: the result of the questions.
        prompt: the question that is asked, None for none.
    """

    def __init__(self, questions: Questions[Result]) -> None:
        self._questions = questions
        self.done = False
        self.result: Any = None
        self.prompt: Prompt | None = None
        self._go_on(None)

    def _go_on(self, answer: str | None) -> None:
        """Give an answer and go on to the next question."""
        try:
            question = next(self._questions) if answer is None else self._questions.send(answer)
        except StopIteration as end:
            self.done, self.result, self.prompt = True, end.value, None
            return
        self.prompt = Prompt(title_of(question), lines_of(question), question.refused)

    def draw(self, ui: Ui, area: Any) -> None:
        """Draw the question; an answer that is typed leads to the next."""
        if self.prompt is not None and (line := self.prompt.draw(ui, area)) is not None:
            self._go_on(line)


class DiceScreen:
    """A window that asks for the dice before a battle, below what is to be played; it closes with the last answer."""

    def __init__(self, asking: Asking[Any], title: str = "", about: Sequence[str] = (), theme: str = "dark") -> None:
        self.theme = theme
        self.asking, self._title, self._about = asking, title, about

    def frame(self, ui: Ui, seconds: float) -> bool:
        """Draw the question; return whether there is still one."""
        ui.surface.fill(ui.colour("page"))
        whole = ui.surface.get_rect()
        y = whole.y + ui.px(60)
        ui.text(self._title or "Before the battle", whole.centerx, y, 22, "accent", bold=True, align="center")
        y += ui.px(40)
        for line in (row for says in self._about for row in ui.wrapped(says, min(ui.px(WIDTH), whole.width))):
            ui.text(line, whole.centerx, y, colour="text", align="center")
            y += ui.line_height()
        self.asking.draw(ui, whole)
        return not self.asking.done and not ui.key("escape")


def title_of(question: Question) -> str:
    """Return the roller and the purpose of a roll, as a title."""
    if question.hits is not None:
        return f"{question.called}: {question.purpose}, how many ones?"
    return f"{question.called}: {question.purpose}, roll {number(question.dice, 'die', 'dice')}"


def lines_of(question: Question) -> list[str]:
    """Return the reasons for the number of dice, and what they are against; or what was typed, if the ones are asked for."""
    if question.hits is not None:
        return [
            f"{number(question.hits, *question.kind.counts)} of {number(question.dice, 'die', 'dice')}. {question.kind.ones}"
        ]
    means, kind = question.means, question.kind
    lines = [question.reasons] if question.reasons and means.wanted == HITS_WANTED else []
    facts = [means.context]
    if means.limit is not None:
        facts.append(f"limit {means.limit}")
    if question.against:
        facts.append(f"with {question.whom}")
    if means.explodes:
        facts.append(f"{kind.again}: type the faces")
    if known := ", ".join(fact for fact in facts if fact):
        lines.append(known[0].upper() + known[1:] + ".")
    way = HITS_ALONE if means.wanted == HITS_WANTED and kind.one is None else WAYS[means.wanted]
    return [*lines, way.format(example=kind.example, many=kind.counts[1])]
