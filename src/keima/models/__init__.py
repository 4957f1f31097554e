"""Learned models that Keima brings, and how they are kept in files."""

from keima.models.joseki import load_joseki
from keima.models.mlp import load_mlp, mlp_for, write_mlp
from keima.models.moves import load_move_model, write_move_model

__all__ = [
    "load_joseki",
    "load_mlp",
    "load_move_model",
    "mlp_for",
    "write_mlp",
    "write_move_model",
]
