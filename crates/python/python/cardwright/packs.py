"""Packs: their files as texts, in the form of the engine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Union

Pack = Union[str, "os.PathLike[str]", Mapping[str, Any]]
"""A pack: its folder, or its files: `{"name": "mine", "files": {"pack.toml": "…"}}`."""

_EXTENSIONS = frozenset({".toml", ".rhai", ".md", ".txt"})
_MAX_FILE_BYTES = 8 << 20
_MAX_PACK_BYTES = 32 << 20
_MAX_ENTRIES = 25_000
_MAX_DEPTH = 8


def read_pack(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The files of a pack's folder: TOML, scripts, rulings and texts, without hidden files and folders.

    Raises `ValueError` if a file is too large, is outside the folder, or is not UTF-8 text, and `OSError` if something
    cannot be read.
    """
    root = Path(folder)
    if not root.is_dir():
        raise ValueError(f"{root} is not a folder; a pack is a folder with a `pack.toml` in it")
    inside = root.resolve()
    files: dict[str, str] = {}
    size = 0
    for path in _ordinary(root):
        if not path.resolve().is_relative_to(inside):
            raise ValueError(f"{path} leads outside the pack's folder; copy the file into the pack")
        size += path.stat().st_size
        if path.stat().st_size > _MAX_FILE_BYTES or size > _MAX_PACK_BYTES:
            raise ValueError(f"{path} is larger than a file ({_MAX_FILE_BYTES >> 20} MB), or its pack than a pack, may be")
        try:
            files[path.relative_to(root).as_posix()] = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"{path} is no text in UTF-8 (byte {error.start})") from error
    return {"name": str(root), "files": files}


def _ordinary(root: Path) -> list[Path]:
    """The files of a pack, sorted by path. Linked folders are not followed."""
    found: list[Path] = []
    entries = 0
    for at, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        entries += len(folders) + len(names)
        if entries > _MAX_ENTRIES or len(Path(at).relative_to(root).parts) > _MAX_DEPTH:
            raise ValueError(f"{root} holds too many files and folders, or too deep ones; name the pack's own folder")
        paths = [Path(at, name) for name in names if not name.startswith(".")]
        found += [path for path in paths if path.suffix in _EXTENSIONS and path.is_file()]
    return sorted(found)


def given(packs: Iterable[Pack] | Pack) -> list[dict[str, Any]]:
    """Packs in the form of the protocol."""
    several = [packs] if isinstance(packs, (str, os.PathLike, Mapping)) else packs
    return [dict(pack) if isinstance(pack, Mapping) else read_pack(pack) for pack in several]
