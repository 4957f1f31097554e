"""`python -m keima` is `keima`."""

from keima.cli import main

if __name__ == "__main__":
    main()
