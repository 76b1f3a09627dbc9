"""`fireteam replay dataset`: replays as transitions, for offline learning and imitation."""

from pathlib import Path
from typing import Annotated

import typer

from ...output import console, guarded, progress

Slots = Annotated[int, typer.Option(min=1, max=30, help="Slots of the own team and of all others; see `list observation`.")]


@guarded
def dataset(
    files: Annotated[list[Path], typer.Argument(help="Replays (.jsonl or .jsonl.gz).")],
    out: Annotated[Path, typer.Option(help="What to write: a .npz or a .parquet file.")],
    side: Annotated[str, typer.Option(help="Only the decisions of this team.")] = "",
    bot: Annotated[str, typer.Option(help="Only the decisions of this bot, as the replays name it.")] = "",
    winners: Annotated[bool, typer.Option("--winners", help="Only the decisions of teams that won.")] = False,
    reward: Annotated[Path | None, typer.Option(help="A reward file (.toml); else win, loss and draw.")] = None,
    own: Slots = 8,
    others: Slots = 8,
) -> None:
    """Write the observations, actions and rewards of replays as a table for offline learning, a row per decision.

    Every replay is verified and played again. Rows follow each other team by team in episodes; see training/dataset.py.
    """
    from fireteam.training.dataset import Episodes
    from fireteam.training.storage import write_dataset

    with progress("replays", len(files), quiet=False) as done:
        episodes = Episodes(files, side, bot, winners, reward, (own, others), done)
        write_dataset(episodes, out)
    console.print(
        f"{out}: {episodes.decisions:,} decisions in {episodes.episodes:,} episodes, "
        f"{episodes.dtype.itemsize:,} bytes each in memory; {out.stat().st_size / 1e6:.2f} MB"
    )
