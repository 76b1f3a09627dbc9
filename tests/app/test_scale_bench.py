"""What `fireteam bench --ray` counts; its clusters are too slow for a test, and are joined as in `test_gathering`."""

from fireteam.bench.scale import byte_rows, speed_rows, speeds
from fireteam.env.observe.actions import SLOTS
from fireteam.env.observe.observation import observation_size
from fireteam.training.learn.config import Config
from fireteam.training.learn.network import SlotNetwork
from fireteam.training.learn.shards import HERE

SMALL = Config(scenario="duel", envs=4, horizon=8, batch=16, epochs=1, shards=2)


def test_bytes_of_a_decision() -> None:
    """A decision travels as its observation, its mask in bits, and a few numbers; weights as those of the network."""
    decision, packed, weights, battle, common = (row[1] for row in byte_rows(SMALL))
    seen = 4 * observation_size(SLOTS, SLOTS, "swan_song")
    assert packed < seen / 4
    assert seen < decision - battle / SMALL.horizon < seen + 200
    parameters = sum(parameter.numel() for parameter in SlotNetwork(0, 0.0, "swan_song").parameters())
    assert 4 * parameters < weights < 4 * parameters + 20_000
    assert 8_000 < battle < 30_000
    assert common < 100_000


def test_speeds_are_measured_of_a_run() -> None:
    """Gathering alone is faster than gathering and learning."""
    gathered, learned = speeds(SMALL, HERE)
    assert gathered > learned > 0
    rows = speed_rows("here", (200.0, 50.0), (100.0, 100.0))
    assert [row[1:] for row in rows] == [[200, "decisions/s", "2.00 x in this process"], [50, "decisions/s", "0.50 x"]]
