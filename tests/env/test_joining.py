"""A Ray cluster is joined, or a sentence says why it cannot be."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cloudpickle
import pytest
import ray
from commanded import refused

from fireteam.content.errors import ContentError, MissingExtra
from fireteam.training.contest import cluster as cluster_module
from fireteam.training.contest.cluster import run_on_ray, task_there


@pytest.fixture(name="silent")
def given_silent() -> Iterator[str]:
    """Give an address at which somebody answers and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("127.0.0.1:1", "--ray 127.0.0.1:1: nothing answers there (connection refused)"),
        ("ray://127.0.0.1:1", "--ray ray://127.0.0.1:1: nothing answers there (connection refused)"),
        ("no.such.host.invalid:6379", "nothing answers there ("),
        ("nonsense", "--ray 'nonsense': must be auto, local, HOST:PORT"),
        ("127.0.0.1:99999", "must be auto, local, HOST:PORT"),
        ("http://127.0.0.1:80", "must be auto, local, HOST:PORT"),
        ("silent", "what answers there is no Ray"),
        ("ray://silent", "what answers there is no Ray"),
    ],
)
def test_wrong_addresses(address: str, says: str, silent: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A wrong address is told of in one line, soon, before anything is written."""
    monkeypatch.setattr(cluster_module, "PATIENCE", 1.0)
    address = address.replace("silent", silent)
    began = time.monotonic()
    line = refused("tournament", "charger", "random", "--out", str(tmp_path / "cup"), "--ray", address)
    assert time.monotonic() - began < 30, "Ray itself waits for minutes"
    assert says in line
    assert line.startswith("error: ")
    assert len(line.splitlines()) == 1
    assert not (tmp_path / "cup").exists()


def test_auto_means_the_address_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` with RAY_ADDRESS set to where nothing is does not wait either."""
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    assert "nothing answers there" in refused("evaluate", "charger", "--ray", "auto")


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Ray the pip command is named."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'needs ray, .* pip install -e "\.\[cluster\]"'), run_on_ray("auto"):
        pass


def test_a_lost_session_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Joining is tried again where Ray's client server has lost the session, and else its reason is told in one line."""
    said = "Initialization failure from server:\nTraceback (most recent call last):\n  File ...\nRuntimeError: no channel\n"
    lost = ConnectionAbortedError
    answers: list[type[Exception] | None] = [lost, lost, None]

    def init(*_: Any, **__: Any) -> None:
        if answer := answers.pop(0):
            raise answer(said)

    monkeypatch.setattr(ray, "init", init)
    monkeypatch.setattr(cluster_module, "check_address", lambda _: None)
    with run_on_ray("ray://machine:10001"):
        assert not answers
    for refusals in ([lost] * 3, [ValueError]):
        answers[:] = refusals
        with pytest.raises(ContentError, match=r"\(Initialization failure from server: RuntimeError: no channel\)"):
            run_on_ray("ray://machine:10001").__enter__()
        assert not answers


def test_a_machine_without_fireteam_says_so() -> None:
    """What a worker runs arrives where there is no Fireteam, and answers with a sentence."""
    code = (
        "import pickle, sys; sys.modules['fireteam'] = None; "
        "print(pickle.load(sys.stdin.buffer)([None], (), {}))"
    )  # fmt: skip
    asked = subprocess.run([sys.executable, "-c", code], input=cloudpickle.dumps(task_there()), capture_output=True)
    assert b"has no Fireteam of this version" in asked.stdout, asked.stderr
