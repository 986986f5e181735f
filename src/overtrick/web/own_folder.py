"""A folder for what may be lost, in this machine's temporary folder: of this account alone."""

import os
import stat
import tempfile
from pathlib import Path

OTHERS = 0o077
"""What a group and everybody else may do, of which nothing is allowed here."""


def own_folder(name: str) -> Path:
    """The folder of this account with a name, made if there is none; `PermissionError` where somebody else laid it.

    Any account of a machine can put a folder or a link where ours is going to be. Windows gives each a temporary
    folder of its own.
    """
    account = f"{os.getuid()}-" if hasattr(os, "getuid") else ""
    folder = Path(tempfile.gettempdir()) / f"overtrick-{account}{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if account and (not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & OTHERS):
        raise PermissionError(f"{folder} is not this account's own")
    return folder
