"""Write a bill of materials in CycloneDX 1.5: every package in the lock file, with its version and hashes.

    python scripts/sbom.py > sbom.json

It is made from `requirements-dev.lock` and the version alone, so that the same lock always gives the same bill. It
includes the packages of the development environment: the lock does not separate them.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
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


def bill(root: Path) -> dict[str, object]:
    """The bill of materials of a source tree: the version it is of, and everything in its lock file."""
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**_component("overtrick", version), "type": "application"}},
        "components": list(components((root / "requirements-dev.lock").read_text(encoding="utf-8"))),
    }


if __name__ == "__main__":
    json.dump(bill(ROOT), sys.stdout, indent=2)
