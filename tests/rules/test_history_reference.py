"""The native history against a slow one that is written from the rules alone."""

import random
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from keima import _core
from keima.points import neighbours

KO_RULES = ["simple", "positional", "situational", "full", "cycle"]
ENDINGS = ["two-passes", "three-passes", "fresh-ko"]


@dataclass(frozen=True)
class Position:
    """All that the rules may ask about a moment of the game."""

    stones: tuple[int, ...]
    to_play: int
    ko: int | None = None  # the point that the colour `banned` may not retake
    banned: int = 0
    passes: int = 0
    fresh_ko: bool = False
    prisoners: tuple[int, int] = (0, 0)
    button: int = 0


@dataclass
class Reference:
    """A game as a list of positions."""

    width: int
    height: int
    ko: str
    suicide: bool
    ending: str
    button: bool
    now: Position
    reached: list[Position] = field(init=False)  # the start, and after each move
    before: list[Position] = field(default_factory=list)
    moves: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reached = [self.now]
        self.area = self.width * self.height

    def group(self, stones: list[int], start: int) -> tuple[set[int], set[int]]:
        """Stones and liberties of the group at a point."""
        group, liberties, queue = {start}, set(), [start]
        for p in queue:
            for q in neighbours(self.width, self.height)[p]:
                if not stones[q]:
                    liberties.add(q)
                elif stones[q] == stones[p] and q not in group:
                    group.add(q)
                    queue.append(q)
        return group, liberties

    def after(self, move: int, color: int) -> Position | str:
        """The position after a move, or what is wrong with it but for superko."""
        now, enemy = self.now, 3 - color
        if move == self.area:
            takes_button = self.button and not now.button
            return replace(
                now,
                to_play=enemy,
                ko=None,
                passes=now.passes + (not takes_button),
                button=color if takes_button else now.button,
            )
        if now.stones[move]:
            return "occupied"
        if move == now.ko and color == now.banned:
            return "ko"
        stones, captured = list(now.stones), set[int]()
        stones[move] = color
        for q in neighbours(self.width, self.height)[move]:
            if stones[q] == enemy:
                group, liberties = self.group(stones, q)
                captured |= set() if liberties else group
        for p in captured:
            stones[p] = 0
        group, liberties = self.group(stones, move)
        prisoners = list(now.prisoners)
        prisoners[color - 1] += len(captured)
        if not liberties:
            if not self.suicide or len(group) == 1:
                return "suicide"
            for p in group:
                stones[p] = 0
            prisoners[enemy - 1] += len(group)
        took_ko = len(captured) == 1 and len(group) == 1 and liberties == captured
        return replace(
            now,
            stones=tuple(stones),
            to_play=enemy,
            ko=next(iter(captured)) if took_ko else None,
            banned=enemy,
            passes=0,
            fresh_ko=took_ko and now.ko is None,
            prisoners=(prisoners[0], prisoners[1]),
        )

    def key(self, p: Position) -> tuple[object, ...]:
        """What must not be repeated."""
        key: tuple[object, ...] = (p.stones, p.button != 0)
        if self.ko != "positional":
            key += (p.to_play,)
        if self.ko not in ("positional", "situational"):
            key += (p.ko, p.passes)
        return key

    def judge(self, move: int, color: int) -> str:
        after = self.after(move, color)
        if isinstance(after, str):
            return after
        if move < self.area and self.ko in ("positional", "situational", "full"):
            return "repeats" if self.key(after) in map(self.key, self.reached) else "legal"
        return "legal"

    def play(self, move: int, color: int) -> None:
        after = self.after(move, color)
        assert isinstance(after, Position)
        self.before.append(self.now)
        self.reached.append(after)
        self.moves.append((color, move))
        self.now = after

    def undo(self, count: int) -> None:
        for _ in range(count):
            self.now = self.before.pop()
            self.reached.pop()
            self.moves.pop()

    def set_to_play(self, color: int) -> None:
        self.now = replace(self.now, to_play=color)
        if not self.moves:
            self.reached = [self.now]

    @property
    def cycle(self) -> list[tuple[int, int]]:
        """The moves since the same situation was reached before, if it was."""
        if self.ko not in ("simple", "cycle"):
            return []
        keys = [self.key(p) for p in self.reached]
        return self.moves[keys.index(keys[-1]) :]

    @property
    def is_over(self) -> bool:
        needed = {"two-passes": 2, "three-passes": 3, "fresh-ko": 2 + self.now.fresh_ko}
        by_cycle = self.ko == "cycle" and bool(self.cycle)
        return self.now.passes >= needed[self.ending] or by_cycle


def compare(native: _core.History, reference: Reference) -> None:
    now, area = reference.now, reference.area
    board = native.board
    assert tuple(board.stones) == now.stones
    rebuilt = _core.Board.from_stones(reference.width, reference.height, now.stones)
    assert native.hash == board.hash == rebuilt.hash
    assert board.ko == (area if now.ko is None else now.ko)
    assert native.to_play == now.to_play
    assert (native.prisoners(1), native.prisoners(2)) == now.prisoners
    assert native.passes == now.passes
    assert native.button == now.button
    assert native.moves == reference.moves
    assert native.turns == [p.to_play for p in reference.before]
    assert native.last_move == (reference.moves[-1] if reference.moves else None)
    assert native.is_over == reference.is_over
    cycle = reference.cycle
    assert native.repeats == bool(cycle)
    balance = sum(3 - 2 * color for color, move in cycle if move == area)
    assert native.cycle_balance == balance
    for color in (1, 2):
        verdicts = [reference.judge(move, color) for move in range(area + 1)]
        assert [native.judge(move, color) for move in range(area + 1)] == verdicts
        legal = [move for move in range(area) if verdicts[move] == "legal"]
        assert native.legal_points(color) == legal


class Histories(RuleBasedStateMachine):
    @initialize(
        width=st.integers(1, 4),
        height=st.integers(1, 4),
        ko=st.sampled_from(KO_RULES),
        suicide=st.booleans(),
        ending=st.sampled_from(ENDINGS),
        button=st.booleans(),
        to_play=st.integers(1, 2),
    )
    def begin(self, width, height, ko, suicide, ending, button, to_play) -> None:  # type: ignore[no-untyped-def]
        board = _core.Board(width, height)
        self.native = _core.History(board, to_play, ko, suicide, ending, button)
        start = Position((0,) * (width * height), to_play)
        self.reference = Reference(width, height, ko, suicide, ending, button, start)

    @rule(where=st.floats(0, 1), out_of_turn=st.integers(0, 9))
    def try_a_point(self, where: float, out_of_turn: int) -> None:
        self.try_move(
            round(where * (self.reference.area - 1)),
            self.native.to_play if out_of_turn else 3 - self.native.to_play,
        )

    @rule()
    def try_a_pass(self) -> None:
        self.try_move(self.reference.area, self.native.to_play)

    def try_move(self, move: int, color: int) -> None:
        legal = self.reference.judge(move, color) == "legal"
        assert self.native.play(move, color) is legal
        if legal:
            self.reference.play(move, color)

    @rule(seed=st.integers(0, 2**20), count=st.integers(1, 60))
    def play_on(self, seed: int, count: int) -> None:
        """Many legal moves at once, to get into the tangles of small full boards."""
        rng = random.Random(seed)
        for _ in range(count):
            color = self.native.to_play
            points = self.native.legal_points(color)
            move = rng.choice(points) if points and rng.random() < 0.95 else self.reference.area
            assert self.native.play(move, color)
            self.reference.play(move, color)

    @rule(share=st.floats(0, 1))
    def undo(self, share: float) -> None:
        count = round(share * len(self.native))
        assert self.native.undo(count)
        self.reference.undo(count)

    @rule()
    def undo_too_many(self) -> None:
        assert not self.native.undo(len(self.native) + 1)
        assert not self.native.undo(-1)

    @rule(color=st.integers(1, 2))
    def set_to_play(self, color: int) -> None:
        self.native.to_play = color
        self.reference.set_to_play(color)

    @rule()
    def go_on_with_a_copy(self) -> None:
        old, self.native = self.native, self.native.copy()
        old.undo(len(old))

    @rule(ko=st.sampled_from(KO_RULES), suicide=st.booleans(), ending=st.sampled_from(ENDINGS))
    def change_rules(self, ko: str, suicide: bool, ending: str) -> None:
        old = self.reference
        new = Reference(
            old.width, old.height, ko, suicide, ending, old.button, (old.before or [old.now])[0]
        )
        legal = True
        for (color, move), before in zip(old.moves, old.before, strict=True):
            new.now = replace(new.now, to_play=before.to_play)
            if new.judge(move, color) != "legal":
                legal = False
                break
            new.play(move, color)
        new.now = replace(new.now, to_play=old.now.to_play)
        assert self.native.set_rules(ko, suicide, ending, old.button) is legal
        if legal:
            self.reference = new

    @invariant()
    def both_agree(self) -> None:
        if hasattr(self, "native"):
            compare(self.native, self.reference)


Histories.TestCase.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
TestHistories = Histories.TestCase


@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("suicide", [False, True])
def test_long_random_games(ko: str, suicide: bool) -> None:
    rng = random.Random(f"{ko} {suicide}")
    for game in range(30):
        width, height = rng.choice([(2, 2), (3, 1), (3, 2), (3, 3), (4, 2), (5, 1), (4, 3)])
        ending = rng.choice(ENDINGS)
        native = _core.History(_core.Board(width, height), 1, ko, suicide, ending)
        start = Position((0,) * (width * height), 1)
        reference = Reference(width, height, ko, suicide, ending, False, start)
        for move_number in range(40):
            color = native.to_play
            points = native.legal_points(color)
            move = rng.choice(points) if points else reference.area
            assert native.play(move, color), (game, move_number, native.moves)
            reference.play(move, color)
            compare(native, reference)


@pytest.mark.parametrize("ko", KO_RULES)
def test_undo_restores_everything(ko: str) -> None:
    rng = random.Random(ko)
    native = _core.History(_core.Board(5, 4), 1, ko, True, "fresh-ko")
    seen = []

    def everything() -> tuple[object, ...]:
        h = native
        return (
            h.board.stones,
            h.hash,
            h.board.ko,
            h.to_play,
            h.passes,
            (h.prisoners(1), h.prisoners(2)),
            (h.is_over, h.repeats, h.cycle_balance),
            [h.judge(move, color) for color in (1, 2) for move in range(20)],
        )

    for _ in range(300):
        seen.append(everything())
        points = native.legal_points(native.to_play)
        native.play(rng.choice([*points, 20]), native.to_play)
    while seen:
        count = min(rng.choice([1, 1, 1, 7, 40]), len(seen))
        native.undo(count)
        del seen[len(seen) - count + 1 :]
        assert everything() == seen.pop()
