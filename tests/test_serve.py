"""The live preview: builds, serves what was built on this machine alone, and shows what changes."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner
from site_reader import until

from vfdoc import pipeline
from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.pipeline.publishing import preview, sources
from vfdoc.serve import serve

WAIT = 15_000
TOML = 'title = "Club"\n[[documents]]\nid = "rules"\nfile = "rules.md"\nkind = "rules"\n'


def text(words: str) -> str:
    """A text long enough to scroll; what is said of its fifth chapter changes."""
    chapters = [f"## {n}.0 Chapter\n\n{words if n == 5 else 'Words'} ({n}.1).\n" for n in range(1, 10)]
    inner = [f"\n### {n}.1 Section\n\n{'More words. ' * 200}\n\n" for n in range(1, 10)]
    return "".join(a + b for a, b in zip(chapters, inner, strict=True))


class Served:
    """A preview that runs beside the test, and what it has said."""

    def __init__(self, build: Callable[[], Mapping[str, bytes]], watched: tuple[Path, ...]) -> None:
        self.said: list[str] = []
        self._stop, self._told = Event(), Event()
        self._thread = Thread(
            target=serve, args=(build, watched, 0, self._hears), kwargs={"stop": self._stop}, daemon=True
        )
        self._thread.start()
        assert self._told.wait(30)
        self.address = self.said[0].split()[0]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def _hears(self, words: str) -> None:
        self.said.append(words)
        self._told.set()

    def asks(
        self, path: str, host: str | None = None, method: str = "GET"
    ) -> tuple[int, bytes, dict[str, str]]:
        """What is answered to a request, its path as it stands."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        connection.endheaders()
        response = connection.getresponse()
        found = response.status, response.read(), dict(response.getheaders())
        connection.close()
        return found

    def ends(self) -> None:
        """Stops it."""
        self._stop.set()
        self._thread.join(10)
        assert not self._thread.is_alive()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An edition's folder."""
    made = tmp_path / "club"
    made.mkdir()
    (made / "edition.toml").write_text(TOML)
    (made / "rules.md").write_text(text("The first wording"))
    return made


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    """Its preview."""

    def build() -> Mapping[str, bytes]:
        return preview(pipeline.site(pipeline.read_all((str(folder),))))

    made = Served(build, sources((str(folder),)))
    yield made
    made.ends()


@pytest.fixture
def large() -> Iterator[Served]:
    """The preview of a site with a page that no socket takes at once."""
    made = Served(lambda: {"index.html": b"<head></head>", "large.html": bytes(64_000_000)}, ())
    yield made
    made.ends()


def connected(served: Served, sent: bytes) -> socket.socket:
    """A connection on which so much was sent."""
    client = socket.create_connection(("127.0.0.1", served.port), timeout=10)
    client.sendall(sent)
    return client


def handlers() -> int:
    """How many clients are being answered."""
    return sum("process_request_thread" in thread.name for thread in threading.enumerate())


def come_to_an_end() -> bool:
    """Whether all answers end within some seconds."""
    end = time.monotonic() + 8
    while handlers() and time.monotonic() < end:
        time.sleep(0.05)
    return not handlers()


HEAD = b"GET /large.html HTTP/1.1\r\nHost: localhost\r\n"


def test_nothing_is_said_of_a_client_that_leaves_early(
    large: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    for sent in (b"", b"GET /la", HEAD, HEAD + b"\r\n", b"\x00\xff\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
        client = connected(large, sent)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        time.sleep(0.1)  # it is being answered
        client.close()
    assert come_to_an_end()
    assert large.asks("/index.html")[0] == 200
    assert capfd.readouterr().err == ""


def test_a_client_has_its_time(large: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vfdoc.serve._PATIENCE", 0.5)
    idle, half = connected(large, b""), connected(large, HEAD)
    deaf = connected(large, HEAD + b"\r\n")  # it never takes its answer
    trickle = connected(large, HEAD)
    sent = 0
    with contextlib.suppress(OSError):
        while sent < 100:  # each byte in time, the whole never
            trickle.sendall(b"x")
            time.sleep(0.1)
            sent += 1
    assert sent < 100
    assert come_to_an_end()
    assert idle.recv(1) == half.recv(1) == b""
    deaf.close()
    assert large.asks("/index.html")[0] == 200


def test_a_stream_outlives_the_patience(large: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vfdoc.serve._PATIENCE", 0.3)
    monkeypatch.setattr("vfdoc.serve._HEARTBEAT", 0.8)
    client = connected(large, b"GET /~events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    heard = b""
    while heard.count(b"still here") < 2 and (more := client.recv(999)):
        heard += more
    client.close()
    assert heard.count(b"still here") == 2


def test_it_serves_the_site_and_nothing_else(served: Served, folder: Path) -> None:
    status, page, heads = served.asks("/club/1.0.html")
    assert status == 200
    assert b"<h1>" in page
    assert heads["Cache-Control"] == "no-store"
    assert heads["Content-Type"] == "text/html; charset=utf-8"
    assert served.asks("/")[0] == served.asks("/club/")[0] == served.asks("/club/1.0.html?x=1")[0] == 200
    (folder.parent / "secret.txt").write_text("secret")
    outside = (
        "/../secret.txt", "/club/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
        "/club/..%5c..%5csecret.txt", "//etc/passwd", "/%2fetc%2fpasswd", f"/{folder}/rules.md",
        "/club/rules.toml", "/.vfdoc-site", "/club/%00", "/\\etc\\passwd",
    )  # fmt: skip
    for path in outside:
        status, said, _ = served.asks(path)
        assert status == 404, path
        assert b"secret" not in said


def test_it_answers_this_machine_alone(served: Served) -> None:
    for host in ("evil.example", f"evil.example:{served.port}", "127.0.0.1.evil.example", ""):
        assert served.asks("/club/1.0.html", host or " ")[0] == 403, host
    for host in (f"localhost:{served.port}", "localhost", f"[::1]:{served.port}"):
        assert served.asks("/club/1.0.html", host)[0] == 200, host
    addresses = {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses - {"127.0.0.1"}:
        with socket.socket() as other:
            other.settimeout(1)
            assert other.connect_ex((address, served.port)) != 0, address


def test_other_methods_are_refused(served: Served) -> None:
    assert served.asks("/club/1.0.html", method="POST")[0] == 501
    status, said, heads = served.asks("/club/1.0.html", method="HEAD")
    assert (status, said) == (200, b"")
    assert int(heads["Content-Length"]) > 1000


def test_nothing_is_kept_offline_of_a_text_that_changes(served: Served) -> None:
    assert b"unregister" in served.asks("/sw.js")[1]
    assert b"assets/live.js" in served.asks("/club/1.0.html")[1]


def test_the_page_comes_anew_at_its_place(served: Served, folder: Path, browser: Any) -> None:
    with browser.new_page(viewport={"width": 800, "height": 600}) as page:
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{served.address}club/rules.html")
        page.evaluate("document.getElementById('7.1').scrollIntoView(); window.scrollBy(0, 40)")
        before = page.evaluate("document.getElementById('7.1').getBoundingClientRect().top")
        (folder / "rules.md").write_text(text("The second wording, which is longer. " * 30))
        page.get_by_text("The second wording").first.wait_for(state="attached", timeout=WAIT)
        until(page, "document.readyState === 'complete' && window.scrollY > 0")
        after = page.evaluate("document.getElementById('7.1').getBoundingClientRect().top")
        assert after == pytest.approx(before, abs=2)
        # What spoils a build is said on the page, which stays.
        (folder / "edition.toml").write_text("title = 3\n")
        page.locator("[role=alert]").wait_for(timeout=WAIT)
        assert "edition.toml" in page.locator("[role=alert]").inner_text()
        assert page.get_by_text("The second wording").count()
        (folder / "edition.toml").write_text(TOML.replace("Club", "Mended"))
        page.get_by_text("Mended").first.wait_for(state="attached", timeout=WAIT)
        assert page.locator("[role=alert]").count() == 0
        assert wrong == []
    assert any("edition.toml" in said for said in served.said)
    assert any(said.startswith("built: ") for said in served.said)


def test_a_first_build_that_fails_is_said_at_once(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["serve", str(tmp_path / "no-such")])
    assert result.exit_code == 2
    assert "no such file" in result.output


def test_a_port_that_is_taken_is_said(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(InputError, match="--port"):
            serve(lambda: {"index.html": b""}, (folder,), taken.getsockname()[1], lambda words: None)


def test_one_file_and_one_text_are_shown_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr("vfdoc.serve.serve", lambda build, watched, *_: shown.append((build(), watched)))
    result = CliRunner().invoke(main, ["serve", str(folder), "--single", str(folder)])
    assert result.exit_code == 0, result.output
    assert set(shown[0][0]) == {"index.html", "assets/live.js"}
    lone = folder.parent / "lone.txt"
    lone.write_text("1.0 One\n\nWords (1.1).\n\n1.1 Two\n\nMore.\n")
    result = CliRunner().invoke(main, ["serve", str(lone)])
    assert result.exit_code == 0, result.output
    assert "lone/1.0.html" in shown[1][0]
    assert lone in shown[1][1]
    assert json.loads(shown[1][0]["lone/document.json"])["sections"]
