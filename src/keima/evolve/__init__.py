"""SANE: networks that evolve together with their nodes (Ferreira 2016, 3.4.1 to 3.4.3)."""

from keima.evolve.run import Run
from keima.evolve.settings import FITNESS, Settings

__all__ = ["FITNESS", "Run", "Settings"]
