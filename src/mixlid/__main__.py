"""`python -m mixlid` is the command `mixlid`."""

import sys

from mixlid.cli.main import main

# Worker processes import this module again, and must not run the command.
if __name__ == "__main__":
    sys.exit(main())
