"""The table of means: verdicts follow from figures, a file keeps it, and what was measured is explained."""

import numpy as np
import pytest

from fireteam.content.errors import ContentError
from fireteam.training.means.table import (
    AT_TIMES,
    COSTS,
    HEAD,
    LEAST,
    MISSED,
    NEVER_GIVEN,
    NEVER_OFFERED,
    NEVER_OPEN,
    NOBODY_HAS_IT,
    NOT_SHOWN,
    PART,
    PAYS,
    RESULTS,
    TOO_FEW,
    VERDICTS,
    Figure,
    Row,
    figure_of,
    note_of,
    notes,
    read_rows,
    rounded,
    written,
)

MORE, LESS, OPEN = Figure(20, 0.1, 0.02, 0.18), Figure(20, -0.1, -0.18, -0.02), Figure(20, 0.1, -0.02, 0.22)
FEW = Figure(LEAST - 1, 0.5, 0.4, 0.6)
NOTED = (NEVER_GIVEN, NEVER_OFFERED, NEVER_OPEN)  # what is said of these wants a reason
MEASURED = sorted(RESULTS.glob("*.csv"))


def row(open_in: int = 9, offered: int = 9, given: int = 9, used: int = 9, **values: object) -> Row:
    """Return a row with some counts."""
    made = Row("ladder", 2000, 90_000, 40, 10, 1, "feint", 1, open_in, offered, given, used)
    return made._replace(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        (row(paid=MORE), PAYS),
        (row(paid=LESS), COSTS),
        (row(paid=OPEN), NOT_SHOWN),
        (row(paid=FEW), TOO_FEW),
        (row(paid=OPEN, missed=MORE, heeded=MORE), f"{NOT_SHOWN}, {MISSED}"),
        (row(paid=MORE, missed=LESS, heeded=MORE), f"{PAYS}, {AT_TIMES}"),
        (row(given=0, missed=LESS), NEVER_GIVEN),
        (row(given=0, missed=MORE), f"{NEVER_GIVEN}, {MISSED}"),
        (row(given=0, missed=FEW, heeded=FEW), NEVER_GIVEN),
        (row(offered=0, given=0), PART),
        (row(offered=0, given=0, used=0), NEVER_OFFERED),
        (row(open_in=0, offered=0, given=0, used=0), NEVER_OPEN),
        (row(open_in=0, offered=0, given=0, used=0, had=0), NOBODY_HAS_IT),
        (row(open_in=0, offered=0, given=0, used=0, means="weapon: sword"), NEVER_OFFERED),
    ],
)
def test_a_verdict_follows_from_the_figures(made: Row, verdict: str) -> None:
    """It is sure only where the whole interval is on one side of 0, and there were enough decisions."""
    assert made.verdict == verdict
    assert set(verdict.split(", ")) <= set(VERDICTS)


def test_a_figure_is_a_mean_with_its_interval() -> None:
    """Nineteen of twenty intervals of means hold the true one; of one decision there is none."""
    random = np.random.default_rng(1)
    held = [figure.low <= 0.2 <= figure.high for figure in (figure_of(random.normal(0.2, 0.3, 12)) for _ in range(1000))]
    assert 0.93 < np.mean(held) < 0.97
    assert figure_of([0.25]) == Figure(1)
    assert figure_of([]) == Figure()
    assert figure_of([0.1, 0.3]).mean == pytest.approx(0.2)


def test_a_file_keeps_rows_and_their_verdicts() -> None:
    """What is read is what was written, rounded; a comma in a name does no harm."""
    rows = [row(paid=Figure(12, 0.123456, 0.01234, 0.23), missed=LESS), row(means="weapon: axe, blunt", had=0)]
    text = written(rows)
    assert read_rows(text) == [rounded(one) for one in rows]
    assert text.splitlines()[1].endswith(f",{rows[0].verdict}")
    assert written(read_rows(text)) == text
    with pytest.raises(ContentError, match="begins with the line system,battles"):
        read_rows("a,b\n1,2\n")


def test_figures_are_shown_in_points() -> None:
    """With signs, and never as minus nothing; too few decisions are shown as nothing."""
    assert Figure(20, 0.0213, -0.004, 0.0466).in_points() == "+2.1 (-0.4 to 4.7)"
    assert Figure(20, -0.00001, -0.0001, 0.0).in_points() == "+0.0 (0.0 to 0.0)"
    assert FEW.in_points() == ""


def test_three_systems_were_measured() -> None:
    """There is a table for each, and its verdicts are those of its figures."""
    assert {path.stem for path in MEASURED} == {"swan_song", "ladder", "d10_pool"}
    for path in MEASURED:
        text = path.read_text(encoding="utf-8")
        assert text.startswith(",".join(HEAD))
        assert written(read_rows(text)) == text


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: path.stem)
def test_what_nobody_uses_has_a_reason(path: object) -> None:
    """Each means that is never offered or given has a note that says whose fault it is; no note is about anything else."""
    rows = read_rows(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    system = rows[0].system
    idle = [one.means for one in rows if one.verdict.partition(",")[0] in NOTED]
    assert [name for name in idle if not all(note_of(name, system))] == []
    named = {part for name in idle for part in (name, name.partition(" (")[0], name.partition(": ")[0])}
    assert set(notes(system)) <= named
    assert {whose for whose, _ in notes(system).values()} <= {"bots", "rules", "battles", "unknown"}


def test_a_note_on_a_verb_holds_for_all_that_it_is_done_with() -> None:
    """A note of its own comes first."""
    assert note_of("call shot: eye", "swan_song") == notes("swan_song")["call shot"]
    assert note_of("no such thing", "swan_song") == ("", "")
