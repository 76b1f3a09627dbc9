"""What game masters get wrong: each mistake is told with file, line, column and in words that need no programmer."""

import re
from pathlib import Path

import pytest
from commanded import good, run
from mistakes import CREW, DOCK, FOLDER, JOB, MAP, MISTAKES, PARTY, RULES, SCENARIO

from fireteam.content.problems import MOST_PROBLEMS
from fireteam.reports.files.checked import Frame, check_folder

# What only whoever wrote the program would say.
JARGON = re.compile(r"NoneType|\b(dict|tuple|str|int|bool|float)\b|Input should|pydantic|Traceback|Error\b|datetime")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder, with a scenario and all that it names, in which nothing is wrong."""
    monkeypatch.chdir(tmp_path)
    for name, text in FOLDER.items():
        Path(name).write_text(text)
    return tmp_path


def problems() -> list[str]:
    """Return what is said of the working folder."""
    return [line for done in check_folder(Path("."), Frame()) for line in done.problems]


def checked(*options: str) -> tuple[int, str]:
    """Return exit code and output of `fireteam check .`."""
    result = run("check", ".", "--no-battles", *options)
    assert "Traceback" not in result.output
    return result.exit_code, result.stdout + result.stderr


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_is_told_with_its_place(folder: Path, mistake) -> None:
    """File, line, column, the words that matter; and nothing that is a consequence of it only."""
    text = FOLDER[mistake.file]
    assert text.count(mistake.old)
    Path(mistake.file).write_text(text.replace(mistake.old, mistake.new, 1))
    said = problems()
    place = f"{mistake.file}:{mistake.place}: " if mistake.place else f"{mistake.file}: "
    assert any(line.startswith(place) and all(word in line for word in mistake.words) for line in said), said
    assert not [line for line in said if JARGON.search(line)]


def test_there_are_enough() -> None:
    """Forty-five mistakes at least."""
    assert len(MISTAKES) >= 45


def test_a_folder_that_is_right(folder: Path) -> None:
    """A party and a map need the house rules of the scenario that names them, and have them."""
    code, said = checked()
    assert code == 0, said
    assert [line.split(":")[0] for line in said.splitlines() if ": a " in line or "house rules" in line] == [
        CREW, DOCK, RULES, JOB
    ]  # fmt: skip
    assert "crew.party.toml: a party of 2" in said
    assert checked()[0] == 0  # once more


@pytest.mark.parametrize(
    ("encode", "name"),
    [
        (lambda text: b"\xef\xbb\xbf" + text.encode(), "mark of the encoding"),
        (lambda text: text.replace("\n", "\r\n").encode(), "ends of lines of Windows"),
        (lambda text: text.replace(" = ", "\t=\t").encode(), "tabs"),
    ],
)
def test_how_editors_write(folder: Path, encode, name: str) -> None:
    """A mark of the encoding, ends of lines of Windows and tabs are no mistakes, and change no place."""
    for file in (JOB, DOCK, CREW, RULES):
        Path(file).write_bytes(encode(FOLDER[file]))
    assert problems() == [], name
    Path(JOB).write_bytes(encode(SCENARIO.replace("rounds", "ronds")))
    assert problems()[0].startswith("job.scenario.toml:4:1: unknown key 'ronds'")


def test_what_is_no_text(folder: Path) -> None:
    """A picture, another encoding, a folder, a file that is empty: each is told by its name."""
    Path("pic.map.toml").write_bytes(bytes(range(256)))
    Path("old.party.toml").write_bytes('[[units]]\nname = "Bär"\n'.encode("latin-1"))
    Path("empty.scenario.toml").write_text("")
    Path("dir.map.toml").mkdir()
    Path(JOB).write_text(SCENARIO.replace("dock.map.toml", "dir.map.toml"))
    said = "\n".join(problems())
    assert "pic.map.toml: not UTF-8 text" in said
    assert "old.party.toml: not UTF-8 text (byte 19); save it as UTF-8" in said
    assert "empty.scenario.toml: key 'title' is missing" in said
    assert "job.scenario.toml:2:1: map = 'dir.map.toml': dir.map.toml: cannot be read (is a directory)" in said


def test_all_problems_are_told_at_once(folder: Path) -> None:
    """Of one file and of several; what follows from another file's mistake is told there alone."""
    Path(JOB).write_text(SCENARIO.replace('"ganger"', '"gangr"').replace('"club"', '"clubb", "knive"'))
    said = problems()
    assert [line.split(": ")[0] for line in said] == [f"{JOB}:15:7", f"{JOB}:16:53", f"{JOB}:16:62"]
    Path(DOCK).write_text(MAP.replace("..oo..", "..xo.."))
    Path(CREW).write_text(PARTY.replace("template", "tmplate"))
    said = problems()
    assert len([line for line in said if line.startswith(CREW)]) == 2
    assert len([line for line in said if line.startswith(DOCK)]) == 1
    assert [line for line in said if line.startswith(JOB)] == [
        f"{JOB}: it names a file that is wrong, so it was not looked at further"
    ]
    Path(JOB).write_text(SCENARIO + "\n".join(f"key_{number} = 1" for number in range(40)))
    assert len([line for line in problems() if line.startswith(JOB)]) <= MOST_PROBLEMS + 2


def test_what_lies_there_besides(folder: Path) -> None:
    """Files of other programs are named and passed over, hidden ones are not looked at; replays and rewards are checked."""
    Path("pyproject.toml").write_text("[build-system]\nrequires = []\n")
    Path("ladder.toml").write_text("[deals]\ndeclares = 0.1\n")  # an event of one rule system
    Path("notes.txt").write_text("hello")
    Path(".hidden.toml").write_text("x = ")
    Path("pay.toml").write_text("win = 2.0\n")
    code, said = checked()
    assert code == 0
    assert "pyproject.toml: no file of this game: not looked at" in said
    assert "pay.toml: a reward file" in said
    assert "ladder.toml: a reward file" in said
    assert "notes" not in said
    assert "hidden" not in said
    Path("old.jsonl").write_text("{}\n")
    Path("more").mkdir()
    Path("more/typo.party.toml").write_text('[[units]]\ntemplate = "gard"\n')
    code, said = checked()
    assert code == 1
    assert "old.jsonl" in said
    assert "more/typo.party.toml:2:1: units[0].template: no unit template is called 'gard'" in said


def test_files_of_other_systems(folder: Path) -> None:
    """A party is looked at by the rules of the scenario that names it, one that nobody names by any."""
    Path("ladder.party.toml").write_text('[[units]]\ntemplate = "guard"\nranks = { melee = "elite" }\n')
    assert problems() == []
    Path("ladder.party.toml").write_text('[[units]]\ntemplate = "guard"\nranks = { melee = "elit" }\n')
    assert any("ladder.party.toml:3:" in line for line in problems())


def test_wrong_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, a folder that is not there, nothing at all, a system that is none."""
    monkeypatch.chdir(tmp_path)
    result = run("check", ".")
    assert result.exit_code == 2
    assert "nothing to check in it" in result.stderr
    assert run("check").exit_code == 2
    assert run("check", "gone").exit_code == 1
    assert "no scenario is called 'gone'" in run("check", "gone").stderr
    assert "no rule system is called 'lader'" in run("check", "yard", "--system", "lader").stderr
    assert "a scenario, 'The yard'" in good("check", "yard", "--no-battles")
