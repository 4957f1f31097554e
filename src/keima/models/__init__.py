"""Learned models that Keima brings, and how they are kept in files."""

from keima.models.moves import load_move_model, write_move_model

__all__ = ["load_move_model", "write_move_model"]
