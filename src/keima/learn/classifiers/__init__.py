"""Classifiers of statistical pattern recognition and small networks (van der Werf 2004, 6.2)."""

from keima.learn.classifiers.base import Classifier, accuracy
from keima.learn.classifiers.discriminants import LinearDiscriminant, QuadraticDiscriminant
from keima.learn.classifiers.logistic import Logistic
from keima.learn.classifiers.nearest_mean import NearestMean
from keima.learn.classifiers.neighbours import NearestNeighbours
from keima.learn.classifiers.perceptron import Perceptron

__all__ = [
    "Classifier",
    "LinearDiscriminant",
    "Logistic",
    "NearestMean",
    "NearestNeighbours",
    "Perceptron",
    "QuadraticDiscriminant",
    "accuracy",
]
