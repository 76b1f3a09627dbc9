"""Policies as files: no file but a sound one is let in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy
from everysystem import under
from hypothesis import given, settings
from hypothesis import strategies as st
from learned import CARD, TENSORS, given_file, seen  # noqa: F401
from safetensors.numpy import save

from fireteam.agents.bots import load_bot
from fireteam.agents.policy import storage
from fireteam.agents.policy.bot import PolicyBot
from fireteam.agents.policy.bundled import box, boxed_policy
from fireteam.agents.policy.network import Policy, load_policy
from fireteam.agents.policy.storage import ENTRY, action_digest, new_card, observation_digest, read_policy, save_policy
from fireteam.agents.policy.tensors import ADVICE, POOLS, WIDEST, kinds_of, shape_of
from fireteam.agents.series.series import check_seats, play
from fireteam.bench.policy import ADVISERS, random_tensors, widths
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.game.game import Game
from fireteam.env.observe.actions import layout
from fireteam.env.scenario.reading import load_scenario
from fireteam.systems.swan_song.words.verbs import BOARD, PUT_DOWN, VERBS
from fireteam.training.contest.jobs import entrant_of, field_of, unfit_bot

KINDS = shape_of().kinds


def test_a_policy_comes_back_as_it_was(file: Path) -> None:
    """Tensors and card survive the file, and the same policy makes the same bytes."""
    tensors, card = read_policy(file)
    assert card == CARD
    assert tensors.keys() == TENSORS.keys()
    for name, tensor in TENSORS.items():
        np.testing.assert_array_equal(tensors[name], tensor)
    assert load_policy(file).card.training["rate"] == 1e-3
    save_policy(file.with_name("again.safetensors"), tensors, card.model_dump())
    assert read_policy(file.with_name("again.safetensors"))[1] == CARD


@pytest.mark.parametrize("name", ["rookie", "veteran"])
def test_a_policy_older_than_the_newest_actions_still_plays(tmp_path: Path, name: str) -> None:
    """A policy from before the last verbs were added never takes them, and thinks of all others as it did."""
    tensors, card = read_policy(box()[name])
    shape, advisers = shape_of(card.system), len(card.advisers)
    known, aimed = int(layout()[0]["first"][PUT_DOWN]), shape.aimed.index(BOARD)
    kinds = int(kinds_of(shape)[known])
    old = dict(tensors)
    for part in ("weight", "bias"):
        whole = tensors[f"policy.4.{part}"]
        old[f"policy.4.{part}"] = np.concatenate([whole[:kinds], whole[shape.kinds :]])
        old[f"targets.2.{part}"] = tensors[f"targets.2.{part}"][:aimed]
    if advisers:
        old[ADVICE] = np.concatenate([table[:kinds] for table in np.split(tensors[ADVICE], advisers)])
    values = card.model_dump() | {"actions": action_digest(known=known)}
    file = tmp_path / "older.safetensors"
    file.write_bytes(save(old, {ENTRY: json.dumps(values)}))
    observations, masks = seen(3)
    masks[:] = 1
    said = [np.zeros((3, advisers), np.int64)] if advisers else []
    expected, _ = boxed_policy(name).evaluate(observations, masks, *said)
    found, _ = load_policy(file).evaluate(observations, masks, *said)
    assert found.shape == expected.shape
    assert (found[:, known:] == 0).all()
    np.testing.assert_allclose(found[:, :known], expected[:, :known] / expected[:, :known].sum(1, keepdims=True), rtol=1e-4)
    values["actions"] = action_digest(known=known - 1)
    file.write_bytes(save(old, {ENTRY: json.dumps(values)}))
    with pytest.raises(ContentError, match="made for another action layout"):
        read_policy(file)


def test_a_policy_is_of_a_rule_system(tmp_path: Path) -> None:
    """A card that names none is of the first one; of one that is not here no policy is read."""
    values = CARD.model_dump()
    assert values.pop("system") == "swan_song"
    file = tmp_path / "old.safetensors"
    file.write_bytes(save(TENSORS, {ENTRY: json.dumps(values)}))
    assert read_policy(file)[1] == CARD
    file.write_bytes(save(TENSORS, {ENTRY: json.dumps(values | {"system": "swansong"})}))
    with pytest.raises(ContentError, match=r"card: system: no rule system is called 'swansong'\. Did you mean 'swan_song'"):
        read_policy(file)


def test_a_policy_of_another_system_does_not_play() -> None:
    """Whoever seats it is told before the battle, and so is who asks it what to do."""
    card = new_card("novice", system=toy.NAME)
    bot = PolicyBot(Policy(random_tensors(system=toy.NAME), card))
    says = f"novice is made for battles of the rule system {toy.NAME}: it cannot play one of swan_song"
    battle = Battle("duel", 1)
    with pytest.raises(ContentError, match=says):
        bot.decide(battle)
    with pytest.raises(ContentError, match=says):
        check_seats(battle, {"red": load_bot("guard"), "blue": bot})
    with pytest.raises(ContentError, match=says):
        Game("duel", 1, {"blue": bot}, {"red"})
    assert unfit_bot(field_of("duel", load_scenario("duel")), [entrant_of("novice", bot)]) == f"duel: {says}"


@pytest.mark.parametrize("advisers", [0, 2])
def test_a_policy_of_any_system(tmp_path: Path, advisers: int) -> None:
    """A policy of the toy is stored, read again and plays the toy; its shapes are no other system's."""
    tensors = random_tensors(4, advisers, toy.NAME)
    card = new_card("player", advisers=ADVISERS[:advisers], system=toy.NAME)
    save_policy(tmp_path / "player.safetensors", tensors, card)
    policy = load_policy(tmp_path / "player.safetensors")
    assert policy.card == card
    assert shape_of(toy.NAME) != shape_of()
    battle = Battle(under(toy.NAME), 6)
    bots = {team: PolicyBot(policy, seed, 1.0) for seed, team in enumerate(("red", "blue"))}
    acted = set()
    play(battle, bots, lambda action: acted.add(VERBS[action.verb].name) or battle.step(action))
    assert battle.over
    assert acted == {"end", "pass", "dodge", "step", "shoot"}
    with pytest.raises(ContentError, match=r"has shape \(64, [0-9]+\): must be \(64, [0-9]+\)"):
        save_policy(tmp_path / "other.safetensors", random_tensors(4), new_card("player", system=toy.NAME))
    with pytest.raises(ContentError, match="made for another observation layout"):
        save_policy(tmp_path / "other.safetensors", tensors, card.model_copy(update={"system": "swan_song"}))


def test_other_widths_are_welcome(tmp_path: Path) -> None:
    """Only the chain of the layers must fit."""
    narrow = cut_to(TENSORS, {"slots.0": 10, "slots.2": 3, "window.0": 7, "context.0": 5, "policy.0": 20, "value.2": 9})
    save_policy(tmp_path / "narrow.safetensors", narrow, CARD)
    chances, values = load_policy(tmp_path / "narrow.safetensors").evaluate(*seen(3))
    assert chances.shape == (3, shape_of().actions)
    assert values.shape == (3,)


def cut_to(tensors: dict[str, np.ndarray], widths: dict[str, int]) -> dict[str, np.ndarray]:
    """Return a network with fewer outputs of some layers, whatever it may then think."""
    out = {layer: widths.get(layer, tensors[f"{layer}.bias"].size) for layer in {name.rsplit(".", 1)[0] for name in tensors}}
    inputs = {"slots.0": 33 + out["context.0"], "slots.2": out["slots.0"], "targets.2": out["targets.0"]}
    inputs |= {"policy.2": out["policy.0"], "policy.4": out["policy.2"], "targets.0": out["slots.2"] + out["policy.2"]}
    inputs |= {"value.2": out["value.0"], "value.4": out["value.2"]}
    inputs |= dict.fromkeys(("policy.0", "value.0"), out["context.0"] + POOLS * out["slots.2"] + out["window.0"])
    made = {}
    for layer, count in out.items():
        made[f"{layer}.weight"] = tensors[f"{layer}.weight"][:count, : inputs.get(layer)]
        made[f"{layer}.bias"] = tensors[f"{layer}.bias"][:count]
    return made


LARGE = widths(0) | {"policy.0": (4096, 320), "policy.2": (4096, 4096), "policy.4": (KINDS, 4096)}
LARGE |= {"targets.0": (32, 32 + 4096)}


def without(name: str) -> dict[str, np.ndarray]:
    """Return the tensors but one."""
    return {key: tensor for key, tensor in TENSORS.items() if key != name}


def spoilt(name: str, number: float) -> dict[str, np.ndarray]:
    """Return the tensors with one number changed."""
    tensor = TENSORS[name].copy()
    tensor.flat[0] = number
    return TENSORS | {name: tensor}


WRONG_TENSORS: list[tuple[Any, str]] = [
    (without("value.4.bias"), "tensors are missing: value.4.bias"),
    (TENSORS | {"slots.1.weight": np.ones((2, 2), np.float32)}, "'slots.1.weight' is no tensor of this policy."),
    (
        without("value.4.bias") | {"value.4.bais": TENSORS["value.4.bias"]},
        "'value.4.bais' is no tensor of this policy. Did you mean 'value.4.bias'?",
    ),
    (TENSORS | {"value.4.bias": np.ones(1)}, "value.4.bias is of type "),
    (TENSORS | {"value.4.bias": np.ones(1, np.float16)}, "value.4.bias is of type "),
    (
        TENSORS | {"policy.4.bias": np.ones(KINDS - 1, np.float32)},
        f"policy.4.bias has shape ({KINDS - 1},): must be ({KINDS},)",
    ),
    (cut_to(TENSORS, {"policy.4": 150}), f"policy.4.weight has shape (150, 128): must be ({KINDS}, 128)"),
    (
        TENSORS | {"policy.2.weight": np.ones((128, 127), np.float32)},
        "policy.2.weight has shape (128, 127): must be (128, 128)",
    ),
    (TENSORS | {"slots.0.weight": np.ones(33, np.float32)}, "slots.0.weight has shape (33,): must be (33, 97)"),
    (TENSORS | {"slots.0.weight": np.float32(3) * np.ones(())}, "slots.0.weight is of type "),
    (cut_to(TENSORS, {"slots.2": 0}), "slots.2.weight has 0 outputs: must be 1 to 4096"),
    (spoilt("window.0.weight", np.nan), "window.0.weight holds numbers that are not finite"),
    (spoilt("context.0.bias", -np.inf), "context.0.bias holds numbers that are not finite"),
    (spoilt("context.0.bias", 3e38), "context.0 has weights so large that its results could overflow"),
]


@pytest.mark.parametrize(("tensors", "sentence"), WRONG_TENSORS, ids=[sentence for _, sentence in WRONG_TENSORS])
def test_wrong_tensors_are_refused(tmp_path: Path, tensors: dict[str, np.ndarray], sentence: str) -> None:
    """They are not read, and not written: what lay there stays."""
    path = tmp_path / "bad.safetensors"
    path.write_bytes(save({name: np.ascontiguousarray(x) for name, x in tensors.items()}, {ENTRY: CARD.model_dump_json()}))
    before = path.read_bytes()
    for action in (lambda: load_policy(path), lambda: save_policy(path, tensors, CARD)):
        with pytest.raises(ContentError) as error:
            action()
        assert str(error.value).startswith(f"{path}: {sentence}")
        assert "\n" not in str(error.value)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


WRONG_CARDS: list[tuple[Any, str]] = [
    (None, "has no card: its metadata has no entry 'fireteam', so it is no policy of Fireteam"),
    ("{", "its card is not valid JSON"),
    ("[" * 50_000, "its card is not valid JSON"),
    ("[]", "card: []: must be a table"),
    ('{"a": NaN}', "its card is not valid JSON (NaN is no number of JSON)"),
    (" " * 100_001, "its card is longer than 100000 characters"),
    ({"format": 2}, "card of format 2; this is a Fireteam that reads format 1"),
    ({"format": True}, "card of format true"),
    ({"architecture": "slots-1"}, "card: architecture = 'slots-1': must be one of slots-3."),
    ({"advisers": ["tactican"]}, "its adviser: no bot is called 'tactican'. Did you mean 'tactician'?"),
    ({"advisers": ["tactician"]}, "tensors are missing: advice.weight"),
    ({"advisers": ["tactician"] * 9}, "card: advisers = ['tactician',"),
    ({"own": 8}, "card: unknown key 'own'."),
    ({"nmae": "x"}, "card: unknown key 'nmae'. Did you mean 'name'?"),
    ({"name": ""}, "card: name = ''"),
    ({"name": "\x1b[31m"}, "card: name = '\\x1b[31m'"),
    ({"about": 7}, "card: about = 7"),
    ({"rules": "new"}, "card: rules = 'new'"),
    (
        {"observation": "0123456789abcdef"},
        f"made for another observation layout (digest 0123456789abcdef); this is {observation_digest()}: "
        "train or export it anew",
    ),
    (
        {"actions": "0" * 16},
        f"made for another action layout (digest {'0' * 16}); this is {action_digest()}: train or export",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG_CARDS, ids=[sentence for _, sentence in WRONG_CARDS])
def test_wrong_cards_are_refused(tmp_path: Path, change: Any, sentence: str) -> None:
    """A card is text in the metadata: JSON of this format, for these layouts."""
    path = tmp_path / "bad.safetensors"
    text = json.dumps(CARD.model_dump() | change) if isinstance(change, dict) else change
    path.write_bytes(save(TENSORS, {ENTRY: text} if text is not None else {"made": "elsewhere"}))
    with pytest.raises(ContentError) as error:
        load_policy(path)
    assert str(error.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(error.value)
    if isinstance(change, dict):
        with pytest.raises(ContentError):
            save_policy(tmp_path / "other.safetensors", TENSORS, CARD.model_dump() | change)
        assert not (tmp_path / "other.safetensors").exists()


BROKEN: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda data: b"", "not a safetensors file, or not all of it"),
    (lambda data: data[:-1], "not a safetensors file, or not all of it"),
    (lambda data: data[:100], "not a safetensors file, or not all of it"),
    (lambda data: data + b"more", "not a safetensors file, or not all of it"),
    (lambda data: b"\x80\x04\x95cos\nsystem\n", "not a safetensors file, or not all of it"),
    (lambda data: b'\x16\0\0\0\0\0\0\0{"__metadata__": null}', "has no card"),
    (lambda data: (2).to_bytes(8, "little") + b"{}", "has no card"),
]


@pytest.mark.parametrize(("broken", "sentence"), BROKEN)
def test_broken_files_are_refused(file: Path, broken: Callable[[bytes], bytes], sentence: str) -> None:
    """A file that is cut off or something else is refused by its name."""
    file.write_bytes(broken(file.read_bytes()))
    with pytest.raises(ContentError) as error:
        load_policy(file)
    assert str(error.value).startswith(f"{file}: {sentence}")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1500), st.integers(0, 255))
def test_no_byte_of_the_header_makes_it_crash(place: int, byte: int) -> None:
    """Whatever stands there: a policy, or one sentence."""
    path = Path(storage.__file__).parent / "x.safetensors"  # only a name: nothing is written
    data = bytearray(save(TENSORS, {ENTRY: CARD.model_dump_json()}))
    data[place] = byte
    said = f"{path}: "
    try:
        storage.policy_in(bytes(data), path)
    except ContentError as error:
        said = str(error)
    assert said.startswith(f"{path}: ")


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is not there, a folder, a huge one: it is not even opened."""
    with pytest.raises(ContentError, match=r"gone\.safetensors: cannot be read \(no such file or directory\)"):
        load_policy(tmp_path / "gone.safetensors")
    with pytest.raises(ContentError, match="cannot be read"):
        load_policy(tmp_path)
    huge = tmp_path / "huge.safetensors"
    with huge.open("wb") as file:
        file.truncate(64_000_001)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("was opened"))
    with pytest.raises(ContentError, match="larger than 64000000 bytes, so not a file of this kind"):
        load_policy(huge)


def test_cards_that_cannot_be_made() -> None:
    """Notes are JSON, texts are on one line."""
    with pytest.raises(ContentError, match=r"card: training\.net"):
        new_card("x", training={"net": object()})
    with pytest.raises(ContentError, match="card: about"):
        new_card("x", about="two\nlines")
    with pytest.raises(ContentError, match="not finite"):
        save_policy("never.safetensors", TENSORS, new_card("x", ratings={"elo": float("inf")}))


def test_widths_have_a_limit(tmp_path: Path) -> None:
    """A small file cannot ask for much memory, and none is written that is too large to be read."""
    large = {f"{layer}.weight": np.zeros((out, into), np.float32) for layer, (out, into) in LARGE.items()}
    large |= {f"{layer}.bias": np.zeros(out, np.float32) for layer, (out, _) in LARGE.items()}
    with pytest.raises(ContentError, match="at most 64000000 are read again"):
        save_policy(tmp_path / "large.safetensors", large, CARD)
    assert not list(tmp_path.iterdir())
    wide = TENSORS | {"slots.0.weight": np.ones((WIDEST + 1, 33), np.float32)}
    with pytest.raises(ContentError, match=f"slots.0.weight has {WIDEST + 1} outputs: must be 1 to {WIDEST}"):
        save_policy(tmp_path / "wide.safetensors", wide, CARD)
