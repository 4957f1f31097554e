"""Judging positions: which stones are dead."""

from keima.score.dead import find_dead, find_dead_by_playouts, ownership

__all__ = ["find_dead", "find_dead_by_playouts", "ownership"]
