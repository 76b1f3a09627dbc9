"""Tests of pages where there is no browser: skipped with a sentence, or failed where one is demanded."""

from pathlib import Path

import pytest
from browser import DEMANDED, chromium


@pytest.mark.parametrize(("demanded", "outcome"), [(None, pytest.skip.Exception), ("0", pytest.skip.Exception),
                                                   ("1", pytest.fail.Exception)])  # fmt: skip
def test_without_a_browser(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, demanded: str | None, outcome: type[BaseException]
) -> None:
    """Such a test says what to install; only where a browser is demanded it fails."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(DEMANDED, raising=False)
    if demanded is not None:
        monkeypatch.setenv(DEMANDED, demanded)
    with pytest.raises(outcome, match="apt-get install chromium chromium-driver"), chromium(tmp_path):
        pass
