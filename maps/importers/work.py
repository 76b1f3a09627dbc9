"""A limit on the work of converting a map: a small file can ask for hours of work and is refused after seconds."""

from fireteam.content.errors import ContentError

MOST_WORK = 400_000_000  # points x rows and tiles of arrays, about a nanosecond or two each
MOST_STEPS = 6_000_000  # of Python, about a microsecond each
STEP = MOST_WORK // MOST_STEPS
MOST = {
    "objects": 20_000,
    "tilesets": 256,
    "bytes of tilesets and templates": 16_000_000,  # each as often as it is named
}


class Work:
    """A budget of work for reading a file: all code that reads it draws on this.

    Args:
        where: the file, for messages.
    """

    def __init__(self, where: object) -> None:
        self._where = where
        self._left = MOST_WORK
        self._counts = dict(MOST)

    def take(self, work: int) -> None:
        """Charge the work of array operations on `work` numbers.

        Raises:
            ContentError: the file needs more than its limit; the other methods raise it too.
        """
        self._left -= work
        if self._left < 0:
            raise ContentError(
                f"{self._where}: it would take too long to convert: lines and outlines of too many points lie across too "
                "many tiles. Take a part of it, with --area, or simplify it"
            )

    def step(self, steps: int = 1) -> None:
        """Charge the work of `steps` single steps."""
        self.take(steps * STEP)

    def count(self, what: str, number: int = 1) -> None:
        """Charge `number` objects, tilesets, or bytes of tilesets and templates."""
        self._counts[what] -= number
        if self._counts[what] < 0:
            raise ContentError(f"{self._where}: more than {MOST[what]} {what}")
