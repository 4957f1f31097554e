from pathlib import Path

import pytest

from keima.arena.files import load_tournament, read_tournament
from keima.arena.tournament import Tournament

PLAYERS = '[players]\na = "brugmann"\nb = "abramson"\nc = "brugmann:playouts=5"\n'


def read(text: str) -> Tournament:
    return read_tournament(text, Path("cup.toml")).tournament


def pairs(tournament: Tournament) -> list[str]:
    return [match.name for match in tournament.matches]


def test_a_match_has_all_settings(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("E5\nC3 G7\n")
    path = tmp_path / "cup.toml"
    path.write_text(
        'name = "cup"\ngames = 10\nseed = 7\nworkers = 3\ndatabase = "games.db"\n'
        '[game]\nsize = 9\nkomi = 6.5\nrules = "japanese"\ntime = "byoyomi 60 10 3"\n'
        'openings = "book.txt"\nmove_limit = 200\nscore = "gnugo"\nreferee = "gnugo"\n'
        'timeout = 5\n[players]\na = "brugmann"\nb = "gtp:gnugo --level 1"\n'
        "[sprt]\nelo0 = 0\nelo1 = 20\n"
    )
    file = load_tournament(path)
    assert (file.database, file.workers) == (tmp_path / "games.db", 3)
    tournament = file.tournament
    assert (tournament.name, tournament.seed, tournament.games) == ("cup", 7, 10)
    assert tournament.sprt is not None
    [match] = tournament.matches
    settings = match.settings
    assert (settings.size, settings.komi, settings.rules) == ((9, 9), 6.5, "japanese")
    assert (settings.time.count, settings.move_limit, settings.timeout) == (3, 200, 5)
    assert [opening.moves for opening in match.openings] == [("E5",), ("C3", "G7")]


def test_what_is_not_said_has_a_default() -> None:
    file = read_tournament('[players]\na = "brugmann"\nb = "abramson"\n', Path("x/cup.toml"))
    assert (file.tournament.name, file.database) == ("cup", Path("x/cup.db"))
    assert file.tournament.games == 100


def test_kinds() -> None:
    assert pairs(read('kind = "round-robin"\n' + PLAYERS)) == ["a - b", "a - c", "b - c"]
    assert pairs(read('kind = "gauntlet"\n' + PLAYERS)) == ["a - b", "a - c"]
    some = '[gauntlet]\nplayer = "c"\nopponents = ["a"]\n'
    assert pairs(read('kind = "gauntlet"\n' + PLAYERS + some)) == ["c - a"]


def test_a_playoff_has_matchups_with_settings_of_their_own() -> None:
    matchups = (
        '[[matchup]]\na = "a"\nb = "b"\n[[matchup]]\na = "b"\nb = "c"\ngames = 4\nsize = 13\n'
    )
    tournament = read('kind = "playoff"\ngames = 2\n' + PLAYERS + matchups)
    assert [(m.name, m.games, m.settings.size[0]) for m in tournament.matches] == [
        ("a - b", 2, 19),
        ("b - c", 4, 13),
    ]


def test_a_ladder_of_values() -> None:
    ladder = '[ladder]\nspec = "brugmann"\nparameter = "playouts"\nvalues = [10, 20, 40]\n'
    assert pairs(read('kind = "ladder"\n' + ladder)) == [
        "brugmann playouts=20 - brugmann playouts=10",
        "brugmann playouts=40 - brugmann playouts=20",
    ]
    against = read('kind = "ladder"\n' + ladder + 'opponent = "b"\n' + PLAYERS)
    assert [m.b.name for m in against.matches] == ["b"] * 3
    assert against.matches[2].a.spec == "brugmann:playouts=40"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("games = x\n", r"cup\.toml is not valid TOML.*line 1"),
        ('kind = "cup"\n' + PLAYERS, r"cup\.toml:1: kind: expected one of match, gauntlet"),
        ('games = "9"\n' + PLAYERS, r"cup\.toml:1: games: expected a whole number, got '9'"),
        ("games = 0\n" + PLAYERS, r"cup\.toml:1: games: expected 1 or more"),
        ("gmaes = 9\n" + PLAYERS, r"cup\.toml:1: gmaes: unknown key: expected one of name"),
        (PLAYERS, r"cup\.toml:1: players: a match has 2 players, got 3"),
        ('\n[players]\na = "nobody"\n', r"cup\.toml:3: players\.a: unknown profile 'nobody'"),
        ('[players]\na = "gtp:no-such-program"\n', r"cup\.toml:2: players\.a: .*no-such-program"),
        ("[players]\na = 5\n", r"cup\.toml:2: players\.a: expected text, got 5"),
        ("[game]\nsize = 99\n", r"cup\.toml:2: game\.size: .*1 to 25"),
        ('[game]\n\nrules = "chess"\n', r"cup\.toml:3: game\.rules: unknown rules 'chess'"),
        ('[game]\ntime = "soon"\n', r"cup\.toml:2: game\.time: .*absolute"),
        ('[game]\nopenings = "none.txt"\n', r"cup\.toml:2: game\.openings: .*none\.txt"),
        ("[game]\nkomi = true\n", r"cup\.toml:2: game\.komi: expected a number"),
        ("game = 3\n", r"cup\.toml:1: game: expected a table"),
        ('kind = "gauntlet"\n[gauntlet]\nplayer = "x"\n' + PLAYERS, r":3: gauntlet\.player: .*'x'"),
        ('kind = "ladder"\n[ladder]\nspec = "brugmann"\n', r":2: ladder: the key parameter"),
        (
            'kind = "ladder"\n[ladder]\nspec = "brugmann"\nparameter = "depth"\nvalues = [1, 2]\n',
            r":5: ladder\.values: unknown parameter 'depth'",
        ),
        ('kind = "playoff"\n' + PLAYERS, r"matchup: a playoff has"),
        (
            'kind = "playoff"\n' + PLAYERS + '[[matchup]]\na = "a"\nb = "b"\n'
            '[[matchup]]\na = "a"\nb = "z"\n',
            r":11: matchup\.2\.b: unknown player 'z'",
        ),
        ("[ladder]\nx = 1\n" + PLAYERS, r"ladder: only a ladder has it"),
        (
            '[players]\na = "brugmann"\nb = "abramson"\n[sprt]\nelo0 = 5\n',
            r":4: sprt: the key elo1 is missing",
        ),
        (
            '[players]\na = "brugmann"\nb = "abramson"\n[sprt]\nelo0 = 5\nelo1 = 0\n',
            r":4: sprt: elo0 must be below elo1",
        ),
    ],
)
def test_an_error_names_the_line_and_the_key(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(text)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nowhere\.toml"):
        load_tournament(tmp_path / "nowhere.toml")
