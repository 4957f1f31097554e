"""Judging positions: which stones are dead."""

from keima.score.dead import find_dead, ownership

__all__ = ["find_dead", "ownership"]
