"""Finished games looked at again: what each move was worth, and what would have been better."""
