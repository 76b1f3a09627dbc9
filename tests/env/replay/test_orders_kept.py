"""Replays keep the order of each decision: given once, gone on with; whatever a stranger writes there runs nothing."""

import json
from pathlib import Path

import pytest
from everysystem import each, under

from fireteam.agents.bots import load_bot
from fireteam.agents.search.bot import SearchBot
from fireteam.agents.series.series import play_recorded
from fireteam.content.errors import ReplayError
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay


def recorded(scenario: object, bots: list[object], seed: int = 3) -> Replay:
    """Return the replay of a battle of bots, a bot for each team."""
    battle = Battle(scenario, seed)
    record = Replay.of(battle, seed)
    teams = [team.name for team in battle.field.scenario.teams]
    play_recorded(battle, dict(zip(teams, bots, strict=True)), record)
    record.finish(battle)
    return record


def own_steps(record: Replay) -> list:
    """Return the decisions of units in their own phases."""
    system = Battle(record.header.scenario, 1).field.system
    kinds = {kind.name for kind in system.DECISIONS.values() if kind.own}
    return [step for step in record.steps if step.kind in kinds]


@each
def test_doctrines_tell_their_orders(system: str, tmp_path: Path) -> None:
    """Every decision of a unit's own is of an order, but the end of a phase; answers are not; the file has all of it."""
    record = recorded(under(system), [load_bot("tactician", 1), load_bot("tactician", 2)])
    own = own_steps(record)
    assert all(step.order or step.goes_on or step.action == "end" for step in own)
    assert not any(step.order or step.goes_on for step in record.steps if step not in own)
    assert not any(step.order and step.goes_on for step in own)
    given = [step for step in own if step.order]
    assert len(given) > 10
    shot = [step.action for step in given if not step.order.startswith("go to ") and ", " not in step.order]
    assert shot, "some orders are a single act"
    record.save(tmp_path / "kept.jsonl")
    again = Replay.load(tmp_path / "kept.jsonl")
    assert again.steps == record.steps
    again.verify()


def test_an_order_is_what_is_done() -> None:
    """The single actions of an order are those that it names, unless it is broken off: then another is given, or the end."""
    record = recorded("yard", [load_bot("tactician", 1), load_bot("tactician", 2)])
    whole = 0
    for number, step in enumerate(record.steps):
        if not step.order:
            continue
        done = [step.action]
        for later in (other for other in record.steps[number + 1 :] if other.unit == step.unit):
            if not later.goes_on:
                break
            done.append(later.action)
        last = step.order.rpartition("then ")[2].removeprefix("aim at ").replace(" at ", " ")
        whole += done[-1].replace("_", " ") == last.replace("_", " ")
    assert whole > 20


def test_search_tells_its_orders_and_random_play_has_none() -> None:
    """What a search has given is in its replay; who plays at random gives no orders."""
    record = recorded("duel", [SearchBot(playouts=8, seed=1), load_bot("random", 1)])
    assert not any(step.order or step.goes_on for step in record.steps if step.unit.startswith("blue"))
    own = [step for step in own_steps(record) if step.unit.startswith("red")]
    given = [step for step in own if step.order]
    assert given
    assert all(step.order == step.why[0]["order"] for step in given)
    assert all(step.why[0]["playouts"] == 0 for step in own if step.goes_on)


@pytest.mark.parametrize(
    ("found", "error"),
    [
        ({"order": "go\x1b[2J"}, "must be on one line"),
        ({"order": "x" * 501}, "500"),
        ({"order": ["shoot"]}, "order"),
        ({"goes_on": "yes"}, "goes_on"),
    ],
)
def test_orders_of_strangers_are_checked(found: dict, error: str, tmp_path: Path) -> None:
    """An order in a file is one line of words, no more; a replay without any is read as before."""
    path = tmp_path / "strange.jsonl"
    record = recorded("duel", [load_bot("tactician", 1), load_bot("tactician", 2)])
    record.save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[2] = json.dumps(json.loads(lines[2]) | found)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(ReplayError, match=error):
        Replay.load(path)
    bare = [json.loads(line) for line in lines[:2] + lines[3:]]
    bare.insert(2, {key: value for key, value in json.loads(lines[2]).items() if key not in ("order", "goes_on")})
    path.write_text("".join(json.dumps(line) + "\n" for line in bare), encoding="utf-8")
    assert Replay.load(path).steps[0].order == ""
