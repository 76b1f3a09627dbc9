"""Interrupts: a person is asked in a pop-up, and may have the same answer given always."""

from fireteam.content.errors import FireteamError

from ..parts.menus import Entry, Menu, Popup
from .course import Course

MOST_LINES = 3  # lines of what happened last


class Interrupts:
    """The questions that are asked in pop-ups."""

    def __init__(self, course: Course, popup: Popup) -> None:
        self._course, self._popup = course, popup
        self._game, self._view, self._hand = course.game, course.view, course.hand

    def ask(self) -> None:
        """Ask about the pending interrupt, with the events before it and the effect of each answer."""
        choices, battle = self._hand.choices(), self._game.battle
        opponent = battle.decision.opponent if battle.decision else None
        player, n = self._view.player, self._view.n
        about = player.called(n, opponent, self._view.side) if opponent else ""
        title = f"{player.called(n, choices.unit)} {battle.asked.title}"
        lines = [*self._last_lines()[-MOST_LINES:], *choices.left(about)]
        entries = [choices.entry(action, about) for action in choices.legal]
        tick = "always answer so (standing order)" if choices.kind in self._game.players.answers else ""
        self._popup.open(Menu(title, lines, entries, True, tick), self._answer, choices.unit)

    def _last_lines(self) -> list[str]:
        """Return the last events of this round; others may have been asked since, without any effect."""
        for n in range(self._view.n, 0, -1):
            log = self._view.player.log_lines(n, self._view.side)
            lines = [line["text"] for line in log if "dice" not in line and "head" not in line]
            if lines or any(line.get("head") == "round" for line in log):
                return lines
        return []

    def _answer(self, entry: Entry) -> None:
        """Give the answer to an interrupt, and remember it if that was ticked."""
        choices, ticked = self._hand.choices(), self._popup.ticked
        self._course.decide(entry.value)
        if ticked:
            try:
                self._game.players.remember(choices.unit, choices.kind, choices.verbs[entry.value.verb].name)
                self._view.say(f"{choices.unit} answers so from now on (a)")
            except FireteamError as error:
                self._view.say(str(error))
