"""Positions near the end of a game that several tests look at."""

# A corner that random players think Black keeps: White is alive on the right, with B3 and H6; so is
# White's group at the left, which has two eyes.
LIVING = (
    ". . O X X X O O .",
    ". O O O X O O . .",
    ". O O X X X X O .",
    ". O X X X X O . .",
    "O O O O X O O O O",
    "O X X X X O O X O",
    "X X . . . X X X X",
    ". . . . . . . . .",
    ". . . . . . . . .",
)
# White's stones at B2, B3 and on the right are dead, and Black's at the top left corner live.
DEAD = (
    ". . . O O X . X .",
    ". . . O X X X O X",
    "O O . . O X . O .",
    "O X O . O X X O X",
    "X X O . O X . X X",
    "X . X O O O X X O",
    ". O X X X O O O O",
    "X O X X O O . . .",
    ". X . X X O . . .",
)
# Who plays between the stones at the top dies.
SEKI = (
    "O O X . O X X",
    "O O X . O X X",
    "O O X O O X X",
    "O O O X X X X",
    ". O O X X . X",
    "O . O X . X X",
)
# White's eye at B4 has a black stone at a corner but is needed.
NEEDED_EYE = (
    "O O O O X .",
    "O . O X X X",
    "O O X X . X",
    ". O X . X X",
    "O O X X X X",
)
# White's stone at A3 is dead; without taking it Black has 12 points to 11.
DEAD_STONE = (
    ". . X O .",
    "X X X O O",
    "O . X O O",
    ". X X O O",
    "X . X O .",
)
# Nothing is left to play for.
SETTLED = (
    ". . X O . .",
    "X X X O O O",
    "X . X O . O",
    "X X X O O O",
    ". . X O . .",
    "X X X O O O",
)
# White's three points at the top left are an eye that B5 kills.
KILLED_AT_B5 = (
    ". . . O X . X",
    "O O O O X X .",
    "X X X X X X X",
    "X . X . X . X",
    "X X X X X X X",
)
# White's stones at the left are dead, and Black needs them; the rest of his area is clean.
DEAD_STONES_DECIDE = (
    ". . . . X O . O .",
    ". . . . X O O O O",
    "X X X X X O . O .",
    ". O . . X O O O O",
    ". O O . X O O O O",
    ". . . . X O . O .",
    "X X X X X O O O O",
    "X . X . X O . O O",
    "X X X X X O O O .",
)
# The same with little room; every stone that Black plays costs a point if territory is counted.
DEAD_STONES_STAY = (
    ". X . X X O . O .",
    "X X X X X O O O O",
    "X X X X X O . O .",
    "X . O X X O O O O",
    "X . O . X O O O O",
    "X X X X X O . O .",
    "X X X X X O O O O",
    "X . X . X O . O O",
    "X X X X X O O O .",
)
# Over, with more than half of the points empty: White has 25 points, Black 23.
OPEN_TERRITORY = (
    ". . . . X O . . .",
    ". . X . X O . O .",
    ". X . X X O O . .",
    ". . . X O O . . .",
    "X . X X O . . O .",
    ". X . X O O . . .",
    ". . . X X O . . .",
    ". X . X O O . O .",
    ". . . X O . . . .",
)
