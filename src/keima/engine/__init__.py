"""Engines: a player made of parts that a profile names, which finds moves within limits."""

from keima.engine.engine import Engine
from keima.engine.limits import Limit
from keima.engine.profiles import known_profiles
from keima.engine.result import Candidate, SearchResult

__all__ = ["Candidate", "Engine", "Limit", "SearchResult", "known_profiles"]
