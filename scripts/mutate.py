"""Mutation testing: which small errors in the rulebook and in the core does the suite detect?

    python scripts/mutate.py data --count 600 --seed 1
    python scripts/mutate.py core --count 400 --seed 1
    python scripts/mutate.py data --only sabf-2020/scoring.toml:181 --seed 1
    python scripts/mutate.py core --count 4000 --scheduler tcp://10.0.0.1:8786 --kept /tmp/mutants

Mutants are tried in shares, by processes of this machine or by the workers of a Dask scheduler, each of which has a
checkout of the same code. With `--kept` the outcomes are stored as Parquet: an interrupted run continues with mutants
that were not detected yet.

For a share the tests are collected once. Each mutant is applied in a fork of that process: a file of the rulebook has a
different text, or one function has different code, with every cache cleared. Then the tests that can detect it run, the
most likely first, until one fails or the mutant's time is up. For the core these are the tests that call the changed
function (a map made once and stored); for the data those that cite its clause, name its rule or event, or check its
document, then the rest.

Tests that use random data (Hypothesis), a database, a browser or another process are left out: a mutant that only they
would detect is listed as not detected. So is one that a test detects only because the text differs: a test that also
fails when a comment is added to the file checks its hash, not its content. A survivor needs a new test, or a proof that
it is equivalent.
"""

import argparse
import ast
import functools
import gc
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from cProfile import Profile
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import portalocker
import pytest
from mutants import CORE, RULEBOOK, SRC, CoreMutant, DataMutant, core_mutants, data_mutants, mutated_module

from overtrick.lab.spread import spread
from overtrick.lab.store import Store, key_of

ROOT = Path(__file__).parents[1]
MAP = ROOT / ".pytest_cache" / "mutation.json"
"""The file with the map of the suite."""
SUITE = (
    "tests/clauses", "tests/regulations", "tests/director", "tests/event", "tests/golden", "tests/laws", "tests/cli",
    "tests/formats", "tests/housekeeping", "tests/properties", "src/overtrick/core", "src/overtrick/regulations",
    "src/overtrick/director",
)  # fmt: skip
OTHER_PROCESSES = ("tests/housekeeping/test_documented.py", "tests/housekeeping/test_wheel.py")
MEMORY = 4 * 1024**3
READ_TEXT, READ_BYTES = Path.read_text, Path.read_bytes
Mutant = DataMutant | CoreMutant


@dataclass(slots=True)
class Timed:
    """What is known of a test before any mutant: its duration, and the functions of the core it calls."""

    seconds: float
    calls: frozenset[str] = frozenset()


UNKNOWN = Timed(1.0)
"""A test that was added after the map was made: it is chosen by what it cites, not by what it calls."""


@dataclass(slots=True)
class Verdict:
    """The outcome for a mutant: the test that detected it, or that none did in the given time."""

    mutant: Mutant
    noticed: str
    tests: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Running:
    """A fork that tries one mutant."""

    mutant: Mutant
    pid: int
    told: int
    began: float
    text: bytes = b""


@dataclass(slots=True, eq=False)
class Mutation:
    """A pytest plugin that tries mutants instead of running the tests."""

    mutants: Sequence[Mutant]
    jobs: int
    seconds: int
    map: Path
    report: Callable[[Verdict], None]
    verdicts: list[Verdict] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    by_hash: set[str] = field(default_factory=set)
    """Tests that failed because of a comment alone."""
    loaded: list[tuple[dict[str, Any], CodeType]] = field(default_factory=list)
    """Module-level statements of the suite that use rules when they are imported."""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out tests that use random data or a database."""
        kept = [item for item in items if not _dice(item) and not _database(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Map the suite, then try every mutant in a fork."""
        self.map.parent.mkdir(parents=True, exist_ok=True)
        with portalocker.Lock(
            self.map.with_suffix(".lock"), timeout=24 * 3600
        ):  # one process makes the map, and the others read it
            known = self._mapped(session.items)
        self.loaded = _loaded()
        items = [item for item in session.items if item.nodeid in known]
        waiting = list(reversed(self.mutants))
        running: list[Running] = []
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop()
                chosen = [each for each in _chosen(mutant, items, known) if each.nodeid not in self.by_hash]
                running.append(self._fork(mutant, chosen, known))
            for done in self._done(running):
                running.remove(done)
        return True

    def _mapped(self, items: Sequence[pytest.Item]) -> dict[str, Timed]:
        """Every test that passes, with its duration and calls; stored for later runs, until a new map is requested."""
        if not any(isinstance(each, CoreMutant) for each in self.mutants) and not self.map.exists():
            return {item.nodeid: UNKNOWN for item in items}  # for the data a map would only give durations
        known: dict[str, Timed] = {}
        if self.map.exists():
            kept = json.loads(self.map.read_text(encoding="utf-8"))
            if kept["code"] != _fingerprint():
                print("the map is of other code: new tests are added, and --remap makes it anew", file=sys.stderr)
            known = {name: Timed(seconds, frozenset(calls)) for name, (seconds, calls) in kept["tests"].items()}
            items = [item for item in items if item.nodeid not in known]
        module = ""
        of_the_core = _caches("overtrick.core")
        for place, (item, following) in enumerate(zip_longest(items, items[1:]), start=1):
            if item.nodeid.split("::")[0] != module:
                module = item.nodeid.split("::")[0]
                _empty_caches()  # a module's other tests depend on what its first test loads
                print(f"{place}/{len(items)} {module}", file=sys.stderr, flush=True)
            for each in of_the_core:
                each.cache_clear()  # count a test as a caller even if another one has filled the cache
            profile = Profile(builtins=False)
            self.failed.clear()
            began = time.perf_counter()
            try:
                profile.runcall(_run, item, following)
            except ValueError:  # the test uses the profiler itself
                _run(item, following)
            if self.failed:
                print(f"fails without any mutant, and is left out: {item.nodeid}", file=sys.stderr)
            else:
                known[item.nodeid] = Timed(time.perf_counter() - began, _called(profile))
        tests = {name: (round(each.seconds, 3), sorted(each.calls)) for name, each in known.items()}
        self.map.write_text(json.dumps({"code": _fingerprint(), "tests": tests}), encoding="utf-8")
        return known

    def _fork(self, mutant: Mutant, chosen: list[pytest.Item], known: dict[str, Timed]) -> Running:
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            self._try(mutant, chosen, known, write)
        os.close(write)
        return Running(mutant, pid, read, time.monotonic())

    def _try(self, mutant: Mutant, chosen: list[pytest.Item], known: dict[str, Timed], write: int) -> None:
        """In the fork: apply the mutant, run the chosen tests, report the first failure, and exit."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        ran = 0
        by_hash: list[str] = []
        said = ""
        try:
            _apply(mutant)
            self._begin_anew()
            began = time.process_time()
            for item, following in zip_longest(chosen, chosen[1:]):
                if time.process_time() - began > self.seconds:
                    break
                self.failed.clear()
                _limit(known[item.nodeid].seconds)
                _run(item, following)
                ran += 1
                if not self.failed:
                    continue
                if isinstance(mutant, CoreMutant) or not self._fails_for_a_comment(mutant, item):
                    said = item.nodeid
                    break
                by_hash.append(item.nodeid)
            _limit(None)
        except NotPutIn:
            said = ""  # nothing was tried, and so nothing was detected
        except BaseException as fault:  # noqa: BLE001 - whatever it is, the mutant broke the suite
            said = f"the suite itself: {type(fault).__name__}"
        os.write(write, json.dumps([said, ran, by_hash]).encode())
        os._exit(0)

    def _fails_for_a_comment(self, mutant: DataMutant, item: pytest.Item) -> bool:
        """Whether the test also fails when the file has only an additional comment."""
        _read_otherwise(mutant.path, READ_TEXT(mutant.path, encoding="utf-8") + "\n# as it was\n")
        self._begin_anew()
        item.session._setupstate.teardown_exact(None)  # noqa: SLF001 - what its module made of the mutant goes too
        self.failed.clear()
        _run(item, None)
        fails = bool(self.failed)
        _read_otherwise(mutant.path, mutant.text)
        self._begin_anew()
        return fails

    def _begin_anew(self) -> None:
        """Clear every rule that was read, and run the suite's module-level statements again."""
        _empty_caches()
        for space, code in self.loaded:
            exec(code, space)  # noqa: S102 - a line of the suite itself

    def _done(self, running: list[Running]) -> Iterator[Running]:
        """Wait for a fork to end, and read its verdict."""
        ready, _, _ = select.select([each.told for each in running], [], [], 5)
        for each in tuple(running):
            if each.told in ready:
                part = os.read(each.told, 65536)
                each.text += part
                if part:
                    continue
                os.close(each.told)
                _, status = os.waitpid(each.pid, 0)
                said, ran, by_hash = json.loads(each.text or f'["it never ends, or dies ({status})", 0, []]')
                self.by_hash.update(by_hash)
                verdict = Verdict(each.mutant, said, ran, time.monotonic() - each.began)
                self.verdicts.append(verdict)
                self.report(verdict)
                yield each


def _limit(seconds: float | None) -> None:
    """End this fork by processor time if a test that takes *seconds* never ends; the mutant counts as detected."""
    signal.setitimer(signal.ITIMER_PROF, 0 if seconds is None else 20 + 20 * seconds)
    signal.alarm(0 if seconds is None else int(300 + 60 * seconds))


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    """Run one test; fixtures shared with the following one are kept."""
    example = item.dtest if isinstance(item, pytest.DoctestItem) else None
    names = {} if example is None else dict(example.globs)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    if example is not None:
        example.globs.update(names)  # a doctest clears its module's names after a run, and may be run again


def _dice(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def _database(item: pytest.Item) -> bool:
    asked = {"db", "transactional_db", "live_server", "client", "admin_client"}
    return item.get_closest_marker("django_db") is not None or not asked.isdisjoint(getattr(item, "fixturenames", ()))


def _fingerprint() -> str:
    from hashlib import sha256

    digest = sha256()
    for folder in (SRC, ROOT / "tests"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml", ".json"} and "web" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _called(profile: Profile) -> frozenset[str]:
    """The functions of the core that were called, each as `path:function`."""
    codes = (each.code for each in profile.getstats())
    return frozenset(
        f"{code.co_filename[len(_SRC) :]}:{code.co_qualname.split('.<locals>')[0]}"
        for code in codes
        if isinstance(code, CodeType) and code.co_filename.startswith(_CORE)
    )


_SRC = f"{SRC}{os.sep}"
_CORE = f"{CORE}{os.sep}"


def _empty_caches() -> None:
    for each in _caches("overtrick", "clauses", "golden", "tests"):
        each.cache_clear()


def _caches(*rooms: str) -> "list[functools._lru_cache_wrapper[Any]]":
    """The caches of functions in these packages."""
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, functools._lru_cache_wrapper) and (each.__module__ or "").startswith(rooms)  # noqa: SLF001
    ]


def _loaded() -> list[tuple[dict[str, Any], CodeType]]:
    """The module-level statements of the suite that read rules on import, each with its module's names."""
    found: list[tuple[dict[str, Any], CodeType]] = []
    for module in tuple(sys.modules.values()):
        path, space = Path(getattr(module, "__file__", None) or os.devnull), vars(module)
        if not path.is_relative_to(ROOT / "tests"):
            continue
        for line in ast.parse(path.read_text(encoding="utf-8")).body:
            calls = [each.func for each in ast.walk(line) if isinstance(each, ast.Call)]
            names = [each.id for each in calls if isinstance(each, ast.Name)]
            asked = [getattr(space.get(name), "__module__", "") for name in names]
            if isinstance(line, ast.Assign | ast.AnnAssign) and any("overtrick.regulations" in each for each in asked):
                found.append((space, compile(ast.Module([line], []), str(path), "exec")))
    return found


# Applying a mutant


def _apply(mutant: Mutant) -> None:
    if isinstance(mutant, DataMutant):
        _read_otherwise(mutant.path, mutant.text)
    else:
        _code_otherwise(mutant)


def _read_otherwise(path: Path, text: str) -> None:
    """Make every reader of this rulebook file get *text*."""
    path = path.resolve()

    def other_text(self: Path, *args: Any, **kwargs: Any) -> str:
        return text if self.name == path.name and self.resolve() == path else READ_TEXT(self, *args, **kwargs)

    def other_bytes(self: Path) -> bytes:
        return text.encode() if self.name == path.name and self.resolve() == path else READ_BYTES(self)

    Path.read_text = other_text  # type: ignore[method-assign]
    Path.read_bytes = other_bytes  # type: ignore[method-assign]


class NotPutIn(LookupError):
    """The function of a mutant was not found among the loaded modules."""


def _code_otherwise(mutant: CoreMutant) -> None:
    """Replace the code of the existing function, wherever it was imported."""
    gc.unfreeze()  # a test may have opened a book, which hides loaded objects from the collector
    module = compile(mutated_module(mutant), str(mutant.path), "exec", dont_inherit=True)
    code = next(
        each for each in _codes(module) if (each.co_qualname, each.co_firstlineno) == (mutant.function, mutant.start)
    )
    put = 0
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            old = each.__code__
            if old.co_filename == str(mutant.path) and (old.co_qualname, old.co_firstlineno) == (
                mutant.function,
                mutant.start,
            ):
                each.__code__ = code
                put += 1
    if not put:
        raise NotPutIn(str(mutant))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


# Choosing the tests


def _chosen(mutant: Mutant, items: Sequence[pytest.Item], known: dict[str, Timed]) -> list[pytest.Item]:
    """The tests that can detect a mutant: most likely first, then those with fewest other calls, then the fastest."""
    near = _near_data(mutant, items) if isinstance(mutant, DataMutant) else _near_core(mutant, items, known)
    about = isinstance(mutant, CoreMutant)  # a test that calls little else is about what it calls
    ranked = sorted(
        near, key=lambda each: (each[0], about and len(known[each[1].nodeid].calls), known[each[1].nodeid].seconds)
    )
    return [item for _, item in ranked]


def _near_core(
    mutant: CoreMutant, items: Sequence[pytest.Item], known: dict[str, Timed]
) -> list[tuple[int, pytest.Item]]:
    """Tests that call the function, then those beside them, which may depend on what was loaded for all."""
    name = f"{mutant.path.relative_to(SRC)}:{mutant.function}"
    direct = {item.nodeid for item in items if name in known[item.nodeid].calls}
    beside = {node.split("::")[0] for node in direct}
    return [
        (0 if item.nodeid in direct else 1, item)
        for item in items
        if item.nodeid in direct or item.nodeid.split("::")[0] in beside
    ]


def _near_data(mutant: DataMutant, items: Sequence[pytest.Item]) -> list[tuple[int, pytest.Item]]:
    folder = mutant.path.relative_to(RULEBOOK).parts[0]
    names = {mutant.named, f"{folder}/{mutant.path.stem}" if mutant.path.parent.name == "events" else mutant.named}
    document = mutant.clause.split(" ")[0]
    found = []
    for item in items:
        cites = _cites(item)
        if mutant.clause in cites:
            rank = 0
        elif any(name and name in item.nodeid for name in names) or f"test_conditions.py::{folder}/" in _told_of(item):
            rank = 1
        elif any(cite.split(" ")[0] == document for cite in cites):
            rank = 2
        elif item.nodeid.startswith(("tests/housekeeping", "tests/regulations")):
            rank = 3
        else:
            rank = 4
        found.append((rank, item))
    return found


def _told_of(item: pytest.Item) -> str:
    """A test's module and event: an event's conditions depend on all its document's rules."""
    module, _, asked = item.nodeid.partition("[")
    return f"{module.split('::')[0]}::{asked}"


def _cites(item: pytest.Item) -> list[str]:
    cites = [str(cite) for mark in item.iter_markers("clause") for cite in mark.args]
    params = getattr(getattr(item, "callspec", None), "params", {})
    if cite := getattr(params.get("vector"), "clause", ""):
        cites.append(str(cite))
    return cites


# The command


def main() -> int:
    """Try the mutants, list the survivors, and store the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("data", "core"))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=int, default=40, help="the time a mutant has, in seconds of the processor")
    parser.add_argument("--only", action="append", default=[], help="only mutants whose place contains this text")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes of this machine")
    parser.add_argument(
        "--scheduler", default="", help="a Dask scheduler whose workers try, such as tcp://10.0.0.1:8786"
    )
    parser.add_argument("--kept", type=Path, help="the folder in which what came of each mutant is kept")
    parser.add_argument("--remap", action="store_true", help="run the suite again to see which test calls what")
    parser.add_argument("--share", nargs="+", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--code", help=argparse.SUPPRESS)
    given = parser.parse_args()
    os.chdir(ROOT)
    made: Sequence[Mutant] = (data_mutants if given.what == "data" else core_mutants)(given.count, given.seed)
    if given.share is not None:
        return _try_share(made, given)
    if given.remap:
        MAP.unlink(missing_ok=True)
    began = time.monotonic()
    wanted = [at for at, each in enumerate(made) if not given.only or any(part in str(each) for part in given.only)]
    store = Store(given.kept) if given.kept else None
    verdicts = _noticed_before(store, made, wanted)
    left = [at for at in wanted if at not in verdicts]
    words = (given.what, "--count", str(given.count), "--seed", given.seed, "--seconds", str(given.seconds))
    shares = [(*words, "--code", _fingerprint(), "--share", *map(str, left[at : at + SHARE]))
              for at in range(0, len(left), SHARE)]  # fmt: skip
    with closing(spread(tried, shares, given.workers, given.scheduler)) as trying:
        for at, noticed, tests, seconds in (verdict for _, told in trying for verdict in told):
            verdicts[at] = Verdict(made[at], noticed, tests, seconds)
            if store is not None:
                store.keep(key_of(str(made[at])), [Kept(str(made[at]), noticed, tests, seconds)])
            if not noticed:
                print(f"NOT NOTICED  {made[at]}  ({tests} tests)", file=sys.stderr, flush=True)
    _table(list(verdicts.values()), time.monotonic() - began, given.seed)
    return 0


SHARE = 20
"""How many mutants are tried together: this many are lost when a worker dies, for one collection of the suite."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A verdict as it is stored."""

    mutant: str
    noticed: str
    tests: int
    seconds: float


def tried(words: tuple[str, ...]) -> list[tuple[int, str, int, float]]:
    """In a worker: try a share of the mutants, in a process of its own in the worker's checkout."""
    import overtrick

    root = Path(str(overtrick.__file__)).parents[2]
    done = subprocess.run(
        [sys.executable, str(root / "scripts" / "mutate.py"), *words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return [tuple(json.loads(line)) for line in done.stdout.splitlines() if line.startswith("[")]


def _try_share(made: Sequence[Mutant], given: argparse.Namespace) -> int:
    """Try some mutants, and write the outcome of each as a line."""
    if given.code != _fingerprint():
        print("This worker has other code", file=sys.stderr)
        return 1
    places = {id(made[at]): at for at in given.share}

    def report(verdict: Verdict) -> None:
        line = [places[id(verdict.mutant)], verdict.noticed, verdict.tests, round(verdict.seconds, 1)]
        print(f"\n{json.dumps(line)}", flush=True)

    plugin = Mutation([made[at] for at in given.share], 1, given.seconds, MAP, report)
    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow", "--no-header", "-qq", "-s"]
    pytest.main([*options, *(f"--ignore={each}" for each in OTHER_PROCESSES), *SUITE], plugins=[plugin])
    return 0 if len(plugin.verdicts) == len(given.share) else 1


def _noticed_before(store: Store | None, made: Sequence[Mutant], wanted: Sequence[int]) -> dict[int, Verdict]:
    """Stored detections: an interrupted run continues, and survivors are tried again."""
    if store is None:
        return {}
    kept = [Kept(**row) for row in store.rows(key_of(str(made[at])) for at in wanted).iter_rows(named=True)]
    noticed = {each.mutant: each for each in kept if each.noticed}
    return {
        at: Verdict(made[at], each.noticed, each.tests, each.seconds)
        for at in wanted
        if (each := noticed.get(str(made[at]))) is not None
    }


def _table(verdicts: Sequence[Verdict], seconds: float, seed: str) -> None:
    """Print the counts by folder of the rulebook or the core, and every survivor."""
    groups: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    for each in verdicts:
        root = RULEBOOK if isinstance(each.mutant, DataMutant) else CORE
        groups[each.mutant.path.relative_to(root).parts[0]][bool(each.noticed)] += 1
    for each in sorted(verdicts, key=lambda each: str(each.mutant)):
        if not each.noticed:
            print(f"not noticed: {each.mutant}")
    for name, counted in sorted(groups.items()):
        print(f"{name:24} {counted[True]:4} of {counted.total():4} noticed")
    noticed = sum(bool(each.noticed) for each in verdicts)
    share = 100 * noticed / len(verdicts) if verdicts else 0
    print(f"{noticed} of {len(verdicts)} mutants noticed ({share:.1f} %), seed {seed}, {seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
