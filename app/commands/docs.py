"""`fireteam docs`: the handbook, as a folder of pages that any browser shows without a network."""

import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from fireteam.env.children import python

from ..output import console, guarded

FIRST = "index.html"
HOW = (
    "get the sources, `pip download --no-deps --no-binary fireteam fireteam`, unpack them, and there: "
    'pip install -e ".[docs]" && fireteam docs'
)


@guarded
def docs(
    out: Annotated[Path | None, typer.Option(help="Where it is built; in docs/_build of the sources unless given.")] = None,
    build: Annotated[bool, typer.Option("--build", help="Build it again, though it is there.")] = False,
    show: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Say where the handbook is; build it first if it is not there yet."""
    sources = sources_of_handbook()
    folder = (out or sources / "_build" / "html").absolute()
    page = folder / FIRST
    if build or not page.is_file():
        console.print(f"building the handbook, a minute or two: {folder}")
        made(sources, folder)
    console.print(page.as_uri())
    if show:
        typer.launch(page.as_uri())


def sources_of_handbook() -> Path:
    """Return the folder of the handbook's sources, which an installed wheel does not have.

    Raises:
        ContentError: it does not exist.
    """
    import fireteam.env
    from fireteam.content.errors import ContentError

    folder = Path(next(iter(fireteam.env.__path__))).parent / "docs"
    if not (folder / "conf.py").is_file():
        raise ContentError(f"the handbook's sources are not in an installed package: {HOW}")
    return folder


def made(sources: Path, folder: Path) -> None:
    """Build the handbook in a folder; Sphinx continues if it has built there before.

    Raises:
        MissingExtra: what builds it is not installed.
        ContentError: it cannot be built, or the folder holds something else.
    """
    from fireteam.content.errors import ContentError, MissingExtra

    for module in ("sphinx", "furo", "myst_parser", "sphinx_copybutton", "pygame", "PIL"):
        if find_spec(module) is None:
            raise MissingExtra.of("building the handbook", module, "docs")
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / ".buildinfo").is_file())):
        raise ContentError(f"--out {folder}: is something else than a handbook: name a new or an empty folder")
    command = python("-m", "sphinx", "-q", "-W", "--keep-going", str(sources), str(folder))
    done = subprocess.run(command, cwd=sources, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise ContentError("\n".join(["the handbook cannot be built:", *lines[-5:]]))
