"""Types: the stubs match the module, the documents are current, the package and its examples are typed."""

import subprocess
import sys
from pathlib import Path

import pytest

import cardwright

HERE = Path(__file__).resolve().parents[1]
mypy = pytest.importorskip("mypy", reason="pip install mypy")


def run(*arguments: str, cwd: Path) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_fit_the_module(tmp_path: Path) -> None:
    run("mypy.stubtest", "cardwright._native", cwd=tmp_path)


def test_the_package_and_its_examples_are_typed(tmp_path: Path) -> None:
    config = ["--config-file", str(HERE / "pyproject.toml"), "--cache-dir", str(tmp_path)]
    run("mypy", *config, "-p", "cardwright", cwd=tmp_path)
    run("mypy", *config, str(HERE / "examples" / "play.py"), cwd=tmp_path)


def test_the_types_of_documents_are_current() -> None:
    installed = Path(cardwright.__file__).parent / "wire.py"
    sys.path.insert(0, str(HERE / "tools"))
    try:
        import wire_types
    finally:
        sys.path.pop(0)
    assert installed.read_text() == wire_types.written()


def test_everything_public_has_words() -> None:
    """Each exported name and each method of its classes has a docstring."""
    silent = []
    for name in cardwright.__all__:
        one = getattr(cardwright, name)
        if name in ("__version__", "Viewer", "Pack"):
            continue
        silent += [name] if not one.__doc__ else []
        if isinstance(one, type):
            own = [key for kind in one.__mro__ if kind.__module__.startswith("cardwright") for key in vars(kind)]
            silent += [f"{name}.{key}" for key in own if not key.startswith("_") and not getattr(one, key).__doc__
                       and key not in ("code", "data")]
    assert silent == []
