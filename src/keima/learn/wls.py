"""Win/loss states: how sure it is that more than half of some games are won, in one small number.

A state stands for so many wins in so many games. States are numbered by evidence: 0 has never been
seen, the next has only lost, the last has only won. What has been seen as often as the scale allows
goes back to fewer games, so that it can still change its mind. From Basaldua and Moreno-Vega 2012;
playouts of the policy `isgo` learn by them (Basaldua et al. 2014).

>>> states = WinLossStates()
>>> len(states), states.half
(253, 122)
>>> states.find(12, 16) > states.find(3, 4)  # the same part of the games, and more of them
True
>>> states.record(states.after_win(states.find(1, 2)))
(2, 3)
"""

from __future__ import annotations

from keima._core import WinLossStates

__all__ = ["WinLossStates", "draw_states", "learn"]


def learn(states: WinLossStates, results: str, state: int = 0) -> int:
    """The state after results, `+` for a win and `-` for a loss.

    >>> states = WinLossStates()
    >>> states.record(learn(states, "++-+"))
    (3, 4)
    """
    for result in results:
        if result not in "+-":
            raise ValueError(f"a result is + or -, not {result!r}")
        state = states.after_win(state) if result == "+" else states.after_loss(state)
    return state


def draw_states(states: WinLossStates) -> str:
    """The number of every state, wins to the right and games down.

    >>> print(draw_states(WinLossStates(4)))
    games  0  1  2  3  4  wins
        0  0
        1  4 11
        2  3  7 12
        3  2  6  9 13
        4  1  5  8 10 14
    """
    end = states.end
    wide = len(str(len(states) - 1)) + 1
    lines = ["games" + "".join(f"{wins:{wide}}" for wins in range(end + 1)) + "  wins"]
    for games in range(end + 1):
        row = "".join(f"{states.find(wins, games):{wide}}" for wins in range(games + 1))
        lines.append(f"{games:5}{row}")
    return "\n".join(lines)
