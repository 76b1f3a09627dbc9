"""`fireteam benchmark`: a bot, a recipe or a folder of networks by the frozen protocol, as JSON, table and page."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fireteam.env.children import elsewhere

from ... import completing
from ...output import complain, console, errors, guarded, needing, print_json, print_table, progress
from .evaluate import RayOption, WorkersOption, entrants_of, runner
from .league import print_share
from .train import print_progress

if TYPE_CHECKING:
    from fireteam.training.benchmark.protocol import Version
    from fireteam.training.benchmark.submission import Submission

RUNS = Path("benchmarks")


@guarded
def benchmark(
    submission: Annotated[
        str,
        typer.Argument(
            help="A bot's name, a network's file, module:object; a baseline's name; a recipe; a folder with a manifest.",
            autocompletion=completing.bots,
        ),
    ],
    version: Annotated[str, typer.Option(help="Version of the protocol.")] = "v0",
    out: Annotated[Path | None, typer.Option(help="Folder of the run; below benchmarks/ unless given.")] = None,
    scale: Annotated[
        float, typer.Option(min=1e-6, max=1, help="A share of all decisions and battles, to try it out: not comparable.")
    ] = 1.0,
    budget: Annotated[list[float] | None, typer.Option(help="Only this budget, like 5e6; may be given again.")] = None,
    runs: Annotated[int, typer.Option(min=0, help="Only the first so many runs; 0 for all.")] = 0,
    responses: Annotated[bool, typer.Option(help="Look for best responses: how exploitable it is.")] = True,
    anyway: Annotated[bool, typer.Option("--anyway", help="Also by rules that are not the protocol's: marked.")] = False,
    workers: WorkersOption = 1,
    ray: RayOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Judge a submission by the benchmark: trained, fought on held-out ground, exploited; see training/BENCHMARK.md.

    Every piece is kept in the folder of the run as it is finished: the same command again goes on with it. The result lies
    there as result.json and result.html.
    """
    from fireteam.env.files import check_folder, write_whole
    from fireteam.training.benchmark.protocol import Version

    with needing("the benchmark", "train"), elsewhere():
        from fireteam.training.benchmark.run import Bench, Extent

    from ...reports.benchmark import board
    from ...reports.benchmark.page import page_of

    chosen = Version(version)
    made = submitted(submission, chosen)
    folder = out or RUNS / Path(version).name / folder_name(made.manifest.name, scale)
    extent = Extent(scale, budget or (), runs, responses)
    with runner(ray) as run:
        bench = Bench(chosen, made, folder, extent, anyway, workers, run, on_update=quiet if as_json else print_update)
        with progress(f"{made.manifest.name}: pieces", bench.total, as_json) as advance:
            bench.says = lambda _, done, __: advance(done)
            try:
                result = bench.result()
            except KeyboardInterrupt:
                complain(f"interrupted; what is finished is kept in {folder}: the same command goes on with it")
                raise
    check_folder(folder / board.RESULT)
    write_whole(folder / board.RESULT, result.model_dump_json(indent=2) + "\n")
    others = board.comparable_results(result, chosen, folder)
    write_whole(folder / board.PAGE, page_of(result, others, chosen.protocol))
    if as_json:
        print_json(result.model_dump())
        return
    for line in board.text_of(result, others):
        console.print(line)
    print_table(board.HEADS, [board.line(row) for row in board.standings(result, others)])
    errors.print(f"{folder / board.RESULT} and {folder / board.PAGE}: written")


def submitted(text: str, version: "Version") -> "Submission":
    """Return the submission that a baseline's name, a bot, a recipe or a folder names."""
    from fireteam.training.benchmark.submission import of_bot, of_folder, of_recipe

    baselines = version.baselines()
    if text in baselines:
        return of_recipe(baselines[text], version.protocol)
    if text.endswith(".toml"):
        return of_recipe(Path(text), version.protocol)
    if Path(text).is_dir():
        return of_folder(Path(text), version.protocol)
    return of_bot(entrants_of([text])[0])


def folder_name(name: str, scale: float) -> str:
    """Return the name of a run's folder: that of the submission, and how small it is."""
    plain = name.replace(" ", "-")
    return plain if scale == 1 else f"{plain}-scale-{scale:g}"


def print_update(now: dict[str, float]) -> None:
    """Print how far the training of a submission, or a best response to it, has come."""
    (print_share if "counted" in now else print_progress)(now)


def quiet(_: dict[str, float]) -> None:
    """Report no progress of training."""
