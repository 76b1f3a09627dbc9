"""A walk: a person has tapped a tile, and its steps are decided one by one."""

from .course import Course


class Walk:
    """The steps of a unit that are still to be taken; any interruption ends it."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._unit, self._begun = "", False
        self._steps: list[str] = []

    def under_way(self) -> bool:
        """Return whether there are steps still to be taken."""
        return bool(self._steps)

    def start(self, tile: int) -> None:
        """Let the unit that decides walk to a tile, from the next frame on."""
        choices = self._course.hand.choices()
        self._unit, self._steps, self._begun = choices.unit, choices.steps_to(tile), False

    def stop(self) -> None:
        """Take no more steps."""
        self._steps = []

    def go_on(self) -> None:
        """Take the next step, declaring movement where it must be."""
        if not self._steps:
            return
        choices = self._course.hand.choices()
        if choices.unit != self._unit or not choices.own:
            self.stop()
            return
        open_now = set(choices.words.values())
        for words in (self._steps[0], "walk", "run"):
            if words in open_now:
                if words == self._steps[0]:
                    self._steps = self._steps[1:]
                goes_on, self._begun = self._begun, True
                self._course.decide(words, goes_on)
                return
        self.stop()
