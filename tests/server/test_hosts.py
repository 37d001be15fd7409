"""Which host names the service answers to."""

from __future__ import annotations

import httpx
import pytest
from served import MIXED, Served, sentence, serve

from mixlid.cli.main import main
from mixlid.server.hosts import Hosts

REBOUND = "attacker.example"


def status(server: Served, host: str) -> httpx.Response:
    return server.client.post("/identify", json={"text": MIXED}, headers={"Host": host})


def test_a_name_that_leads_here_by_somebody_elses_doing(served: Served) -> None:
    """A browser always sends the port that it has reached, unless it is 80."""
    refused = status(served, f"{REBOUND}:{served.port}")
    assert refused.status_code == 421
    assert "--allow-host" in sentence(refused)
    assert status(served, f"ATTACKER.example.:{served.port}").status_code == 421
    assert served.client.get("/health", headers={"Host": f"{REBOUND}:{served.port}"}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "[::1]:{}", "mixlid.localhost:{}", "192.168.1.7:{}"])
def test_numbers_and_this_machine_pass(served: Served, host: str) -> None:
    assert status(served, host.format(served.port)).status_code == 200


@pytest.mark.parametrize("host", ["mixlid.example.org", "mixlid.example.org:443", "mixlid.example.org:8080"])
def test_a_proxy_that_keeps_the_name_passes(served: Served, host: str) -> None:
    assert status(served, host).status_code == 200


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
    here = Hosts("127.0.0.1", 8377)
    assert here.allow("")  # HTTP/1.0, which no browser speaks
    assert not Hosts("127.0.0.1", 8377, ["a.org"]).allow("")
    assert not Hosts("::1", 80).allow(REBOUND)
    assert Hosts("127.0.0.1", 8377, ["*"]).allow(f"{REBOUND}:8377")
    for everywhere in ("0.0.0.0", "::", "192.168.1.7"):
        assert Hosts(everywhere, 8377).allow("laptop:8377")
        assert not Hosts(everywhere, 8377, ["desktop"]).allow("laptop:8377")


def test_a_name_with_a_port_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--allow-host", "example.org:80"]) == 2
    assert "give a name without a port" in capsys.readouterr().err
