"""Networks at work on boards, one step after the other, and what they learn from it: Q(lambda) and
backpropagation through time (van der Werf 2004, 6.4.2 and 6.4.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from keima.learn.erna.boards import Boards
from keima.learn.erna.network import Floats, Integers, Recurrent, Step

#: How much of a return is what really followed, and what a step later is worth.
LAMBDA, GAMMA = 0.3, 0.97
#: While it learns: actions by chance, and by chance in proportion to their values.
AT_RANDOM, BY_VALUE = 0.05, 0.25


@dataclass
class Episode:
    """What was done on some boards, and which class was named for each; -1 for none."""

    steps: list[Step]
    answers: Integers


def play(
    network: Recurrent,
    boards: Boards,
    chance: np.random.Generator | None = None,
    explored: float = 1.0,
) -> Episode:
    """Looks at all boards until a class is named or there are no iterations left. With `chance`
    actions are explored, by a part of what the document has; else the best is taken."""
    s = network.shape
    count = len(boards)
    kind = network.weights.dtype
    wide = network.padded(boards.points)
    local = np.zeros((count, wide.shape[1], s.local), kind)
    memory = np.zeros((count, s.globals), kind)
    hidden = np.zeros((count, s.hidden), kind)
    values = np.zeros((count, s.actions), kind)
    places = np.full(count, network.start)
    answers = np.full(count, -1)
    into, bias, out, last = network.parts(network.weights)
    rows = np.arange(count)
    steps: list[Step] = []
    for iteration in range(s.most):
        at = places[rows]
        left = np.full((len(rows), 1), 1 - iteration / s.most, kind)
        seen: list[Floats] = [left]
        if s.eye:
            window = at[:, None] + network.window
            seen += [wide[rows[:, None], window], network.coordinates(at)]
            seen += [local[rows[:, None], window].reshape(len(rows), -1)]
        else:
            seen += [2 * boards.points[rows] - 1]
        seen += [memory[rows]]
        if s.loop:
            seen += [hidden[rows]]
        if s.actions_back:
            seen += [values[rows]]
        inputs = np.concatenate(seen, 1)
        now = np.tanh(inputs @ into + bias)
        outputs = now @ out + last
        local[rows, at] = outputs[:, : s.local]
        memory[rows] = outputs[:, s.local : s.local + s.globals]
        hidden[rows] = now
        said = outputs[:, s.local + s.globals :]
        values[rows] = said
        chosen = _choose(said, chance, explored)
        named = chosen - s.moves
        ended = named >= 0
        rewards = np.zeros(len(rows), kind)
        right = named == boards.connected[rows]
        rewards[ended] = np.where(right[ended], 1, -1)
        answers[rows[ended]] = named[ended]
        if s.eye:
            to = at + network.moves[np.minimum(chosen, s.moves - 1)]
            off = ~ended & network.border[to]
            rewards[off] = -1
            places[rows] = np.where(ended | off, at, to)
        if iteration == s.most - 1:
            rewards[~ended] = -1
            ended = np.ones(len(rows), bool)
        steps.append(Step(rows, inputs, now, said, at, chosen, rewards, ended))
        rows = rows[~ended]
        if not len(rows):
            break
    return Episode(steps, answers)


def _choose(values: Floats, chance: np.random.Generator | None, explored: float) -> Integers:
    best: Integers = values.argmax(1)
    if chance is None:
        return best
    draw = chance.random(len(values))
    weights = values - values.min(1, keepdims=True) + 1e-6
    ends = np.cumsum(weights / weights.sum(1, keepdims=True), 1)
    by_value = (chance.random((len(values), 1)) > ends[:, :-1]).sum(1)
    at_random = chance.integers(values.shape[1], size=len(values))
    least, most = explored * AT_RANDOM, explored * BY_VALUE
    drawn = np.where(draw < least + (1 - least) * most, by_value, best)
    return np.asarray(np.where(draw < least, at_random, drawn))


def gradient(network: Recurrent, episode: Episode) -> tuple[float, Floats]:
    """The mean square of what the values of the actions taken are off from their returns, and its
    gradient: through memories, and values of actions that were seen again, back to the first
    step."""
    s = network.shape
    steps, count = episode.steps, len(episode.answers)
    total = np.zeros_like(network.weights)
    d_into, d_bias, d_out, d_last = network.parts(total)
    into, _, out, _ = network.parts(network.weights)
    area, kind = network.area, network.weights.dtype
    d_local = np.zeros((count, area, s.local), kind)
    d_memory = np.zeros((count, s.globals), kind)
    d_hidden = np.zeros((count, s.hidden), kind)
    d_values = np.zeros((count, s.actions), kind)
    returns = np.zeros(count, kind)
    nexts = np.zeros(count, kind)
    everything = sum(len(step.rows) for step in steps)
    error = 0.0
    for step in reversed(steps):
        rows, each = step.rows, np.arange(len(step.rows))
        later = GAMMA * ((1 - LAMBDA) * nexts[rows] + LAMBDA * returns[rows])
        wanted = step.rewards + np.where(step.ended, 0, later)
        off = step.values[each, step.chosen] - wanted
        error += float((off.astype(np.float64) ** 2).sum())
        returns[rows], nexts[rows] = wanted, step.values.max(1)
        back = np.concatenate([d_local[rows, step.places], d_memory[rows], d_values[rows]], 1)
        back[each, s.local + s.globals + step.chosen] += 2 * off / everything
        d_local[rows, step.places] = 0
        d_out += step.hidden.T @ back
        d_last += back.sum(0)
        inner = (back @ out.T + d_hidden[rows]) * (1 - step.hidden**2)
        d_into += step.inputs.T @ inner
        d_bias += inner.sum(0)
        d_inputs = inner @ into.T
        network.scatter(d_inputs, rows, step.places, d_local, d_memory, d_hidden, d_values)
    return error / everything, total


def accuracy(network: Recurrent, boards: Boards) -> float:
    """The part of the boards whose class is named rightly."""
    return float((play(network, boards).answers == boards.connected).mean())
