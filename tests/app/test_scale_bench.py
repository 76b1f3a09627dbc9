"""What `fireteam bench --train` and `--ray` count; clusters are too slow for a test, and are joined as in `test_grounds`."""

from fireteam.agents.network.layers import NUMBERS
from fireteam.bench.scale import byte_rows, speed_at, speed_rows
from fireteam.bench.training import Speed, training_rows
from fireteam.training.orders.config import Config

SMALL = Config(scenario="duel", opponent="guard", envs=4, horizon=8, batch=16, epochs=1)


def test_bytes_of_a_decision() -> None:
    """A decision travels with its orders; weights as those of the network."""
    decision, weights = (row[1] for row in byte_rows(SMALL))
    assert 1_000 < decision < 20_000
    assert 4 * NUMBERS < weights < 4 * NUMBERS + 20_000


def test_speeds_are_measured_of_a_run() -> None:
    """Gathering alone is faster than gathering and learning, and so is learning alone."""
    found = speed_at("", SMALL)
    assert min(found.gathering, found.learning) > found.over_all > 0
    over_all, gathering, learning = (row[1] for row in training_rows(SMALL))
    assert min(gathering, learning) > over_all > 0
    rows = speed_rows("here", Speed(50.0, 200.0, 1.0), Speed(100.0, 100.0, 1.0))
    assert [row[1:] for row in rows] == [[200, "decisions/s", "2.00 x in this process"], [50, "decisions/s", "0.50 x"]]
