"""The few errors a user can meet. Each message is one line: what was found, where, what is allowed."""

from fireteam.maps.problems import ContentError, FireteamError

__all__ = ["BattleOver", "ContentError", "FireteamError", "IllegalAction", "MissingExtra", "ReplayError"]


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
        """Return the error for what needs a package of an extra. Fireteam is on no index: it is installed from its sources.

        Args:
            what: needs it: "drawing".
            package: its name, as an ImportError has it.
            extra: that brings it.
            instead: what does without, as a further sentence.
        """
        command = f'pip install -e ".[{extra}]" in the folder of Fireteam\'s sources'
        return cls(f"{what} needs {package}, which is not installed: {command}{instead and '. '}{instead}")
