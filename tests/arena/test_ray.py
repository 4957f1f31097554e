"""A real Ray cluster of two nodes on this machine."""

from collections.abc import Iterator
from typing import Any

import pytest

from keima.arena.pool import play_in_pool
from keima.arena.ray import play_on_ray
from keima.arena.records import GameRecord
from keima.arena.settings import Entrant, GameSettings, PlannedGame
from keima.arena.tournament import Match, Tournament

pytestmark = pytest.mark.slow


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two nodes with a processor each."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    import ray

    ray.shutdown()
    cluster.shutdown()


def plans(games: int) -> list[PlannedGame]:
    a, b = Entrant("a", "brugmann:playouts=100"), Entrant("b", "brugmann:playouts=50")
    settings = GameSettings(size=(7, 7), score="keima")
    return list(Tournament("test", (Match(a, b, games, settings),), 3).plans())


def test_a_cluster_that_loses_a_node_plays_the_same_games_as_the_pool(cluster: Any) -> None:
    planned = plans(40)
    records: list[GameRecord] = []
    for record in play_on_ray(planned, cluster.address):
        records.append(record)
        if len(records) == 10:
            [other] = [node for node in cluster.list_all_nodes() if not node.is_head()]
            cluster.remove_node(other, allow_graceful=False)
    assert sorted(record.plan.index for record in records) == list(range(40))
    assert not any(record.is_void for record in records)
    here = {record.plan.index: record.moves for record in play_in_pool(planned, 2)}
    assert {record.plan.index: record.moves for record in records} == here


def test_a_cluster_is_started_if_there_is_none() -> None:
    planned = plans(4)
    [*records] = play_on_ray(planned, "local", workers=2)
    assert sorted(record.plan.index for record in records) == [0, 1, 2, 3]


def test_a_cluster_that_is_not_there() -> None:
    with pytest.raises(ValueError, match=r"cannot join the Ray cluster '127\.0\.0\.1:1'"):
        list(play_on_ray(plans(1), "127.0.0.1:1"))
