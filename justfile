# One door to the house: people, pre-commit and CI all come through here.

export PATH := justfile_directory() / ".venv/bin" + ":" + env("PATH")
export PYTHONDONTWRITEBYTECODE := ""  # where it is set, each process of the tests would compile everything anew
export NO_MKDOCS_2_WARNING := "1"  # its notice of 2027 is answered in docs/decisions/0004-dependencies.md

# servers, browsers and other processes are waited for: three processes of tests keep two processors at work
workers := env("WORKERS", `echo $(( ($(nproc) * 3 + 1) / 2 ))`)

# list the recipes
default:
    @just --list

# make the environment: everything locked, with hashes
setup:
    python3 -m venv .venv
    python -m pip install --quiet --require-hashes -r requirements-dev.lock
    python -m pip install --quiet --no-deps --no-build-isolation -e .

# everything a commit to main must pass; the clause coverage that ships must not be stale
check: lint types layers docs
    pytest -n auto --dist worksteal -m "not slow" --check-coverage

# put the code in order
format:
    ruff format .
    ruff check --fix --quiet . || true

# style, and the purity of the core
lint:
    ruff format --check .
    ruff check .
    python scripts/check_core.py

# types, strictly
types:
    mypy

# the floors: who may use whom
layers:
    lint-imports

# the rules and the engine in half a minute: no database, no browser, no whole events
quick *args:
    pytest -n auto --dist worksteal -m "not slow and not whole" tests/laws tests/clauses tests/director tests/event tests/formats tests/regulations {{ args }}

# the tests that run all day
test *args:
    pytest -n auto --dist worksteal -m "not slow" {{ args }}

# every test there is
test-all *args:
    pytest -n auto --dist worksteal {{ args }}

# write which clauses the passing tests prove
coverage:
    pytest tests -n auto -m "not slow" --write-coverage
    python -m overtrick coverage

# what neither the prompt nor the server reaches; what tests alone call is not done
reach:
    python scripts/reach.py

# the vectors no function answers yet, by document
vectors:
    cd tests && python -m clauses.vectors

# write the catalogue of words, with which another language begins
catalogue:
    python scripts/catalogue.py

# the words of public pages and phones that a language lacks: just untranslated fr
untranslated language:
    @python scripts/catalogue.py {{language}}

# build the documentation; a warning is a fault
docs:
    python scripts/reference.py
    mkdocs build --strict --quiet

# read the documentation while it is written
serve:
    python scripts/reference.py
    mkdocs serve

# measure; ratios against the bare engine in the same run
bench:
    python benchmarks/scoring.py

# measure the draws as the field grows; libraries beside them if they are installed
bench-draws *args:
    python benchmarks/draws.py {{ args }}

# measure the sheets: five hundred scorecards, beside reportlab alone
bench-prints *args:
    python benchmarks/prints.py {{ args }}

# deals a second beside the bare hash, and a million deals whose hands' ranks must be uniform
bench-deals *args:
    python benchmarks/deals.py {{ args }}

# par of random deals with every dealer and vulnerability, beside DDS's; `just bench-par --deals 1000 --seed 16`
bench-par *args:
    python benchmarks/par.py {{ args }}

# bytes on the wire a posting of a page that stands open, and first loads on a slow line; needs chromium
bench-page-weight *args:
    python benchmarks/page_weight.py {{ args }}

# rehearse and prove every event over its entries and seeds; failures are collected, not stopped at
rehearse *args:
    python scripts/rehearse.py {{ args }}

# the whole sweep, for days or for many machines: every event, every admissible entry up to 60, 20 seeds; `--scheduler tcp://…`, `--summary`
sweep *args:
    python scripts/rehearse.py --sizes 0 --most 60 --seeds 20 --kept swept {{ args }}

# change numbers and words of the rulebook, or steps of the core, and list what no test notices
mutate *args:
    python scripts/mutate.py {{ args }}

# try hostile acts of every kind against events of every document; none may harm a book
hostile *args:
    python scripts/hostile.py {{ args }}

# hand in broken files at every door; none may crash or hang; `just broken-files --files 1000000 --seed 16`
broken-files *args:
    python scripts/broken_files.py {{ args }}

# kill processes of the server and of its database while results are posted, and prove that nothing was lost
kills *args:
    python scripts/kills.py {{ args }}

# PostgreSQL as large users run it, on loopback, until Ctrl-C: Patroni, etcd, HAProxy, PgBouncer, pgBackRest of Debian
cluster *args:
    python scripts/cluster.py {{ args }}

# break that cluster in every way while results come in, restore a backup to a moment, and prove that nothing was lost
cluster-kills *args:
    python scripts/cluster_kills.py {{ args }}

# kill either side of a stand-in for Bridgemate's Data Connector 200 times while 20 tables play; nothing is lost
connector-kills *args:
    python scripts/connector_kills.py {{ args }}

# cut the line between a venue and the server that follows it, kill either, change who leads, 100 times; all is kept
venue-cuts *args:
    python scripts/venue_cuts.py {{ args }}

# send fuzzed requests to a server beside honest results; `just fuzz --requests 1000000 --seed 7`
fuzz *args:
    python scripts/fuzz.py {{ args }}

# load pages beside results, and tell how long the results took
herd *args:
    python scripts/herd.py {{ args }}

# look for known faults in what is locked; asks the advisory service over the network
audit:
    uv tool run pip-audit --disable-pip --require-hashes -r requirements-dev.lock

# write the bill of materials of what is locked, in CycloneDX
sbom:
    python scripts/sbom.py

# one file for a laptop that has this Python and nothing else; `just single-file dist/overtrick.pyz --extra web`
single-file *args:
    python scripts/single_file.py {{ args }}

# run Lighthouse on the standings, a board, a scorecard and a phone's page; needs npx and chromium; `just lighthouse /tmp/reports`
lighthouse folder="/tmp/overtrick-lighthouse" *args:
    python scripts/lighthouse.py {{ folder }} {{ args }}

# take the documentation's pictures from the running demo; needs chromium
pictures *names:
    python scripts/pictures.py {{ names }}

# take every public page and screen of a phone, light and dark, to be looked at; `--beside OLD` puts them beside older ones
room-pictures folder *args:
    python scripts/room_pictures.py {{ folder }} {{ args }}

# take every page of the desk, light, dark and printed, to be looked at; `just desk-pictures /tmp/pictures`
desk-pictures folder *names:
    python scripts/desk_pictures.py {{ folder }} {{ names }}

# the quick part of the tests under every Python that can be had here; needs uv
pythons *versions:
    python scripts/pythons.py {{ versions }}

# lock what the environment installs
lock:
    uv pip compile --quiet pyproject.toml --extra web --extra deals --extra print --extra bridgemate --extra data --extra lab --extra telemetry --group dev --universal --generate-hashes --no-emit-index-url --no-header -o requirements-dev.lock

# make a release in a clean clone: version, changelog, tag, archives; `just release 0.2.0 --dry-run` keeps nothing of it
release version *args:
    python scripts/release.py {{ version }} {{ args }}

# what CI runs: the whole gate, in one run of the tests; what needs one processor alone goes on beside them
[parallel]
ci: _checks _tests

_checks: lint types layers docs

_tests:
    pytest -n {{ workers }} --dist worksteal --all-here --check-coverage

# the gate in parts that can be run side by side: first what needs no tests
ci-house: lint types layers docs

# the tests of the rules and the engine: no Django, no database
ci-rules *args: (_part "rules" args)

# the tests that need Django and a database: pages, API, prompt, books
ci-web *args: (_part "web" args)

# the tests with a real browser
ci-browser *args: (_part "browser" args)

# the tests that take long and need no browser
ci-slow *args: (_part "slow" args)

# what the gate has one of each kind of, over all languages, screens, seeds and entries; a night's run
ci-long *args: (_part "long" args)

_part part *args:
    mkdir -p .parts
    pytest -n {{ workers }} --dist worksteal --all-here --part {{ part }} --note-coverage .parts/{{ part }}.json {{ args }}

# when the parts have run: does the clause coverage that ships say what they proved? notes of other machines go into .parts
ci-coverage:
    cd tests && python -m clause_coverage ../.parts/*.json
