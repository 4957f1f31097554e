"""Servers where programs play each other."""
