"""Networks that were taught under few rules, made deaf to the others."""

from __future__ import annotations

from dataclasses import replace

from keima.nets.description import Description

#: Which of the 19 numbers say that territory is counted, and that points in seki do not count.
TERRITORY, SEKI_TAX = 9, 10
#: Superko (two), suicide, the tax on groups, phases (two), the stronger side (two), the button.
UNTAUGHT = (6, 7, 8, 11, 12, 13, 15, 16, 17)


def blank_rules(net: Description) -> Description:
    """The same network without what chance put where nothing was learnt.

    For networks that have seen Chinese and Japanese rules alone: of these it says what it said, as
    territory and the tax on seki came together there and are now one number. All else that the
    rules may say makes no difference any more.
    """
    weights = net.trunk.matmul.weights.copy()
    weights[TERRITORY] += weights[SEKI_TAX]
    weights[[SEKI_TAX, *UNTAUGHT]] = 0
    matmul = replace(net.trunk.matmul, weights=weights)
    return replace(net, trunk=replace(net.trunk, matmul=matmul))
