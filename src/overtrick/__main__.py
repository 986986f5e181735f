"""`python -m overtrick` is `overtrick`."""

from overtrick.cli import main

if __name__ == "__main__":
    main()
