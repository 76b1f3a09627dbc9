"""A run in stages, each of which goes on with the policy of the one before: other scenarios, opponents, rates."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.env.files import appearing, write_whole
from fireteam.env.scenario.checked import validated

from ..curve import CURVE, drawn
from ..folder import read_record
from ..progress import PROGRESS, read_progress
from .config import Config
from .shards import HERE, Gatherer
from .train import POLICY, WINDOW, OnUpdate, check_names, train

STAGES = "stages.json"


def stages_of(values: Mapping[str, Any], source: str | Path) -> list[Config]:
    """Return the stages that a recipe lists under `stages`: each says what differs from the recipe.

    Raises:
        ContentError: a value is invalid, or a stage names its start.
    """
    own = {key: value for key, value in values.items() if key != "stages"}
    listed = values.get("stages", [{}])
    if not isinstance(listed, list) or not listed or not all(isinstance(stage, dict) for stage in listed):
        raise ContentError(f"{source}: stages: must be tables, [[stages]]")
    for number, stage in enumerate(listed[1:], 2):
        if "start" in stage:
            raise ContentError(f"{source}: stages {number}: start: a stage starts from the policy of the one before")
    return [validated(Config, own | stage, source) for stage in listed]


def train_stages(
    stages: list[Config],
    folder: Path,
    resume: bool = False,
    on_update: OnUpdate = lambda _: None,
    gatherer: Gatherer = HERE,
) -> None:
    """Train one stage after the other, in folders 1, 2 and so on; the last policy is the result.

    Args:
        resume: go on with the run in the folder; its stages then replace those given.
        on_update, gatherer: see `fireteam.training.learn.train.train`.

    Raises:
        ContentError: the folder holds another run already, or none to resume.
    """
    if resume:
        if not (folder / STAGES).exists():
            raise ContentError(f"{folder}: holds no run in stages: {STAGES} is missing")
        path = folder / STAGES
        stages = read_record(path, list[Config])
        if not stages:
            raise ContentError(f"{path}: lists no stage")
    elif folder.exists() and any(folder.iterdir()):
        raise ContentError(f"{folder}: holds a run already: resume it, or take another name")
    else:
        for stage in stages:
            check_names(stage)
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / STAGES, json.dumps([stage.model_dump() for stage in stages], indent=2) + "\n")
    before = ""
    for number, stage in enumerate(stages, 1):
        place = folder / str(number)
        if not is_done(place, stage):
            begun = (place / PROGRESS).exists()
            stage = stage if begun or not before else stage.model_copy(update={"start": before})
            train(stage, place, begun, on_update, gatherer)
        before = str(place / POLICY)
        draw_curve(stages[:number], folder)
    with appearing(folder / POLICY) as name:
        shutil.copyfile(before, name)


def draw_curve(stages: list[Config], folder: Path) -> None:
    """Draw the curve of the stages that have been trained, one after the other."""
    rows = [read_progress(folder / str(number) / PROGRESS) for number in range(1, len(stages) + 1)]
    names = [f"{n}: {stage.opponent}" if len(stage.names("opponent")) == 1 else str(n) for n, stage in enumerate(stages, 1)]
    write_whole(folder / CURVE, drawn(rows, names, f"{folder.name}: battles won, stage by stage", WINDOW))


def is_done(place: Path, stage: Config) -> bool:
    """Return whether a stage has been trained to its end."""
    if not (place / POLICY).exists():
        return False
    rows = read_progress(place / PROGRESS)
    return bool(rows) and rows[-1]["decisions"] >= stage.steps
