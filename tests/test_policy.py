"""Policies as data: what they think is what their layers say, and no file but a sound one is let in."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import save
from test_cli import good, refused

from fireteam.agents import policy_file
from fireteam.agents.policy import Policy, PolicyBot, load_policy
from fireteam.agents.policy_file import ENTRY, action_digest, new_card, observation_digest, read_policy, save_policy
from fireteam.agents.policy_tensors import WIDEST
from fireteam.agents.series import fight_series
from fireteam.commands.play import begun
from fireteam.env.battle import Battle
from fireteam.env.errors import ContentError
from fireteam.env.replay import Replay
from fireteam.env.scenario import load_scenario
from fireteam.env.solo import Solo
from fireteam.policy_benchmarks import WIDTHS, random_policy, random_tensors, speed_here

TENSORS = random_tensors(3)
CARD = new_card("novice", "Knows nothing.", "yard", {"seed": 3, "rate": 1e-3, "learner": "none"}, {"tactician": 0.01})


def seen(count: int = 40, seed: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Return what a unit sees in random play on the yard: observations and masks."""
    env = Solo("yard", opponent=PolicyBot(random_policy(), temperature=1.0), side="red")
    random = np.random.default_rng(seed)
    rows: list[tuple[np.ndarray, np.ndarray]] = []
    while len(rows) < count:
        observation, info = env.reset(seed=int(random.integers(1000)))
        over = False
        while not over and len(rows) < count:
            rows.append((observation, info["action_mask"]))
            observation, _, over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
    return np.stack([row[0] for row in rows]), np.stack([row[1] for row in rows])


@pytest.fixture(scope="module")
def decisions() -> tuple[np.ndarray, np.ndarray]:
    """Give observations and masks of decisions."""
    return seen()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the file of a policy."""
    save_policy(tmp_path / "novice.safetensors", TENSORS, CARD)
    return tmp_path / "novice.safetensors"


def plainly(observation: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, float]:
    """Return probabilities and value of one decision, put down as the format says it, in double precision."""

    def layer(name: str, inputs: Any) -> np.ndarray:
        return TENSORS[f"{name}.weight"].astype(float) @ inputs + TENSORS[f"{name}.bias"]

    def relu(name: str, inputs: Any) -> np.ndarray:
        return np.maximum(layer(name, inputs), 0)

    features = list(relu("context.0", observation[:80]))
    for slot in range(16):
        row = [*observation[80 + slot * 32 : 112 + slot * 32], 1.0 if slot < 8 else 0.0]
        features += list(relu("slots.2", relu("slots.0", row)))
    features += list(relu("window.0", observation[592:]))
    logits = layer("policy.4", relu("policy.2", relu("policy.0", features)))
    value = layer("value.4", relu("value.2", relu("value.0", features)))
    chances = np.where(mask, np.exp(logits - logits.max()), 0)
    return chances / chances.sum(), float(value[0])


def test_it_thinks_what_its_layers_say(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """A batch comes out as each decision by itself, computed as the format is written down."""
    chances, values = Policy(TENSORS, CARD).evaluate(*decisions)
    for number, (observation, mask) in enumerate(zip(*decisions, strict=True)):
        wanted, value = plainly(observation, mask)
        np.testing.assert_allclose(chances[number], wanted, atol=1e-5)
        assert values[number] == pytest.approx(value, abs=1e-5)
    assert chances.dtype == values.dtype == np.float32
    assert np.ptp(values) > 0.01  # the test would not notice a network that is the same everywhere


def test_it_thinks_what_torch_thinks(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """The same tensors in layers of torch give the same."""
    torch = pytest.importorskip("torch")

    def net(part: str, *numbers: int) -> Any:
        layers = []
        for number in numbers:
            weight, bias = (torch.from_numpy(TENSORS[f"{part}.{number}.{what}"].copy()) for what in ("weight", "bias"))
            linear = torch.nn.Linear(weight.shape[1], weight.shape[0])
            linear.load_state_dict({"weight": weight, "bias": bias})
            layers += [linear] if number == 4 else [linear, torch.nn.ReLU()]
        return torch.nn.Sequential(*layers)

    with torch.no_grad():
        observations, masks = map(torch.from_numpy, decisions)
        own = torch.cat([torch.ones(8, 1), torch.zeros(8, 1)]).expand(len(masks), 16, 1)
        rows = torch.cat([observations[:, 80:592].reshape(-1, 16, 32), own], dim=2)
        slots = net("slots", 0, 2)(rows).flatten(1)
        context, window = net("context", 0)(observations[:, :80]), net("window", 0)(observations[:, 592:])
        features = torch.cat([context, slots, window], dim=1)
        logits = net("policy", 0, 2, 4)(features).masked_fill(masks == 0, -torch.inf)
        wanted, wanted_values = torch.softmax(logits, dim=1), net("value", 0, 2, 4)(features)[:, 0]
    chances, values = Policy(TENSORS, CARD).evaluate(*decisions)
    np.testing.assert_allclose(chances, wanted.numpy(), atol=1e-5)
    np.testing.assert_allclose(values, wanted_values.numpy(), atol=1e-5)


def test_masks_are_respected(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """What is not legal has no chance at all, however hot; what is chosen is legal."""
    observations, masks = decisions
    for temperature in (0.01, 1.0, 100.0):
        chances, _ = Policy(TENSORS, CARD).evaluate(observations, masks, temperature)
        assert (chances[masks == 0] == 0).all()
        np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-5)
        bot = PolicyBot(random_policy(3), seed=1, temperature=temperature)
        for row in zip(*decisions, strict=True):
            for _ in range(5):
                assert row[1][bot.act(dict(zip(("observation", "action_mask"), row, strict=True)))]
    with pytest.raises(ContentError, match="allows no action"):
        Policy(TENSORS, CARD).evaluate(observations, np.zeros_like(masks))


def test_wrong_arrays_are_refused(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """Observations of an environment with more slots are not taken for others."""
    observations, masks = decisions
    policy = random_policy()
    with pytest.raises(ContentError, match=r"shape \(40, 983\): must be \(40, 984\), since policies know 8 own"):
        policy.evaluate(observations[:, 1:], masks)
    with pytest.raises(ContentError, match=r"masks of shape \(39, 279\): must be \(40, 279\)"):
        policy.evaluate(observations, masks[1:])
    with pytest.raises(ContentError, match="float64: must be float32"):
        policy.evaluate(observations.astype(float), masks)


def test_temperatures(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """Cold takes the likeliest, warm draws as often as it says, the same seed draws the same; others are refused."""
    observation = {"observation": decisions[0][0], "action_mask": decisions[1][0]}
    chances = random_policy().evaluate(decisions[0][:1], decisions[1][:1])[0][0]
    assert PolicyBot(random_policy()).act(observation) == chances.argmax()
    drawn = [[bot.act(observation) for _ in range(2000)] for bot in (warm(7), warm(7), warm(8))]
    assert drawn[0] == drawn[1] != drawn[2]
    np.testing.assert_allclose(np.bincount(drawn[0], minlength=279) / 2000, chances, atol=0.05)
    for wrong in (-1, 0.001, 1000, float("nan")):
        with pytest.raises(ContentError, match=r"temperature = .*: must be 0, or a number from 0\.01 to 100"):
            PolicyBot(random_policy(), temperature=wrong)


def warm(seed: int) -> PolicyBot:
    """Return a bot that draws by its chances."""
    return PolicyBot(random_policy(), seed, temperature=1.0)


def test_explanations(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """The five likeliest actions, likeliest first, as many as there are; all plain JSON."""
    bot = PolicyBot(random_policy())
    for observation, mask in zip(*decisions, strict=True):
        seen = {"observation": observation, "action_mask": mask}
        told = json.loads(json.dumps(bot.explain(seen)))
        chances = [chance for _, chance in told["top"]]
        assert told["top"][0][0] == bot.act(seen)
        assert len(chances) == min(5, mask.sum())
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1.00001
        assert sum(chances) == pytest.approx(1, abs=1e-5) or mask.sum() > 5
        assert all(mask[number] for number, _ in told["top"])


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


def test_other_widths_are_welcome(tmp_path: Path) -> None:
    """Only the chain of the layers must fit."""
    narrow = cut_to(TENSORS, {"slots.0": 10, "slots.2": 3, "window.0": 7, "context.0": 5, "policy.0": 20, "value.2": 9})
    save_policy(tmp_path / "narrow.safetensors", narrow, CARD)
    chances, values = load_policy(tmp_path / "narrow.safetensors").evaluate(*seen(3))
    assert chances.shape == (3, 279)
    assert values.shape == (3,)


def cut_to(tensors: dict[str, np.ndarray], widths: dict[str, int]) -> dict[str, np.ndarray]:
    """Return a network with fewer outputs of some layers, whatever it may then think."""
    out = {layer: widths.get(layer, tensors[f"{layer}.bias"].size) for layer in {name.rsplit(".", 1)[0] for name in tensors}}
    inputs = {"slots.2": out["slots.0"], "policy.2": out["policy.0"], "policy.4": out["policy.2"]}
    inputs |= {"value.2": out["value.0"], "value.4": out["value.2"]}
    inputs |= dict.fromkeys(("policy.0", "value.0"), out["context.0"] + 16 * out["slots.2"] + out["window.0"])
    made = {}
    for layer, count in out.items():
        made[f"{layer}.weight"] = tensors[f"{layer}.weight"][:count, : inputs.get(layer)]
        made[f"{layer}.bias"] = tensors[f"{layer}.bias"][:count]
    return made


LARGE = WIDTHS | {"policy.0": (4096, 576), "policy.2": (4096, 4096), "policy.4": (279, 4096)}


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
    (TENSORS | {"slots.1.weight": np.ones((2, 2), np.float32)}, "'slots.1.weight' is no tensor of a policy."),
    (
        without("value.4.bias") | {"value.4.bais": TENSORS["value.4.bias"]},
        "'value.4.bais' is no tensor of a policy. Did you mean 'value.4.bias'?",
    ),
    (TENSORS | {"value.4.bias": np.ones(1)}, "value.4.bias is of type "),
    (TENSORS | {"value.4.bias": np.ones(1, np.float16)}, "value.4.bias is of type "),
    (TENSORS | {"policy.4.bias": np.ones(278, np.float32)}, "policy.4.bias has shape (278,): must be (279,)"),
    (cut_to(TENSORS, {"policy.4": 270}), "policy.4.weight has shape (270, 256): must be (279, 256)"),
    (
        TENSORS | {"policy.2.weight": np.ones((256, 255), np.float32)},
        "policy.2.weight has shape (256, 255): must be (256, 256)",
    ),
    (TENSORS | {"slots.0.weight": np.ones(33, np.float32)}, "slots.0.weight has shape (33,): must be (33, 33)"),
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
    ({"format": True}, "card of format True"),
    ({"architecture": "slots-2"}, "card: architecture = 'slots-2': must be one of slots-1."),
    ({"own": 12}, "card: own = 12"),
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
    path = Path(policy_file.__file__).parent / "x.safetensors"  # only a name: nothing is written
    data = bytearray(save(TENSORS, {ENTRY: CARD.model_dump_json()}))
    data[place] = byte
    said = f"{path}: "
    try:
        policy_file.policy_in(bytes(data), path)
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
    with pytest.raises(ContentError, match="larger than 64000000 bytes, so not a policy of ours"):
        load_policy(huge)


def test_cards_that_cannot_be_made() -> None:
    """Notes are JSON, texts are on one line."""
    with pytest.raises(ContentError, match=r"card: training\.net"):
        new_card("x", training={"net": object()})
    with pytest.raises(ContentError, match="card: about"):
        new_card("x", about="two\nlines")
    with pytest.raises(ContentError, match="not finite"):
        save_policy("never.safetensors", TENSORS, new_card("x", ratings={"elo": float("inf")}))


def test_a_series_is_fought() -> None:
    """A policy plays a series like any bot, and plays it the same again."""
    scenario = load_scenario("duel")
    series = [fight_series(scenario, {"red": PolicyBot(random_policy()), "blue": warm(2)}, 2, swap=True) for _ in range(2)]
    assert series[0].outcomes == series[1].outcomes
    assert set(series[0].outcomes[0].seats) == {"random_0"}


def test_a_battle_on_the_command_line(file: Path, tmp_path: Path) -> None:
    """A policy is named by its file; the replay says why it decided so, and verifies."""
    path = tmp_path / "battle.jsonl.gz"
    good("fight", "duel", "--red", str(file), "--quiet", "--replay", str(path))
    replay = Replay.load(path)
    assert replay.header.seats == {"red": "novice", "blue": "tactician"}
    replay.verify()
    for step, battle in zip(replay.steps, replay.battles(), strict=False):
        if step.unit == "blue_1":
            assert step.why is None
            continue
        chances = step.why["chances"]
        assert next(iter(chances)) == step.action
        assert list(chances.values()) == sorted(chances.values(), reverse=True)
        assert chances.keys() <= {battle.words(action) for action in battle.legal()}
        assert -10 < step.why["value"] < 10
    assert "no bot is called" in refused("fight", "duel", "--red", "novice")
    assert "gone.safetensors: cannot be read" in refused("fight", "duel", "--red", "gone.safetensors")
    result = json.loads(good("fight", "duel", "--blue", str(file), "--battles", "2", "--json"))
    assert result["wins"][1]["who"] == "blue (novice)"


def test_more_units_than_slots_are_refused(file: Path, tmp_path: Path) -> None:
    """A policy does not play a side of nine, and no replay of that is left behind."""
    party, path = tmp_path / "crowd.toml", tmp_path / "never.jsonl"
    party.write_text('[[units]]\ntemplate = "soldier"\ncount = 9\n', encoding="utf-8")
    sentence = "team 'raiders' has 9 units against 6, but there are 8 own and 8 other slots"
    crowd = ("fight", "keep", "--team", f"raiders={party}", "--team", f"garrison={file}")
    assert sentence in refused(*crowd, "--replay", str(path))
    assert not path.exists()
    assert sentence in refused(*crowd, "--battles", "2")
    assert sentence in refused("play", "keep", "--party", str(party), "--versus", str(file), "--text")


def test_a_game_against_a_policy(file: Path) -> None:
    """`fireteam play --versus` takes a file too, and the policy plays."""
    game = begun(load_scenario("duel"), "red", str(file), seed=4, table=False, text=True)
    assert game.seats() == {"red": "person", "blue": "novice"}
    while game.replay.steps == [] or game.replay.steps[-1].unit != "blue_1":
        if game.advance() is None:
            game.act(game.battle.legal()[0])


def test_why_before_any_decision() -> None:
    """A bot that has not decided has no reasons."""
    assert PolicyBot(random_policy()).why(Battle("duel")) is None


def test_speed_is_measured() -> None:
    """The measure of the benchmark runs."""
    assert speed_here(2) > 0


def test_importing_loads_no_torch() -> None:
    """A policy is played without the library it was trained with."""
    code = "import sys, fireteam.agents.policy; sys.exit(1 if {'torch', 'pygame'} & set(sys.modules) else 0)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


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
