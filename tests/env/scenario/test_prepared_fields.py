"""Prepared fields: who makes an environment of the same scenario again waits for no tables."""

import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import pytest

from fireteam.env.scenario import setup
from fireteam.env.scenario.reading import load_scenario


def test_fields_are_kept_up_to_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those used last are kept, as many as fit; the last one always."""
    monkeypatch.setattr(setup, "_prepared", OrderedDict())
    scenario = load_scenario("duel")
    first, second, third = (scenario.model_copy(update={"rounds": rounds}) for rounds in (10, 11, 12))
    duel = setup.prepare(first)
    monkeypatch.setattr(setup, "KEPT", 2 * setup.bytes_of(duel))
    other = setup.prepare(second)
    assert setup.prepare(first) is duel
    setup.prepare(third)  # the second is the one that was not used for longest
    assert setup.prepare(first) is duel
    assert setup.prepare(second) is not other
    monkeypatch.setattr(setup, "KEPT", 0)
    last = setup.prepare(third)
    assert setup.prepare(third) is last


def test_many_threads_prepare_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A series draws a battlefield for every battle and fights in threads: none of them trips over what others keep."""
    monkeypatch.setattr(setup, "_prepared", OrderedDict())
    scenario = load_scenario("duel")
    field = setup.prepare(scenario)
    monkeypatch.setattr(setup, "prepared", lambda scenario: field._replace(scenario=scenario))  # only keeping is tried
    monkeypatch.setattr(setup, "KEPT", 20 * setup.bytes_of(field))
    drawn = [scenario.model_copy(update={"rounds": 1 + number % 50}) for number in range(1000)]
    was = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            fields = list(pool.map(setup.prepare, drawn))
    finally:
        sys.setswitchinterval(was)
    assert [field.scenario.rounds for field in fields] == [scenario.rounds for scenario in drawn]
    assert len(setup._prepared) == 20


def test_what_a_field_can_take() -> None:
    """Its tables have a number for every pair of tiles: what is used of them counts, not what a larger map would need."""
    duel, valley = (setup.laid_out(load_scenario(name)) for name in ("duel", "valley"))
    arena = duel.arena[0]
    pairs = int(arena["size"]) ** 2
    assert setup.bytes_of(duel) == 4 * pairs + 8 * (int(arena["last_word"]) + 1)
    assert setup.bytes_of(duel) < setup.bytes_of(valley) < valley.arena.nbytes
