"""Proofs: what small boards and small positions are worth with perfect play.

>>> from keima.solve import solve_go
>>> solve_go(3, 3, megabytes=16).text
'B+9'
"""

from keima.solve.capturing import CaptureSolution, solve_capture
from keima.solve.go import KO_RULES, solve_go
from keima.solve.solution import Progress, Solution

__all__ = [
    "KO_RULES",
    "CaptureSolution",
    "Progress",
    "Solution",
    "solve_capture",
    "solve_go",
]
