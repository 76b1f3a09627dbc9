"""`fireteam replay export`: a replay as a file that others can open: a page for browsers, text, a picture, a film."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ...output import console, guarded, progress
from . import films

if TYPE_CHECKING:
    from fireteam.agents.attribution.attribution import Attribution
    from fireteam.env.replay.replay import Replay

HtmlOption = Annotated[Path | None, typer.Option(help="Write a page that any browser shows, offline too: a .html file.")]
TextOption = Annotated[Path | None, typer.Option(help="Write the battle as text, as `fireteam watch --text` prints it.")]
ThemeOption = Annotated[Literal["dark", "light"] | None, typer.Option(help="Colours; else those of the reader's system.")]
SideOption = Annotated[str, typer.Option(help="Only what this team saw goes into the file.")]
ChancesOption = Annotated[bool, typer.Option(help="Draw above the timeline of a page who was going to win.")]
LuckOption = Annotated[bool, typer.Option(help="Say at the end of a page what luck was worth.")]


@guarded
def export(
    file: Annotated[Path, typer.Argument(help="A replay (.jsonl or .jsonl.gz).")],
    html: HtmlOption = None,
    text: TextOption = None,
    png: films.PngOption = None,
    gif: films.GifOption = None,
    mp4: films.Mp4Option = None,
    at: films.AtOption = None,
    first: films.FromOption = 1,
    last: films.ToOption = None,
    speed: films.SpeedOption = 1.0,
    width: films.WidthOption = None,
    fps: films.FpsOption = None,
    theme: ThemeOption = None,
    side: SideOption = "",
    chances: ChancesOption = True,
    luck: LuckOption = True,
) -> None:
    """Write a replay as a page, as text, as a picture or as a film, to be sent and kept."""
    from fireteam.content.errors import ContentError
    from fireteam.env.files import PAGE, check_folder
    from fireteam.env.replay.replay import Replay

    if not (html or text or png or gif or mp4):
        raise ContentError("nothing to write: name a file with --html, --text, --png, --gif or --mp4")
    for path, endings in ((html, PAGE), (png, (".png",)), (gif, (".gif",)), (mp4, (".mp4",)), (text, ())):
        if path:
            check_folder(path, *endings)
    record = Replay.load(file)
    teams = [team.name for team in record.header.scenario.teams]
    if side and side not in teams:
        raise ContentError(f"--side {side}: no such team; teams: {', '.join(teams)}")
    if text:
        from ...reports.transcript import transcript_lines

        write(text, "".join(line + "\n" for line in transcript_lines(record, side)))
    if html:
        from fireteam.env.view.export.html import page_of

        write(html, page_of(playback_for(record, file, side, chances, luck), theme or ""))
    if png or gif or mp4:
        from fireteam.env.scenario.setup import prepare
        from fireteam.env.view.playback.cutter import playback_of
        from fireteam.env.view.playback.redact import Censor

        playback = playback_of(record)
        eyes = Censor(playback, side, prepare(record.header.scenario)) if side else None
        asked = films.Films(png, gif, mp4, at, first, last, speed, width, fps)
        films.write_films(playback, asked, theme or "dark", eyes)


def playback_for(record: "Replay", file: Path, side: str, chances: bool, luck: bool) -> dict[str, Any]:
    """Return a replay as a playback: with the chances of the sides and their luck if wanted, or what one side saw."""
    from fireteam.env.scenario.setup import prepare
    from fireteam.env.view.playback.cutter import playback_of
    from fireteam.env.view.playback.redact import for_side
    from fireteam.env.view.story import add_chances

    playback = playback_of(record)
    if side:
        return for_side(playback, side, prepare(record.header.scenario))  # chances would tell it of what it did not see
    if chances and (known := chances_in(record, file)) is not None:
        add_chances(playback, *known)
    if luck and (attribution := luck_in(record)) is not None:
        from ...reports.luck import for_playback

        playback["luck"] = for_playback(attribution, playback)
    return playback


def luck_in(record: "Replay") -> "Attribution | None":
    """Return the luck of a replay, None if there is none, or this engine does not play it as it was recorded."""
    from fireteam.agents.attribution.attribution import attribution_of
    from fireteam.content.errors import ContentError, ReplayError
    from fireteam.env.replay.replay import other_engine

    if other_engine(record.header):
        return None
    with progress("luck", len(record.steps), quiet=False) as done:
        try:
            return attribution_of(record, on_progress=lambda count, total: done(count * len(record.steps) // total))
        except (ReplayError, ContentError):
            return None


def chances_in(record: "Replay", file: Path) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
    """Return the chances of a replay and its turning point, None if this engine does not play it as it was recorded."""
    from fireteam.agents.story.kept import chances_for
    from fireteam.content.errors import ReplayError
    from fireteam.env.replay.replay import other_engine

    from ...reports.curve import for_playback

    if other_engine(record.header):
        return None
    with progress("chances", len(record.steps), quiet=False) as done:
        try:
            found = chances_for(file, record, on_progress=lambda count, total: done(count * len(record.steps) // total))
        except ReplayError:
            return None
    return for_playback(found)


def write(path: Path, text: str) -> None:
    """Write a file, whole or not at all, and say so."""
    from fireteam.env.files import write_whole

    write_whole(path, text)
    console.print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
