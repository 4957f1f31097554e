import sys

import pytest

from keima.nets.description import NetworkError
from keima.nets.random import random_network
from keima.nets.store import (
    add_network,
    best_networks,
    find_network,
    hash_of,
    known_networks,
    remove_network,
)
from keima.nets.writer import write_network


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A user who has nothing yet."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("KEIMA_NETWORKS", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return tmp_path / "home"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "little-b1.bin.gz"
    write_network(path, random_network(blocks="o"))
    return path


def names(source="added"):
    return [known.name for known in known_networks() if known.source == source]


def test_an_added_network_is_known_by_its_name_and_the_beginning_of_it(file, home):
    known = add_network(file)
    assert known.path == home / ".local/share/keima/networks/little-b1.bin.gz"
    assert names() == ["little-b1"]
    for name in ("little-b1", "little", "little-b1.bin.gz"):
        assert find_network(name) == known.path
    assert find_network(file) == file
    assert hash_of(file) == hash_of(known.path)


def test_a_beginning_of_two_names_is_refused(file):
    add_network(file, "little-1")
    add_network(file, "little-2")
    with pytest.raises(NetworkError, match="'little' could be any of little-1, little-2"):
        find_network("little")


def test_what_is_not_there_is_an_error_that_says_what_is(file):
    with pytest.raises(
        NetworkError, match="there is no network 'large'; there are keima-19x19, keima-9x9; keima"
    ):
        find_network("large")
    add_network(file)
    with pytest.raises(
        NetworkError,
        match="there is no network 'large'; there are little-b1, keima-19x19, keima-9x9",
    ):
        find_network("large")
    with pytest.raises(NetworkError, match="there is no network ''"):
        find_network("")
    for name in ("x" * 10000, "\0", "/" + "x" * 10000):
        with pytest.raises(NetworkError, match="there is no network"):
            find_network(name)
    with pytest.raises(NetworkError, match=r"there is no network file a/b\.bin\.gz"):
        find_network("a/b.bin.gz")


def test_links_to_nothing_and_folders_are_no_networks(file, home):
    known = add_network(file)
    known.path.with_name("gone.bin.gz").symlink_to("nowhere")
    known.path.with_name("folder.bin.gz").mkdir()
    assert names() == ["little-b1"]


def test_without_a_home_there_is_nothing_of_the_users(file, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("pathlib.Path.home", no_home)
    assert names("added") == names("katrain") == []
    assert find_network(file) == file


def test_only_networks_are_added(tmp_path):
    alien = tmp_path / "alien.bin.gz"
    alien.write_bytes(b"nothing")
    with pytest.raises(NetworkError, match=r"alien\.bin\.gz: not packed by gzip"):
        add_network(alien)
    assert names() == []


@pytest.mark.parametrize("name", ["", ".hidden", "../up", "a b", "a/b", "x" * 200])
def test_names_that_could_lead_elsewhere_are_refused(file, name):
    with pytest.raises(NetworkError, match="is no name"):
        add_network(file, name)


def test_adding_twice_changes_nothing_and_another_network_needs_another_name(file, tmp_path):
    assert add_network(file) == add_network(file)
    write_network(tmp_path / "other.bin.gz", random_network(seed=2))
    with pytest.raises(NetworkError, match="there is another network 'little-b1'"):
        add_network(tmp_path / "other.bin.gz", "little-b1")


def test_only_added_networks_are_removed(file, tmp_path, monkeypatch):
    add_network(file)
    assert remove_network("little-b1").name == "little-b1"
    assert names() == []
    with pytest.raises(NetworkError, match="no network 'little-b1' was added"):
        remove_network("little-b1")


def test_networks_of_katrain_are_found(file, home, tmp_path, monkeypatch):
    for folder in (home / ".katrain", tmp_path / "site/katrain/models"):
        folder.mkdir(parents=True)
    (tmp_path / "site/katrain/__init__.py").write_text("raise ImportError('not to be imported')")
    (home / ".katrain/fetched.bin.gz").write_bytes(file.read_bytes())
    brought = tmp_path / "site/katrain/models/brought.bin.gz"
    brought.write_bytes(file.read_bytes())
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *sys.path])
    assert names("katrain") == ["fetched", "brought"]
    assert find_network("brought") == brought
    with pytest.raises(NetworkError, match="was not added"):
        remove_network("brought")
    assert add_network("brought").source == "added"
    assert names("katrain") == ["fetched"]


@pytest.mark.parametrize(
    "packages",
    ["lib/python3.12/site-packages", "lib/python3.11/dist-packages", "Lib/site-packages"],
)
def test_a_katrain_in_an_environment_of_its_own_is_found_by_its_program(
    file, tmp_path, monkeypatch, packages
):
    models = tmp_path / "environment" / packages / "katrain/models"
    models.mkdir(parents=True)
    (models / "brought.bin.gz").write_bytes(file.read_bytes())
    program = tmp_path / "environment/bin/katrain"
    program.parent.mkdir()
    program.write_text("#!/bin/sh")
    program.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/katrain").symlink_to(program)
    assert names("katrain") == []
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert names("katrain") == ["brought"]
    assert find_network("brought") == models / "brought.bin.gz"


def test_the_best_is_the_largest_that_was_added_or_the_one_brought_for_the_board(file, tmp_path):
    for side, name in ((5, "keima-9x9"), (11, "keima-9x9"), (12, "keima-19x19")):
        assert best_networks(side, 19)[0].name == best_networks(19, side)[0].name == name
    add_network(file)
    other = tmp_path / "larger.bin.gz"
    write_network(other, random_network(blocks="oo"))
    add_network(other)
    assert best_networks(9, 9)[0].name == best_networks(19, 19)[0].name == "larger"
