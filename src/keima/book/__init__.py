"""Opening books: positions up to symmetry and colour, and good answers to them."""

from keima.book.book import Book, BookError, Rule
from keima.book.builder import BookBuilder

__all__ = ["Book", "BookBuilder", "BookError", "Rule"]
