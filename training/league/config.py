"""The configuration of a league: how a learner learns, and the league's own fields; the command line is made from it."""

from typing import Annotated, Literal

from pydantic import Field

from ..orders.config import Learning


class LeagueConfig(Learning):
    """A league. `fireteam league --help` lists the fields; `config.json` in its folder holds them all."""

    opponent: Annotated[str, Field(description="Anchors: bots, or files of networks, which are copied; with commas.")] = (
        "random,charger,marksman,guard,suppressor,tactician"
    )
    steps: Annotated[float, Field(gt=0, le=1e11, description="Decisions of the main learner to train for.")] = 100e6
    turn: Annotated[float, Field(gt=0, description="Decisions of the main learner between two snapshots, at most.")] = 2e6
    prioritise: Annotated[
        Literal["hard", "even"],
        Field(description="Whom it meets more often, p being its share of wins: hard by (1 - p)^2, even by p (1 - p)."),
    ] = "hard"
    mirror: Annotated[float, Field(ge=0, lt=1, description="Share of its battles that are against itself as it is.")] = 0.2
    exploiters: Annotated[int, Field(ge=0, le=16, description="Learners that fight its latest snapshot only.")] = 1
    sally: Annotated[float, Field(gt=0, description="Decisions of an exploiter's turn.")] = 1e6
    patience: Annotated[float, Field(gt=0, description="Decisions after which an exploiter joins, winning or not.")] = 4e6
    fresh: Annotated[bool, Field(description="Exploiters begin where the main learner once began, not where it is.")] = False
    beaten: Annotated[float, Field(gt=0.5, le=1, description="Share of wins from which an opponent is beaten.")] = 0.7
    sure: Annotated[int, Field(ge=1, description="Battles against an opponent before it can be beaten.")] = 200
