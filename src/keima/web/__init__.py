"""The web board: a server on this machine and the page that it serves (docs/web-api.md)."""
