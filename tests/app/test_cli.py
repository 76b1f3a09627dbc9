"""The command line as a new user meets it: every command, wrong arguments, exit codes, no tracebacks."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commanded import good, refused, run
from killing import python, running
from sourced import ROOT

from fireteam.commands.bench import readable

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_fight_narrates() -> None:
    """One battle is told: rounds, dice with their reasons, the end."""
    text = good("fight", "duel", "--seed", "4")
    assert "--- Round 1 ---" in text
    assert "dice = " in text
    assert "(SS-" in text
    assert "===" in text


def test_fight_counts(tmp_path: Path) -> None:
    """Many battles are counted; the replay of the first is that of the first counted battle."""
    path = tmp_path / "first.jsonl.gz"
    result = json.loads(good("fight", "duel", "--battles", "20", "--blue", "random", "--json", "--replay", str(path)))
    assert result["battles"] == 20
    assert sum(row["wins"] for row in result["wins"]) + result["draws"] == 20
    for row in result["wins"]:
        low, high = row["interval"]
        assert 0 <= low <= row["share"] <= high <= 1
    assert {unit["unit"] for unit in result["units"]} == {"red_1", "blue_1"}
    assert result["actions"]["end"] > 0
    shown = json.loads(good("replay", "show", str(path), "--json"))
    assert shown["seats"] == {"red": "tactician", "blue": "random"}
    assert "play again as recorded" in good("replay", "verify", str(path))


def test_fight_is_the_same_with_any_number_of_workers() -> None:
    """Threads change nothing but the time."""
    one = good("fight", "duel", "--battles", "80", "--json", "--swap", "--blue", "charger")
    assert one == good("fight", "duel", "--battles", "80", "--json", "--swap", "--blue", "charger", "--workers", "2")


def test_party_files(tmp_path: Path) -> None:
    """A party file takes the place of a team, with a bot of one's choice."""
    party = tmp_path / "party.toml"
    party.write_text('[[units]]\ntemplate = "officer"\nname = "Vega"\n', encoding="utf-8")
    text = good("fight", "duel", "--red", str(party), "--red", "marksman", "--seed", "2")
    assert "Vega (red_1)" in text
    assert "a party of 1" in good("check", str(party))
    text = good("fight", "skirmish", "--red", str(party), "--seed", "3")  # its other team is drawn all the same
    assert "Vega (red_1)" in text
    assert "red_2" not in text
    assert "blue_3" in text


def test_python_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot of the README fights, named as module:object from the present folder."""
    code = README.split("A bot is anything with `act`:")[1].split("```python")[1].split("```")[0]
    (tmp_path / "readme_bot.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = json.loads(good("fight", "duel", "--battles", "6", "--red", "readme_bot:Cautious", "--json"))
    assert result["battles"] == 6
    assert "Cautious" in result["wins"][0]["who"]
    assert "neither act" in refused("fight", "duel", "--red", "json:JSONDecoder")
    assert "No module named 'nowhere'" in refused("fight", "duel", "--red", "nowhere:Bot")


def test_replay_fork_and_watch(tmp_path: Path) -> None:
    """A replay can be watched, listed and forked, and the fork verifies."""
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    good("fight", "duel", "--quiet", "--seed", "9", "--replay", str(path))
    assert "===" in good("watch", str(path), "--text")
    whole, red, later = (good("watch", str(path), "--text", *more) for more in ((), ("--side", "red"), ("--at", "3")))
    assert later.count("\n") < whole.count("\n")
    orders = re.findall(r"^(\w+) the \w+: .*\.$", whole, re.MULTILINE)
    assert {"red_1", "blue_1"} <= set(orders), "each order is told, unindented"
    assert set(re.findall(r"^(\w+) the \w+: .*\.$", red, re.MULTILINE)) == {"red_1"}, "nobody reads the orders of others"
    told = good("fight", "duel", "--seed", "9")
    assert re.findall(r"^(\w+) the \w+: .*\.$", told, re.MULTILINE) == orders, "a battle is told as its replay is"
    shown = good("replay", "show", str(path), "--decisions")
    assert " act " in shown
    steps = [
        step for step in json.loads(good("replay", "show", str(path), "--decisions", "--json"))["steps"] if "order" in step
    ]
    assert len(steps) == len(orders)
    assert all(f"      {step['unit']}: {step['order']}\n" in shown for step in steps)
    ranked = good("replay", "show", str(path), "--why", "1")
    assert f" 1 {steps[0]['order']} " in ranked, "a tactician's own choice comes first"
    assert re.search(r"orders +gain +danger +acts +worth", ranked)
    offers = json.loads(good("replay", "show", str(path), "--why", "1", "--json"))
    assert offers[0]["words"] == steps[0]["order"]
    assert "decision 9999 does not exist" in refused("replay", "show", str(path), "--why", "9999")
    assert "from decision 3 on" in good("replay", "fork", str(path), "--at", "3", "--out", str(other), "--reseed", "5")
    good("replay", "verify", str(other))
    assert "===" in good("watch", "duel", "--seed", "2", "--text")


def test_verify_says_no(tmp_path: Path) -> None:
    """A spoiled replay ends in exit code 1 and the decision that differs."""
    path = tmp_path / "a.jsonl"
    good("fight", "duel", "--quiet", "--replay", str(path))
    lines = path.read_text(encoding="utf-8").splitlines()
    step = json.loads(lines[4])
    step["action"] = "run" if step["action"] != "run" else "end"
    path.write_text("\n".join([*lines[:4], json.dumps(step), *lines[5:]]), encoding="utf-8")
    assert "decision 3" in refused("replay", "verify", str(path), code=1)


PEOPLE = ["bots", "weights", "units", "weapons", "armour"]
TOPICS = ["scenarios", "maps", *PEOPLE, "actions", "observation", "events", "assumptions"]


@pytest.mark.parametrize("topic", TOPICS)
def test_lists(topic: str) -> None:
    """Every list prints as a table and as JSON of as many rows."""
    rows = json.loads(good("list", topic, "--json"))
    assert len(rows) > 3
    assert next(iter(rows[0])) in good("list", topic).splitlines()[0]


def test_every_action_says_what_it_is_done_with() -> None:
    """Verbs with options, directions or units name them: a called shot its location, a push its kind."""
    rows = json.loads(good("list", "actions", "--json"))
    named = {row["action"]: {other["at"] for other in rows if other["action"] == row["action"]} for row in rows}
    assert {"gut", "knock_down"} <= named["call_shot"]
    assert named["push"] == {"limit", "rule_of_six"}
    assert named["multiple"] == {"2", "3", "4"}
    assert "bare hands" in named["off_hand"]
    for row in rows:
        alone = len([other for other in rows if other["action"] == row["action"]]) == 1
        assert alone or row["at"], row


def test_rules_in_full() -> None:
    """Rules that are named are told with all their places and tests, without a battle; a slip is told what was meant."""
    printed = good("list", "rules", "SS-U6", "SS-M1")
    assert printed.startswith("SS-U6 (in part assumed): ")
    assert "\n    systems/swan_song/rules/attack/suppression.py:resists_pin\n" in printed
    assert "\n\nSS-M1: " in printed
    assert "used" not in printed.splitlines()[-1]
    assert "battles" in good("list", "rules", "SS-U6", "--battles", "1").splitlines()[-1]
    assert [row["rule"] for row in json.loads(good("list", "rules", "SS-U6", "--json"))] == ["SS-U6"]
    said = refused("list", "rules", "SS-U66")
    assert "no rule is called 'SS-U66'. Did you mean 'SS-U6'?" in said


def test_list_of_rules() -> None:
    """Every rule has a sentence, a place in the code, a test; battles use what random play can bring about."""
    rows = json.loads(good("list", "rules", "--battles", "1000", "--json"))
    assert len(rows) > 50
    for row in rows:
        assert row["says"].endswith(".")
        assert row["where"], f"no docstring names {row['rule']}"
        assert row["tests"], f"no test is marked with {row['rule']}"
    unused = {row["rule"] for row in rows if not row["used"]}
    # The worked example is a test, not a rule that acts; Flesh and Strain thresholds are numbers of the sheets; bought hits
    # and opportunity attacks are options.
    assert unused <= {"SS-R7", "SS-H8", "SS-D9", "SS-U9"}, unused


def test_odds() -> None:
    """Odds print with their reasons, and as JSON whose chances sum to one."""
    text = good("odds", "--attacker", "duelist", "--target", "guard", "--reply", "full_defense")
    assert "full defense (SS-F3)" in text
    odds = json.loads(
        good("odds", "--weapon", "assault_rifle", "--mode", "BF", "--range", "60", "--cover", "good", "--json")
    )
    assert abs(sum(odds["net"].values()) - 1) < 1e-9
    assert abs(sum(odds["points"].values()) - 1) < 1e-9
    assert abs(odds["hit"] + odds["graze"] + odds["miss"] - 1) < 1e-9


def test_a_system_of_the_scenarios_own_changes_nothing() -> None:
    """Who names the system that is meant anyway sees what is seen without."""
    for command in (
        ("fight", "duel", "--seed", "4"),
        ("check", "yard"),
        ("odds", "--json"),
        ("list", "weapons"),
        ("list", "options"),
        ("list", "skills"),
        ("keys", "unit"),
        ("list", "rules", "--battles", "0"),
    ):
        assert good(*command, "--system", "swan_song") == good(*command)


@pytest.mark.parametrize(
    "command",
    [
        ("fight", "duel"),
        ("watch", "duel", "--text"),
        ("evaluate", "guard"),
        ("tournament", "guard", "random"),
        ("odds",),
        ("check", "yard"),
        ("list", "weapons"),
        ("keys", "unit"),
        ("list", "observation"),
        ("list", "rules"),
        ("list", "coverage"),
    ],
)
def test_a_system_that_there_is_not(command: tuple[str, ...]) -> None:
    """The sentence says which systems there are, before anything is fought or listed."""
    text = " ".join(refused(*command, "--system", "swansong").split())
    assert text.startswith("error: no rule system is called 'swansong'. Did you mean 'swan_song'? Systems: ")
    assert {"d10_pool", "ladder", "swan_song"} <= set(text.partition("Systems: ")[2].rstrip(".").split(", "))


def test_check(tmp_path: Path) -> None:
    """Good files are named for what they are, bad ones end in exit code 1."""
    assert "a scenario, 'The yard': 8 units" in good("check", "yard")
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "x"\nmap = "yrad"\n[[teams]]\nname = "red"\nunits = []\n', encoding="utf-8")
    assert "bad.toml" in refused("check", str(bad), code=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("fight", "yrad"), "no scenario is called 'yrad'. Did you mean 'yard'?"),
        (("fight", "--red", "tactican"), "no bot is called 'tactican'. Did you mean 'tactician'?"),
        (("fight", "--team", "green"), "must be NAME=VALUE"),
        (("fight", "duel", "--team", "green=guard"), "has no team 'green'"),
        (("fight", "--red", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("fight", "--battles", "0"), "--battles"),
        (("fight", "--seed", "-1"), "--seed"),
        (("fight", "--seed", "99999999999999999999999"), "--seed"),
        (("fight", "duel", "--quiet", "--replay", "/no/such/place.jsonl"), "cannot be written"),
        (("watch", "nothing.jsonl"), "nothing.jsonl: cannot be read"),
        (("watch", "duel", "--side", "grey"), "no such team"),
        (("replay", "show", "nothing.jsonl"), "cannot be read"),
        (("odds", "--attacker", "soldjer"), "Did you mean 'soldier'?"),
        (("odds", "--weapon", "rifle"), "no weapon is called 'rifle'"),
        (("odds", "--mode", "XX"), "mode = 'XX'"),
        (("odds", "--cover", "some"), "cover = 'some'"),
        (("odds", "--range", "-5"), "range = -5"),
        (("odds", "--reply", "parry", "--target", "marksman"), "carries no melee weapon"),
        (("train", "--name", "../x"), "--name '../x': must be the plain name of a folder"),
        (("train", "yard", "--scenario", "duel"), "'yard' and --scenario 'duel': what is fought is said once"),
        (("league", "--name", ".", "--payoff"), "--name '.': must be the plain name of a folder"),
        (("list", "nonsense"), "No such command"),
        (("nonsense",), "No such command"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], message: str) -> None:
    """Whatever is wrong ends in exit code 2 and a line that says what."""
    text = refused(*arguments)
    assert message in " ".join(text.split()), text


def test_a_replay_that_cannot_be_written_is_told_before_the_battle() -> None:
    """Nothing is fought or told before somebody learns that there is no such folder."""
    result = run("fight", "duel", "--replay", "/no/such/place.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be written (no such file or directory)" in " ".join(result.stderr.split())


def test_help_is_quick_and_whole() -> None:
    """Help lists every command; each command has help of its own."""
    text = good("--help")
    for command in ("fight", "watch", "replay", "list", "check", "odds", "bench", "doctor"):
        assert command in text
        assert good(command, "--help")


def test_doctor() -> None:
    """A machine that can run this test is healthy."""
    rows = json.loads(good("doctor", "--json"))
    assert all(row["state"] != "bad" for row in rows)
    assert {"python", "numba", "engine"} <= {row["what"] for row in rows}


@pytest.mark.parametrize("cold", [False, True])
def test_interrupt_of_a_series(tmp_path: Path, cold: bool) -> None:
    """Ctrl-C in a long series ends quietly with exit code 130, also while the engine is being compiled."""
    command = [sys.executable, "-m", "fireteam", "fight", "yard", "--battles", "1000000", "--json"]
    environment = {**os.environ, "FIRETEAM_CACHE": str(tmp_path / "kernels")} if cold else dict(os.environ)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running(command, env=environment, cwd=tmp_path, **pipes) as process:
        time.sleep(8)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert b"Traceback" not in errors


@pytest.mark.parametrize(
    ("value", "words"),
    [(2_298_928.0, "2.30 M"), (715_840.2, "716 k"), (9_531.0, "9,531"), (953.4, "953"), (0.718, "0.72"), (None, "-")],
)
def test_bench_prints_numbers_for_people(value: float | None, words: str) -> None:
    """Millions and thousands are said so."""
    assert readable(value) == words


def test_ctrl_c_after_the_end_is_no_failure() -> None:
    """A command that has done its work ends well, though Python still shuts down when Ctrl-C comes."""
    late = "import atexit, os, signal, sys; atexit.register(os.kill, os.getpid(), signal.SIGINT)"
    code = f"{late}; from fireteam.cli import main; sys.argv[1:] = ['--version']; main()"
    with running(python(code), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
