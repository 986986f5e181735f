"""The examples of `deploy/cluster/`, as `just cluster` fills them in; its packages are not needed for that."""

import os
import re
import stat
from pathlib import Path

import cluster
import pytest
from psycopg.conninfo import conninfo_to_dict

FILES = {"haproxy.cfg", "pgbouncer.ini", "userlist.txt"} | {
    f"{kind}-n{node}.{ending}" for kind, ending in (("patroni", "yml"), ("pgbackrest", "conf")) for node in (1, 2, 3)
}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cluster.Cluster:
    monkeypatch.setattr(cluster, "binaries", lambda: Path("/usr/lib/postgresql/15/bin"))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    found = cluster.Cluster(tmp_path / "cluster", 20000)
    found._write()
    return found


def test_every_example_is_filled_in_and_for_its_owner_alone(made: cluster.Cluster) -> None:
    written = [path for path in (made.folder / "run").iterdir() if path.is_file()]
    assert {path.name for path in written} == FILES
    for path in written:
        assert "${" not in path.read_text(encoding="utf-8"), path.name
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_two_listen_on_one_port_and_none_on_the_machines_own(made: cluster.Cluster) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((made.folder / "run").glob("*.*")))
    listening = re.findall(r"(?:^  listen: 127\.0\.0\.1:|bind 127\.0\.0\.1:|^listen_port = )(\d+)", text, re.MULTILINE)
    assert len(listening) == len(set(listening)) == 9
    assert all(20000 <= int(port) < 20080 for port in listening)


def test_the_pool_is_of_transactions_and_knows_the_servers_role_alone(made: cluster.Cluster) -> None:
    pool = (made.folder / "run/pgbouncer.ini").read_text(encoding="utf-8")
    assert "pool_mode = transaction" in pool
    users = (made.folder / "run/userlist.txt").read_text(encoding="utf-8")
    said = conninfo_to_dict(made.url("overtrick", "overtrick", made.pool))
    assert users == f'"overtrick" "{said["password"]}"\n'
    assert str(conninfo_to_dict(made.url())["password"]) not in users


def test_a_process_that_took_a_dead_ones_number_is_not_killed(tmp_path: Path) -> None:
    (tmp_path / "postmaster.pid").write_text(f"{os.getpid()}\n", encoding="utf-8")
    assert cluster._tree(tmp_path) == []
