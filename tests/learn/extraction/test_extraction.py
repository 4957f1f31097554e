"""Feature extraction: directions that are known, and what they promise."""

from typing import Any

import numpy as np
import pytest
from sklearn.decomposition import PCA

from keima.learn.extraction import METHODS, by_deviation, by_range, extraction
from keima.learn.extraction.matrices import (
    correlation_difference,
    covariance,
    pair_scatter,
    within_scatter,
)


def vectors(seed: int, count: int = 400) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Played and others: unlike in feature 0, of other lengths in 1, of large variance in 2."""
    random = np.random.default_rng(seed)
    played, others = random.normal(size=(2, count, 6)) * [1, 1, 9, 1, 1, 0.1]
    # What is the same for both of a pair, as whether there is a ko.
    played[:, 2] = others[:, 2]
    played[:, 0] += 5
    others[:, 1] *= 4
    return played, others


def main_feature(column: np.ndarray[Any, Any]) -> int:
    return int(np.abs(column).argmax())


def test_principal_components_are_those_of_scikit_learn() -> None:
    played, others = vectors(1)
    ours = extraction("pca", played, others, 3)
    oracle = PCA(3).fit(np.concatenate([played, others])).components_.T
    np.testing.assert_allclose(np.abs((ours * oracle).sum(0)), 1, atol=1e-8)


def test_pairs_do_not_differ_in_what_they_share() -> None:
    played, others = vectors(2)
    assert main_feature(extraction("pca", played, others, 1)) == 2
    assert main_feature(extraction("mpa", played, others, 1)) == 0
    assert 2 not in [main_feature(c) for c in extraction("mpa", played, others, 5).T]


def test_the_first_discriminant_tells_the_means_apart() -> None:
    played, others = vectors(3)
    found = extraction("lda", played, others, 1)[:, 0]
    off = played.mean(0) - others.mean(0)
    wanted = np.linalg.solve(within_scatter(played, others) + 1e-3 * np.eye(6), off)
    cosine = found @ wanted / np.linalg.norm(found) / np.linalg.norm(wanted)
    assert abs(cosine) > 0.99
    assert main_feature(extraction("lda*", played, others, 1)) == 0


def test_separation_by_length_keeps_one_sign_modified_both() -> None:
    played, others = vectors(4)
    values = np.linalg.eigvalsh(correlation_difference(played, others))
    positive, negative = values[values > 0], values[values < 0]
    wanted = len(positive) if positive.sum() > -negative.sum() else len(negative)
    assert extraction("est", played, others, 6).shape[1] == wanted < 6
    # Feature 0 is longer in the moves played, feature 1 in the others.
    both = extraction("mest", played, others, 2)
    assert {main_feature(c) for c in both.T} == {0, 1}


@pytest.mark.parametrize("method", METHODS)
def test_no_more_columns_than_wanted_and_all_of_length_one(method: str) -> None:
    found = extraction(method, *vectors(5), 4)
    assert found.shape[0] == 6 and 1 <= found.shape[1] <= 4
    np.testing.assert_allclose(np.linalg.norm(found, axis=0), 1)


@pytest.mark.parametrize("method", ["pcampa", "mpapca", "mestmpa"])
def test_the_second_half_is_orthogonal_to_the_first(method: str) -> None:
    played, others = vectors(6)
    found = extraction(method, played, others, 4)
    np.testing.assert_allclose(found.T @ found, np.eye(4), atol=1e-9)
    first = method.removesuffix("mpa") if method != "mpapca" else "mpa"
    np.testing.assert_allclose(found[:, :2], extraction(first, played, others, 2), atol=1e-9)


def test_matrices_by_hand() -> None:
    played, others = np.array([[3.0, 0.0], [1.0, 0.0]]), np.array([[0.0, 1.0], [0.0, 1.0]])
    assert pair_scatter(played, others).tolist() == [[5, -2], [-2, 1]]
    assert correlation_difference(played, others).tolist() == [[5, 0], [0, -1]]
    assert covariance(played, others).tolist() == [[1.5, -0.5], [-0.5, 0.25]]


def test_scaling() -> None:
    random = np.random.default_rng(7)
    x = random.normal(3, 2, size=(500, 4))
    x[:, 3] = 1
    scaled = by_deviation(x)(x)
    np.testing.assert_allclose(scaled.mean(0), 0, atol=1e-12)
    np.testing.assert_allclose(scaled.std(0), [1, 1, 1, 0])
    ranged = by_range(x)(x)
    np.testing.assert_allclose([ranged.min(0), ranged.max(0)], [[-1, -1, -1, 0], [1, 1, 1, 0]])
    near = by_deviation(x).weighted(np.array([1, 1 / 4, 1, 1]))(x)
    np.testing.assert_allclose(near.std(0)[:2], [1, 0.5])


def test_refuses_unknown_methods() -> None:
    with pytest.raises(ValueError, match="expected one of pca, lda"):
        extraction("ica", *vectors(8), 2)
