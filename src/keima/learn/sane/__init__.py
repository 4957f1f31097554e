"""SANE: networks that evolve together with their nodes (Ferreira 2016, 3.4.1 to 3.4.3)."""

from keima.learn.sane.run import Run
from keima.learn.sane.settings import FITNESS, Settings

__all__ = ["FITNESS", "Run", "Settings"]
