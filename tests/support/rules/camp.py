"""Small battles that every system fights, for tests of what all share: two sides of gangers in an open place."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing

systems = pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])

WIDTH, HEIGHT = 14, 3
GROUND = "\n".join(["." * WIDTH] * HEIGHT)
OWN_PHASE = ("act", "declare", "move")


def ganger(x: int, y: int, **keys: Any) -> dict[str, Any]:
    """Return a ganger at a place; at its back nobody comes closer than the edge of the map."""
    return {"template": "ganger", "at": [x, y], **keys}


def camp(
    system: str,
    red: list[dict[str, Any]],
    blue: list[dict[str, Any]],
    blue_team: dict[str, Any] | None = None,
    marks: str = "",
    ground: str = GROUND,
    red_team: dict[str, Any] | None = None,
    seed: int = 7,
    **keys: Any,
) -> Battle:
    """Return a battle of red against blue by a system; `marks` are letters on the map, as a drawing has them."""
    teams = [{"name": "red", "units": red, **(red_team or {})}, {"name": "blue", "units": blue, **(blue_team or {})}]
    drawing = Drawing(title="camp", ground=ground, marks=marks)
    return Battle(Scenario.model_validate({"title": "camp", "system": system, "map": drawing, "teams": teams, **keys}), seed)


def marked(mark: str, x: int, y: int) -> str:
    """Return the marks of a map with one marked tile."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    rows[y][x] = mark
    return "\n".join("".join(row) for row in rows)


def on_to(battle: Battle, name: str) -> list[Event]:
    """Let everybody end and pass until a unit is asked in its own phase; return what happened."""
    events: list[Event] = []
    for _ in range(200):
        decision = battle.decision
        assert decision is not None, f"the battle is over: {battle.ending}"
        if decision.kind in OWN_PHASE[:2] and decision.unit == name:
            return events
        events += battle.step("end" if decision.kind in OWN_PHASE else "pass")
    raise AssertionError(f"{name} is never asked")


def fell(battle: Battle, name: str) -> None:
    """Lay a unit down, as if it had been struck down before."""
    battle.record[0]["units"][[fighter.name for fighter in battle.field.roster].index(name)]["status"] = 2


def kinds(events: list[Event]) -> list[tuple[str, str | None]]:
    """Return what morale and waves tell, as (kind, who)."""
    return [(e.kind, e.actor) for e in events if e.kind in ("breaks", "surrenders", "flees", "called", "arrives", "over")]
