"""Replays whose chances are asked for: who imports `given_duel`, `given_few` and `given_kept` has three fixtures more."""

from typing import Any

import pytest
from recorded import fought

from fireteam.agents.bots import load_bot
from fireteam.agents.series.win_probability import Chances, chances_of
from fireteam.agents.story.kept import chances_for
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.models import Scenario

FEW = 20


OTHER_RULES = {"rules": "0123456789abcdef"}


SEED = 24  # a duel whose chances swing to and fro


def recorded(scenario: str | Scenario = "duel", seed: int = SEED, decisions: int | None = None) -> Replay:
    """Return the replay of a battle of two tacticians, broken off after so many decisions."""
    if decisions is None:
        return fought(scenario, seed)
    battle = Battle(scenario, seed)
    replay = Replay.of(battle, seed)
    bots = {team: load_bot("tactician", seed) for team in ("red", "blue")}
    for _ in range(decisions):
        assert battle.decision is not None
        replay.step(battle, bots[battle.decision.team].decide(battle))
    replay.finish(battle)
    return replay


@pytest.fixture(name="duel", scope="module")
def given_duel() -> Replay:
    """Return a short replay."""
    return recorded()


@pytest.fixture(name="few", scope="module")
def given_few(duel: Replay) -> Chances:
    """Return its chances by few playouts."""
    return chances_of(duel, playouts=FEW)


@pytest.fixture(name="kept", scope="module")
def given_kept(duel: Replay) -> Chances:
    """Return the same, and where the duel turned."""
    return chances_for(None, duel, playouts=FEW)


def curve_of(*shares: tuple[float, ...], moments: list[int] | None = None, **changes: Any) -> Chances:
    """Return chances made by hand."""
    given = {
        "replay": "x",
        "doctrine": "tactician",
        "playouts": 100,
        "teams": ["red", "blue", "green"][: len(shares[0])],
        "over": False,
        "acts": len(shares),
        "moments": moments or list(range(len(shares))),
        "shares": [list(share) for share in shares],
    }
    return Chances(**given | changes)


def changed(replay: Replay, decision: int = 0, header: dict[str, Any] | None = None, **step: Any) -> Replay:
    """Return a replay in which one decision, or the header, is another."""
    made = Replay(replay.header.model_copy(update=header), replay.opening)
    made.steps = [old.model_copy(update=step) if old.n == decision else old for old in replay.steps]
    made.result = replay.result
    return made
