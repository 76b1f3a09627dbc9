"""Films: they go through a battle at a good pace, and their files are whole, of the right size and length."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from commanded import good, refused
from painted import count, fought
from PIL import Image

from fireteam.content.errors import ContentError, MissingExtra
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.view.draw import canvas
from fireteam.env.view.export import encode
from fireteam.env.view.export.film import BLINK, Film, film_of, still
from fireteam.env.view.export.picture import Picture
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import Censor


@pytest.fixture(scope="module")
def replay() -> Replay:
    """Return a battle of tacticians in the yard."""
    return fought("yard")


@pytest.fixture(scope="module")
def playback(replay: Replay) -> Playback:
    """Return that battle as a playback."""
    return playback_of(replay)


@pytest.fixture(scope="module")
def saved(replay: Replay, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return that battle as a file."""
    path = tmp_path_factory.mktemp("replay") / "yard.jsonl.gz"
    replay.save(path)
    return str(path)


# Films.


def test_films_do_not_drag(playback: Playback) -> None:
    """What cannot be seen takes a blink, what can as long as it needs; twice the speed is half the time."""
    player = Player(playback)
    film = Film(player)
    for n in range(player.last + 1):
        moving = [cue for cue in player.cues(n) if cue["do"] != "look"]
        if not moving and not film.captions.said(n):
            assert film.pace(n) == BLINK
        for cue in moving:
            if cue["do"] != "float":
                assert film.pace(n) >= cue["t"] + cue["for"]
    assert film.seconds < 0.8 * sum(player.seconds(n) for n in range(player.last + 1))
    fast = Film(player, speed=2)
    assert fast.beats[-1].start == pytest.approx(film.beats[-1].start / 2)


def test_a_film_goes_through_its_decisions_in_order(playback: Playback) -> None:
    """Times go up, moments too, and the last picture is how it stands after the last decision."""
    film = film_of(playback, first=20, last=30)
    frames = [film.at(n / 10) for n in range(film.count(10))]
    moments = [frame.moment for frame in frames]
    assert moments == sorted(moments)
    assert set(moments) == set(range(19, 31))
    assert frames[-1].t >= film.player.seconds(30)
    with pytest.raises(ContentError, match=r"decision 900 does not exist: the replay has \d+"):
        film_of(playback, first=900)
    with pytest.raises(ContentError, match="must end between 20 and"):
        film_of(playback, first=20, last=10)
    with pytest.raises(ContentError, match="speed"):
        film_of(playback, speed=0)


def test_frames_that_are_the_same_are_not_drawn_again(playback: Playback) -> None:
    """A film says which of its pictures are new; the others are as they were, pixel by pixel."""
    film = film_of(playback, first=1, last=25)
    picture = Picture(film.player, 320)
    surface = encode.canvas(picture.size)
    before: np.ndarray | None = None
    same = 0
    for number, changed in enumerate(film.frames(picture, surface, 10)):
        if not changed:
            frame = film.at(number / 10)
            again = encode.pixels(picture.image(frame.moment, frame.t, number / 10, frame.cues))
            if frame.heard == 1.0:
                assert (again == before).all()
                same += 1
        before = encode.pixels(surface)
    assert same > 10


def test_a_side_sees_less_of_a_film() -> None:
    """A film of one side leaves out what it noticed nothing of, and never shows those that it did not know of."""
    playback = playback_of(fought("night", most=60))
    everything, known = film_of(playback), film_of(playback, Censor(playback, "customs", Battle("night", 1).field))
    assert len(known.beats) < len(everything.beats)
    assert known.seconds < everything.seconds
    picture = Picture(known.player, 640, side="customs")
    assert count(encode.pixels(picture.image(0, 9.0)).astype(int)[: picture.map.bottom], "team:0") == 0


def gif_frames(path: Path) -> Iterator[tuple[np.ndarray, int]]:
    """Yield the pictures of a GIF and for how many milliseconds each stands."""
    with Image.open(path) as image:
        for number in range(image.n_frames):
            image.seek(number)
            yield np.array(image.convert("RGB")).astype(int), image.info["duration"]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_gif(playback: Playback, tmp_path: Path, theme: str) -> None:
    """A GIF has the film's size and length, fewer pictures than the film, and looks like it."""
    path = tmp_path / "film.gif"
    film = film_of(playback, first=60, last=68)
    picture = Picture(film.player, 400, theme)
    encode.write_gif(path, film, picture, 10)
    frames = list(gif_frames(path))
    assert 1 < len(frames) < film.count(10)
    assert sum(lasts for _, lasts in frames) == pytest.approx(1000 * film.count(10) / 10, abs=20)
    assert all(frame.shape == (*picture.size[::-1], 3) for frame, _ in frames)
    for number, time in ((0, 0.0), (len(frames) - 1, film.seconds - 0.01)):
        frame = film.at(time)
        real = encode.pixels(picture.image(frame.moment, frame.t, 0.0, frame.cues)).astype(int)
        assert np.abs(frames[number][0] - real).mean() < 3
    assert [entry.name for entry in tmp_path.iterdir()] == ["film.gif"]


def test_mp4(playback: Playback, tmp_path: Path) -> None:
    """An MP4 plays: H.264 with quarter colours, as many pictures as the film has, and each looks like it."""
    path = tmp_path / "film.mp4"
    film = film_of(playback, first=60, last=66)
    picture = Picture(film.player, 400)
    encode.write_mp4(path, film, picture, 12)
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt, stream.average_rate) == ("h264", "yuv420p", 12)
        frames = [frame.to_ndarray(format="rgb24").astype(int) for frame in container.decode(stream)]
    assert len(frames) == film.count(12)
    for number in (0, 20, len(frames) - 1):
        frame = film.at(number / 12)
        real = encode.pixels(picture.image(frame.moment, frame.t, number / 12, frame.cues)).astype(int)
        assert frames[number].shape == real.shape
        assert np.abs(frames[number] - real)[: picture.map.bottom].mean() < 6


# Files.


@pytest.mark.parametrize("kind", ["gif", "mp4"])
@pytest.mark.parametrize("fault", [KeyboardInterrupt, RuntimeError])
def test_what_is_broken_off_leaves_no_file(
    playback: Playback, tmp_path: Path, kind: str, fault: type[BaseException]
) -> None:
    """After Ctrl-C or a fault there is no new file and no part of one, and what lay there is as it was."""
    path = tmp_path / f"film.{kind}"
    path.write_text("what was here before", encoding="utf-8")
    film = film_of(playback, first=1, last=10)

    def fail(number: int) -> None:
        if number > 5:
            raise fault

    write = encode.write_gif if kind == "gif" else encode.write_mp4
    with pytest.raises(fault):
        write(path, film, Picture(film.player, 320), 10, fail)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert path.read_text(encoding="utf-8") == "what was here before"


@pytest.mark.parametrize(("kind", "package"), [("gif", "Pillow"), ("mp4", "PyAV")])
def test_missing_packages_are_named(
    playback: Playback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, package: str
) -> None:
    """Without Pillow or PyAV a sentence names the command that installs it."""

    def missing(name: str) -> Any:
        raise ImportError(name)

    film = film_of(playback, last=2)
    picture = Picture(film.player, 320)
    monkeypatch.setattr(encode, "import_module", missing)
    write = encode.write_gif if kind == "gif" else encode.write_mp4
    with pytest.raises(MissingExtra, match=rf'needs {package}.*pip install -e "\.\[film\]"'):
        write(tmp_path / "film", film, picture, 10)
    monkeypatch.setattr(canvas, "import_module", missing)
    with pytest.raises(Exception, match=r'pip install -e "\.\[view\]"'):
        still(playback, 1)
    assert not list(tmp_path.iterdir())


def test_export(saved: str, tmp_path: Path) -> None:
    """The command writes what is asked for and says how large it is."""
    png, gif, mp4 = (tmp_path / f"out.{kind}" for kind in ("png", "gif", "mp4"))
    text = good("replay", "export", saved, "--png", str(png), "--at", "40", "--width", "501", "--theme", "light")
    with Image.open(png) as image:
        assert image.size[0] == 501
        assert f"501 x {image.size[1]}" in text
    part = ("--from", "30", "--to", "33", "--width", "401", "--fps", "8", "--speed", "2")
    text = good("replay", "export", saved, "--gif", str(gif), "--mp4", str(mp4), *part)
    assert "out.gif: 401 x" in text
    assert "out.mp4: 402 x" in text  # films want even numbers
    good("replay", "export", saved, "--png", str(png), "--at", "0", "--side", "blue")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--png", "{}.png", "--at", "4000"), "decision 4000 does not exist: the replay has "),
        (("--gif", "{}.gif", "--from", "4000"), "decision 4000 does not exist: the replay has "),
        (("--mp4", "{}.mp4", "--from", "20", "--to", "10"), "from decision 20 to 10: must end between 20 and "),
        (("--gif", "{}.gif", "--width", "100"), "width 100: the map has 24 columns, so it must be at least 192"),
        (("--gif", "{}.gif", "--fps", "100"), "100 frames a second: must be between 1 and 50"),
        (("--png", "{}.png", "--side", "green"), "green: no such team; teams: red, blue"),
        (("--png", "{}/nowhere/out.png"), "cannot be written (no such file or directory)"),
    ],
)
def test_what_cannot_be_exported(saved: str, tmp_path: Path, options: tuple[str, ...], sentence: str) -> None:
    """What cannot be done is refused with a sentence, and nothing is written."""
    given = [option.replace("{}", str(tmp_path / "out")) for option in options]
    assert sentence in refused("replay", "export", saved, *given)
    assert not list(tmp_path.iterdir())
