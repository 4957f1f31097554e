"""The native core. A point is its row-major index from the top left, `area` is a pass; colours
are 0 empty, 1 black, 2 white."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

class Board:
    """A position without history (see `cpp/board/board.h`)."""

    def __init__(self, width: int, height: int) -> None: ...
    @staticmethod
    def from_stones(width: int, height: int, stones: Sequence[int]) -> Board: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def area(self) -> int: ...
    @property
    def hash(self) -> int: ...
    @property
    def ko(self) -> int: ...
    @property
    def ko_color(self) -> int: ...
    @property
    def stones(self) -> list[int]: ...
    def copy(self) -> Board: ...
    def at(self, point: int) -> int: ...
    def code(self, point: int) -> int: ...
    def liberties(self, point: int) -> list[int]: ...
    def group(self, point: int) -> list[int]: ...
    def is_legal(self, move: int, color: int, allow_suicide: bool = False) -> bool: ...
    def is_eye(self, point: int, color: int) -> bool: ...
    def is_strict_eye(self, point: int, color: int) -> bool: ...
    def play(self, move: int, color: int, allow_suicide: bool = False) -> int: ...

def count_legal_positions(width: int, height: int, part: int = 0, parts: int = 1) -> int: ...

class History:
    """A game from its first position (see `cpp/rules/history.h`)."""

    def __init__(
        self,
        start: Board,
        to_play: int,
        ko: str = "simple",
        suicide: bool = False,
        ending: str = "two-passes",
        button: bool = False,
        prisoners: Sequence[int] = (0, 0),
    ) -> None: ...
    def set_rules(self, ko: str, suicide: bool, ending: str, button: bool) -> bool: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def area(self) -> int: ...
    @property
    def board(self) -> Board: ...
    @property
    def hash(self) -> int: ...
    @property
    def start(self) -> Board: ...
    @property
    def start_to_play(self) -> int: ...
    @property
    def start_prisoners(self) -> list[int]: ...
    @property
    def to_play(self) -> int: ...
    @to_play.setter
    def to_play(self, color: int) -> None: ...
    @property
    def moves(self) -> list[tuple[int, int]]: ...
    @property
    def turns(self) -> list[int]: ...
    @property
    def last_move(self) -> tuple[int, int] | None: ...
    def __len__(self) -> int: ...
    @property
    def passes(self) -> int: ...
    @property
    def button(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def repeats(self) -> bool: ...
    @property
    def cycle_balance(self) -> int: ...
    def prisoners(self, color: int) -> int: ...
    def at(self, point: int) -> int: ...
    def is_legal(self, move: int, color: int) -> bool: ...
    def judge(self, move: int, color: int) -> str: ...
    def legal_points(self, color: int) -> list[int]: ...
    def play(self, move: int, color: int) -> bool: ...
    def undo(self, count: int) -> bool: ...
    def copy(self) -> History: ...

def count_stones(board: Board) -> int: ...
def count_stones_and_eyes(board: Board) -> int: ...
def count_area(board: Board) -> int: ...
def area_owners(board: Board) -> list[int]: ...
def pass_alive(board: Board, color: int, suicide: bool = False) -> list[int]: ...
def unconditional_territory(board: Board, color: int) -> list[int]: ...
def nearest_owners(board: Board, remove_ataris: bool = True) -> list[int]: ...
def is_false_eye(board: Board, point: int, color: int) -> bool: ...
def is_real_eye(board: Board, point: int, color: int) -> bool: ...
def is_simple_eye_shape(board: Board, point: int, color: int) -> bool: ...
def is_bad_self_atari(board: Board, point: int, color: int, ko_is_bad: bool = True) -> bool: ...
def liberties_after(board: Board, point: int, color: int) -> tuple[int, int]:
    """Liberties of the group after a move, 0, 1, or 2 for more; and where the only one is, or a
    pass."""

def nakade_point(board: Board, inside: int, attacker: int) -> int:
    """The vital point of an eye, or a pass (see `cpp/tactics/nakade.h`)."""

def is_captured_in_ladder(board: Board, group: int) -> bool: ...
def ladder_move(board: Board, group: int) -> int:
    """A move that captures the group by a ladder, or a pass if there is none."""

def can_be_killed(board: Board, group: int, nodes: int = 1000) -> tuple[bool, list[int], bool, int]:
    """The answer, the first moves that do it, whether nothing was left out, and the moves read."""

def can_be_saved(
    board: Board, group: int, nodes: int = 1000
) -> tuple[bool, list[int], bool, int]: ...
def is_seki_liberty(board: Board, point: int) -> bool: ...
def seki_partner(board: Board, stone: int) -> int:
    """A stone of the group that this one is in seki with, or a pass."""

def dragons(board: Board) -> list[tuple[int, int]]:
    """For each point, a stone that names its dragon and the dragon's eyes; a pass and 0 for empty
    points."""

def time_tactics(
    width: int, height: int, seconds: float, seed: int = 0
) -> list[tuple[str, int, float]]:
    """Name, number of questions and nanoseconds a question, `seconds` for each part."""

class LightBoard:
    """The board of uniform playouts (see `cpp/playout/light_board.h`)."""

    def __init__(
        self, board: Board, to_play: int = 1, eyes: str = "usual", words: int = 0
    ) -> None: ...
    def playable(self, color: int) -> list[int]: ...
    def play(self, move: int, color: int) -> None: ...
    @property
    def stones(self) -> list[int]: ...
    @property
    def owners(self) -> list[int]: ...
    @property
    def ko(self) -> int: ...
    @property
    def score(self) -> int: ...

def play_out(
    board: Board, to_play: int, seed: int = 0, eyes: str = "usual", policy: str = "uniform"
) -> tuple[int, list[tuple[int, int]], list[int]]:
    """Score, moves and final owners of one playout. Policies: `uniform`, and `board`, which is
    the same on the full board."""

def land(board: Board, aim: int, color: int, epsilon: float, seed: int) -> int:
    """Frisbee Go: where a stone lands that is thrown at a point; the area if there is no stone."""

def run_playouts(
    board: Board,
    to_play: int,
    seconds: float,
    seed: int = 0,
    eyes: str = "usual",
    policy: str = "uniform",
) -> tuple[int, int, int, float]:
    """Playouts, moves, sum of scores and seconds."""

def playout_signature(
    board: Board,
    to_play: int,
    playouts: int,
    seed: int = 0,
    eyes: str = "usual",
    policy: str = "uniform",
) -> int: ...
def time_board(
    width: int, height: int, seconds: float, seed: int = 0
) -> tuple[float, float, float]:
    """Nanoseconds to copy a board, to play a move, to test a point."""

def random_numbers(seed: int, below: int, count: int) -> list[int]: ...

class TrainedPolicy:
    """How playouts choose among points (see `cpp/playout/trained_policy.h`)."""

    def __init__(self, numbers: Sequence[float]) -> None: ...

def balance(
    positions: Sequence[tuple[Board, int, int, int, float]],
    owners: npt.NDArray[np.float32],
    wins: npt.NDArray[np.float64],
    patterns: PatternTable,
    games: int,
    win_weight: float = 1.0,
    seed: int = 0,
) -> tuple[npt.NDArray[np.float64], float, float]: ...

class Gammas:
    """A model of moves (see `cpp/playout/gammas.h`)."""

    def __init__(self, features: Sequence[float], shapes: Sequence[float]) -> None: ...

class MoveWeights:
    """A running game with the weights of all moves (see `cpp/playout/move_weights.h`)."""

    def __init__(self, board: Board, gammas: Gammas) -> None: ...
    def play(self, move: int, color: int) -> None: ...
    def of(self, color: int) -> list[int]: ...
    def total(self, color: int) -> int: ...

class Competitions:
    """Positions of games to learn from (see `cpp/features/competitions.h`)."""

    def __init__(self) -> None: ...
    def add_game(self, board: Board, first: int, moves: Sequence[int]) -> None: ...
    def __len__(self) -> int: ...
    @property
    def left_out(self) -> int: ...
    @property
    def candidates(self) -> int: ...
    def appearances(self) -> Numbers: ...
    def wins(self) -> Numbers: ...
    def weigh(self, strengths: Numbers) -> tuple[Numbers, float, float]:
        """By team the sum of 1 / (strength of all), mean log-likelihood and accuracy."""

def move_features() -> list[str]: ...
def shape_drawings() -> list[str]: ...

class PatternTable:
    """3x3 patterns (see `cpp/playout/patterns.h`)."""

    def __init__(
        self, text: str, gammas: Gammas | None = None, trained: TrainedPolicy | None = None
    ) -> None: ...
    @property
    def patterns(self) -> int: ...
    @property
    def neighbourhoods(self) -> int: ...
    def weight(self, board: Board, move: int, color: int) -> int: ...

class Replies:
    """Stored replies (see `cpp/playout/replies.h`). `after` is `area` if there is none."""

    def __init__(self, width: int, height: int, order: int = 1) -> None: ...
    def update(self, board: Board, moves: Sequence[tuple[int, int]], winner: int) -> None: ...
    def after(self, board: Board, color: int, last: int, before: int = -1) -> int: ...
    def clear(self) -> None: ...

class WinLossStates:
    """See `keima.learn.wls`."""

    def __init__(self, end: int = 21, prior_wins: int = 0, prior_visits: int = 0) -> None: ...
    @property
    def end(self) -> int: ...
    @property
    def half(self) -> int: ...
    def __len__(self) -> int: ...
    def after_win(self, state: int) -> int: ...
    def after_loss(self, state: int) -> int: ...
    def record(self, state: int) -> tuple[int, int]:
        """Wins and visits."""

    def value(self, state: int) -> float: ...
    def find(self, wins: int, visits: int) -> int: ...
    def nearest(self, wins: float, visits: float) -> int: ...

def local_contexts(board: Board, moves: Sequence[tuple[int, int]], size: int = 40) -> list[int]:
    """Hashes of what is around each point after these moves, each with its colour."""

class LearnedMoves:
    """What playouts learn (see `cpp/playout/learned_moves.h`)."""

    def __init__(
        self,
        width: int,
        height: int,
        balance: bool = True,
        best: int = 8,
        node_threshold: int = 122,
        edge_threshold: int = 174,
        bits: int = 32,
    ) -> None: ...
    def clear(self) -> None: ...
    def node(self, color: int, move: int, context: int) -> int: ...
    def update_node(self, color: int, move: int, context: int, won: bool) -> None: ...
    def edge(
        self, color: int, move: int, context: int, answer: int, answer_context: int
    ) -> int: ...
    def update_edge(
        self,
        color: int,
        move: int,
        context: int,
        answer: int,
        answer_context: int,
        won: bool,
    ) -> None: ...
    def answers(self, color: int, move: int, context: int) -> list[tuple[int, int, int, int]]:
        """Move, context, state and how often it was found illegal."""

    def threshold(self, edge: bool, color: int) -> int: ...
    def count(
        self, black_node: int, white_node: int, black_edge: int = 0, white_edge: int = 0
    ) -> None: ...

class Playout:
    """A playout policy (see `cpp/playout/playout.h`). `last` and `before` are the last two moves,
    -1 if there are none."""

    def __init__(
        self,
        policy: str,
        parameters: Mapping[str, float] = {},
        patterns: PatternTable | None = None,
        replies: Replies | None = None,
        learned: LearnedMoves | None = None,
    ) -> None: ...
    def steps(self) -> list[tuple[str, int]]:
        """How many moves each part of the policy has made; empty if it does not count."""

    def run(
        self,
        board: Board,
        to_play: int,
        last: int = -1,
        before: int = -1,
        komi: float = 0.0,
        seed: int = 0,
    ) -> tuple[int, list[tuple[int, int]], list[int]]:
        """Score, moves with passes, and final owners."""

    def run_many(
        self,
        board: Board,
        to_play: int,
        playouts: int,
        last: int = -1,
        before: int = -1,
        komi: float = 0.0,
        seed: int = 0,
    ) -> tuple[int, int, list[int], list[int]]:
        """Sums over playouts: half wins of Black, scores, owners of each point (Black minus
        White), and how often each move was the first. Teaches the replies."""

    def suggest(
        self, board: Board, to_play: int, last: int = -1, before: int = -1
    ) -> list[tuple[int, float]]: ...
    def measure(
        self, board: Board, to_play: int, seconds: float, seed: int = 0
    ) -> tuple[int, int, int, float]:
        """Playouts, moves, sum of scores and seconds."""

    def signature(self, board: Board, to_play: int, playouts: int, seed: int = 0) -> int: ...

def playout_parameters(policy: str) -> list[tuple[str, float, float, float, str]]:
    """Name, default (below the range if it follows the board's size), range and meaning."""

def count_liberties_after(board: Board, move: int, color: int, limit: int) -> int: ...
def rescues(board: Board, stone: int) -> list[tuple[int, bool]]: ...
def gives_atari(board: Board, move: int, color: int) -> bool: ...
def vital_point(board: Board, point: int, wall: int) -> int: ...

class FlatResult:
    """Games counted by a FlatSearch: (games, sum of scores, sum of squared scores, half wins),
    from Black's side."""

    @property
    def moves(self) -> list[tuple[int, int, int, int]]: ...
    @property
    def all(self) -> tuple[int, int, int, int]: ...
    @property
    def owner(self) -> list[int]: ...

class FlatSearch:
    """Flat Monte Carlo on several threads (see `cpp/search/flat.h`). A search needs `games` or
    `seconds`; `observer` is called now and then with the number of games finished."""

    def __init__(self) -> None: ...
    def stop(self) -> None: ...
    def reset(self) -> None: ...
    def all_moves_as_first(
        self,
        board: Board,
        to_play: int,
        *,
        eyes: str = "strict",
        komi: float = 0.0,
        seed: int = 0,
        threads: int = 1,
        games: int = 0,
        seconds: float = 0.0,
        observer: Callable[[int], object] | None = None,
    ) -> FlatResult: ...
    def expected_outcome(
        self,
        board: Board,
        to_play: int,
        moves: Sequence[int],
        *,
        eyes: str = "strict",
        komi: float = 0.0,
        seed: int = 0,
        threads: int = 1,
        games: int = 0,
        seconds: float = 0.0,
        observer: Callable[[int], object] | None = None,
    ) -> FlatResult: ...

def playable_points(history: History, color: int, eyes: str = "strict") -> list[int]: ...
def record_games(
    board: Board, to_play: int, games: int, seed: int = 0, eyes: str = "strict"
) -> list[tuple[list[tuple[int, int]], int]]: ...

class MoveModel:
    """Which move a strong player makes (see `cpp/features/move_model.h`)."""

    def __init__(self, codes: Sequence[int], weights: Sequence[int]) -> None: ...
    def predict(
        self, board: Board, to_play: int, last: int = -1, before: int = -1
    ) -> list[tuple[int, float]]:
        """Legal points that fill no eye, each with the probability that it is played."""

class Joseki:
    """Moves that strong players make in a corner (see `cpp/features/joseki.h`)."""

    def __init__(self, keys: Sequence[int]) -> None: ...
    def __len__(self) -> int: ...
    def has(self, board: Board, point: int, color: int) -> bool: ...
    @staticmethod
    def keys_of(board: Board, point: int, color: int) -> tuple[int, int] | None:
        """Of the stones in the corner, and of them with the move; None outside of the corners."""

def local_starts(stones: int = 5, liberties: int = 3) -> list[int]:
    """Where each of the eight kinds of local features begins, and how many features there are."""

def local_features(
    board: Board,
    to_play: int,
    points: Sequence[int],
    last: int = -1,
    stones: int = 5,
    liberties: int = 3,
) -> npt.NDArray[np.float32]:
    """What is told of moves at these empty points, a row each (see
    `cpp/features/local_features.h`); regions by the distance of their outermost points."""

class LocalPairs:
    """Moves that were played and others near them (see `cpp/features/local_pairs.h`)."""

    def __init__(self, stones: int = 5, liberties: int = 3) -> None: ...
    def add_game(
        self,
        start: Board,
        first: int,
        moves: npt.NDArray[np.uint16],
        most: int = 0,
        seed: int = 1,
    ) -> None: ...
    def __len__(self) -> int: ...
    def played(self) -> npt.NDArray[np.float32]: ...
    def others(self) -> npt.NDArray[np.float32]: ...

class LocalModel:
    """Which moves are good where they are (see `cpp/features/local_model.h`)."""

    def __init__(
        self,
        stones: int,
        liberties: int,
        hidden: int,
        weights: npt.NDArray[np.float32],
        sharpness: float = 1.0,
    ) -> None: ...
    @property
    def stones(self) -> int: ...
    @property
    def liberties(self) -> int: ...
    @property
    def hidden(self) -> int: ...
    @property
    def sharpness(self) -> float: ...
    def values(self, board: Board, to_play: int, last: int = -1) -> list[tuple[int, float]]:
        """All legal points, each with what it is worth."""
    def predict(self, board: Board, to_play: int, last: int = -1) -> list[tuple[int, float]]:
        """All legal points, each with the probability that it is played."""
    def ranks(
        self, start: Board, first: int, moves: npt.NDArray[np.uint16]
    ) -> npt.NDArray[np.int32]:
        """For each move of a game, its rank among all legal moves, how many these are, and the same
        among those near it."""

class MoveTrainer:
    """Learns the weights of a MoveModel (see `cpp/features/move_trainer.h`)."""

    def __init__(self) -> None: ...
    def count(self, start: Board, first: int, moves: Sequence[int]) -> None: ...
    def count_lesson(
        self, board: Board, to_play: int, last: int, before: int, chances: Sequence[float]
    ) -> None: ...
    def keep(self, least: float) -> int: ...
    def learn(
        self, start: Board, first: int, moves: Sequence[int], rate: float
    ) -> tuple[int, int, int, int, float]:
        """Positions, those whose move was the best, among the best five and ten, and the
        logarithm of the likelihood of all moves."""
    def learn_lesson(
        self,
        board: Board,
        to_play: int,
        last: int,
        before: int,
        chances: Sequence[float],
        rate: float,
    ) -> tuple[int, int, int, int, float]:
        """The same of one position and how likely each of its points is played; own eyes
        without a chance are no candidates. Raises ValueError for a chance of an illegal move."""
    def model(self) -> tuple[list[int], list[int]]:
        """Codes and weights."""

def direct_territory(
    method: str,
    width: int,
    height: int,
    signs: Sequence[int],
    *,
    dilations: int = 5,
    erosions: int = 21,
    start: int = 64,
) -> npt.NDArray[np.int32]:
    """Who has each point by `explicit`, `direct`, `distance`, `zobrist` or `bouzy` (see
    `cpp/features/territory_direct.h`); signs are 1 Black, -1 White, 0 nobody."""

def territory_inputs(
    width: int,
    height: int,
    signs: Sequence[int],
    to_play: int,
    alive: npt.NDArray[np.float32],
    points: Sequence[int],
    *,
    radius: int,
    enhanced: bool,
    view: int = 0,
) -> npt.NDArray[np.float32]:
    """What networks of territory see of points, a row each (see `cpp/features/territory_inputs.h`);
    of points with several views the one of this number."""

class TerritoryNet:
    """A learned estimate of territory (see `cpp/features/territory_net.h`)."""

    def __init__(
        self, radius: int, enhanced: bool, hidden: int, weights: npt.NDArray[np.float32]
    ) -> None: ...
    @property
    def radius(self) -> int: ...
    @property
    def enhanced(self) -> bool: ...
    @property
    def hidden(self) -> int: ...
    @property
    def weights(self) -> npt.NDArray[np.float32]: ...
    def evaluate(
        self,
        width: int,
        height: int,
        signs: Sequence[int],
        to_play: int,
        alive: npt.NDArray[np.float32],
    ) -> npt.NDArray[np.float32]: ...

class BlockFeatures:
    """Features of all blocks of a position (see `cpp/features/block_features.h`). Blocks are
    numbered by their first stones, row by row from the top left."""

    def __init__(self, board: Board) -> None: ...
    def __len__(self) -> int: ...
    @property
    def numbers(self) -> list[int]:
        """The number of the block at each point; -1 without a stone."""
    @property
    def colors(self) -> list[int]:
        """Of each block: 1 Black, 2 White."""
    @property
    def chains(self) -> list[int]:
        """The number of each block's optimistic chain."""
    def statics(self) -> npt.NDArray[np.float32]:
        """The 53 static features, a row for each block."""
    def recursive(self, alive: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Those and the 6 recursive ones, with a value from 0 (dead) to 1 (alive) predicted for
        each block. Raises ValueError for other values."""
    def extra(self, to_play: int) -> npt.NDArray[np.float32]:
        """Five more for positions of unfinished games."""

def block_feature_names() -> list[str]:
    """Static, recursive and extra features by name."""

def block_captures(board: Board, nodes: int = 200) -> npt.NDArray[np.float32]:
    """A row of two for each block, 1 or 0: is it captured if the opponent moves first, and even if
    its own side does (see `cpp/features/block_captures.h`)?"""

class LifeNet:
    """How likely blocks live, in any position (see `cpp/features/life_net.h`). Raises ValueError
    for numbers that no cascade has."""

    def __init__(self, units: Sequence[int], weights: npt.NDArray[np.float32]) -> None: ...
    @property
    def units(self) -> list[int]: ...
    @property
    def weights(self) -> npt.NDArray[np.float32]: ...
    def alive(self, board: Board, to_play: int) -> npt.NDArray[np.float32]:
        """For each point how likely its stone lives; 1 without a stone."""

class PositionJudge:
    """What a position will come to, by both networks and Benson's theorem (see
    `cpp/features/position_judge.h`). Raises ValueError if the second one does not see how likely
    stones live."""

    def __init__(self, life: LifeNet, territory: TerritoryNet) -> None: ...
    def owners(self, board: Board, to_play: int) -> npt.NDArray[np.float32]:
        """The mean owner of each point, from 1 (Black) to -1 (White)."""
    def area(self, board: Board, to_play: int) -> float:
        """Black's area minus White's, as expected."""

class Evaluator:
    """What values positions for a search (see `cpp/nets/evaluator.h`)."""

class Network(Evaluator):
    """A network in KataGo's format for boards of one size (see `cpp/nets/network.h`). Raises
    RuntimeError, with OpenVINO's words, if it cannot be loaded."""

    def __init__(
        self,
        library: str,
        path: str,
        width: int,
        height: int,
        *,
        version: int = 8,
        multipliers: Sequence[float] = (20.0, 20.0, 20.0),
        errors: Sequence[float] = (0.25, 30.0),
        suicide_area: bool = False,
        streams: int = 1,
        shared: bool = False,
        cache_mb: float = 64.0,
    ) -> None: ...
    @property
    def streams(self) -> int: ...
    @property
    def cache_hits(self) -> int: ...
    def evaluate(
        self,
        history: History,
        to_play: int,
        *,
        komi: float,
        territory: bool = False,
        tax: str = "none",
        friendly_pass: bool = False,
        passing_hacks: bool = False,
        symmetry: int = 0,
        temperature: float = 1.0,
        optimism: float = 0.0,
    ) -> Evaluation:
        """What it says of the position that a game has come to; `komi` is taken off Black's
        area."""

class Evaluation(TypedDict):
    """As the player to move sees it. The policy has the points by row and then the pass."""

    win: float
    loss: float
    no_result: float
    score: float
    stdev: float
    lead: float
    #: By how much result and score will move in the next turns, if it tells.
    win_error: float | None
    score_error: float | None
    policy: list[float]
    ownership: list[float]

SHALLOW_STATES: int

class ShallowNet:
    """A network of one small hidden layer (see `cpp/nets/shallow.h`)."""

    def __init__(
        self, size: int, kernels: int, history: bool, owner: bool, weights: npt.NDArray[np.float32]
    ) -> None: ...
    @property
    def size(self) -> int: ...
    @property
    def kernels(self) -> int: ...
    @property
    def history(self) -> bool: ...
    @property
    def owner(self) -> bool: ...
    def predict(
        self,
        board: Board,
        to_play: int,
        last: int = -1,
        before: int = -1,
        owners: npt.NDArray[np.float32] | None = None,
        logits: bool = False,
    ) -> list[float]:
        """The probability, or the logit, of each point; 0 for what is no move. `owners` are from 1,
        the point is the player's, to -1."""
    def learn(
        self,
        states: npt.NDArray[np.uint8],
        last: npt.NDArray[np.int16],
        before: npt.NDArray[np.int16],
        moves: npt.NDArray[np.int16],
        owners: npt.NDArray[np.int8] | None,
        symmetries: npt.NDArray[np.uint8],
        *,
        gradient: bool = True,
    ) -> tuple[npt.NDArray[np.float32], float, list[int]]:
        """The gradient of the log-likelihood of moves, which is returned too, and how many of them
        were among the best 1 to 10."""
    def time(self, board: Board, to_play: int, count: int) -> float:
        """Predicts a position so many times."""

class MoveSamples:
    """Positions of games as shallow networks see them (see `cpp/nets/samples.h`)."""

    def __init__(
        self,
        size: int,
        policy: str = "uniform",
        parameters: Mapping[str, float] = ...,
        patterns: PatternTable | None = None,
        playouts: int = 0,
        seed: int = 0,
    ) -> None: ...
    def add_game(
        self, board: Board, first: int, moves: Sequence[int], wanted: Sequence[int]
    ) -> None:
        """Adds the positions before the moves with these numbers."""
    def __len__(self) -> int: ...
    def take(
        self,
    ) -> tuple[
        npt.NDArray[np.uint8],
        npt.NDArray[np.int16],
        npt.NDArray[np.int16],
        npt.NDArray[np.int16],
        npt.NDArray[np.int8] | None,
    ]:
        """States, last moves, those before, moves played and owners of all; then it is empty."""

def point_states(board: Board, to_play: int) -> list[int]:
    """What the small networks see of each point: see `cpp/mlp/states.h`."""

def state_bits() -> list[int]:
    """The three bits of each of the eight states."""

class Perceptron:
    """A small network (see `cpp/mlp/perceptron.h`)."""

    def __init__(self, side: int, distance: int) -> None: ...
    @property
    def side(self) -> int: ...
    @property
    def distance(self) -> int: ...
    def __len__(self) -> int:
        """The number of weights."""
    @property
    def weights(self) -> npt.NDArray[np.float32]: ...
    def set_weights(self, weights: npt.NDArray[np.float32]) -> None: ...
    def randomize(self, seed: int) -> None: ...
    def outputs(self, board: Board, to_play: int) -> npt.NDArray[np.float32]: ...
    def learn(self, examples: Examples, numbers: npt.NDArray[np.uint32], rate: float) -> None:
        """A step for each number: eight times that of an example, plus a symmetry."""
    def ranks(self, examples: Examples, numbers: npt.NDArray[np.uint32]) -> npt.NDArray[np.float32]:
        """By number: the rank of the move among all points, among those that may be played, and
        how many these are."""

class Examples:
    """Positions with moves, each once (see `cpp/mlp/examples.h`)."""

    def __init__(self, side: int) -> None: ...
    @property
    def side(self) -> int: ...
    def __len__(self) -> int: ...
    def add_game(
        self,
        board: Board,
        first: int,
        moves: Sequence[int],
        *,
        last: int,
        most_stones: int,
        without: Examples | None = None,
    ) -> None: ...
    def get(self, example: int, symmetry: int = 0) -> tuple[list[int], int]:
        """The states of all points, and the move."""

class SaneNetwork:
    """An evolved network (see `cpp/mlp/sane.h`)."""

    def __init__(
        self,
        side: int,
        bits: int,
        inputs: npt.NDArray[np.uint16],
        outputs: npt.NDArray[np.uint16],
        weights: npt.NDArray[np.float32],
    ) -> None: ...
    @property
    def side(self) -> int: ...
    def __len__(self) -> int:
        """The number of nodes."""
    def outputs(self, board: Board, to_play: int) -> list[float]: ...
    def move(self, game: History, color: int, cutoff: float) -> int: ...
    def ranks(self, examples: Examples, most: int) -> list[tuple[float, float, int]]:
        """Of the first examples, as those of `Perceptron`."""

def play_sane_game(
    side: int,
    black: SaneNetwork | None,
    white: SaneNetwork | None,
    *,
    komi: float,
    most_moves: int,
    cutoff: float,
    seed: int,
) -> tuple[int, bool, int]:
    """The winner, whether the game was too long, and the number of moves; None plays at random."""

def sane_random_move(game: History, color: int, seed: int) -> int: ...

class TreeSearch:
    """Monte Carlo tree search (see `cpp/search/tree_search.h`)."""

    def __init__(
        self,
        policy: str,
        policy_parameters: Mapping[str, float],
        parameters: Mapping[str, float],
        patterns: PatternTable | None = None,
        model: MoveModel | None = None,
    ) -> None: ...
    def stop(self) -> None: ...
    def reset(self) -> None: ...
    def clear(self) -> None: ...
    def set_evaluator(self, evaluator: Evaluator | None) -> None:
        """What values positions from now on; None for playouts alone."""

    def set_joseki(self, joseki: Joseki | None) -> None:
        """The dictionary for priors from now on."""

    def set_shallow(self, near: ShallowNet | None, deep: ShallowNet | None = None) -> None:
        """Networks for priors near the root and below it."""
    def set_mlp(self, mlp: Perceptron | None) -> None:
        """The small network for priors from now on; None for none."""

    def set_local(self, local: LocalModel | None) -> None:
        """The local model for priors from now on; None for none."""

    def set_judge(self, judge: PositionJudge | None) -> None:
        """The judge of life, death and territory for priors from now on; None for none."""

    def report(self) -> TreeReport | None:
        """What is known now: after a search, or from its observer while it runs."""

    def search(
        self,
        board: Board,
        to_play: int,
        *,
        last: int,
        before: int,
        last_was_pass: bool = False,
        komi: float = 0.0,
        stones: int | None = None,
        handicap: int = 0,
        earlier: Sequence[Board] = (),
        superko: bool = True,
        moves: Sequence[int] = (),
        seed: int = 0,
        threads: int = 1,
        playouts: int = 0,
        seconds: float = 0.0,
        early_stop: bool = True,
        move_owner: bool = False,
        symmetry: bool = False,
        history: History | None = None,
        tax: str = "none",
        friendly_pass: bool = False,
        network_seed: int = 0,
        observer: Callable[[int], object] | None = None,
    ) -> TreeReport:
        """With `move_owner` the owners of points are also kept for each move at the root. `stones`,
        if stones count as under territory rules, are those that Black has played more than White,
        which komi holds already. `earlier` are the positions before, the last one first, with the
        players in turn; with `superko` they may not come again. What follows `move_owner` is for
        networks: whether one move at the root may stand for others that are equal by symmetry, the
        game so far, how it is counted, and the seed of symmetries."""

class TreeReport(TypedDict):
    """`moves` are those at the root, most visited first; sums of results are the mover's."""

    moves: list[MoveReport]
    playouts: int
    root_visits: int
    owner: list[float]
    score: float
    komi_shift: float
    nodes: int
    bytes: int
    depth: int
    full: bool
    winrate: float | None
    evaluations: int
    network_seconds: float
    expansions: list[int]
    steps: dict[str, int]

class MoveReport(TypedDict):
    """`pv_visits` are those of the moves of the `pv`; `owner` is empty unless it was asked for;
    `real_winrate` is there if komi is moved: results with the true one, of this search; and where
    moves are selected by a network's policy, which is then `prior_mean`: what it says of the
    position after the move. Then there are also mean and standard deviation of its values,
    and as how many they count. `criticality` is there if the search counts it and has visited the
    position often enough."""

    move: int
    visits: int
    wins: float
    amaf_visits: float
    amaf_wins: float
    prior_visits: float
    prior_mean: float
    score: float | None
    real_winrate: float | None
    pv: list[int]
    pv_visits: list[int]
    owner: list[float]
    utility: float | None
    deviation: float | None
    samples: float | None
    criticality: float | None

def move_value(
    *,
    visits: int,
    wins: float,
    amaf_visits: float = 0.0,
    amaf_wins: float = 0.0,
    prior_visits: int = 0,
    prior_mean: int = 0,
    critical: float = 0.0,
    local: float = 0.5,
    parameters: Mapping[str, float] = {},
) -> float:
    """The mean of a move as the search sees it, without exploration; for tests. The mean of the
    prior is in 1/255."""

def criticality(own: float, by_winner: float, won: float) -> float:
    """Equation 3.16 of Ferreira 2016."""

def local_value(own: float, neighbours: float) -> float:
    """Equation 3.23: the mover has the point, and its neighbours on average, so often."""

def tree_parameters() -> list[tuple[str, float, float, float, str]]:
    """Name, default, least, greatest, meaning."""

def visits_in_a_byte(visits: float) -> float:
    """What is left of a number of visits as a prior (see `cpp/search/visit_code.h`)."""

RulesOfInputs = tuple[str, bool, bool, str, bool]
"""ko, suicide, territory, tax, friendly pass"""

def history_inputs(
    history: History,
    color: int,
    symmetry: int,
    rules: RulesOfInputs,
    komi: float,
    pass_ends: bool,
    over: bool,
    passing_hacks: bool = False,
    playout_doublings: float = 0.0,
    suicide_area: bool = False,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Planes and globals; see `keima.nets.inputs.inputs_of`."""

def symmetry_map(width: int, height: int, symmetry: int) -> list[int]:
    """Where each point goes, row-major."""

class InputPack:
    """Games of one size, for batches of what a network sees; made by
    `keima.nets.inputs.pack_inputs`."""

    def __init__(
        self,
        size: int,
        moves: npt.NDArray[np.uint16],
        offsets: npt.NDArray[np.int64],
        first: npt.NDArray[np.uint8],
        setup: npt.NDArray[np.uint16],
        setup_offsets: npt.NDArray[np.int64],
        komi: npt.NDArray[np.float32],
        rules: npt.NDArray[np.uint8],
        kinds: Sequence[RulesOfInputs],
    ) -> None: ...
    @property
    def size(self) -> int: ...
    def __len__(self) -> int:
        """How many games there are."""

    def moves_of(self, game: int) -> int:
        """How many moves a game has."""

    def fill(
        self,
        games: npt.NDArray[np.int32],
        moves: npt.NDArray[np.int32],
        symmetries: npt.NDArray[np.uint8],
        planes: npt.NDArray[np.float32],
        globals: npt.NDArray[np.float32],
        targets: npt.NDArray[np.int32],
        reuse: bool = True,
    ) -> None:
        """Writes planes [n, 22, size, size], globals [n, 19] and targets [n] of n positions.

        Position i is that of game `games[i]` after `moves[i]` moves, under `symmetries[i]` (see
        `inputs_of`); `targets[i]` is the next move under that symmetry, `size * size` for a pass,
        -1 if there is none. Any order will do, but each game is played once per call: it is fast
        if many positions are of one game. Other threads may run meanwhile, and call it too.
        `reuse` makes no difference but to speed. Raises ValueError that names game and move for
        what cannot be played."""

    def fill_packed(
        self,
        games: npt.NDArray[np.int32],
        moves: npt.NDArray[np.int32],
        symmetries: npt.NDArray[np.uint8],
        packed: npt.NDArray[np.uint8],
        globals: npt.NDArray[np.float32],
        targets: npt.NDArray[np.int32],
    ) -> None:
        """As `fill`, with the planes as bits, as of `numpy.packbits`: packed [n, 22, (size * size +
        7) // 8]."""

SOLVE_FINAL: int
SOLVE_INFINITE: int
SOLVE_FOREVER: int
SOLVE_VERSION: int

class _Solver:
    """What the solver of every game can do (see `cpp/solve/solver.h`)."""

    def search(
        self, depth: int, alpha: int = ..., beta: int = ..., nodes: int | None = None
    ) -> tuple[int, int, bool, bool]: ...
    def move_to(self, moves: Sequence[int]) -> None: ...
    def stop(self) -> None: ...
    def go_on(self) -> None: ...
    def legal(self) -> int: ...
    def line(self, longest: int = 60) -> list[int]: ...
    def probe(self, moves: Sequence[int]) -> tuple[int, int, int, str] | None: ...
    def save(self, path: str, least_depth: int) -> None: ...
    def load(self, path: str) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def fill(self) -> float: ...
    @property
    def entries(self) -> int: ...

class GoSolver(_Solver):
    def __init__(
        self,
        width: int,
        height: int,
        black: int = 0,
        white: int = 0,
        *,
        white_to_move: bool = False,
        ko_point: int = -1,
        fresh: bool | None = None,
        passes: int = 0,
        past: Sequence[tuple[int, int, bool, int, bool, int]] = (),
        ko: str = "basic",
        komi: int = 0,
        endless: int = 0,
        megabytes: int = 256,
        threads: int = 1,
        without: Sequence[str] = (),
    ) -> None: ...
    def begin_at(self, root: tuple[int, int, bool, int, bool, int]) -> None: ...
    def situation(self, moves: Sequence[int]) -> tuple[int, int, bool, int, bool, int]: ...
    def area(self) -> int: ...
    def guess(self) -> int: ...

class GoRetrograde:
    """Go under basic ko solved backwards (see `cpp/solve/retrograde.h`)."""

    def __init__(
        self,
        width: int,
        height: int,
        root: tuple[int, int, bool, int, bool, int] = ...,
        megabytes: int = 4096,
    ) -> None: ...
    def run(self) -> bool: ...
    def stop(self) -> None: ...
    def progress(self) -> tuple[int, float, int, int, int, int, bool, bool]: ...
    def worth(self, situation: tuple[int, int, bool, int, bool, int]) -> tuple[int, int]: ...
    def line(
        self, longest: int = 60, situation: tuple[int, int, bool, int, bool, int] | None = None
    ) -> list[int]: ...

class CaptureSolver(_Solver):
    def __init__(
        self,
        width: int,
        height: int,
        black: int = 0,
        white: int = 0,
        *,
        white_to_move: bool = False,
        captures: int = 1,
        taken_by_black: int = 0,
        taken_by_white: int = 0,
        ko_point: int = -1,
        ladders: bool = False,
        megabytes: int = 256,
        threads: int = 1,
        without: Sequence[str] = (),
    ) -> None: ...
    def plies(self, value: int) -> int: ...
    def win(self, plies: int) -> int: ...
    def guess(self) -> int: ...
    def stones(self) -> tuple[int, int]: ...

def solve_sure(width: int, height: int, black: int, white: int) -> tuple[int, int]: ...
def solve_alive(width: int, height: int, mine: int, theirs: int) -> tuple[int, int]: ...
def solve_euler(width: int, height: int, stones: int) -> int: ...
