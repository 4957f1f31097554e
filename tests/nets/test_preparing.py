import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

import keima
from keima.nets import Network, NetworkError, inputs, preparing, quantize, reader
from keima.nets.graph import bounds, build_model
from keima.nets.preparing import prepare
from keima.nets.quantize import Agreement, compare, find_ranges
from keima.nets.random import random_network
from keima.nets.runtime import compiled
from keima.nets.samples import make_samples
from keima.nets.writer import write_network


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("KEIMA_CACHE", str(tmp_path / "cache"))
    for name in ("MOST_RANGES", "MOST_TRIED", "LEAST_RANGES", "LEAST_TRIED"):
        monkeypatch.setattr(quantize, name, 12)
    monkeypatch.setattr(quantize, "TIMED", 0.01)
    return tmp_path / "cache"


@pytest.fixture
def net():
    return random_network(channels=16, blocks="op", head=8)


@pytest.fixture
def path(tmp_path, net):
    file = tmp_path / "net.bin.gz"
    write_network(file, net)
    return file


def raw(model, sample):
    found = model({"planes": sample.planes[None], "globals": sample.numbers[None]})
    return {name: found[name][0].copy() for name in ("policy", "value", "score", "ownership")}


def test_a_model_is_made_once_and_says_what_it_is(path):
    told = []
    first = prepare(path, 7, 9, "f32", told.append)
    assert len(told) == 1
    assert prepare(path, 7, 9, "f32", told.append) == first
    assert len(told) == 1
    assert (first.width, first.height, first.precision, first.version) == (7, 9, "f32", 8)
    facts = json.loads(first.xml.with_name("model.json").read_text())
    assert facts["multipliers"]["score_mean"] == 20.0
    assert facts["hash"] == first.hash
    assert (facts["policies"], facts["scores"], facts["precision"]) == (1, 4, "f32")
    assert first.xml.with_suffix(".bin").is_file()


@pytest.mark.parametrize("file", ["model.xml", "model.bin", "model.json"])
@pytest.mark.parametrize("damage", [b"nonsense", None])
def test_a_damaged_model_is_made_again_just_as_it_was(path, file, damage):
    first = prepare(path, 5, 5, "f32")
    place = first.xml.with_name(file)
    whole = place.read_bytes()
    if damage is None:
        place.unlink()
    else:
        place.write_bytes(damage)
    assert prepare(path, 5, 5, "f32") == first
    assert place.read_bytes() == whole


def test_a_model_of_another_version_of_keima_is_made_again(path, monkeypatch):
    prepare(path, 5, 5, "f32")
    monkeypatch.setattr(preparing, "FORMAT", 99)
    told = []
    prepare(path, 5, 5, "f32", told.append)
    assert told


def test_a_changed_file_is_another_network(path):
    first = prepare(path, 5, 5, "f32")
    write_network(path, random_network(seed=7, channels=16))
    assert prepare(path, 5, 5, "f32").hash != first.hash


def test_a_file_that_changes_meanwhile_is_not_kept_under_the_old_hash(path, cache, monkeypatch):
    really = preparing.hash_of

    def hash_and_change(path):
        found = really(path)
        write_network(path, random_network(seed=7, channels=16))
        return found

    monkeypatch.setattr(preparing, "hash_of", hash_and_change)
    with pytest.raises(NetworkError, match=r"net\.bin\.gz: the file was changed meanwhile"):
        prepare(path, 5, 5, "f32")
    assert not list(cache.glob("networks/*"))


def test_what_a_killed_process_left_is_tidied_up(path):
    folder = prepare(path, 5, 5, "f32").xml.parent
    for name in ("old", "new"):
        (folder / f".new-{name}").mkdir()
        (folder / f".new-{name}/model.bin").write_bytes(b"half")
    os.utime(folder / ".new-old", (0, 0))
    (folder / "model.json").unlink()
    prepare(path, 5, 5, "f32")
    assert [each.name for each in folder.glob(".new-*")] == [".new-new"]


def test_many_at_once_get_the_same_model(path):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: prepare(path, 5, 5, "f32"), range(4)))
    assert len(set(found)) == 1


def test_models_for_other_boards_are_made_without_reading_the_file_again(path, monkeypatch):
    reads = []
    really = reader.read_network

    def read_network(*args):
        reads.append(args)
        return really(*args)

    monkeypatch.setattr(reader, "read_network", read_network)
    for size in range(7, 20):
        prepare(path, size, size, "f32")
    prepare(path, 7, 7, "int8")
    assert len(reads) == 1
    write_network(path, random_network(blocks="o"))
    prepare(path, 7, 7, "f32")
    assert len(reads) == 2


def test_without_a_cache_folder_the_model_is_kept_for_the_process(path, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("KEIMA_CACHE", str(tmp_path / "file"))
    assert prepare(path, 5, 5, "f32").xml.is_file()


def test_what_openvino_does_not_want_is_an_error_in_words(tmp_path):
    (tmp_path / "model.xml").write_text("<net>")
    with pytest.raises(ValueError, match="OpenVINO refuses the model"):
        compiled(str(tmp_path / "model.xml"))


def test_bad_wishes_are_errors_and_leave_nothing(path, tmp_path, cache):
    with pytest.raises(NetworkError, match="precision is auto, f32 or int8, not 'f16'"):
        prepare(path, 9, 9, "f16")
    for size in ((1, 9), (9, 26)):
        with pytest.raises(NetworkError, match="networks play on boards from 2x2 to 25x25"):
            prepare(path, *size)
    (tmp_path / "alien.bin.gz").write_bytes(b"alien")
    with pytest.raises(NetworkError, match=r"alien\.bin\.gz: not packed"):
        prepare(tmp_path / "alien.bin.gz", 9, 9)
    assert not list(cache.glob("networks/*"))


def test_int8_is_close_to_f32_and_its_weights_are_whole_numbers(path, net, monkeypatch):
    monkeypatch.setattr(quantize, "LEAST_AGREEMENT", 0.0)
    low = prepare(path, 7, 7, "int8")
    exact = prepare(path, 7, 7, "f32")
    assert (low.precision, low.message) == ("int8", None)
    assert low.agreement["win_error"] < 0.012
    assert low.xml.with_suffix(".bin").stat().st_size < exact.xml.with_suffix(".bin").stat().st_size
    assert 'element_type="i8"' in low.xml.read_text()
    models = [compiled(str(prepared.xml)) for prepared in (exact, low)]
    for sample in make_samples(7, 7, 5, seed=9):
        a, b = (raw(model, sample) for model in models)
        for name in a:
            assert np.abs(a[name] - b[name]).max() < 0.15 * (1 + np.abs(a[name]).max())
            assert np.abs(a[name] - b[name]).max() > 0


@pytest.mark.parametrize("precision", ["int8", "auto"])
def test_f32_takes_the_place_of_an_int8_that_is_too_far_off(path, precision, monkeypatch):
    monkeypatch.setattr(quantize, "MOST_WIN_ERROR", -1.0)
    told = []
    found = prepare(path, 5, 5, precision, told.append)
    assert found.precision == "f32"
    assert any("f32 is used, for int8 is too far from it" in line for line in told)
    again = prepare(path, 5, 5, precision, told.append)
    assert again == found
    assert (again.message is not None) == (precision == "int8")


@pytest.mark.parametrize("faster", ["f32", "int8"])
def test_auto_takes_the_faster(path, faster, monkeypatch):
    times = iter([1.0, 2.0] if faster == "f32" else [2.0, 1.0])
    monkeypatch.setattr(quantize, "LEAST_AGREEMENT", 0.0)
    monkeypatch.setattr(quantize, "time_of", lambda model, sample: next(times))
    assert prepare(path, 5, 5).precision == faster
    assert prepare(path, 5, 5).precision == faster
    assert prepare(path, 5, 5, "int8").precision == "int8"


def test_on_another_processor_int8_is_tried_again(path, monkeypatch):
    prepare(path, 5, 5)
    told = []
    prepare(path, 5, 5, "auto", told.append)
    assert not told
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(preparing, "processor", lambda: "another")
        prepare(path, 5, 5, "auto", told.append)
        assert told
    # Machines that share a cache do not make each other start anew.
    told.clear()
    prepare(path, 5, 5, "auto", told.append)
    assert not told


@pytest.mark.parametrize(("precision", "factor"), [("f32", 1e15), ("int8", 1e15), ("int8", 1e30)])
def test_networks_that_compute_no_numbers_are_errors(path, net, precision, factor):
    for conv in (net.trunk.conv, *(block.conv2 for block in net.trunk.blocks)):
        conv.weights[:] *= factor
    write_network(path, net)
    with pytest.raises(NetworkError, match="computes numbers that are not finite"):
        Network(path, precision=precision).evaluate(keima.Game(5))


def test_ranges_are_those_of_the_inputs_of_3x3_convolutions():
    net = random_network(version=14, channels=8, blocks="no", activation="mish")
    samples = make_samples(5, 5, 3, seed=1)
    ranges = find_ranges(net, 5, 5, samples)
    assert list(ranges) == [
        *("0.0.first", "0.0.second", "0.1.first", "0.1.second"),
        *("1.first", "1.second"),
    ]
    # The least value of mish is -0.309.
    for low, high in ranges.values():
        assert -0.31 < low.min() <= low.max() <= 0 <= high.min() <= high.max()
    assert [len(low) for low, _ in ranges.values()] == [4, 4, 4, 4, 8, 4]
    model = compiled(build_model(net, 5, 5, ranges=ranges))
    exact = compiled(build_model(net, 5, 5))
    assert compare(net, exact, model, samples).win_error < 0.02
    assert compare(net, exact, exact, samples) == Agreement(3, 1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("least", [0.0, -0.1, -0.3, -5.0, -1e-9])
@pytest.mark.parametrize("greatest", [0.0, 0.2, 3.3, 1000.0])
def test_bounds_hold_the_range_and_have_a_step_at_zero(least, greatest):
    low, high = bounds(least, greatest)
    assert low <= least and high >= greatest
    step = (high - low) / 255
    assert low / step == pytest.approx(round(low / step), abs=1e-6)
    assert high - low < 2.1 * (greatest - least) + 1e-4


def test_samples_are_legal_positions_of_all_kinds_and_always_the_same():
    first, again = (make_samples(9, 7, 30, seed=4) for _ in range(2))
    assert all(np.array_equal(a.planes, b.planes) for a, b in zip(first, again, strict=True))
    stones = [int(sample.planes[1:3].sum()) for sample in first]
    assert min(stones) < 10 and max(stones) > 30
    assert all(sample.planes.shape == (22, 7, 9) and sample.legal[-1] for sample in first)
    assert len({float(sample.numbers[9]) for sample in first}) == 2


def test_a_network_evaluates_games(path):
    network = Network(path, precision="f32")
    game = keima.Game(9)
    game.play("C3")
    found = network.evaluate(game)
    assert found.policy.sum() == pytest.approx(1)
    assert found.policy[game.moves[0].point] == 0
    assert found.ownership.shape == (9, 9)
    assert found.win + found.loss + found.no_result == pytest.approx(1)
    assert network.evaluate(keima.Game((5, 7))).ownership.shape == (7, 5)
    for ko, possible in (
        ("simple", True),
        ("cycle", True),
        ("positional", False),
        ("situational", False),
        ("full", False),
    ):
        game.rules = keima.Rules(ko=ko)
        assert (network.evaluate(game).no_result > 0) == possible
    game.rules = keima.Rules(ko="positional", scoring="territory")
    assert network.evaluate(game).no_result > 0


def test_threads_that_share_a_network_get_their_own_answers(path):
    network = Network(path, precision="f32")
    games = [keima.Game(5) for _ in range(25)]
    for point, game in enumerate(games):
        game.play(point)
    alone = [network.evaluate(game).policy for game in games]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda n: network.evaluate(games[n % 25]).policy, range(200))
        for number, policy in enumerate(together):
            np.testing.assert_array_equal(policy, alone[number % 25])


@pytest.mark.parametrize("wanted", [False, True])
def test_a_network_sees_pass_alive_area_as_its_file_asks(tmp_path, monkeypatch, wanted):
    net = replace(random_network(version=15, blocks="o"), suicide_area=wanted)
    write_network(tmp_path / "net.bin.gz", net)
    really, asked = inputs.inputs_of, []

    def inputs_of(game, **options):
        asked.append(options["suicide_area"])
        return really(game, **options)

    monkeypatch.setattr(inputs, "inputs_of", inputs_of)
    Network(tmp_path / "net.bin.gz", precision="f32").evaluate(keima.Game(5))
    assert asked == [wanted]


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetries_turn_the_answer_back(path, symmetry):
    """The network has no symmetries, but the empty board has all: what it says of the board turned
    is what it says of the board, turned back."""
    from keima.nets.inputs import symmetry_map

    network = Network(path, precision="f32")
    plain = network.evaluate(keima.Game(5))
    turned = network.evaluate(keima.Game(5), symmetry=symmetry)
    places = symmetry_map(5, 5, symmetry)
    np.testing.assert_allclose(turned.policy[:25], plain.policy[:25][places], rtol=1e-5)
    flat = plain.ownership.ravel()
    np.testing.assert_allclose(turned.ownership.ravel(), flat[places], rtol=1e-4, atol=1e-6)


def test_nothing_heavy_is_imported_before_it_is_needed():
    code = (
        "import sys, keima, keima.nets, keima.nets.preparing, keima.cli.net; "
        "bad = {'openvino', 'torch', 'nncf', 'onnx'} & set(sys.modules); "
        "assert not bad, bad; "
        "import keima.game; assert 'keima.nets.graph' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
