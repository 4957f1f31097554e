"""Where networks and what is made of them are kept."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """What can be made again: `KEIMA_CACHE`, or `keima` in the user's cache folder."""
    return _folder("KEIMA_CACHE", "XDG_CACHE_HOME", ".cache")


def networks_folder() -> Path:
    """Networks that were added: `KEIMA_NETWORKS`, or `keima/networks` among the user's data."""
    if os.environ.get("KEIMA_NETWORKS"):
        return Path(os.environ["KEIMA_NETWORKS"])
    return _folder("", "XDG_DATA_HOME", ".local/share") / "networks"


def _folder(own: str, general: str, at_home: str) -> Path:
    if os.environ.get(own):
        return Path(os.environ[own])
    base = os.environ.get(general, "")
    # The standard says that relative paths are to be ignored.
    if not Path(base).is_absolute():
        base = str(home() / at_home)
    return Path(base) / "keima"


def home() -> Path:
    """The user's folder. Who has none, as in some containers, gets one that is not there."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/nonexistent")
