"""A game between a person at a terminal and an engine (the text mode of Ferreira 2016,
Listing 4.1)."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from keima.cli.coordinates import European
from keima.colors import Color
from keima.engine import Engine, SearchResult
from keima.files import write_file
from keima.game import Game
from keima.score import find_dead

#: Seconds after which a sign of life is shown.
PATIENCE = 2.0

HELP = """\
  {example:<12} play at this point
  pass         pass; two passes in a row end the game
  undo         take back your last move and Keima's answer
  score        count the position as it is
  hint         ask what Keima would play
  save FILE    write the game to an SGF file
  resign       give up
  quit         leave the game (also Ctrl-D or Ctrl-C)"""


class TerminalGame:
    """Reads moves and commands until the game ends or the person leaves.

    `read` asks for a line and raises EOFError when there is none; `write` prints one. `spinner`
    makes a context that shows a text while the engine thinks for long, and that has `update`.
    """

    def __init__(
        self,
        game: Game,
        engine: Engine,
        human: Color,
        read: Callable[[str], str],
        write: Callable[[str], None],
        *,
        coordinates: European | None = None,
        spinner: Callable[[str], Any] | None = None,
    ) -> None:
        self.game, self.engine, self.human = game, engine, human
        self.read, self.write, self.spinner = read, write, spinner
        self.coordinates = coordinates or European()
        self._saved: Path | None = None
        self._commands: dict[str, Callable[[str], bool]] = {
            "undo": self._undo,
            "score": self._score,
            "hint": self._hint,
            "save": self._save,
            "help": self._help,
            "resign": self._resign,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Plays the game. Raises EOFError when there is nothing more to read."""
        self._show()
        going = True
        while going:
            if self.game.is_over:
                going = self._end()
            elif self.game.to_play == self.human:
                going = self._turn()
            else:
                going = self._answer()

    # The person's turn. Commands say whether the game goes on.

    def _turn(self) -> bool:
        line = self.read(f"Your turn ({_stone(self.human)}): ").strip()
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        try:
            if command:
                return command(rest.strip())
            if line:
                self.game.play(self.coordinates.parse(self.game, line))
                self._show()
        except ValueError as error:
            self.write(f"{error}. Type help for all commands.")
        return True

    def _undo(self, _: str) -> bool:
        mine = [i for i, move in enumerate(self.game.moves) if move.color == self.human]
        if not mine:
            raise ValueError("there is no move of yours to take back")
        self.game.undo(self.game.move_number - mine[-1])
        self._show()
        return True

    def _score(self, _: str) -> bool:
        self.write(self._count())
        return True

    def _hint(self, _: str) -> bool:
        result = self._search()
        verb = "" if result.move == "resign" else "play "
        self.write(f"Keima would {verb}{self._described(result)}.")
        others = [self._name(candidate.move) for candidate in result.candidates[:5]]
        if others:
            self.write(f"Its favourites: {', '.join(others)}.")
        return True

    def _save(self, name: str) -> bool:
        if not name:
            raise ValueError("save needs the name of a file, as in: save game.sgf")
        try:
            path = Path(name).expanduser()
            if path.exists() and path != self._saved:
                raise ValueError(f"{name} exists: choose another name")
            write_file(path, self.game.to_sgf().encode())
        except (OSError, RuntimeError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ValueError(f"cannot write {name}: {reason}") from None
        self._saved = path
        self.write(f"Saved to {name}.")
        return True

    def _help(self, _: str) -> bool:
        self.write(HELP.format(example=self.coordinates.example))
        return True

    def _resign(self, _: str) -> bool:
        self.write(f"You resign: {self.human.opponent.letter}+R.")
        return False

    def _quit(self, _: str) -> bool:
        self.write("Goodbye.")
        return False

    # The engine's turn

    def _answer(self) -> bool:
        result = self._search()
        if result.move == "resign":
            self.write(f"Keima resigns: {self.human.letter}+R. Well played!")
            return False
        self.game.play(result.move)
        self.write(f"Keima plays {self._described(result)}.")
        self._show()
        return True

    def _search(self) -> SearchResult:
        with self._sign_of_life() as progress:
            return self.engine.search(self.game, progress=progress)

    @contextlib.contextmanager
    def _sign_of_life(self) -> Iterator[Callable[[int], None] | None]:
        """A spinner that appears when thinking takes long."""
        if self.spinner is None:
            yield None
            return
        make, start, shown = self.spinner, time.monotonic(), None
        with contextlib.ExitStack() as stack:

            def progress(playouts: int) -> None:
                nonlocal shown
                if time.monotonic() - start < PATIENCE:
                    return
                text = f"Keima is thinking ... {playouts:,} playouts"
                if shown is None:
                    shown = stack.enter_context(make(text))
                else:
                    shown.update(text)

            yield progress

    def _end(self) -> bool:
        """The game is over: shows why and the count; the person may have it go on."""
        repeated = self.game.rules.ko == "cycle" and self.game.native.repeats
        self.write("The position has repeated." if repeated else "Both have passed.")
        self.write(self._count())
        while True:
            answer = self.read("Is that right? (yes, or no to play on): ").strip().lower()
            if answer in ("y", "yes"):
                self.write("Thank you for the game.")
                return False
            if answer in ("n", "no"):
                self.game.undo(1)
                while self.game.moves and self.game.moves[-1].point == self.game.area:
                    self.game.undo(1)
                self.write("Play on: capture what is dead, then pass.")
                self._show()
                return True

    # What is shown

    def _show(self) -> None:
        names = {self.human: "human", self.human.opponent: "keima"}
        recent = [
            f"{move.color.letter} {self.coordinates.name(self.game, move.point)}"
            for move in self.game.moves[-6:]
        ]
        dots = ["..."] if self.game.move_number > len(recent) else []
        plays = f"Plays ({self.game.move_number}): {', '.join(dots + recent)}".rstrip()
        self.write(f"\nWhite (O): {names[Color.WHITE]}\nBlack (X): {names[Color.BLACK]}\n{plays}\n")
        self.write(self.coordinates.draw(self.game) + "\n")

    def _count(self) -> str:
        """The score with dead stones off the board, as Keima sees them."""
        dead = sorted(find_dead(self.game))
        score = self.game.score(dead)
        if not dead:
            return f"Score, all stones alive: {score.text}."
        names = ", ".join(self.coordinates.name(self.game, point) for point in dead)
        return f"Score: {score.text}, with these stones dead: {names}."

    def _described(self, result: SearchResult) -> str:
        seen = "" if result.winrate is None else f"win rate {100 * result.winrate:.0f} %, "
        return f"{self._name(result.move)} ({seen}{result.seconds:.1f} s)"

    def _name(self, move: str) -> str:
        if move == "resign":
            return move
        return self.coordinates.name(self.game, self.game.parse(move))


def _stone(color: Color) -> str:
    return ".XO"[color]
