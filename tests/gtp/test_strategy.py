"""Another player in the middle of a game."""

from keima import Engine, Game
from keima.gtp.server import Server
from keima.gtp.session import Session


def test_the_strategy_changes_and_the_game_goes_on() -> None:
    make = lambda seed: Engine("classic", threads=1, seed=seed or 7)  # noqa: E731
    session = Session(make, Game(5), playouts=20)

    def ask(line: str) -> str:
        return Server(session).answer(line.encode()).decode().strip()

    assert {"classic", "matilda", "brugmann", "abramson"} <= set(ask("keima-strategies").split())
    assert ask("keima-strategy").startswith("= classic")
    assert ask("play b C3") == "="
    assert ask("kata-set-param resign_threshold 0.3") == "="
    assert ask("keima-strategy brugmann") == "="
    assert ask("keima-strategy").startswith("= brugmann")
    assert (session.player.seed, session.changes) == (7, [])
    assert session.player.parameters.threads == 1
    assert ask("list_stones b") == "= C3"
    assert ask("genmove w").startswith("= ")
    for wrong in ("nobody", "/etc/passwd", "classic:playouts=5", "classic matilda"):
        assert ask(f"keima-strategy {wrong}").startswith("? ")
    assert ask("keima-strategy kata").startswith("? cannot play as kata")  # it needs a network
    assert ask("keima-strategy").startswith("= brugmann")
    # A new seed is a new player of the same kind.
    assert ask("set_random_seed 3") == "="
    assert session.player.name.startswith("brugmann") and session.player.seed == 3


def test_exit_is_quit() -> None:
    session = Session(lambda seed: Engine("brugmann", seed=1), Game(5))
    assert Server(session).answer(b"exit").strip() == b"="
    assert session.closing
