"""Engines that combine Keima with another engine over GTP."""
