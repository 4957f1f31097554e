"""Games to learn from: collections of records into shards, and batches of positions from them."""
