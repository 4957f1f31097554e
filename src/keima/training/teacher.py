"""A network that judges positions for another one to learn from."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from keima.data.positions import Choice, Positions, turned_back
from keima.nets.description import GLOBALS, PLANES, Multipliers, NetworkError
from keima.nets.forward import OUTPUTS
from keima.nets.preparing import Precision, PreparedNetwork, prepare
from keima.nets.runtime import compiled, core
from keima.nets.store import find_network, hash_of
from keima.training.labels import encode_policy, record_type

Array = npt.NDArray[Any]

#: Positions judged at once: more gains nothing.
BLOCK = 8


class Teacher:
    """Runs a network, by name or path, by OpenVINO on one thread; in int8 where that is faster.
    Raises NetworkError for what is none, and when it is first asked for one that wants to see areas
    as if suicide were legal, which packs do not show."""

    def __init__(self, name: str | os.PathLike[str], precision: Precision = "auto") -> None:
        path = find_network(name)
        self._path, self._precision = path, precision
        self.digest = hash_of(path)
        self._models: dict[int, tuple[PreparedNetwork, Any]] = {}

    def judge(self, planes: Array, numbers: Array) -> dict[str, Array]:
        """The raw outputs."""
        count = len(planes)
        _, model = self._model(planes.shape[-1])
        parts: list[dict[str, Array]] = []
        for start in range(0, count, BLOCK):
            block = [array[start : start + BLOCK] for array in (planes, numbers)]
            if len(block[0]) < BLOCK:
                fill = [(0, BLOCK - len(block[0]))]
                block = [np.pad(a, fill + [(0, 0)] * (a.ndim - 1)) for a in block]
            found = model(block)
            parts.append({name: found[name].copy() for name in OUTPUTS})
        return {name: np.concatenate([part[name] for part in parts])[:count] for name in parts[0]}

    def policy_and_value(self, planes: Array, numbers: Array) -> tuple[Array, Array]:
        """The raw policy and value, as of a network that is trained."""
        raw = self.judge(planes, numbers)
        return raw["policy"][:, 0], raw["value"]

    def _model(self, size: int) -> tuple[PreparedNetwork, Any]:
        if size not in self._models:
            facts = prepare(self._path, size, size, self._precision)
            if facts.suicide_area:
                raise NetworkError(
                    f"{self._path} wants to see areas as if suicide were legal: "
                    "choose another teacher"
                )
            model = core().read_model(str(facts.xml))
            shapes = {"planes": [BLOCK, PLANES, size, size], "globals": [BLOCK, GLOBALS]}
            model.reshape(shapes)
            self._models[size] = facts, compiled(model)
        return self._models[size]

    def label(self, pack: Positions, number: int, choice: Choice) -> Array:
        """Records of positions, turned back as the games have them."""
        planes, numbers, _ = pack.inputs(choice)
        raw = self.judge(planes, numbers)
        area = pack.size * pack.size
        records = np.zeros(len(planes), record_type(pack.size))
        records["pack"] = number
        records["game"], records["move"] = choice.games, choice.moves
        policy = raw["policy"][:, 0].astype(np.float64)
        # Where a stone stands there is no move.
        stones = (planes[:, 1] + planes[:, 2]).reshape(-1, area) > 0
        policy[:, :area][stones] = -1e9
        records["value"] = _softmax(raw["value"].astype(np.float64))
        records["score"] = own_scores(raw["score"], self._model(pack.size)[0].multipliers)
        owners = np.round(127 * np.tanh(raw["ownership"].reshape(-1, area)))
        back = np.argsort(turned_back(pack.size)[choice.symmetries], 1)
        probabilities = _softmax(policy)
        probabilities[:, :area] = np.take_along_axis(probabilities[:, :area], back, 1)
        records["policy"] = encode_policy(probabilities)
        records["owners"] = np.take_along_axis(owners, back, 1)
        return records


def own_scores(raw: Array, theirs: Multipliers) -> Array:
    """The raw mean, deviation, lead and time left that mean the same with the multipliers of the
    networks that are trained here.

    >>> raw = np.array([[1.0, 2.0, -1.0, 0.5]])
    >>> own_scores(raw, Multipliers()).tolist()
    [[1.0, 2.0, -1.0, 0.5]]
    >>> own_scores(raw, Multipliers(score_mean=10.0, lead=40.0)).tolist()
    [[0.5, 2.0, -2.0, 0.5]]
    """
    own, score = Multipliers(), raw[:, :4].astype(np.float64)
    score[:, 0] *= theirs.score_mean / own.score_mean
    score[:, 2] *= theirs.lead / own.lead
    for column, factor in (
        (1, theirs.score_stdev / own.score_stdev),
        (3, theirs.variance_time / own.variance_time),
    ):
        if factor != 1:
            # Both are softplus of the raw output: its inverse.
            value = np.maximum(factor * np.logaddexp(0, score[:, column]), 1e-6)
            score[:, column] = value + np.log(-np.expm1(-value))
    return score


def _softmax(logits: Array) -> Array:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True))
