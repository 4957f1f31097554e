"""Network files: written and read again, and what is no network."""

import gzip
import random
import re
import zlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keima.nets import source
from keima.nets.description import Conv, Description, Multipliers, NetworkError, arrays, layers
from keima.nets.random import random_network
from keima.nets.reader import parse_network, read_network
from keima.nets.writer import network_bytes, write_network


def facts(net: Description) -> list[object]:
    """All of a network that is not an array."""
    plain = []
    for layer in layers(net):
        if hasattr(layer, "__dataclass_fields__"):
            values = vars(layer).items()
            kept = [(k, v) for k, v in values if isinstance(v, int | float | str) or v is None]
            plain.append((type(layer).__name__, kept))
    return plain


def same(a: Description, b: Description) -> bool:
    return facts(a) == facts(b) and all(
        np.array_equal(x, y) for x, y in zip(arrays(a), arrays(b), strict=True)
    )


networks = st.builds(
    lambda version, **other: random_network(
        version=version, **(other if version >= 11 else {**other, "activation": "relu"})
    ),
    version=st.integers(8, 16),
    channels=st.integers(1, 6),
    blocks=st.text("opn", min_size=1, max_size=3),
    pooled=st.integers(1, 3),
    head=st.integers(1, 3),
    activation=st.sampled_from(["relu", "mish", "silu", "identity"]),
    kernel=st.sampled_from([1, 3]),
    seed=st.integers(0, 1000),
)


@settings(max_examples=25)
@given(networks, st.booleans())
def test_what_is_written_is_read_again(net, text):
    assert same(parse_network(network_bytes(net, text=text)), net)


def test_a_file_says_by_its_name_how_it_is_written(tmp_path):
    net = random_network(version=14, activation="mish")
    for name in ("a.bin.gz", "a.txt.gz"):
        write_network(tmp_path / name, net)
        assert (b"@BIN@" in gzip.decompress((tmp_path / name).read_bytes())) == ("bin" in name)
        assert same(read_network(tmp_path / name), net)


@pytest.fixture(scope="module")
def small() -> bytes:
    """The unpacked bytes of a small network."""
    net = random_network(version=15, channels=2, blocks="n", pooled=1, head=1)
    return gzip.decompress(network_bytes(net))


def test_truncated_files_are_errors(small):
    """Cut in all parts, and at every byte of a number."""
    for text in (False, True):
        net = random_network(version=8, channels=1, blocks="op", pooled=1, head=1)
        data = gzip.decompress(network_bytes(net, text=text)).rstrip()
        # The last number of a text can lose digits and still be a number.
        for end in range(0, len(data) - 15 if text else len(data), 37 if text else 7):
            with pytest.raises(NetworkError):
                parse_network(gzip.compress(data[:end], 0))
    packed = gzip.compress(small)
    for end in range(len(packed)):
        with pytest.raises(NetworkError):
            parse_network(packed[:end])


def test_flipped_bytes_give_an_error_or_a_network(small):
    chance = random.Random(1)
    texts = [i for i in range(len(small)) if chr(small[i]).isprintable()]
    read = 0
    for number in range(150):
        data = bytearray(small)
        for _ in range(chance.randint(1, 3)):
            at = chance.choice(texts) if number % 2 else chance.randrange(len(data))
            data[at] = chance.choice(b"0123456789 -\n@x\xff\0") if number % 3 else data[at] ^ 16
        try:
            net = parse_network(gzip.compress(bytes(data), 1))
        except NetworkError:
            continue
        read += 1
        assert net.version in range(8, 17)
    assert 0 < read < 150


def test_flipped_bytes_of_the_packed_file_are_noticed(small):
    packed = gzip.compress(small)
    chance = random.Random(2)
    for _ in range(300):
        data = bytearray(packed)
        data[chance.randrange(10, len(data))] ^= 1 << chance.randrange(8)
        with pytest.raises(NetworkError):
            parse_network(bytes(data))


def changed(net: Description, old: bytes, new: bytes, count: int = 1) -> bytes:
    data = gzip.decompress(network_bytes(net))
    assert old in data
    return gzip.compress(data.replace(old, new, count))


HEADER15 = b"\n20.0\n20.0\n20.0\n20.0\n40.0\n0.25\n150.0\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"<html>", r"not packed by gzip: it starts with '<html>'"),
        (gzip.compress(b""), r"the file ends where the model's name should be \(header, byte 0\)"),
        (gzip.compress(b"1\n-0.5 0.25\n"), "not a KataGo network: '-0.5' where the model version"),
        (gzip.compress(b"net 7 22 17"), "model version 7; Keima reads 8 to 16"),
        (gzip.compress(b"net 17 22 19"), "model version 17; Keima reads 8 to 16"),
        (
            gzip.compress(b"net 17 22 19 trunk\ntransformer_attention_block"),
            "model version 17, a transformer; Keima reads 8 to 16",
        ),
        (gzip.compress(b"net 8 17 19"), "17 planes; Keima makes 22"),
        (gzip.compress(b"net 8 22 14"), "14 global inputs; Keima makes 19"),
        (gzip.compress(b"net 15 22 19" + HEADER15 + b"1 0"), "a human-style network"),
        (
            gzip.compress(b"net 15 22 19" + HEADER15 + b"0 0 0 0 0 0 0 0 trunk 1 8 8 8 8 8 1"),
            "RMS norm",
        ),
        (
            gzip.compress(b"net 15 22 19" + HEADER15 + b"0 0 0 7"),
            "an extension of the format that Keima does not know",
        ),
        (gzip.compress(b"net 8 22 19 trunk 0 1 1 1 1 1"), "number of blocks is 0, not between 1"),
        (
            gzip.compress(b"net 8 22 19 trunk 1 999999999 1 1 1 1"),
            "number of channels is 999999999, not between 1 and 8192",
        ),
        (
            gzip.compress(b"net 8 22 19 trunk 1 8 1 1 1 1 c 9 9 8192 8192 1 1"),
            "an array of 5,435,817,984 numbers",
        ),
        (gzip.compress(b"net" + b" " * 200 + b"8"), "a lot of empty space"),
        (gzip.compress(b"x" * 1000), "where the model's name should be"),
        (gzip.compress(b"net 8 22 19") + b"more", "4 bytes after the end of gzip's data"),
        (gzip.compress(b"x" * (1 << 26 | 1)), "that unpack to more than 67,108,864"),
        (b"\x1f\x8b" + b"\xff" * 100, "damaged: gzip says"),
        (changed(random_network(blocks="o"), b"ordinary_block", b"transformer_block"), "a trans"),
        (changed(random_network(blocks="o"), b"ordinary_block", b"dilated_block"), "unknown kind"),
        (
            changed(random_network(version=11), b"ACTIVATION_RELU", b"ACTIVATION_GELU"),
            "an activation of unknown kind 'ACTIVATION_GELU'",
        ),
        (
            gzip.compress(gzip.decompress(network_bytes(random_network())) + b"more"),
            "'more' after the last layer",
        ),
    ],
    # gzip's data have the time of day in them, which is not for the name of a test.
    ids=lambda value: value if isinstance(value, str) else "file",
)  # fmt: skip
def test_an_error_says_what_was_found_and_where(data, message):
    with pytest.raises(NetworkError, match=message):
        parse_network(data)


def test_the_message_names_the_file(tmp_path):
    path = tmp_path / "net.bin.gz"
    with pytest.raises(NetworkError, match=re.escape(f"cannot read {path}: No such file")):
        read_network(path)
    path.write_bytes(b"nonsense")
    with pytest.raises(NetworkError, match=re.escape(f"{path}: not packed by gzip")):
        read_network(path)
    with pytest.raises(NetworkError, match=re.escape(f"cannot read {tmp_path}")):
        read_network(tmp_path)


def test_long_texts_are_read_in_pieces(monkeypatch):
    monkeypatch.setattr(source, "WORDS_AT_ONCE", 7)
    net = random_network(channels=3)
    assert same(parse_network(network_bytes(net, text=True)), net)


def test_names_cannot_steer_a_terminal():
    bad = gzip.decompress(network_bytes(random_network())).replace(b"conv1", b"\x1b[2J1", 1)
    with pytest.raises(NetworkError, match=r"x1b\[2J1' where the name of a convolution"):
        parse_network(gzip.compress(bad))


def test_weights_must_be_finite():
    net = random_network()
    net.trunk.conv.weights[0, 0, 0, 0] = np.nan
    with pytest.raises(NetworkError, match="not finite"):
        network_bytes(net)
    net = random_network()
    place = network_bytes(net)
    bad = gzip.decompress(place).replace(b"@BIN@", b"@BIN@" + b"\0\0\xc0\x7f", 1)
    with pytest.raises(NetworkError, match=r"not finite \(trunk, conv1"):
        parse_network(gzip.compress(bad))


def test_layers_that_do_not_fit_are_named():
    net = random_network(channels=4)
    wrong = Conv("odd", np.zeros((3, 3, 4, 5), np.float32))
    object.__setattr__(net.trunk.blocks[0], "conv2", wrong)
    with pytest.raises(NetworkError, match="odd: 4 channels come in where there are 2"):
        network_bytes(net)


def test_the_bytes_of_a_network_are_always_the_same():
    assert zlib.crc32(network_bytes(random_network())) == zlib.crc32(
        network_bytes(random_network())
    )


def test_numbers_of_numpy_are_written_as_numbers():
    net = random_network(blocks="o", version=13)
    numbers = Multipliers(*(np.float32(n) for n in (1, 2, 3, 4, 5, 0.25, 1e-7)))
    norm = replace(net.trunk.norm, epsilon=np.float32(0.5))
    net = replace(net, multipliers=numbers, trunk=replace(net.trunk, norm=norm))
    found = parse_network(network_bytes(net))
    assert found.multipliers == numbers
    assert found.trunk.norm.epsilon == 0.5


def test_names_are_single_words():
    with pytest.raises(NetworkError, match="one word"):
        network_bytes(random_network(name="two words"))
