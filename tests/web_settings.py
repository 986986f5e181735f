"""The settings tests run with: a throw-away database on PostgreSQL, or the one DATABASE_URL names; cheap passwords."""

import os
import tempfile
from pathlib import Path
from zlib import crc32

os.environ.setdefault("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/overtrick")
os.environ.setdefault("OVERTRICK_SECRET", "only for tests, and long enough to be taken for a secret")
os.environ.setdefault("OVERTRICK_DATA", tempfile.mkdtemp(prefix="overtrick-tests-"))

from overtrick.web.settings import *  # noqa: F403
from overtrick.web.settings import DATABASES as SHIPPED

# a database of its own for each checkout, so that two of them can be tested at once
OWN = f"test_overtrick_{crc32(str(Path.cwd()).encode()):08x}"
DATABASES = {"default": {**SHIPPED["default"], "TEST": {"NAME": OWN}}}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
