"""Orders and reasons as lines of the log, and the lines of steps that only say what an order has said."""

from collections.abc import Iterable
from typing import Any

from ...observe.events import Event
from ...replay.narrate import who
from ...replay.storage import Step
from ...scenario.setup import Field
from ..reasons import because

INTENTIONS = ("order", "why")  # kinds of lines that only the own side reads


def said_of(step: Step) -> dict[str, Any]:
    """Return what a playback is told of a decision."""
    said = {"by": step.unit, "kind": step.kind, "action": step.action}
    return said | {"why": step.why, "order": step.order, "goes_on": step.goes_on}


class Intentions:
    """What units were ordered in a battle, decision after decision."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._given: dict[str, int] = {}  # how many orders each unit has been given

    def lines(self, said: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the lines that only the side of the unit reads which decides: the order that it is given, and why."""
        order, reasons = said.get("order"), because(said.get("why"))
        if not (order or reasons):
            return []
        fighter = next(fighter for fighter in self._field.roster if fighter.name == said["by"])
        seen = [self._field.scenario.teams[fighter.team].name]
        texts = {"order": f"{who(self._field, fighter.name)}: {order}." if order else "", "why": reasons}
        return [{"text": text, "kind": kind, "head": kind, "seen": seen} for kind, text in texts.items() if text]

    def under(self, said: dict[str, Any]) -> str:
        """Return the order that a decision is a part of: its unit and a number, like "red_2 7"; "" for none."""
        by = said.get("by", "")
        if said.get("order"):
            self._given[by] = self._given.get(by, 0) + 1
        part = said.get("order") or (said.get("goes_on") and by in self._given)
        return f"{by} {self._given[by]}" if part else ""


def fold(lines: Iterable[dict[str, Any]], events: Iterable[Event], unit: str) -> None:
    """Mark the lines of a step that say what its order has said: what the unit itself does first, and how it goes.

    Args:
        lines: the line of each of the events, empty for none.
    """
    for place, (line, event) in enumerate(zip(lines, events, strict=True)):
        first = place == 0 and event.actor == unit and event.kind != "roll"
        if line and "head" not in line and (first or "walker" in line):
            line["folds"] = True
