"""The Go Text Protocol, version 2 draft 2: framing, a server for any player, a client for any
program."""
