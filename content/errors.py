"""The errors that users can cause, all of them FireteamErrors: each says what was found, where, and what is allowed."""


class FireteamError(Exception):
    """Base of every error that a user can meet: what commands and screens say instead of failing."""


class ContentError(FireteamError, ValueError):
    """Something a person wrote is wrong; the message says, line by line, where, what was found and what is allowed.

    It can be printed: what a terminal would obey is spelt out.
    """

    def __init__(self, message: object = "") -> None:
        super().__init__(printable(str(message)))


def printable(text: str) -> str:
    """Return a text in which all control characters but line ends are spelt out, so that a terminal obeys none of them."""
    return "\n".join(line if line.isprintable() else spelt(line) for line in text.split("\n"))


def spelt(line: str) -> str:
    """Return a line in which characters that cannot be printed are spelt out."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)


class IllegalAction(FireteamError, ValueError):
    """An action that the mask of the pending decision does not allow; the message lists what is legal."""


class BattleOver(FireteamError, RuntimeError):
    """A step after the end of the battle."""


class ReplayError(ContentError):
    """A replay that is truncated, edited, of another format or engine, or whose dice do not come out as recorded."""


class MissingExtra(FireteamError, ImportError):
    """A feature needs a package that is not installed; the message names the pip command."""

    @classmethod
    def of(cls, what: str, package: str | None, extra: str, instead: str = "") -> "MissingExtra":
        """Return the error for a missing package of an extra, with the pip command to install it from the sources.

        Args:
            what: needs it: "drawing".
            package: its name, as an ImportError has it.
            extra: that brings it.
            instead: a further sentence on how to do without it.
        """
        command = f'pip install -e ".[{extra}]" in the folder of Fireteam\'s sources'
        return cls(f"{what} needs {package}, which is not installed: {command}{instead and '. '}{instead}")
