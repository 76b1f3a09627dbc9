"""`fireteam evolve`: weights of a doctrine, found by letting candidates fight."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fireteam.env.children import elsewhere

from ...output import SystemOption, console, errors, guarded, needing
from .evaluate import WorkersOption, fields_of, names_in

if TYPE_CHECKING:
    from fireteam.training.evolution import Generation


@guarded
def evolve(
    out: Annotated[Path, typer.Argument(help="TOML file that the weights are written to, anew after each generation.")],
    against: Annotated[str, typer.Option(help="Opponents, with commas; all count alike.")] = "tactician",
    start: Annotated[str, typer.Option(help="Doctrine whose weights are the first.")] = "tactician",
    scenarios: Annotated[str, typer.Option(help="Scenarios of two teams, with commas; all count alike.")] = "yard",
    team: Annotated[str, typer.Option(help="Fight as this team only; as both, unless given.")] = "",
    system: SystemOption = "",
    generations: Annotated[int, typer.Option(min=1, max=100_000)] = 60,
    population: Annotated[int, typer.Option(min=4, max=1000, help="Candidates of a generation.")] = 20,
    pairs: Annotated[int, typer.Option(min=1, max=100_000, help="Pairs of battles of a candidate, sides swapped.")] = 150,
    seed: Annotated[int, typer.Option(min=1, max=2**31 - 1)] = 1,
    workers: WorkersOption = 1,
) -> None:
    """Find weights with which a doctrine does better against others, by evolution (CMA-ES).

    The file holds a table as those of agents/doctrines.toml and agents/tempers.toml. `tactician:FILE` is a bot with them.
    """
    from fireteam.agents.bots import bot_names, parameters_of, spelled_out
    from fireteam.content.errors import ContentError
    from fireteam.env.files import write_whole

    if out.suffix != ".toml":
        raise ContentError(f"{out}: must end in .toml")
    start, *opponents = map(spelled_out, [start, *names_in(against, "--against", bot_names())])
    for name in (start, *opponents):
        parameters_of(name)
    fields = [field.scenario for field in fields_of(scenarios, [], system)]
    with needing("evolution", "train"), elsewhere():
        from fireteam.training.evolution import evolve as run

    def report(now: "Generation") -> None:
        table = "".join(f"{name} = {weight:.4g}\n" for name, weight in now.weights.items())
        write_whole(out, f'["{out.stem}"]\n{table}')
        line = f"generation {now.number:>4}  mean score {now.mean:.1%}  best {now.best:.1%}"
        (errors if errors.is_terminal else console).print(line)

    run(fields, start, opponents, generations, population, pairs, seed, workers, report, team)
    console.print(f"{out}: written; a bot with these weights: tactician:{out}")
