"""The command line, run in this process."""

from typer.testing import CliRunner, Result

from fireteam.cli import app


def run(*arguments: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, list(arguments))


def good(*arguments: str) -> str:
    """Return what a command prints; it must succeed."""
    result = run(*arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def refused(*arguments: str, code: int = 2) -> str:
    """Return the one line with which a command refuses; it must not be a traceback."""
    result = run(*arguments)
    assert result.exit_code == code, (result.exit_code, result.output)
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr
