"""Which host names the service answers to."""

from __future__ import annotations

import httpx
import pytest
from served import MIXED, Served, sentence, serve

from mixlid.cli.main import main
from mixlid.server.gate import allowed_names, is_allowed

REBOUND = "attacker.example"


def status(server: Served, host: str) -> httpx.Response:
    return server.client.post("/identify", json={"text": MIXED}, headers={"Host": host})


def test_a_name_that_leads_here_by_somebody_elses_doing(served: Served) -> None:
    refused = status(served, f"{REBOUND}:{served.port}")
    assert refused.status_code == 421
    assert "--allow-host" in sentence(refused)
    assert status(served, "ATTACKER.example.").status_code == 421
    assert served.client.get("/health", headers={"Host": f"{REBOUND}:{served.port}"}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "[::1]:{}", "mixlid.localhost:{}", "192.168.1.7:{}"])
def test_numbers_and_this_machine_pass(served: Served, host: str) -> None:
    assert status(served, host.format(served.port)).status_code == 200


@pytest.mark.parametrize("host", ["a b", "a@b", "[::1", "a:b:c", "a:123456", "http://localhost", "localhost/x"])
def test_what_is_not_a_name(served: Served, host: str) -> None:
    assert status(served, host).status_code in (400, 421)


def test_only_names_that_were_given() -> None:
    with serve("--allow-host", "Mixlid.example.org") as server:
        assert status(server, "mixlid.example.ORG").status_code == 200
        assert status(server, f"mixlid.example.org:{server.port}").status_code == 200
        assert status(server, f"127.0.0.1:{server.port}").status_code == 200
        assert status(server, "example.org").status_code == 421
        assert status(server, "mixlid.example.org.attacker.example").status_code == 421


def test_the_rule() -> None:
    here = allowed_names("127.0.0.1")
    assert is_allowed("", here)  # no browser leaves it out
    assert not is_allowed(REBOUND, allowed_names("::1"))
    assert is_allowed(f"{REBOUND}:8377", allowed_names("127.0.0.1", ["*"]))
    for everywhere in ("0.0.0.0", "::", "192.168.1.7"):
        assert is_allowed("laptop:8377", allowed_names(everywhere))
        assert not is_allowed("laptop:8377", allowed_names(everywhere, ["desktop"]))


def test_a_name_with_a_port_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--allow-host", "example.org:80"]) == 2
    assert "give a name without a port" in capsys.readouterr().err
