"""Lines on their way from the controller."""

import threading

from keima.gtp import inbox as module
from keima.gtp.inbox import Inbox


def test_empty_lines_are_seen_and_not_taken() -> None:
    inbox = Inbox()
    inbox.feed(b"name\n\n# a comment\n")
    assert inbox.take() == b"name"
    assert inbox.waiting()
    inbox.close()
    assert inbox.take() is None


def test_an_interrupt_ends_what_came_before_it() -> None:
    inbox = Inbox()
    inbox.feed(b"genmove b\n# interrupt\ngenmove w\n")
    assert inbox.take() == b"genmove b" and inbox.interrupted()
    assert inbox.take() == b"genmove w" and not inbox.interrupted()


def test_only_the_exact_comment_interrupts() -> None:
    for text in (b"#interrupt\n", b"# interrupted\n", b"name # interrupt\n", b"# interrup\n"):
        inbox = Inbox()
        inbox.feed(b"genmove b\n" + text)
        assert inbox.take() == b"genmove b"
        assert not inbox.interrupted(), text


def test_an_interrupt_in_pieces() -> None:
    inbox = Inbox()
    for byte in b"genmove b\n# interrupt \r\n":
        inbox.feed(bytes([byte]))
    assert inbox.take() == b"genmove b" and inbox.interrupted()


def test_the_end_of_the_input_waits_and_a_last_line_counts() -> None:
    inbox = Inbox()
    inbox.feed(b"name\nquit")
    inbox.close()
    assert inbox.take() == b"name" and inbox.waiting()
    assert inbox.take() == b"quit" and inbox.waiting()
    assert inbox.take() is None


def test_a_flood_waits_until_somebody_takes() -> None:
    inbox = Inbox()
    line = b"x" * 1000 + b"\n"
    many = module.MAX_WAITING // 1000 + 10
    flood = threading.Thread(target=inbox.feed, args=(line * many,))
    flood.start()
    flood.join(0.3)
    assert flood.is_alive()
    for _ in range(many):
        assert inbox.take() is not None
    flood.join(10)
    assert not flood.is_alive()
