"""What is wrong with a network that was asked for."""


class NoNetwork(ValueError):
    """There is no such network, or none for the size of the board."""
