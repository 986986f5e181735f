# The development commands. People, pre-commit and CI use the same recipes.
# docs/contributing/recipes.md lists them with these comments: after a change run `python scripts/recipes.py`.

export PATH := justfile_directory() / ".venv/bin" + ":" + env("PATH")
export PYTHONDONTWRITEBYTECODE := ""  # if it were set, every test process would compile everything again
export NO_MKDOCS_2_WARNING := "1"  # docs/decisions/0004-dependencies.md says what we do about it

# tests wait for servers and browsers, so three test processes keep two processors busy
workers := env("WORKERS", `echo $(( ($(nproc) * 3 + 1) / 2 ))`)

# List the recipes
default:
    @just --list

# Create `.venv` with the locked development environment and Overtrick itself
setup:
    python3 -m venv .venv
    python -m pip install --quiet --require-hashes -r requirements-dev.lock
    python -m pip install --quiet --no-deps --no-build-isolation -e .

# Check style, types, layers and docs, run all tests that are not slow, and check the clause coverage
check: lint types layers docs
    pytest -n auto --dist worksteal -m "not slow" --check-coverage

# Format the code and fix what ruff can fix
format:
    ruff format .
    ruff check --fix --quiet . || true

# Check the style, and that the core has no float, clock, random number or file
lint:
    ruff format --check .
    ruff check .
    python scripts/check_core.py

# Check the types, strictly
types:
    mypy

# Check that no package imports from a layer above it or beside it
layers:
    lint-imports

# Run the tests of rules and engine: no database, no browser, no whole events
quick *args:
    pytest -n auto --dist worksteal -m "not slow and not whole" tests/laws tests/clauses tests/director tests/event tests/formats tests/regulations {{ args }}

# Run all tests that are not slow; arguments go to pytest: `just test -k datum`
test *args:
    pytest -n auto --dist worksteal -m "not slow" {{ args }}

# Run every test, including the slow ones
test-all *args:
    pytest -n auto --dist worksteal {{ args }}

# Record which clauses the passing tests prove; commit the file it changes
coverage:
    pytest tests -n auto -m "not slow" --write-coverage
    python -m overtrick coverage

# List the functions that no interface (command line, server or library) reaches
reach:
    python scripts/reach.py

# List the clause vectors that no function answers yet, by document
vectors:
    cd tests && python -m clauses.vectors

# Write the catalogue of phrases, `overtrick.pot`, from templates, scripts and code
catalogue:
    python scripts/catalogue.py

# List the phrases of public pages and phones that a language lacks: `just untranslated fr`
untranslated language:
    @python scripts/catalogue.py {{language}}

# Build the documentation; a warning is an error
docs:
    python scripts/reference.py
    mkdocs build --strict --quiet

# Show the documentation in the browser while you write it
serve:
    python scripts/reference.py
    mkdocs serve

# Measure the speed of scoring with and without explanations
bench:
    python benchmarks/scoring.py

# Measure draws of up to 100,000 contestants, with networkx and rustworkx for comparison if they are installed
bench-draws *args:
    python benchmarks/draws.py {{ args }}

# Measure the printing of 500 scorecards, compared with reportlab alone
bench-prints *args:
    python benchmarks/prints.py {{ args }}

# Measure dealing, compared with its hash function alone, and test whether hands are evenly distributed over a million deals
bench-deals *args:
    python benchmarks/deals.py {{ args }}

# Compare our par with that of DDS on random deals, for every dealer and vulnerability: `just bench-par --deals 1000 --seed 16`
bench-par *args:
    python benchmarks/par.py {{ args }}

# Count the bytes that an open page receives after a posting, and measure first loads on a slow line; needs Chromium
bench-page-weight *args:
    python benchmarks/page_weight.py {{ args }}

# Play and verify every event with many numbers of entries and seeds; a stopped run can be resumed, and `--scheduler` spreads it over machines
rehearse *args:
    python scripts/rehearse.py {{ args }}

# Play and verify every event with every possible number of entries up to 60 and with 20 seeds; this takes days or many machines; `just sweep --summary` reports progress
sweep *args:
    python scripts/rehearse.py --sizes 0 --most 60 --seeds 20 --kept swept {{ args }}

# Change the rulebook (`just mutate data`) or the core (`just mutate core`) one detail at a time, and list the changes that no test detects
mutate *args:
    python scripts/mutate.py {{ args }}

# Score simulated books a second time with a scorer written from the documents alone, and list every difference: `just second --books 2000 --seed 1`
second *args:
    python scripts/second_scorer.py {{ args }}

# Put faults into a copy of the core one at a time, and say for each whether the second scorer finds it
seeded-faults *args:
    python scripts/seeded_faults.py {{ args }}

# Try hostile acts of every kind on events of the five documents; none may damage a book: `just hostile --acts 1000000 --seed 7`
hostile *args:
    python scripts/hostile.py {{ args }}

# Import damaged files of every format; none may crash or hang the program, or be accepted with wrong check digits: `just broken-files --files 1000000 --seed 16`
broken-files *args:
    python scripts/broken_files.py {{ args }}

# Kill server and database processes while results are posted, and prove that nothing is lost: `just kills --minutes 60 --kills 1000 --seed 7`
kills *args:
    python scripts/chaos.py server {{ args }}

# Run a high-availability PostgreSQL cluster on this machine until Ctrl-C: Patroni, etcd, HAProxy, PgBouncer and pgBackRest from Debian
cluster *args:
    python scripts/cluster.py {{ args }}

# Break the cluster of `just cluster` in many ways under load, restore a backup to a point in time, and prove that nothing is lost: `just cluster-kills --kills 3`
cluster-kills *args:
    python scripts/chaos.py cluster {{ args }}

# Kill either side of a simulated Bridgemate Data Connector while tables play; nothing may be lost: `just connector-kills --kills 6 --tables 4 --seed 3`
connector-kills *args:
    python scripts/chaos.py connector {{ args }}

# Cut the connection between a venue and its server, kill either of them, and change the leader; nothing may be lost or posted twice: `just venue-cuts --times 5 --seed 3`
venue-cuts *args:
    python scripts/chaos.py venue {{ args }}

# Send fuzzed requests to a server while results are posted: `just fuzz --requests 1000000 --seed 7`
fuzz *args:
    python scripts/fuzz.py {{ args }}

# Load pages while results are posted, and report how long the results take
herd *args:
    python scripts/herd.py {{ args }}

# Look up known vulnerabilities in the locked packages; needs the network and uv
audit:
    uv tool run pip-audit --disable-pip --require-hashes -r requirements-dev.lock

# Write the software bill of materials of the locked packages, in CycloneDX
sbom:
    python scripts/sbom.py

# Build Overtrick and everything it needs as one file, for this system and this Python: `just single-file dist/overtrick.pyz --extra web`
single-file *args:
    python scripts/single_file.py {{ args }}

# Run Lighthouse on the standings, a board, a scorecard and a phone page; needs npx and Chromium: `just lighthouse /tmp/reports --runs 3 phone`
lighthouse folder="/tmp/overtrick-lighthouse" *args:
    python scripts/lighthouse.py {{ folder }} {{ args }}

# Take the documentation's screenshots from the running demo; needs Chromium; look at them before you commit them
pictures *names:
    python scripts/pictures.py {{ names }}

# Take screenshots of public pages and phone screens, light and dark; `--beside OLD` puts each beside an older one: `just room-pictures /tmp/pictures`
room-pictures folder *args:
    python scripts/room_pictures.py {{ folder }} {{ args }}

# Take screenshots of pages of the desk, light, dark and printed: `just desk-pictures /tmp/pictures`
desk-pictures folder *names:
    python scripts/desk_pictures.py {{ folder }} {{ names }}

# Run a few test files under each Python from 3.11 to 3.14 that uv finds or can fetch: `just pythons 3.13`
pythons *versions:
    python scripts/pythons.py {{ versions }}

# Lock the development environment again after a change in `pyproject.toml`; needs uv; `just lock --upgrade` takes the newest versions
lock *args:
    uv pip compile --quiet {{ args }} pyproject.toml --extra web --extra deals --extra print --extra bridgemate --extra data --extra lab --extra telemetry --group dev --universal --generate-hashes --no-emit-index-url --no-header -o requirements-dev.lock

# Build a folder that runs where Python is not installed; needs uv: `just portable dist/overtrick-windows --system windows`
portable folder *args:
    python scripts/portable.py {{ folder }} {{ args }}

# Try an installed Overtrick, including its server: `just try-install python dist/overtrick.pyz`
try-install *command:
    python scripts/try_install.py {{ command }}

# Make a release in a clean clone: version, changelog date, commit, tag and every file; `just release 0.2.0 --dry-run` keeps nothing
release version *args:
    python scripts/release.py {{ version }} {{ args }}

# Run what CI runs: the whole gate, with style, types, layers and docs beside the tests
[parallel]
ci: _checks _tests

_checks: lint types layers docs

_tests:
    pytest -n {{ workers }} --dist worksteal --all-here --check-coverage

# Run the part of the gate without tests: style, types, layers and docs
ci-house: lint types layers docs

# Run the part of the gate that tests rules and engine: no Django, no database
ci-rules *args: (_part "rules" args)

# Run the part of the gate that needs Django and a database: pages, API, command line, books
ci-web *args: (_part "web" args)

# Run the part of the gate that uses a real browser
ci-browser *args: (_part "browser" args)

# Run the slow part of the gate, which needs no browser
ci-slow *args: (_part "slow" args)

# Run tests with all languages, screens, seeds and entries (the gate tries one of each kind); takes a night
ci-long *args: (_part "long" args)

# List the functions and branches that only unit tests enter, and the clauses that depend on them; takes a night
ci-branches *args:
    python scripts/branches.py {{ args }}

_part part *args:
    mkdir -p .parts
    pytest -n {{ workers }} --dist worksteal --all-here --part {{ part }} --note-coverage .parts/{{ part }}.json {{ args }}

# After the parts have run, check that they proved the clause coverage in the package; copy notes from other machines into `.parts` first
ci-coverage:
    cd tests && python -m clause_coverage ../.parts/*.json
