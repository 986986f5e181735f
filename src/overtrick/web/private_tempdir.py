"""A private folder of this account for disposable files, in the machine's temporary folder."""

import os
import stat
import tempfile
from pathlib import Path

OTHERS = 0o077
"""The permission bits of the group and of others, none of which may be set."""


def private_folder(name: str) -> Path:
    """This account's folder with a name, created if necessary; raises `PermissionError` if someone else made it.

    Any account on a machine can create a folder or a link where ours will be. On Windows, each account has its own
    temporary folder.
    """
    account = f"{os.getuid()}-" if hasattr(os, "getuid") else ""
    folder = Path(tempfile.gettempdir()) / f"overtrick-{account}{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if account and (not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & OTHERS):
        raise PermissionError(f"{folder} is not this account's own")
    return folder
