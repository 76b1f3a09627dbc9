"""The sentences below a picture: those of the present decision, and above them earlier ones."""

from typing import Any

from ..playback.player import Player
from .ui import Ui

SIZE = 12  # of the letters, in units of length
ELSEWHERE = {"round", "pass", "roll", "initiative"}  # events that the header shows, or that say nothing without their dice


class Captions:
    """The sentences of a playback, as one side may read them.

    Steps that a unit takes one after the other count as one sentence, which changes; dice and initiative are left out.
    """

    def __init__(self, player: Player, side: str = "") -> None:
        self._player, self._side = player, side

    def said(self, n: int) -> list[str]:
        """Return the sentences of a moment."""
        return [line["text"] for line in self._lines(n)]

    def _lines(self, n: int) -> list[dict[str, Any]]:
        """Return the lines of the log for a moment."""
        return [line for line in self._player.log_lines(n, self._side) if line["kind"] not in ELSEWHERE]

    def _stepper(self, n: int) -> str:
        """Return the unit that steps in a moment with no other event, "" for nobody."""
        steps = [line["kind"] for line in self._lines(n)] == ["step"]
        return str(self._player.moment(n).get("by") or "") if steps else ""

    def rows(self, ui: Ui, n: int, share: float, width: float, most: int) -> list[tuple[str, bool]]:
        """Return the rows to show when a share of moment n has passed, and for each whether it belongs to that moment.

        They are at most `most` rows of at most `width` pixels; a sentence that does not fit in whole is left out.
        """
        shown: list[tuple[str, bool]] = []
        newer = ""  # who steps in what was told after
        for moment in range(n, -1, -1):
            said = self.said(moment)
            if not said:
                continue
            heard = said[: int(share * len(said)) + 1] if moment == n else said
            stepper = self._stepper(moment)
            if not stepper or stepper != newer:
                for sentence in reversed(heard):
                    rows = wrapped(ui, sentence, width)
                    if len(shown) + len(rows) > most:
                        return shown[::-1]
                    shown += [(row, moment == n) for row in reversed(rows)]
            newer = stepper
        return shown[::-1]

    def needed(self, ui: Ui, n: int, width: float) -> int:
        """Return how many rows all sentences of a moment take."""
        return sum(len(wrapped(ui, sentence, width)) for sentence in self.said(n))


def wrapped(ui: Ui, says: str, width: float) -> list[str]:
    """Return a sentence in rows at most `width` pixels wide; a word that is too long continues in the next row."""
    rows: list[str] = []
    for row in ui.wrapped(says, width, SIZE):
        while ui.render(row, SIZE, "text").get_width() > width and len(row) > 1:
            fits = next(
                n for n in range(len(row) - 1, 0, -1) if n == 1 or ui.render(row[:n], SIZE, "text").get_width() <= width
            )
            rows.append(row[:fits])
            row = row[fits:]
        rows.append(row)
    return rows
