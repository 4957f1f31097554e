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

EXAMPLES = [
    b"(;GM[1]FF[4]SZ[19]HA[2]AB[dp][pd]C[a \\[3k\\]: hi];W[dd];B[pp](;W[cc])(;W[qq];B[tt]))",
    b"mail (;FF[3]GaMe[1]SiZe[9]Black[ee];W[gc]LB[aa:1][bb:2]TR[cc:dd])\r\n(;SZ[13:9];B[])",
    "(;CA[GB2312]PB[柯洁]KM[375]RU[中国];B[pd]C[好\\\n手])".encode("gb2312"),
    "(;PB[趙治勲]DT[1996-05-06,07];B[pd]BL[30.5]OB[5])".encode("shift_jis"),
    b"(;AE[aa:ss]AB[aa];PL[W];W[ab]AW[ac]C[see [this] move];B[zz9]B[aa]))(;",
]


def mutate(rng: random.Random) -> bytes:
    data = bytearray(rng.choice(EXAMPLES))
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
                data += rng.choice(EXAMPLES)
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
