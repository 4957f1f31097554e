"""From bytes to text: byte order mark, CA, UTF-8, guesses, Latin-1."""

import codecs

import pytest

from keima.sgf import SgfError, parse
from keima.sgf.charset import decode, known_charset

CHINESE = "(;PB[柯洁]PW[时越]C[黑棋在右上角下了一手好棋。白棋认输。])"
JAPANESE = "(;PB[趙治勲]PW[小林光一]C[この手は良い手です。白の負け。])"


@pytest.mark.parametrize("charset", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_byte_order_mark_decides(charset: str) -> None:
    text = CHINESE.replace("(;", "(;CA[Shift_JIS]")
    decoded = decode(("\ufeff" + text).encode(charset))
    assert (decoded.text, decoded.charset, decoded.problem) == (text, charset, "")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("UTF-8", CHINESE),
        ("utf8", JAPANESE),
        ("GB2312", CHINESE),
        ("gbk", CHINESE),
        ("GB18030", CHINESE),
        ("Shift_JIS", JAPANESE),
        ("SJIS", JAPANESE),
        ("EUC-JP", JAPANESE),
        ("ISO-2022-JP", JAPANESE),
        ("EUC-KR", "(;PB[이창호])"),
        ("Big5", "(;PB[周俊勳])"),
        ("ISO-8859-1", "(;PB[Müller])"),
        ("ISO-8859-2", "(;PB[Łukasz])"),
        ("windows-1252", "(;PB[“Müller”])"),
        ("KOI8-R", "(;PB[Иван])"),
    ],
)
def test_ca_names_the_charset(name: str, text: str) -> None:
    text = text.replace("(;", f"(;FF[4]CA[{name}]")
    decoded = decode(text.encode(name))
    assert decoded.text == text
    assert decoded.problem == ""


def test_trail_bytes_that_look_like_brackets_are_no_brackets() -> None:
    # In Shift-JIS the second byte of 表 is a backslash.
    text = "(;CA[Shift_JIS]C[表];B[aa])"
    assert b"\\]" in text.encode("shift_jis")
    [game] = parse(text.encode("shift_jis"))
    assert game.root.comment == "表"


@pytest.mark.parametrize(
    ("text", "charset", "found"),
    [
        (CHINESE, "utf-8", "utf-8"),
        (CHINESE, "gb18030", "gb18030"),
        (JAPANESE, "shift_jis", "cp932"),
        ("(;PB[柯洁])", "gb2312", "gb18030"),
        ("(;PB[趙治勲])", "shift_jis", "cp932"),
        ("(;PB[Müller]PW[Gérard]C[Weiß gibt auf. Où?])", "latin-1", "iso8859-1"),
        ("(;PB[Müller])", "latin-1", "iso8859-1"),
    ],
)
@pytest.mark.parametrize("ca", ["", "CA[nonsense]", "CA[ascii]"])
def test_without_a_usable_ca_the_charset_is_guessed(
    text: str, charset: str, found: str, ca: str
) -> None:
    text = text.replace("(;", f"(;{ca}")
    decoded = decode(text.encode(charset))
    assert (decoded.text, decoded.charset) == (text, found)
    assert bool(decoded.problem) == bool(ca)


def test_a_wrong_ca_is_a_warning() -> None:
    games = parse(CHINESE.replace("(;", "(;CA[UTF-8]").encode("gb18030"))
    assert games[0].root["PB"] == "柯洁"
    assert games.charset == "gb18030"
    assert games.warnings[0].message == "the text is not utf-8, as CA says"


@pytest.mark.parametrize("charset", ["utf-8", "gb18030"])
def test_a_few_damaged_bytes_do_not_change_the_charset(charset: str) -> None:
    data = CHINESE.replace("(;", f"(;CA[{charset}]").encode(charset).replace(b"C[", b"C[\xff")
    games = parse(data)
    assert games[0].root["PB"] == "柯洁"
    assert "U+FFFD" in games.warnings[0].message


def test_games_of_one_file_may_differ_in_charset() -> None:
    first = CHINESE.replace("(;", "(;CA[GB2312]").encode("gb2312")
    second = JAPANESE.replace("(;", "(;CA[Shift_JIS]").encode("shift_jis")
    games = parse(b"text\n" + first + b"\n" + second + b"\n" + first)
    assert [game.root["PB"] for game in games] == ["柯洁", "趙治勲", "柯洁"]
    assert games.charset == "gb18030 cp932"


def test_the_caller_can_override() -> None:
    data = "(;CA[UTF-8]PB[Łukasz])".encode("iso8859-2")
    assert parse(data, encoding="iso8859-2")[0].root["PB"] == "Łukasz"
    with pytest.raises(LookupError):
        parse(data, encoding="nonsense")


@pytest.mark.parametrize(
    "name", ["rot13", "zip", "hex", "utf-16", "utf-7", "cp037", "unicode_escape", "idna", "", "\0"]
)
def test_what_is_no_charset_of_files_is_not_used(name: str) -> None:
    assert known_charset(name) is None
    assert parse(f"(;CA[{name}]B[aa])".encode())[0].moves()


def test_any_bytes_can_be_decoded() -> None:
    for bom in (
        codecs.BOM_UTF8,
        codecs.BOM_UTF16_LE,
        codecs.BOM_UTF32_BE,
        b"",
        b"CA[gbk]",
        b"(\0;\0",
    ):
        data = bom + bytes(range(256)) * 3
        assert isinstance(decode(data).text, str)
        with pytest.raises(SgfError):
            parse(data)


def test_a_text_is_not_decoded_but_loses_its_mark() -> None:
    assert parse("\ufeff(;CA[GB2312]PB[柯洁])")[0].root["PB"] == "柯洁"
