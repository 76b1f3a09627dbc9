"""What can be submitted, what is refused and why, and how budgets are shared out among the stages of a recipe."""

from pathlib import Path

import pytest
from benched import RECIPE, recipe_in
from learned import given_file  # noqa: F401

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.training.benchmark.protocol import Version
from fireteam.training.benchmark.submission import of_bot, of_folder, of_recipe, planned
from fireteam.training.contest.jobs import Entrant

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


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('scenario = "terrace"', "scenario = 'terrace': fireteam-benchmark-v0 lets nobody train with it.*Allowed: .*yard"),
        ('opponent = "stalker"', "opponent = 'stalker'"),
        ('opponent = "tactcian"', "Did you mean 'tactician'"),
        ('advisers = "tactician:cover=2"', "advisers"),
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


def test_baselines_are_recipes_of_the_protocol() -> None:
    """All of them, and each with another digest."""
    made = [of_recipe(path, PROTOCOL) for path in Version().baselines().values()]
    assert [one.manifest.name for one in made] == ["cloning", "ippo", "mappo", "ppo-advised", "ppo"]
    assert len({one.digest for one in made}) == 5
    assert made[0].budgets(PROTOCOL) == [5e6, 20e6, 80e6]


def test_a_budget_is_all_that_a_recipe_learns_from() -> None:
    """Stages and cloning keep their shares of it; the seed is the protocol's."""
    recipe = {"clone": 1e6, "warmup": 5e5, "steps": 1e6, "stages": [{}, {"steps": 6e6, "clone": 0, "warmup": 0}]}
    stages = planned(recipe, 16e6, 4)
    assert [(stage.clone, stage.steps) for stage in stages] == [(2e6, 2e6), (0, 12e6)]
    assert [stage.warmup for stage in stages] == [1e6, 0]
    assert {stage.seed for stage in stages} == {4}
    assert [stage.envs * stage.horizon for stage in stages] == [256 * 128] * 2


@pytest.mark.parametrize("budget", [128, 5000, 40_000, 5e6])
def test_small_budgets_have_small_updates(budget: float) -> None:
    """So that a policy is improved a few times; a large one is trained as the recipe says."""
    (stage,) = planned({"steps": 1e7, "envs": 512, "horizon": 128, "batch": 8192}, budget, 1)
    gathered = stage.envs * stage.horizon
    assert gathered == 512 * 128 if budget > 1e6 else gathered <= max(budget / 4, 128)
    assert stage.batch <= gathered


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
