"""What can be submitted, what is refused and why, and what a budget makes of a recipe."""

from pathlib import Path

import pytest
from benched import RECIPE, recipe_in
from networked import given_file, random_network  # noqa: F401

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.training.benchmark.protocol import Version
from fireteam.training.benchmark.submission import of_bot, of_folder, of_recipe, planned
from fireteam.training.contest.jobs import Entrant
from fireteam.training.orders.config import Config

PROTOCOL = Version().protocol


def folder_of(path: Path, manifest: str, **files: str) -> Path:
    """Return a folder with a manifest and other files."""
    path.mkdir(exist_ok=True)
    (path / "submission.toml").write_text(manifest)
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text)
    return path


def test_a_bot() -> None:
    """It has no budgets; two bots have two digests."""
    one, other = (of_bot(Entrant(name, load_bot(name))) for name in ("guard", "charger"))
    assert one.kind == "bot"
    assert one.budgets(PROTOCOL) == [None]
    assert one.digest != other.digest
    assert of_bot(Entrant("tactician:cover=0", load_bot("tactician:cover=0"))).manifest.name == "tactician-cover-0"
    network = of_bot(Entrant("runs/one/policy.safetensors", load_bot(random_network().name)))
    assert (network.kind, network.manifest.name, network.manifest.about) == ("policy", "novice", "Knows nothing.")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('scenario = "terrace"', "scenario = 'terrace': fireteam-benchmark-v0 lets nobody train with it.*Allowed: .*yard"),
        ('opponent = "stalker"', "opponent = 'stalker'"),
        ('opponent = "tactcian"', "Did you mean 'tactician'"),
        ('opponent = "tactician:cover=2"', "opponent"),
        ('advisers = "tactician"', "unknown key 'advisers'"),
        ('scenario = ""', "trains on scenarios with names: .*yard"),
        ('start = "veteran.safetensors"', "every run begins with new weights"),
        ('system = "ladder"', "is of the rule system swan_song"),
    ],
)
def test_recipes_that_train_on_what_is_held_out(tmp_path: Path, line: str, says: str) -> None:
    """Refused, with what is allowed."""
    key = line.split(" ")[0]
    text = "".join(kept + "\n" for kept in RECIPE.splitlines() if not kept.startswith(key)) + line + "\n"
    with pytest.raises(ContentError, match=says):
        of_recipe(recipe_in(tmp_path, text), PROTOCOL)


def test_baselines_are_recipes_of_the_protocol(tmp_path: Path) -> None:
    """All of them; what is trained in another way has another digest."""
    made = {name: of_recipe(path, PROTOCOL) for name, path in Version().baselines().items()}
    assert list(made) == ["orders"]
    assert made["orders"].budgets(PROTOCOL) == [5e6, 20e6, 80e6]
    assert made["orders"].digest != of_recipe(recipe_in(tmp_path), PROTOCOL).digest


def test_a_budget_is_all_that_a_recipe_learns_from() -> None:
    """Imitation keeps its share of it; the seed is the protocol's; nobody tests the network meanwhile."""
    config = planned(Config(clone=1e6, steps=8e6), 16e6, 4)
    assert (config.clone, config.steps, config.seed, config.tests) == (2e6, 16e6, 4, 0)
    assert (config.envs, config.horizon) == (128, 64)


@pytest.mark.parametrize("budget", [128, 5000, 40_000, 5e6])
def test_small_budgets_have_small_updates(budget: float) -> None:
    """So that a network is improved a few times; a large one is trained as the recipe says."""
    config = planned(Config(steps=1e7, envs=512, horizon=128, batch=8192), budget, 1)
    gathered = config.envs * config.horizon
    assert gathered == 512 * 128 if budget > 1e6 else gathered <= max(budget / 4, 128)
    assert config.batch <= gathered


def test_folders(tmp_path: Path, file: Path) -> None:
    """A manifest submits a recipe, a policy, or a policy for every seed of a budget."""
    made = of_folder(folder_of(tmp_path / "a", 'name = "mine"\nrecipe = "r.toml"', r=RECIPE), PROTOCOL)
    assert (made.kind, made.manifest.name) == ("recipe", "mine")
    folder = folder_of(tmp_path / "b", 'name = "mine"\nauthors = "A"\npolicy = "p.safetensors"')
    (folder / "p.safetensors").write_bytes(file.read_bytes())
    made = of_folder(folder, PROTOCOL)
    assert (made.kind, made.manifest.authors) == ("policy", "A")
    names = ", ".join(['"p.safetensors"'] * 5)
    folder_of(folder, f'name = "mine"\nruns = {{ "5e6" = [{names}] }}')
    made = of_folder(folder, PROTOCOL)
    assert made.budgets(PROTOCOL) == [5e6]
    assert len(made.files[5e6]) == 5


@pytest.mark.parametrize(
    ("manifest", "says"),
    [
        ('name = "x"', "must have exactly one"),
        ('name = "x"\npolicy = "p"\nrecipe = "r.toml"', "policy and recipe|policy, recipe"),
        ('name = "../x"\npolicy = "p"', "name"),
        ('name = "x"\npolicy = "../p.safetensors"', "must be a file in the same folder"),
        ('name = "x"\npolicy = "p.safetensors"', "there is no such file"),
        ('name = "x"\npolcy = "p"', "policy"),
        ('name = "x"\nruns = { "7e6" = ["p"] }', "has the budgets .*5e\\+06"),
        ('name = "x"\nruns = { "5e6" = ["p"] }', "lists 1 policies: must be 5"),
        ('name = "x"\nbot = "os:system"\npolicy = "p"', "bot"),
    ],
)
def test_manifests_that_are_wrong(tmp_path: Path, manifest: str, says: str) -> None:
    """A sentence says what, and in which file."""
    with pytest.raises(ContentError, match=says) as error:
        of_folder(folder_of(tmp_path / "a", manifest), PROTOCOL)
    assert "submission.toml" in str(error.value)


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    """Refused, with where to read on."""
    with pytest.raises(ContentError, match=r"holds no submission\.toml.*BENCHMARK\.md"):
        of_folder(tmp_path, PROTOCOL)
