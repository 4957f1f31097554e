"""The examples of docs/sgf.md."""

import doctest
from pathlib import Path


def test_the_examples_of_the_page_are_true() -> None:
    page = Path(__file__).parents[2] / "docs" / "sgf.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert failed == 0
