"""Policies as data: what they think is what their layers say."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commanded import good, refused
from learned import CARD, TENSORS, given_file, seen  # noqa: F401

from fireteam.agents.bots import CompiledBot
from fireteam.agents.policy.bot import PolicyBot, likeliest
from fireteam.agents.policy.network import Policy, load_policy
from fireteam.agents.policy.storage import new_card
from fireteam.agents.policy.tensors import kinds_of, shape_of
from fireteam.agents.series.policies import fight_policy
from fireteam.agents.series.series import battle_seeds, fight_one, fight_series
from fireteam.bench.policy import ADVISERS, random_policy, random_tensors, speed_here
from fireteam.commands.play import begun
from fireteam.commands.training.evaluate import entrants_of, fields_of
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.features import sizes_of
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.systems import DEFAULT, port_of
from fireteam.env.rules.verbs import ENEMY, FRIEND
from fireteam.env.scenario.options import manned
from fireteam.env.scenario.reading import load_scenario
from fireteam.systems.swan_song.words.verbs import VERBS

ACTIONS = int(layout()["size"][0])
KINDS, SEEN = shape_of().kinds, shape_of().observation


@pytest.fixture(scope="module")
def decisions() -> tuple[np.ndarray, np.ndarray]:
    """Give observations and masks of decisions."""
    return seen()


def plainly(
    tensors: dict[str, np.ndarray],
    observation: np.ndarray,
    mask: np.ndarray,
    advice: Sequence[int] = (),
    followed: Sequence[float] = (),
) -> tuple[np.ndarray, float]:
    """Return probabilities and value of one decision, put down as the format says it, in double precision."""

    def layer(name: str, inputs: Any) -> np.ndarray:
        return tensors[f"{name}.weight"].astype(float) @ inputs + tensors[f"{name}.bias"]

    def relu(name: str, inputs: Any) -> np.ndarray:
        return np.maximum(layer(name, inputs), 0)

    known = sizes_of()
    first, width = known.context, known.slot
    names = [feature.name for feature in port_of(DEFAULT, "observe").SLOT]
    context = relu("context.0", observation[:first])
    slots, units = [], []
    for slot in range(16):
        units.append(observation[first + slot * width : first + (slot + 1) * width])
        slots.append(relu("slots.2", relu("slots.0", [*units[-1], 1.0 if slot < 8 else 0.0, *context])))
    there = [unit[names.index("present")] + unit[names.index("fallen")] for unit in units]
    crowd = [slot * many for slot, many in zip(slots, there, strict=True)]
    sides = crowd[:8], crowd[8:]
    pooled = [np.sum(side, axis=0) / 8 for side in sides]
    for mark in ("self", "opponent"):
        pooled.append(sum(slot * unit[names.index(mark)] for slot, unit in zip(slots, units, strict=True)))
    pooled += [np.max(side, axis=0) for side in sides]
    window = relu("window.0", observation[first + 16 * width :])
    features = [*context, *np.concatenate(pooled), *window]
    kinds = kinds_of(shape_of())
    for adviser, number in enumerate(advice):
        features += list(tensors["advice.weight"][adviser * KINDS + kinds[number]])
    features += followed
    trunk = relu("policy.2", relu("policy.0", features))
    results = layer("policy.4", trunk)
    logits, trust = results[kinds], results[KINDS:]
    if advice:
        trust += tensors["loyalty.weight"] @ followed
    numbers = layout()[0]
    aimed = [number for number, verb in sorted(VERBS.items()) if verb.domain in (ENEMY, FRIEND)]
    for action in range(ACTIONS):
        verb, slot = int(numbers["verb"][action]), int(numbers["argument"][action])
        if verb in aimed:
            row = [*slots[slot + (8 if VERBS[verb].domain == ENEMY else 0)], *trunk]
            logits[action] += layer("targets.2", relu("targets.0", row))[aimed.index(verb)]
    for number, raised in zip(advice, trust, strict=True):
        logits[number] += raised
    value = layer("value.4", relu("value.2", relu("value.0", features)))
    chances = np.where(mask, np.exp(logits - logits[mask != 0].max()), 0)
    return chances / chances.sum(), float(value[0])


@pytest.mark.parametrize("advisers", [0, 2])
def test_it_thinks_what_its_layers_say(decisions: tuple[np.ndarray, np.ndarray], advisers: int) -> None:
    """A batch comes out as each decision by itself, computed as the format is written down."""
    tensors = random_tensors(3, advisers)
    masks = decisions[1]
    advice = np.stack([mask.nonzero()[0][[0, -1]][:advisers] for mask in masks])
    followed = np.random.default_rng(2).integers(0, 2, (len(masks), advisers))
    chances, values = Policy(tensors, new_card("any", advisers=ADVISERS[:advisers])).evaluate(*decisions, advice, followed)
    for number, (observation, mask) in enumerate(zip(*decisions, strict=True)):
        wanted, value = plainly(tensors, observation, mask, advice[number].tolist(), followed[number].tolist())
        np.testing.assert_allclose(chances[number], wanted, atol=1e-5)
        assert values[number] == pytest.approx(value, abs=1e-5)
    assert chances.dtype == values.dtype == np.float32
    assert np.ptp(values) > 0.01  # the test would not notice a network that is the same everywhere


@pytest.mark.parametrize("advisers", [0, 2])
def test_it_thinks_what_is_trained(decisions: tuple[np.ndarray, np.ndarray], advisers: int) -> None:
    """The same tensors in the network that stable-baselines3 trains give the same."""
    torch = pytest.importorskip("torch")
    from gymnasium import spaces

    from fireteam.training.learn.network import SlotPolicy, put_tensors

    tensors = random_tensors(3, advisers)
    space = spaces.Box(-1, 1, (shape_of().observation + 2 * advisers,), np.float32)
    trained = SlotPolicy(space, spaces.Discrete(ACTIONS), lambda _: 1e-3, advisers=advisers)
    put_tensors(trained, tensors)
    observations, masks = decisions
    advice = np.stack([mask.nonzero()[0][[-1, -1]][:advisers] for mask in masks])  # both advise the same
    followed = np.random.default_rng(2).integers(0, 2, (len(masks), advisers))
    with torch.no_grad():
        seen = np.hstack([observations, advice / 1024, followed]).astype(np.float32)
        judged = trained.judge(torch.from_numpy(seen), masks)
    chances, values = Policy(tensors, new_card("any", advisers=ADVISERS[:advisers])).evaluate(*decisions, advice, followed)
    np.testing.assert_allclose(chances, judged.chances.numpy(), atol=1e-5)
    np.testing.assert_allclose(values, judged.values.numpy(), atol=1e-5)


def test_masks_are_respected(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """What is not legal has no chance at all, however hot; what is chosen is legal."""
    observations, masks = decisions
    for temperature in (0.01, 1.0, 100.0):
        chances, _ = Policy(TENSORS, CARD).evaluate(observations, masks, temperature=temperature)
        assert (chances[masks == 0] == 0).all()
        np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-5)
        bot = PolicyBot(random_policy(3), seed=1, temperature=temperature)
        for row, mask in zip(chances, masks, strict=True):
            assert all(mask[bot.drawn(row)] for _ in range(5))
    with pytest.raises(ContentError, match="allows no action"):
        Policy(TENSORS, CARD).evaluate(observations, np.zeros_like(masks))


def test_wrong_arrays_are_refused(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """Observations of an environment with more slots are not taken for others."""
    observations, masks = decisions
    policy = random_policy()
    with pytest.raises(ContentError, match=rf"\(40, {SEEN - 1}\): must be \(40, {SEEN}\), with 8 own and 8 other slots"):
        policy.evaluate(observations[:, 1:], masks)
    with pytest.raises(ContentError, match=rf"masks of shape \(39, {ACTIONS}\): must be \(40, {ACTIONS}\)"):
        policy.evaluate(observations, masks[1:])
    with pytest.raises(ContentError, match="float64: must be float32"):
        policy.evaluate(observations.astype(float), masks)
    advised = random_policy(advisers=2)
    with pytest.raises(ContentError, match=r"advice of shape \(40, 0\): must be \(40, 2\)"):
        advised.evaluate(observations, masks)
    for wrong in (np.full((40, 2), ACTIONS), np.full((40, 2), -1), np.zeros((40, 2))):
        with pytest.raises(ContentError, match=f"advice: must be action numbers from 0 to {ACTIONS - 1}"):
            advised.evaluate(observations, masks, wrong)


def test_temperatures(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """Cold takes the likeliest, warm draws as often as it says, the same seed draws the same; others are refused."""
    chances = random_policy().evaluate(decisions[0][:1], decisions[1][:1])[0][0]
    assert PolicyBot(random_policy()).drawn(chances) == chances.argmax()
    drawn = [[bot.drawn(chances) for _ in range(2000)] for bot in (warm(7), warm(7), warm(8))]
    assert drawn[0] == drawn[1] != drawn[2]
    np.testing.assert_allclose(np.bincount(drawn[0], minlength=ACTIONS) / 2000, chances, atol=0.05)
    for wrong in (-1, 0.001, 1000, float("nan")):
        with pytest.raises(ContentError, match=r"temperature = .*: must be 0, or a number from 0\.01 to 100"):
            PolicyBot(random_policy(), temperature=wrong)


def warm(seed: int) -> PolicyBot:
    """Return a bot that draws by its chances."""
    return PolicyBot(random_policy(), seed, temperature=1.0)


def test_explanations(decisions: tuple[np.ndarray, np.ndarray]) -> None:
    """The five likeliest actions, likeliest first, as many as there are."""
    for chances, mask in zip(random_policy().evaluate(*decisions)[0], decisions[1], strict=True):
        named = likeliest(chances)
        assert named[0][0] == chances.argmax()
        assert len(named) == min(5, mask.sum())
        assert [chance for _, chance in named] == sorted(chances[mask != 0].tolist(), reverse=True)[:5]
        assert all(mask[number] for number, _ in named)


def test_advisers_are_heard() -> None:
    """A policy that trusts its adviser beyond all else plays as the adviser would; its first move is the doctrine's."""
    tensors = random_tensors(3, 1)
    tensors["policy.4.bias"][KINDS] = 1000.0
    bot = PolicyBot(Policy(tensors, new_card("follower", advisers=["tactician"])), seed=5)
    battle, doctrine = Battle("yard", 5), CompiledBot("tactician", 5)
    while not battle.over:
        action = bot.decide(battle)
        assert action == doctrine.decide(battle)
        battle.step(action)


def test_a_series_is_fought() -> None:
    """A policy plays a series like any bot, and plays it the same again."""
    scenario = load_scenario("duel")
    series = [fight_series(scenario, {"red": PolicyBot(random_policy()), "blue": warm(2)}, 2, swap=True) for _ in range(2)]
    assert series[0].outcomes == series[1].outcomes
    assert set(series[0].outcomes[0].seats) == {"random_0"}
    # Each battle is one of its own: the last of four is the only one of a series that begins there.
    bots = {"red": warm(2), "blue": CompiledBot("guard", 5)}
    outcomes = fight_series(scenario, bots, 4).outcomes
    assert fight_one(scenario, (warm(2), CompiledBot("guard", 9)), outcomes[3].seed, False)[0] == [outcomes[3]]


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


def test_any_number_of_units(file: Path, tmp_path: Path) -> None:
    """A policy that was trained with eight slots plays a side of nine, and against one."""
    party = tmp_path / "crowd.toml"
    party.write_text('[[units]]\ntemplate = "soldier"\ncount = 9\n', encoding="utf-8")
    scenario = manned("keep", {"raiders": party})
    policy = PolicyBot(load_policy(file))
    acted = dict.fromkeys(("raiders", "garrison"), 0)
    battle = Battle(scenario, 3)
    while (decision := battle.decision) is not None and min(acted.values()) < 30:
        battle.step(policy.decide(battle))
        acted[decision.team] += 1
    assert all(count >= 30 for count in acted.values())
    assert "breach" in [field.name for field in fields_of("yard,breach", entrants_of([str(file)]))]


@pytest.mark.parametrize("name", ["duel", "breach"])
def test_many_battles_at_once_are_those_fought_one_by_one(file: Path, name: str) -> None:
    """What a policy sees in all of them goes through its network together, and every battle comes out the same."""
    scenario, policy = load_scenario(name), PolicyBot(load_policy(file))
    seeds, turns = battle_seeds(5, 3), [0, 1, 0]
    for seed, turn, found in zip(seeds, turns, fight_policy(scenario, policy, "guard", seeds, turns), strict=True):
        seats = (policy, CompiledBot("guard"))[:: -1 if turn else 1]
        (wanted,), _, _ = fight_one(scenario, seats, seed, False)
        assert found == wanted


def test_a_game_against_a_policy(file: Path) -> None:
    """`fireteam play --versus` takes a file too, and the policy plays."""
    game = begun(load_scenario("duel"), "red", str(file), seed=4, table=False, text=True)
    assert game.players.seats() == {"red": "person", "blue": "novice"}
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
    code = "import sys, fireteam.agents.policy.network; sys.exit(1 if {'torch', 'pygame'} & set(sys.modules) else 0)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_what_it_plays_by_has_a_digest() -> None:
    """Other weights, another temperature and other advisers are other bots to a tournament; a name alone is not."""
    digests = [
        PolicyBot(random_policy(3)).digest,
        PolicyBot(random_policy(4)).digest,
        PolicyBot(random_policy(3), temperature=1.0).digest,
        PolicyBot(random_policy(3, advisers=1)).digest,
        PolicyBot(Policy(random_tensors(3, 1), new_card("other", advisers=["guard"]))).digest,
    ]
    assert len(set(digests)) == 5
    assert PolicyBot(Policy(random_tensors(3), new_card("renamed")), seed=9).digest == digests[0]
