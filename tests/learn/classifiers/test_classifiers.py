"""Classifiers: small known answers, and scikit-learn's where it has the method."""

from typing import Any

import numpy as np
import pytest
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from keima.learn.classifiers import (
    Classifier,
    LinearDiscriminant,
    Logistic,
    NearestMean,
    NearestNeighbours,
    Perceptron,
    QuadraticDiscriminant,
    accuracy,
)

Data = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def clouds(seed: int, count: int = 120) -> Data:
    """Three classes of normal vectors with covariances of their own."""
    random = np.random.default_rng(seed)
    vectors, labels = [], []
    for label, mean in ((3, (0, 0, 0)), (5, (2, 1, 0)), (8, (-1, 2, 1))):
        mix = random.normal(size=(3, 3))
        vectors.append(random.normal(size=(count, 3)) @ mix + np.array(mean))
        labels += [label] * count
    return np.concatenate(vectors), np.array(labels)


PAIRS: list[tuple[Classifier, Any]] = [
    (NearestMean(), NearestCentroid()),
    (LinearDiscriminant(), LinearDiscriminantAnalysis(solver="lsqr")),
    (QuadraticDiscriminant(), QuadraticDiscriminantAnalysis()),
    (NearestNeighbours(1), KNeighborsClassifier(1)),
    (NearestNeighbours(7), KNeighborsClassifier(7)),
]


@pytest.mark.parametrize(("ours", "oracle"), PAIRS, ids=lambda c: type(c).__name__)
def test_says_what_scikit_learn_says(ours: Classifier, oracle: Any) -> None:
    known, unknown = clouds(1), clouds(1, 200)[0]
    found = ours.fit(*known).predict(unknown)
    wanted = oracle.fit(*known).predict(unknown)
    assert (found == wanted).mean() > 0.99


def test_logistic_has_the_chances_of_scikit_learn() -> None:
    vectors, labels = clouds(2)
    scaled = (vectors - vectors.mean(0)) / vectors.std(0)
    ours = Logistic(decay=0.01).fit(scaled, labels).chances(scaled)
    # Its penalty is 1 / 2C of the squares, for the sum over all vectors.
    oracle = LogisticRegression(C=1 / (0.01 * len(labels)), tol=1e-8, max_iter=1000)
    wanted = oracle.fit(scaled, labels).predict_proba(scaled)
    np.testing.assert_allclose(ours, wanted, atol=2e-3)


def test_logistic_of_two_classes_that_are_apart_has_finite_weights() -> None:
    vectors = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    found = Logistic().fit(vectors, np.array([0, 0, 1, 1]))
    assert found.predict(np.array([[-0.1], [0.1]])).tolist() == [0, 1]
    assert np.isfinite(found.chances(vectors)).all()


def test_one_left_out_chooses_the_number_of_neighbours() -> None:
    # Each vector's nearest is of the other class, the next two are of its own.
    line = np.array([[0.0], [0.1], [0.3], [0.5], [10.0], [10.1], [10.3], [10.5]])
    labels = np.array([1, 0, 0, 0, 0, 1, 1, 1])
    assert NearestNeighbours().fit(line, labels).k == 3


def test_a_vector_that_is_there_twice_is_its_own_neighbour() -> None:
    vectors = np.array([[0.0], [0.0], [1.0], [1.0]])
    assert NearestNeighbours().fit(vectors, np.array([0, 0, 1, 1])).k == 1


@pytest.mark.parametrize(
    "method, hidden",
    [("momentum", 6), ("rprop", 6), ("levenberg", 6), ("momentum", (6, 4)), ("rprop", (6, 4))],
)
def test_perceptrons_learn_what_no_line_divides(method: Any, hidden: Any) -> None:
    vectors = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    labels = np.array([0, 1, 1, 0])
    assert accuracy(LinearDiscriminant().fit(vectors, labels), vectors, labels) < 1
    found = Perceptron(hidden, method, steps=3000, patience=3000, seed=2).fit(vectors, labels)
    assert accuracy(found, vectors, labels) == 1


def test_perceptrons_stop_where_the_validation_is_best() -> None:
    known, judged = clouds(3), clouds(3, 50)
    found = Perceptron(5, "rprop", steps=300, patience=40).fit(*known, validation=judged)
    assert found.judged == accuracy(found, *judged) > 0.6


def test_refuses_vectors_of_one_class() -> None:
    with pytest.raises(ValueError, match="two classes"):
        NearestMean().fit(np.eye(3), np.array([1, 1, 1]))
    with pytest.raises(ValueError, match="a label for each"):
        LinearDiscriminant().fit(np.eye(3), np.array([1, 0]))
    with pytest.raises(ValueError, match="momentum, rprop, levenberg"):
        Perceptron(3, "newton")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one hidden layer"):
        Perceptron((3, 3), "levenberg")
