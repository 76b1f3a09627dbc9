"""Prepared fields: who makes an environment of the same scenario again waits for no tables."""

from collections import OrderedDict

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


def test_what_a_field_can_take() -> None:
    """Its tables have a number for every pair of tiles: what is used of them counts, not what a larger map would need."""
    duel, valley = (setup.laid_out(load_scenario(name)) for name in ("duel", "valley"))
    arena = duel.arena[0]
    pairs = int(arena["size"]) ** 2
    assert setup.bytes_of(duel) == 4 * pairs + 8 * (int(arena["last_word"]) + 1)
    assert setup.bytes_of(duel) < setup.bytes_of(valley) < valley.arena.nbytes
