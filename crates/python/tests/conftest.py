"""Fixtures for all tests."""

import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("lunar-command", "moon-bots", "robot-empire", "robotory")


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """Shells let background jobs ignore Ctrl-C, but tests use it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each game in turn."""
    return str(request.param)
