"""Write a bill of materials in CycloneDX 1.5: every package in the lock file, with its version and hashes.

    python scripts/sbom.py > sbom.json

It is made from `requirements-dev.lock` alone, so that the same lock always gives the same bill.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

LOCK = Path(__file__).parents[1] / "requirements-dev.lock"
_PACKAGE = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def components(lock: str) -> Iterator[dict[str, object]]:
    """The packages in a lock file, in order."""
    found: dict[str, object] | None = None
    hashes: list[dict[str, str]] = []
    for line in lock.splitlines():
        if package := _PACKAGE.match(line):
            if found is not None:
                yield {**found, "hashes": hashes}
            name, version = package[1].lower(), package[2]
            found, hashes = _component(name, version), []
        hashes += [{"alg": "SHA-256", "content": each} for each in _HASH.findall(line)]
    if found is not None:
        yield {**found, "hashes": hashes}


def _component(name: str, version: str) -> dict[str, object]:
    return {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}


def bill(lock: str) -> dict[str, object]:
    """The bill of materials of a lock file."""
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": list(components(lock))}


if __name__ == "__main__":
    json.dump(bill(LOCK.read_text(encoding="utf-8")), sys.stdout, indent=2)
