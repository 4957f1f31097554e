"""Random games played at once in Keima and in GNU Go: the same legal moves, stones and prisoners
at every step, and the same score at the end."""

import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from tempfile import TemporaryFile

import pytest

from keima import Color, Game
from keima.points import neighbours
from keima.rules import Rules

#: Games per board size: 2,122 in all, of which 2,000 and more are counted at the end.
GAMES = (
    dict.fromkeys(range(2, 7), 330)
    | dict.fromkeys(range(7, 10), 100)
    | dict.fromkeys(range(10, 14), 25)
    | dict.fromkeys(range(14, 20), 12)
)

SUICIDE = "--allow-suicide"
POSITIONAL, SITUATIONAL = "--positional-superko", "--situational-superko"

#: GNU Go's options and the rules that they mean.
VARIANTS = {
    (): Rules(),
    (SUICIDE,): Rules(suicide=True),
    (POSITIONAL,): Rules(ko="positional"),
    (SITUATIONAL,): Rules(ko="situational"),
    (SUICIDE, POSITIONAL): Rules(ko="positional", suicide=True),
    (SUICIDE, SITUATIONAL): Rules(ko="situational", suicide=True),
}

#: GNU Go forgets the beginning of longer games, and with it what superko forbids.
MOST_MOVES = 480


@dataclass
class Script:
    """GTP commands and the answers that Keima expects."""

    commands: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    #: For each command the seed and the moves of its game, and how many of them were made.
    where: list[tuple[str, list[str], int]] = field(default_factory=list)
    seed: str = ""
    moves: list[str] = field(default_factory=list)

    def begin(self, seed: str) -> None:
        self.seed, self.moves = seed, []

    def add(self, command: str, answer: str = "=") -> None:
        self.commands.append(command)
        self.answers.append(answer)
        self.where.append((self.seed, self.moves, len(self.moves)))

    def place(self, index: int) -> str:
        seed, moves, count = self.where[index]
        return f"{self.commands[index]} in game {seed!r} after {' '.join(moves[:count])}"


def normal(answer: str) -> str:
    """GNU Go lists points in an order of its own, and writes `B+3.0`."""
    status, *words = answer.removesuffix(".0").split()
    return " ".join([status, *sorted(words)])


def points(names: Iterator[str]) -> str:
    return " ".join(["=", *sorted(names)])


def write_prisoners(script: Script, game: Game) -> None:
    for color in (Color.BLACK, Color.WHITE):
        script.add(f"captures {color.word}", f"= {game.captures(color)}")


def write_stones(script: Script, game: Game) -> None:
    stones = game.board.stones
    for color in (Color.BLACK, Color.WHITE):
        own = (game.name(p) for p, stone in enumerate(stones) if stone == color)
        script.add(f"list_stones {color.word}", points(own))


def suicides(game: Game, color: Color) -> list[int]:
    """The points where a stone takes nothing and dies with others."""
    board, stones = game.board, game.board.stones
    near = neighbours(game.width, game.height)

    def dies(p: int) -> bool:
        own = [q for q in near[p] if stones[q] == color]
        others = [q for q in near[p] if stones[q] == color.opponent]
        return (
            len(own) > 0
            and len(own) + len(others) == len(near[p])
            and all(len(board.liberties(q)) == 1 for q in own)
            and all(len(board.liberties(q)) > 1 for q in others)
        )

    return [p for p in range(game.area) if not stones[p] and dies(p)]


def legal_points(game: Game, color: Color) -> list[int]:
    """Where GNU Go lets a player play: it does not look for positions that are repeated by
    suicide (see the test below)."""
    legal = game.native.legal_points(color)
    if game.rules.suicide and game.rules.ko != "simple":
        legal = sorted({*legal, *suicides(game, color)})
    return legal


def write_legal(script: Script, game: Game) -> None:
    for color in (Color.BLACK, Color.WHITE):
        legal = (game.name(p) for p in legal_points(game, color))
        script.add(f"all_legal {color.word}", points(legal))


def write_game(script: Script, size: int, rules: Rules, seed: str) -> None:
    """Any legal moves at first, with moves out of turn, undo and illegal attempts; then a sane
    end in which nobody fills own eyes, so that no stone is dead."""
    rng = random.Random(seed)
    game = Game(size, komi=0, rules=rules)
    script.begin(seed)

    def play(move: str, color: Color) -> None:
        game.play(move, color)
        script.moves.append(f"{color.letter} {move}")
        script.add(f"play {color.word} {move}")

    script.add("clear_board")
    wild = rng.randrange(min(2 * size * size, 200))
    passes = 0
    while passes < 2 and game.move_number < MOST_MOVES:
        color = game.to_play
        board = game.board
        free = game.native.legal_points(color)
        if game.move_number >= wild:
            free = [p for p in free if not board.is_eye(p, color)]
        elif rng.random() < 0.03 and rules.ko != "situational":
            color = color.opponent
            free = game.native.legal_points(color)
        elif rng.random() < 0.02 and game.move_number:
            count = rng.randrange(1, min(game.move_number, 12) + 1)
            game.undo(count)
            script.moves.append(f"undo {count}")
            script.add(f"gg-undo {count}")
            continue
        taken = sorted({*range(game.area)} - {*legal_points(game, color)})
        if taken and rng.random() < 0.1:
            wrong = game.name(rng.choice(taken))
            script.add(f"play {color.word} {wrong}", "? illegal move")
        if free and (game.move_number >= wild or rng.random() < 0.98):
            passes = 0
            play(game.name(rng.choice(free)), color)
        else:
            passes = passes + 1 if game.move_number >= wild else 0
            play("pass", color)
        write_prisoners(script, game)
        write_stones(script, game)
        write_legal(script, game)
    # Where superko forbids to take stones in atari, GNU Go counts otherwise.
    stones = game.board.stones
    if passes == 2 and all(len(game.board.liberties(p)) > 1 for p in range(game.area) if stones[p]):
        script.add("final_score", f"= {game.score().text}")


def ask(gnugo: str, options: tuple[str, ...], commands: list[str]) -> list[str]:
    # Through files: GNU Go writes point by point, and each would wake up the reader of a pipe.
    with TemporaryFile("w+") as given, TemporaryFile("w+") as answers:
        given.write("\n".join(commands))
        given.seek(0)
        command = [gnugo, "--mode", "gtp", "--level", "0", "--chinese-rules", *options]
        subprocess.run(command, stdin=given, stdout=answers, check=True)
        answers.seek(0)
        return answers.read().strip().split("\n\n")


@pytest.mark.slow
@pytest.mark.parametrize("size", sorted(GAMES, key=lambda size: -GAMES[size] * size**3))
def test_games_agree(gnugo: str, size: int) -> None:
    for number, (options, rules) in enumerate(VARIANTS.items()):
        script = Script()
        script.add(f"boardsize {size}")
        script.add("komi 0")
        for game in range(number, GAMES[size], len(VARIANTS)):
            write_game(script, size, rules, f"{size} {game}")
        script.add("quit")
        answers = ask(gnugo, options, script.commands)
        assert len(answers) == len(script.commands)
        for index, (answer, expected) in enumerate(zip(answers, script.answers, strict=True)):
            assert normal(answer) == expected, f"{size}x{size} {options}: {script.place(index)}"


def test_gnugo_does_not_look_for_repetition_by_suicide(gnugo: str) -> None:
    """Why its legal moves are not ours where suicide meets superko."""
    # Three black stones would die, and what is left stood there before.
    moves = ["W A3", "W B2", "W C1", "B A1", "B A2"]
    game = Game(3, rules=VARIANTS[SUICIDE, POSITIONAL])
    for move in moves:
        game.play(move[2:], move[0])
    asked = ["boardsize 3", *(f"play {move}" for move in moves), "is_legal B B1"]
    assert ask(gnugo, (SUICIDE, POSITIONAL), asked)[-1] == "= 1"
    assert not game.native.is_legal(game.parse("B1"), Color.BLACK)


def test_there_are_enough_games() -> None:
    assert sum(GAMES.values()) >= 2000 and sorted(GAMES) == list(range(2, 20))
