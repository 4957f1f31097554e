"""Keima: a Go engine and laboratory."""

__version__ = "0.1.0"
