"""The command `samlkit`: becomes the program in this package."""

from __future__ import annotations

import os
import sys

from . import _program


def main() -> None:
    """Replaces this process by the program, with the same arguments."""
    os.execv(_program.path(), ["samlkit", *sys.argv[1:]])


if __name__ == "__main__":
    main()
