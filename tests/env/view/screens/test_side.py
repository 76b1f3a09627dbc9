"""What goes into a file for one side: nothing that it did not see, whatever there was to see."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from recorded import fought
from typer.testing import CliRunner

from fireteam.cli import app
from fireteam.content.errors import ContentError
from fireteam.env.observe.events import Event
from fireteam.env.replay.replay import Replay
from fireteam.env.replay.scene import Scene, difference, patched
from fireteam.env.scenario.setup import prepare
from fireteam.env.view.playback.cutter import playback_of
from fireteam.env.view.playback.fog import NO_SIDE, cue_witnesses, nameless, witnesses
from fireteam.env.view.playback.memory import Memory, remembered
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import Censor, closed_up, for_side
from fireteam.env.view.prims.ground import Ground

SECRET = "SECRET"
CASES = [("night", "customs"), ("night", "smugglers"), ("sniper", "patrol"), ("bank", "robbers")]


@pytest.fixture(scope="module")
def replays() -> dict[str, Replay]:
    """Battles in fog, with somebody hidden, and in plain sight with enemies who come later."""
    return {name: fought(name) for name in ("night", "sniper", "bank")}


def scenes_of(playback: dict[str, Any]) -> list[Scene]:
    """Return the scene at every moment of a playback."""
    made: list[Scene] = []
    for moment in playback["moments"]:
        made.append(patched(made[-1] if made else {}, moment["patch"]))
    return made


def tampered(playback: dict[str, Any], team: str) -> dict[str, Any]:
    """Return a playback in which everything that a team cannot know is something else."""
    other = deepcopy(playback)
    own = {unit["name"] for unit in playback["units"] if playback["teams"][unit["team"]]["name"] == team}
    other["tokens"].append([["text", "ink", 0, 0, 1, SECRET]])
    garbage = len(other["tokens"]) - 1
    other["veils"][garbage] = garbage
    worn: dict[str, int] = {}
    was: Scene = {}
    for moment, scene in zip(other["moments"], scenes_of(playback), strict=True):
        unknown = set(scene["hidden"].get(team, ()))
        worn |= moment.get("tokens", {})
        moment["tokens"] = {name: garbage if name in unknown else number for name, number in worn.items()}
        now = deepcopy(scene)
        for name, unit in now["units"].items():
            if name in unknown:
                unit |= {"x": 0, "y": 0, "facing": 0, "flesh": 1, "weapon": SECRET, "aim_at": SECRET}
            elif playback["fog"] and name not in own:
                unit |= {"flesh": 1, "strain": 9, "ammo": 77, "ap": 9, "score": 99, "karma": 5, "wounds": -9, "spare": 55}
        for zone in now["zones"].values():
            if zone["shooter"] in unknown:
                zone["tiles"] = [0, 1, 2]
        now["hidden"] = {side: names if side == team else [SECRET] for side, names in now["hidden"].items()}
        moment["patch"], was = difference(was, now), now
        if moment.get("by") not in own:
            moment["why"] = moment["action"] = SECRET
        for line in moment.get("log", ()):
            if team not in line["seen"]:
                line |= {"text": SECRET, "pool": SECRET, "terms": [[9, SECRET, SECRET]], "dice": [6], "odds": 0.123}
        for cue in moment.get("cues", ()):
            if team not in cue["seen"] and cue["do"] != "look":
                cue |= {"from": [0.5, 0.5], "to": [1.5, 1.5], "at": [0.5, 0.5], "says": SECRET}
        moment["lit"] = {side: bits if side == team else "ff" for side, bits in moment.get("lit", {}).items()}
    other["seed"], other["chances"], other["turning"] = 1234567, {"moments": [0], "shares": {team: [SECRET]}}, 7
    other["seats"] = {side: bot if side == team else SECRET for side, bot in playback["seats"].items()}
    for entry in other["teams"]:
        if entry["name"] != team:
            entry["goal"] = {"kind": SECRET, "tiles": [0]}
    return other


@pytest.mark.parametrize(("name", "team"), CASES)
def test_what_is_not_known_has_no_influence(replays: dict[str, Replay], name: str, team: str) -> None:
    """Change all that a side does not know, and its file is the same to the letter."""
    playback, field = playback_of(replays[name]), prepare(replays[name].header.scenario)
    before = json.dumps(playback, sort_keys=True)
    given = json.dumps(for_side(playback, team, field), sort_keys=True)
    assert json.dumps(playback, sort_keys=True) == before, "the playback itself has changed"
    changed = tampered(playback, team)
    assert SECRET in json.dumps(changed)
    again = json.dumps(for_side(changed, team, field), sort_keys=True)
    assert SECRET not in again
    assert again == given


@pytest.mark.parametrize(("name", "team"), CASES)
def test_a_side_has_all_of_its_own(replays: dict[str, Replay], name: str, team: str) -> None:
    """Its own units are as they were at every one of its decisions, and of others there is only who is known."""
    playback = playback_of(replays[name])
    given = for_side(playback, team, prepare(replays[name].header.scenario))
    own = {unit["name"] for unit in playback["units"] if playback["teams"][unit["team"]]["name"] == team}
    scenes, views = scenes_of(playback), scenes_of(given)
    every = [n for n, moment in enumerate(playback["moments"]) if moment.get("by") in own]
    kept = [n for n, moment in enumerate(given["moments"]) if moment.get("by") in own]
    for was, now in zip(every, kept, strict=True):
        moment, shown = playback["moments"][was], given["moments"][now]
        assert (shown["by"], shown["action"]) == (moment["by"], moment["action"])
        scene, view = scenes[was], views[now]
        unknown = scene["hidden"].get(team, [])
        assert not set(unknown) & view["units"].keys()
        assert "hidden" not in view
        for unit in own:
            all_of_it = {key: value for key, value in scene["units"][unit].items() if value not in unknown}
            assert view["units"][unit] == all_of_it
        for other in view["units"].keys() - own:
            assert not playback["fog"] or view["units"][other].keys() <= set(playback["words"]["seen"])
            assert scene["units"][other]["status"] != "absent"
    for moment, view in zip(given["moments"], views, strict=True):
        assert all(line["seen"] == [team] for line in moment.get("log", ()))
        assert moment.get("tokens", {}).keys() <= view["units"].keys()


def test_ground_that_is_not_watched_is_as_last_seen() -> None:
    """What changes out of sight is learned when one looks; without fog everything is known."""
    shut, opened = {"7": "closed_door"}, {"7": "open_door", "9": "debris"}
    assert remembered({}, opened, {1, 2}) == {}
    assert remembered({}, opened, {7}) == {"7": "open_door"}
    assert remembered(shut, opened, {9}) == {"7": "closed_door", "9": "debris"}
    assert remembered(opened, {}, {7}) == {"9": "debris"}
    assert remembered(shut, opened, None) == opened


def test_ground_in_fog_is_as_last_seen(replays: dict[str, Replay]) -> None:
    """A door that opens far from a side stays shut for it until it sees the place."""
    playback = playback_of(replays["night"])
    opened = {tile for moment in playback["moments"] for tile in (moment["patch"].get("ground") or {})}
    assert opened
    firsts, field = {}, prepare(replays["night"].header.scenario)
    for team in ("smugglers", "customs"):
        moments = for_side(playback, team, field)["moments"]
        firsts[team] = {tile for moment in moments for tile in (moment["patch"].get("ground") or {})}
    assert firsts["smugglers"] | firsts["customs"] == opened
    assert firsts["customs"] != opened or firsts["smugglers"] != opened or len(opened) < 3


@pytest.mark.parametrize("team", ["smugglers", "customs"])
def test_ground_is_painted_as_it_is_known(replays: dict[str, Replay], team: str) -> None:
    """Walls join what stands beside them: a tile that a side sees is not drawn by what it does not know of the next one."""
    field = prepare(replays["night"].header.scenario)
    given = for_side(playback_of(replays["night"]), team, field)
    paper = Ground(field)
    drawn = [paper.paints[number] for number in paper.tiles]
    assert [given["map"]["paints"][number] for number in given["map"]["tiles"]] == drawn
    shown, changes = list(drawn), 0
    for moment, scene in zip(given["moments"], scenes_of(given), strict=True):
        for tile, number in moment.get("tiles", {}).items():
            shown[tile], changes = given["map"]["paints"][number], changes + 1
        known = paper.changed(scene["ground"])
        assert shown == [paper.paints[known.get(tile, paper.tiles[tile])] for tile in range(len(shown))]
    assert changes or not any(scene["ground"] for scene in scenes_of(given))


def test_the_window_shows_ground_as_it_is_known(replays: dict[str, Replay]) -> None:
    """A side sees, in the whole playback, the ground of its own file at every moment; at some it is not as it is."""
    replay = replays["night"]
    playback = playback_of(replay)
    player, wide, strange = Player(playback), playback["map"]["width"], 0
    for team in ("customs", "smugglers"):
        censor = Censor(playback, team, prepare(replay.header.scenario))
        for scene, number in zip(scenes_of(censor.playback), censor.numbers, strict=True):
            memory, truth = player.memory(number, team), player.scenes[number]
            assert (memory.ground, memory.dents) == (scene["ground"], scene["dents"]), number
            noticed = player.noticed(number, team)
            assert (noticed["ground"], noticed["dents"]) == (memory.ground, memory.dents)
            changed = {int(tile) for part in (truth["ground"], memory.ground) for tile in part}
            near = {tile + step for tile in changed for step in (0, 1, -1, wide, -wide)}
            assert {tile for tile, paint in memory.paints.items() if paint != player.tiles[number].get(tile)} <= near
            strange += memory.ground != truth["ground"]
    assert strange > 0


def test_a_door_out_of_sight_looks_as_it_was() -> None:
    """A door that opens where nobody of the side looks keeps its paint, also of the walls that join it, until it is seen."""
    was, wide = Memory(), 5
    opened: Scene = {"ground": {"12": "open_door"}, "dents": {}}
    unseen = was.later(opened, {12: 7, 11: 8}, {0, 1, 11}, wide)
    assert unseen == was
    seen = unseen.later(opened, {12: 7, 11: 8}, {11, 12, 7, 17, 13}, wide)
    assert seen.ground == {"12": "open_door"}
    assert seen.paints == {12: 7}
    assert seen.later(opened, {12: 7, 11: 8}, {11, 12, 10, 6, 16}, wide).paints == {12: 7, 11: 8}
    assert seen.later({"ground": {}, "dents": {}}, {}, {3}, wide) == seen


def test_strangers_are_somebody() -> None:
    """Sentences lose the names of those a side does not know, in every form they take."""
    strangers = {"red_1": "soldier", "red_2": "Vega"}
    assert nameless("red_1 the soldier hits blue_1 the scout.", strangers) == "Somebody hits blue_1 the scout."
    assert nameless("Vega (red_2) fires at red_1.", strangers) == "Somebody fires at somebody."
    assert nameless("red_10 the soldier and blue_red_1", strangers) == "red_10 the soldier and blue_red_1"


def test_nobody_learns_of_being_noticed_by_strangers() -> None:
    """Who is spotted by somebody unknown is not told; cues that would show where a stranger stands are not for its side."""
    before = after = {"hidden": {"blue": ["red_1"]}}
    spotted = Event("spotted", "red_1", "blue_1", None, {}, [], [], ["red", "blue"])
    assert witnesses(spotted, before, after) == ["red"]
    assert witnesses(spotted, before, {"hidden": {}}) == ["red", "blue"]
    spots = {"red_1": [3.5, 4.5], "blue_1": [9.5, 4.5]}
    shot = {"do": "shot", "from": [3.5, 4.5], "to": [9.5, 4.5]}
    assert cue_witnesses(shot, ["red", "blue"], spots, before, after) == ["red"]
    assert cue_witnesses(shot, ["blue"], spots, before, after) == NO_SIDE
    assert cue_witnesses({"do": "float", "at": [9.5, 4.5]}, ["blue"], spots, before, after) == ["blue"]
    rays = {"do": "rays", "rays": [[3.5, 4.5, 9.0, 4.0, 0.5]]}
    assert cue_witnesses(rays, ["blue"], spots, before, after) == NO_SIDE


def test_cues_close_up() -> None:
    """The time that what was not seen took does not show."""
    cues = [
        {"do": "move", "t": 2.0, "for": 0.2},
        {"do": "look", "t": 2.0, "for": 0.0},
        {"do": "shot", "t": 2.2, "for": 0.3},
        {"do": "ring", "t": 5.0, "for": 0.5},
    ]
    assert [cue["t"] for cue in closed_up(cues)[0]] == [0, 0, 0.2, 0.5]


def test_there_must_be_such_a_team(replays: dict[str, Replay]) -> None:
    """A wrong name is answered with the right ones."""
    with pytest.raises(ContentError, match="no team is called 'police'; teams: smugglers, customs"):
        for_side(playback_of(replays["night"]), "police", prepare(replays["night"].header.scenario))


def run(*arguments: str | Path) -> tuple[int, str, str]:
    """Run the command line; return exit code, output and complaint."""
    result = CliRunner().invoke(app, list(map(str, arguments)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_export(tmp_path: Path, replays: dict[str, Replay]) -> None:
    """A replay becomes a page and a text; for a side both tell less; what cannot be written leaves nothing behind."""
    file = tmp_path / "night.jsonl.gz"
    replays["night"].save(file)
    page, text = tmp_path / "night.html", tmp_path / "night.txt"
    code, output, complaint = run(
        "replay", "export", file, "--html", page, "--text", text, "--theme", "light", "--no-chances"
    )
    assert code == 0, complaint
    assert "night.html" in output
    assert "night.txt" in output
    assert '"theme":"light"' in page.read_text(encoding="utf-8")
    assert text.read_text(encoding="utf-8") == run("watch", file, "--text")[1]
    own, shown = tmp_path / "customs.html", tmp_path / "customs.txt"
    assert run("replay", "export", file, "--html", own, "--text", shown, "--side", "customs")[0] == 0
    assert '"side":"customs"' in own.read_text(encoding="utf-8")
    assert 0 < own.stat().st_size < page.stat().st_size
    lines = shown.read_text(encoding="utf-8").splitlines()
    walks = r"omebody| (moves to|walks|runs)\b"  # those of others are told step by step
    known = {line.strip() for line in lines if not re.search(walks, line)}
    assert known < {line.strip() for line in text.read_text(encoding="utf-8").splitlines()}
    assert not any("smugglers_" in line for line in lines[: lines.index("- Pass 1 -")])
    assert not list(tmp_path.glob(".*"))


def test_export_with_chances(tmp_path: Path) -> None:
    """The page of a whole battle says who was going to win."""
    file, page = tmp_path / "duel.jsonl", tmp_path / "duel.html"
    fought("duel").save(file)
    assert run("replay", "export", file, "--html", page)[0] == 0
    assert '"chances":{"moments":[0,' in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "nothing to write"),
        (("--html", "out.html", "--side", "grey"), "no such team"),
        (("--text", "/no/such/place.txt"), "cannot be written"),
        (("--html", "/no/such/place.html", "--no-chances"), "cannot be written"),
    ],
)
def test_export_refuses(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    """What is wrong ends in exit code 2 and a line that says what."""
    file = tmp_path / "duel.jsonl"
    fought("duel").save(file)
    code, _, complaint = run("replay", "export", file, *options)
    assert code == 2
    assert message in complaint
