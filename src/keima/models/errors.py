"""Why a player cannot play."""


class CannotPlay(ValueError):
    """The player cannot play on such a board, or not at all."""


class NoNetwork(CannotPlay):
    """There is no such network, or none for the size of the board."""
