"""Tuning: the values of parameters that win most games.

A tuner (`spsa`, `quadratic`, `optuna`) asks for points and is told results; `run` plays them,
keeps a log and takes up where it stopped; `games` has the arena play. See `docs/tuning.md`.
"""
