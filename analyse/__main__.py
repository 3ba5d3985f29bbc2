"""`python -m analyse` is `perlaggen`."""

import sys

from analyse.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
