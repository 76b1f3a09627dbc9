"""What stands on tokens: initials of who has a name, numbers of others; a team bears the title of its party."""

from pathlib import Path

from fireteam.env.battle import Battle
from fireteam.env.replay.narrate import side
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.view.playback.cutter import Cutter
from fireteam.env.view.prims.tokens import initials, letter
from fireteam.env.view.story import goal_words

CREW = ["Mara", "Max", "Mara Voss", "Mo", "M", "Jean-Luc"]


def test_initials_tell_a_team_apart() -> None:
    """Two words give a letter each, one word gives two; who comes later takes another letter."""
    assert [initials(CREW, name) for name in CREW] == ["Ma", "Mx", "MV", "Mo", "M", "JL"]
    assert [initials(["Ann", "Anna", "Anne"], name) for name in ("Ann", "Anna", "Anne")] == ["An", "Aa", "Ae"]


def test_a_party_names_its_team(tmp_path: Path) -> None:
    """The title of the party file stands for the team, its units keep their names; who has none keeps the number."""
    (tmp_path / "crew.toml").write_text(
        'title = "The Night Crew"\ndoctrine = "guard"\ntemper = "cautious"\n'
        '[[units]]\ntemplate = "soldier"\nname = "Mara Voss"\nat = [2, 9]\n[[units]]\ntemplate = "scout"\nat = [2, 11]\n'
    )
    job = tmp_path / "job.scenario.toml"
    job.write_text(
        'title = "Job"\nmap = "yard"\n[[teams]]\nname = "red"\nparty = "crew.toml"\n'
        '[[teams]]\nname = "blue"\nunits = [{ template = "ganger", at = [20, 9] }]\n'
    )
    scenario = load_scenario(job)
    assert (scenario.teams[0].title, scenario.teams[0].doctrine, scenario.teams[0].temper) == (
        "The Night Crew", "guard", "cautious",
    )  # fmt: skip
    field = Battle(scenario, 1).field
    assert [letter(field, who) for who in range(3)] == ["MV", "2", "1"]
    assert side(field, "red") == "The Night Crew"
    assert side(field, "blue") == "The blue team"
    assert goal_words(field, 1) == "Blue must defeat The Night Crew."
    playback = Cutter(field).playback
    assert [team.get("called") for team in playback["teams"]] == ["The Night Crew", None]
    assert [unit["called"] for unit in playback["units"]] == ["Mara Voss", "scout", "ganger"]
