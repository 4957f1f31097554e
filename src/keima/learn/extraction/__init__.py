"""Feature extraction and scaling for pairs of moves (van der Werf 2004, 7.3)."""

from keima.learn.extraction.methods import METHODS, extraction
from keima.learn.extraction.scaling import Scaling, by_deviation, by_range

__all__ = ["METHODS", "Scaling", "by_deviation", "by_range", "extraction"]
