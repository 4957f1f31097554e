"""SGF's numbers."""

import re
from decimal import Decimal
from math import isfinite, nan

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
# As many digits as the largest and the smallest float have without an exponent.
_REAL = re.compile(r"[+-]?(?:[0-9]{1,309}(?:[.,][0-9]{0,340})?|[.,][0-9]{1,340})")


def read_number(value: str) -> int:
    """Reads an integer; raises ValueError.

    >>> read_number("+5")
    5
    """
    text = value.strip()
    if not _NUMBER.fullmatch(text):
        raise ValueError("expected an integer, as in 5")
    return int(text)


def read_real(value: str) -> float:
    """Reads a decimal number, also with a decimal comma; raises ValueError.

    >>> read_real("6.5"), read_real("-,5")
    (6.5, -0.5)
    """
    text = value.strip()
    number = float(text.replace(",", ".")) if _REAL.fullmatch(text) else nan
    if not isfinite(number):
        raise ValueError("expected a decimal number, as in 6.5")
    return number


def write_real(value: float) -> str:
    """Writes a number without an exponent and without zeros at the end.

    >>> write_real(7), write_real(6.5), write_real(1e-7)
    ('7', '6.5', '0.0000001')
    """
    if not isfinite(value):
        raise ValueError(f"{value} cannot be written: expected a finite number")
    text = format(Decimal(repr(float(value))), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
