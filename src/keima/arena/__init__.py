"""Games between engines: players, referees, tournaments, results and what they prove."""
