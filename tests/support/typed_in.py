"""Games of `fireteam play` that are typed in at the terminal."""

import re

from typer.testing import CliRunner, Result

from fireteam.cli import app
from fireteam.env.replay.replay import Replay


def typed(*lines: str, options: str = "duel --seed 4 --side blue") -> Result:
    """Return what comes of a game in which these lines are typed; whoever has typed them all leaves."""
    arguments = ["play", *options.split(), "--text"]
    return CliRunner().invoke(app, arguments, input="".join(line + "\n" for line in lines))


def good(*lines: str, options: str = "duel --seed 4 --side blue") -> str:
    """Return what is printed; the game must end without a traceback and with exit code 0."""
    result = typed(*lines, options=options)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def refused(options: str) -> str:
    """Return the one line with which the command refuses to begin."""
    result = typed(options=options)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result.stderr


def saved(text: str) -> Replay:
    """Return the replay that a game says it has saved; it must verify."""
    found = re.search(r"Saved\. .*: fireteam (?:watch|play --resume) (\S+)", text)
    assert found, text
    replay = Replay.load(found.group(1))
    replay.verify()
    return replay
