"""Bradley-Terry ratings against choix, scipy.optimize, and simulated tournaments."""

import math

import choix
import numpy as np
import pytest
from scipy import optimize

from keima.arena.statistics import Pairing, Ratings, Tally, bradley_terry, elo_difference

NAT = 400 / math.log(10)


def tournament(
    strengths: list[float], colour: float, tendency: float, games: int, seed: int
) -> list[Pairing]:
    """A round robin with both colours, drawn from the model; all in nats."""
    rng = np.random.default_rng(seed)
    pairings = []
    for b, black in enumerate(strengths):
        for w, white in enumerate(strengths):
            if b == w:
                continue
            half = (black - white + colour) / 2
            weights = np.exp([half, -half, tendency])
            counts = rng.multinomial(games, weights / weights.sum())
            pairings.append(Pairing(f"p{b}", f"p{w}", *(int(c) for c in counts)))
    return pairings


def maximum(
    pairings: list[Pairing], players: int, precision: float = 0.0
) -> tuple[np.ndarray, float]:
    """Strengths (mean 0), advantage and tendency in nats, by a general optimiser."""

    def objective(theta: np.ndarray) -> tuple[float, np.ndarray]:
        total, gradient = precision / 2 * theta @ theta, precision * theta
        for black, white, won, lost, drawn in pairings:
            b, w = int(black[1:]), int(white[1:])
            half = (theta[b] - theta[w] + theta[players]) / 2
            logs = np.array([half, -half, theta[players + 1]])
            norm = np.logaddexp.reduce(logs)
            total -= np.dot([won, lost, drawn], logs - norm)
            p, n = np.exp(logs - norm), won + lost + drawn
            slope = (won - lost) / 2 - n * (p[0] - p[1]) / 2
            for at, sign in ((b, 1), (w, -1), (players, 1)):
                gradient[at] -= sign * slope
            gradient[players + 1] -= drawn - n * p[2]
        return total, gradient

    result = optimize.minimize(
        objective, np.zeros(players + 2), jac=True, method="BFGS", options={"gtol": 1e-8}
    )
    theta = result.x
    value = objective(theta)[0] - precision / 2 * theta @ theta
    theta[:players] -= theta[:players].mean()
    return theta, -value


def nats(ratings: Ratings, players: int) -> np.ndarray:
    return np.array([ratings[f"p{i}"].elo / NAT for i in range(players)])


@pytest.mark.parametrize("seed", range(5))
def test_strengths_are_those_of_choix(seed: int) -> None:
    pairings = tournament([0, 0.4, -0.3, 1.0, 0.1], 0.0, -math.inf, 20, seed)
    data = [
        pair
        for black, white, won, lost, _ in pairings
        for pair in [(int(black[1:]), int(white[1:]))] * won
        + [(int(white[1:]), int(black[1:]))] * lost
    ]
    oracle = choix.ilsr_pairwise(5, data, tol=1e-12)
    ours = nats(bradley_terry(pairings, colour=False), 5)
    assert ours == pytest.approx(oracle - oracle.mean(), abs=1e-6)


def test_the_prior_is_that_of_choix() -> None:
    data = [(0, 1)] * 5 + [(1, 2)] * 3 + [(2, 1)]
    # choix adds alpha times the squares, that is half of the precision.
    oracle = choix.opt_pairwise(3, data, alpha=0.1, tol=1e-12)
    pairings = [Pairing("p0", "p1", 5, 0), Pairing("p1", "p2", 3, 1)]
    ratings = bradley_terry(pairings, colour=False, prior=NAT / math.sqrt(0.2))
    assert nats(ratings, 3) == pytest.approx(oracle - oracle.mean(), abs=1e-6)


@pytest.mark.parametrize("precision", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(3))
def test_draws_and_colour_are_those_of_a_general_optimiser(seed: int, precision: float) -> None:
    pairings = tournament([0, 0.5, -0.8, 1.5], 0.3, -0.5, 15, seed)
    theta, likelihood = maximum(pairings, 4, precision)
    ratings = bradley_terry(pairings, prior=NAT / math.sqrt(precision) if precision else None)
    assert nats(ratings, 4) == pytest.approx(theta[:4], abs=1e-6)
    assert ratings.colour is not None
    assert ratings.colour.value / NAT == pytest.approx(theta[4], abs=1e-6)
    assert ratings.draws is not None
    assert ratings.draws.value == pytest.approx(1 / (1 + 2 * math.exp(-theta[5])), abs=1e-6)
    assert ratings.log_likelihood == pytest.approx(likelihood, abs=1e-6)


def test_two_players_have_the_elo_difference_of_their_score() -> None:
    for draws in (0, 10):
        ratings = bradley_terry([Pairing("p0", "p1", 60, 40, draws)], colour=False)
        if not draws:
            oracle = elo_difference(Tally(60, 40))
            difference = ratings.difference("p0", "p1")
            assert difference[:2] == pytest.approx(oracle[:2], abs=1e-6)
        win, draw, loss = ratings.expect("p0", "p1")
        games = 100 + draws
        assert (win, draw, loss) == pytest.approx((60 / games, draws / games, 40 / games))


def test_scores_are_what_the_model_expects() -> None:
    """The maximum of an exponential family: expected scores and draws are the observed ones."""
    pairings = tournament([0, 0.5, -0.8, 1.5], 0.3, -0.5, 15, 7)
    ratings = bradley_terry(pairings)
    expected = {p.name: 0.0 for p in ratings.players}
    black = drawn = 0.0
    for p in pairings:
        n = p.black_wins + p.white_wins + p.draws
        win, draw, loss = ratings.expect(p.black, p.white)
        expected[p.black] += n * (win + draw / 2)
        expected[p.white] += n * (loss + draw / 2)
        black += n * (win - loss)
        drawn += n * draw
    for player in ratings.players:
        assert expected[player.name] == pytest.approx(player.tally.score, abs=1e-6)
    assert black == pytest.approx(sum(p.black_wins - p.white_wins for p in pairings), abs=1e-6)
    assert drawn == pytest.approx(sum(p.draws for p in pairings), abs=1e-6)


def test_errors_are_the_spread_of_repeated_tournaments() -> None:
    strengths = [0.0, 0.5, -0.8, 1.5]
    true = np.array(strengths) - np.mean(strengths)
    estimates, errors, covered = [], [], 0
    for seed in range(200):
        ratings = bradley_terry(tournament(strengths, 0.3, -0.5, 40, seed))
        estimates.append([*nats(ratings, 4), ratings.colour.value / NAT])  # type: ignore[union-attr]
        errors.append(
            [*(ratings[f"p{i}"].error / NAT for i in range(4)), ratings.colour.error / NAT]
        )  # type: ignore[union-attr]
        covered += sum(
            ratings[f"p{i}"].low <= true[i] * NAT <= ratings[f"p{i}"].high for i in range(4)
        )
    assert np.mean(estimates, axis=0) == pytest.approx([*true, 0.3], abs=0.03)
    assert np.std(estimates, axis=0) == pytest.approx(np.mean(errors, axis=0), rel=0.15)
    assert covered / 800 == pytest.approx(0.95, abs=0.03)


def test_large_tournaments_recover_the_parameters() -> None:
    strengths = [0.1 * i for i in range(20)]
    ratings = bradley_terry(tournament(strengths, 0.2, -1.0, 500, 1))
    true = (np.array(strengths) - np.mean(strengths)) * NAT
    for i in range(20):
        assert abs(ratings[f"p{i}"].elo - true[i]) < 4 * ratings[f"p{i}"].error < 30
    assert ratings.colour is not None
    assert abs(ratings.colour.value - 0.2 * NAT) < 4 * ratings.colour.error


def test_the_anchor_stays_where_it_is_put() -> None:
    pairings = tournament([0, 0.5, 1.0], 0.1, -1, 30, 3)
    free = bradley_terry(pairings)
    anchored = bradley_terry(pairings, anchor="p1", anchor_elo=1800)
    assert anchored["p1"][1:5] == (1800, 0, 1800, 1800)
    for name in ("p0", "p2"):
        shifted = free.difference(name, "p1")
        assert anchored[name].elo - 1800 == pytest.approx(shifted.value)
        assert anchored[name].error == pytest.approx(shifted.error)
    assert anchored.difference("p0", "p2") == pytest.approx(free.difference("p0", "p2"))
    assert free.superiority("p2", "p0") == pytest.approx(anchored.superiority("p2", "p0"))
    assert free.superiority("p2", "p0") + free.superiority("p0", "p2") == pytest.approx(1)


def test_with_a_prior_there_is_always_an_answer() -> None:
    results = [
        Pairing("a", "b", 10, 0),
        Pairing("b", "a", 0, 10),
        Pairing("c", "d", 0, 0, 6),
        Pairing("e", "e", 3, 0),
    ]
    ratings = bradley_terry(results, prior=1000)
    assert ratings.players[0].name == "a"
    assert all(math.isfinite(x) for p in ratings.players for x in p[1:5])
    assert ratings["a"].elo - ratings["b"].elo > 300
    assert ratings["e"].tally.games == 0


def test_a_weak_prior_changes_little() -> None:
    pairings = tournament([0, 0.5, 1.0], 0.1, -1, 100, 3)
    assert nats(bradley_terry(pairings, prior=5000), 3) == pytest.approx(
        nats(bradley_terry(pairings), 3), abs=1e-3
    )


def test_games_of_a_player_against_itself_tell_the_colour() -> None:
    ratings = bradley_terry([Pairing("a", "a", 60, 40)])
    assert ratings.colour is not None
    assert ratings.colour.value == pytest.approx(elo_difference(Tally(60, 40)).value)
    assert ratings["a"].elo == 0


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([], "at least one"),
        ([Pairing("a", "b", 0, 0)], "at least one"),
        ([Pairing("a", "b", 5, -1)], "a - b: counts"),
        ([Pairing("a", "b", 5, 0)], "a never lost a point to b"),
        ([Pairing("b", "a", 5, 0)], "a never scored against b"),
        ([Pairing("a", "b", 5, 5), Pairing("c", "d", 5, 5)], "a, b never scored against c, d"),
        ([Pairing("a", "b", 5, 5)], "did not exchange colours"),
        ([Pairing("a", "b", 5, 0), Pairing("b", "a", 5, 0)], "infinite differences"),
        ([Pairing("a", "b", 0, 0, 5), Pairing("b", "a", 0, 0, 5)], "all games are draws"),
    ],
)
def test_results_without_a_maximum_are_refused(results: list[Pairing], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bradley_terry(results)


def test_colours_need_not_be_exchanged_by_all() -> None:
    """One cycle is enough: a beats b with Black, b beats c, c beats a, and so on around."""
    around = [Pairing("a", "b", 6, 4), Pairing("b", "c", 6, 4), Pairing("c", "a", 6, 4)]
    ratings = bradley_terry(around)
    assert ratings.colour is not None
    assert ratings.colour.value == pytest.approx(elo_difference(Tally(6, 4)).value)
    assert [round(p.elo, 6) for p in ratings.players] == [0, 0, 0]


def test_strengths_far_apart() -> None:
    """Each level beats the next nearly always; the whole is 20 times as wide."""
    ladder = [Pairing(f"{i:02}", f"{i + 1:02}", 199, 1) for i in range(20)]
    ratings = bradley_terry(ladder, colour=False)
    step = elo_difference(Tally(199, 1)).value
    assert ratings.difference("00", "20").value == pytest.approx(20 * step, rel=1e-9)


def test_errors_name_the_players() -> None:
    pairings = tournament([0, 0.5], 0, -1, 20, 1)
    with pytest.raises(ValueError, match=r"anchor 'gnugo' .* one of p0, p1"):
        bradley_terry(pairings, anchor="gnugo")
    with pytest.raises(ValueError, match="above 0, got 0"):
        bradley_terry(pairings, prior=0)
    with pytest.raises(ValueError, match=r"'p7' .* one of p"):
        bradley_terry(pairings)["p7"]
