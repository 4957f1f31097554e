"""A few seconds of the fuzzer, without guidance by coverage."""

import importlib.util
import random
from pathlib import Path

import pytest

_PATH = Path(__file__).parents[1] / "fuzz" / "fuzz_sgf.py"
_SPEC = importlib.util.spec_from_file_location("fuzz_sgf", _PATH)
assert _SPEC and _SPEC.loader
fuzz = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(fuzz)


def mutate(rng: random.Random) -> bytes:
    data = bytearray(rng.choice(fuzz.EXAMPLES))
    for _ in range(rng.randint(1, 8)):
        at, to = sorted(rng.randint(0, len(data)) for _ in range(2))
        match rng.randrange(6):
            case 0:
                data[at:at] = rng.choice(fuzz.WORDS)
            case 1:
                del data[at : min(to, at + 10)]
            case 2:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 3:
                data[at:at] = data[to : to + 20]
            case 4:
                del data[at:]
            case 5:
                data += rng.choice(fuzz.EXAMPLES)
    return bytes(data)


@pytest.mark.parametrize("seed", range(4))
def test_mutated_files_give_trees_or_sgf_errors(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(150):
        data = mutate(rng)
        try:
            fuzz.check(data)
        except Exception as error:
            raise AssertionError(f"failed for {data!r}") from error


@pytest.mark.parametrize("seed", range(2))
def test_random_bytes_give_trees_or_sgf_errors(seed: int) -> None:
    rng = random.Random(seed)
    alphabet = b"(;)[]\\:ABWaz \n\r\xff\x81\xb0\x00"
    for _ in range(500):
        data = bytes(rng.choice(alphabet) for _ in range(rng.randint(0, 30)))
        try:
            fuzz.check(data)
        except Exception as error:
            raise AssertionError(f"failed for {data!r}") from error
