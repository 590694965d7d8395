"""``python -m cardlab`` is the command `cardlab`."""

from cardlab.cli import main

if __name__ == "__main__":
    main()
