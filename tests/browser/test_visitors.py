"""What visitors of a server cannot do: run scripts by a link, teach, vote twice, see others' games.

The server is a real one; where no screen matters, a visitor without a browser asks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4

import browsing
import pytest
import requests
import websocket
from cardlab_exercises import Practice, Store
from jupyter_server.auth import passwd
from playwright.sync_api import Browser, Page, expect

from tests.visitor import Visitor

INTERACTIVE_MS = 60_000
ATTACK = "\"'><img src=x onerror=window.broken=1><script>window.broken=1</script>"
"""What sets `window.broken` wherever it gets into a page as markup."""

PAGE = "voila/render/counting-a-hand.ipynb"
POLL = "voila/render/class-poll.ipynb"
GAME = "voila/render/a-game-of-cribbage.ipynb"
QUERY = {
    **dict.fromkeys(("theme", "template", "next", "voila-x", "hand", "flush_hand"), (PAGE,)),
    **dict.fromkeys(("seed", "preset", "record"), (PAGE, GAME)),
    **dict.fromkeys(("class", ATTACK), (PAGE, GAME, POLL)),
    "classic-tree": (),
}
"""What an address can ask of Voila and of our pages, and what it cannot; and the pages that look at it."""

HEADERS = (
    *("User-Agent", "Referer", "Accept-Language", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-For"),
    *("X-Cardlab-Visitor", "X-Cardlab-Teacher", "X-XSRFToken"),
)
COOKIES = ("_xsrf", "username-{}", "cardlab-visitor-{}", "cardlab-teacher-{}")


@contextmanager
def person(browser: Browser) -> Iterator[Page]:
    """A page in a browser of its own."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def unhurt(page: Page) -> None:
    assert page.evaluate("window.broken") is None
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", QUERY)
def test_markup_in_an_address_stays_text(page: Page, voila: str, name: str) -> None:
    """Whatever a link brings along is shown as it was written, if at all, and never runs."""
    opens_unhurt(page, voila, urlencode({name: ATTACK}), QUERY[name])


def test_markup_all_over_an_address_stays_text(page: Page, voila: str) -> None:
    """All that can be asked for in one address; each name alone would get as far or farther."""
    for place in (PAGE, GAME, POLL):
        names = [name for name, places in QUERY.items() if place in places]
        opens_unhurt(page, voila, urlencode(dict.fromkeys(names, ATTACK)), (place,))


def opens_unhurt(page: Page, voila: str, query: str, places: tuple[str, ...]) -> None:
    """Opens the server's own pages and `places` with this query: they are there, and nothing has run."""
    for place in ("", "voila/tree", f"voila/tree/{quote(ATTACK)}", f"voila/render/{quote(ATTACK)}.ipynb"):
        page.goto(f"{voila}/{place}?{query}")
        expect(page.get_by_role("heading").first).to_be_visible()
        unhurt(page)
    for place in places:
        page.goto(f"{voila}/{place}?{query}")
        expect(page.locator(browsing.WIDGET).get_by_role("heading").first).to_be_visible(
            timeout=INTERACTIVE_MS
        )
        unhurt(page)


@pytest.mark.parametrize("place", ["", PAGE])
def test_markup_in_headers_and_cookies_stays_text(browser: Browser, voila: str, place: str) -> None:
    port = urlsplit(voila).port
    cookies = [{"name": name.format(port), "value": quote(ATTACK), "url": voila} for name in COOKIES]
    context = browser.new_context(extra_http_headers=dict.fromkeys(HEADERS, ATTACK))
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{voila}/{place}")
    expect(page.get_by_role("heading").first).to_be_visible(timeout=INTERACTIVE_MS)
    unhurt(page)
    if place:
        page.get_by_role("button", name="For teachers").click()
        expect(page.get_by_label("to open or to send")).to_have_value(
            re.compile(re.escape(f"{voila}/{PAGE}?"))
        )
        assert page.get_by_role("button", name="Ask", exact=True).count() == 0
    context.close()


def test_what_a_class_types_and_is_asked_stays_text(page: Page, browser: Browser, voila: str) -> None:
    page.goto(f"{voila}/voila/render/counting-a-hand.ipynb{browsing.TEACHERS}&hand={quote(ATTACK)}")
    widget = page.locator(browsing.WIDGET)
    widget.get_by_role("button", name="For teachers").click(timeout=INTERACTIVE_MS)
    for field in ("hand", "starter", "class code", "seed"):
        widget.get_by_role("textbox", name=field, exact=True).fill(ATTACK)
    for button in ("Show it", "Ask", "Deal"):
        widget.get_by_role("button", name=button, exact=True).click()
        unhurt(page)
    with person(browser) as learner:
        learner.goto(f"{voila}/{POLL}")
        learner.get_by_label("class code").fill(ATTACK[:40])
        learner.get_by_role("button", name="Join").click(timeout=INTERACTIVE_MS)
        expect(learner.get_by_text("code").first).to_be_visible()
        unhurt(learner)


def test_a_script_that_got_into_a_page_would_not_run(browser: Browser, voila: str) -> None:
    """The second wall: no page allows scripts that are written into it."""
    with person(browser) as page:  # its console complains
        for place in ("", PAGE):
            page.goto(f"{voila}/{place}")
            expect(page.get_by_role("heading").first).to_be_visible(timeout=INTERACTIVE_MS)
            page.evaluate("attack => document.body.insertAdjacentHTML('beforeend', attack)", ATTACK)
            page.evaluate(
                """() => {
                    const script = document.createElement("script");
                    script.textContent = "window.broken = 1";
                    document.body.append(script);
                    return new Promise(done => setTimeout(done, 300));
                }"""
            )
            assert page.evaluate("window.broken") is None


# ---------------------------------------------------------------- the teacher and the class


def test_only_who_has_the_teachers_address_asks_the_class(page: Page, browser: Browser, voila: str) -> None:
    page.goto(f"{voila}/{PAGE}")
    widget = page.locator(browsing.WIDGET)
    widget.get_by_role("button", name="For teachers").click(timeout=INTERACTIVE_MS)
    expect(widget.get_by_text("open the demos by the teacher's address").first).to_be_visible()
    assert widget.get_by_role("button", name="Ask", exact=True).count() == 0
    refused = Visitor(voila, PAGE).press("ask", {"class": "7b-forged"})
    assert "teacher's address" in refused["error"]
    page.goto(f"{voila}/{browsing.TEACHERS}")
    assert "teacher" not in page.url, "it would be seen on the projector"
    page.goto(f"{voila}/{PAGE}")
    widget.get_by_role("button", name="For teachers").click(timeout=INTERACTIVE_MS)
    expect(widget.get_by_role("button", name="Ask", exact=True)).to_be_visible()


@pytest.mark.parametrize("token", ["", "open", "sesame1", "%C3%A9", "sesame&teacher=x"])
def test_a_wrong_token_teaches_nobody(voila: str, token: str) -> None:
    status, text, headers = asked(voila, f"/?teacher={token}")
    assert status == 403
    assert "may not see" in text
    assert "cardlab-teacher" not in str(headers)


def test_who_logs_out_teaches_no_longer(voila: str) -> None:
    cookies = Visitor(voila, f"{PAGE}{browsing.TEACHERS}").cookies
    assert Visitor(voila, PAGE, cookies=dict(cookies)).press("ask", {"class": "7b-out"})["ok"]
    with requests.Session() as session:
        session.cookies.update(cookies)
        answer = session.get(f"{voila}/logout", timeout=60)
    assert f'cardlab-teacher-{urlsplit(voila).port}=""' in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    "path", ["/", "/cardlab/progress?page=x", "/voila/render/glossary.ipynb", f"/{PAGE}"]
)
def test_no_proxy_keeps_what_is_for_one_visitor(voila: str, path: str) -> None:
    """The start page has a learner's name, and the word by which they join on another device."""
    _, _, headers = asked(voila, path)
    assert "no-store" in headers["Cache-Control"]


def test_a_password_keeps_out_who_came_when_there_was_none(tmp_path: Path) -> None:
    """Where there is no login, everybody gets a cookie that would be one, and it lasts."""
    port, password = browsing.free_port(), passwd("open sesame", "sha1")
    with requests.Session() as early:
        with browsing.voila_server(tmp_path, port=port) as url:
            assert early.get(url, timeout=60).url == f"{url}/"
        option = f"--PasswordIdentityProvider.hashed_password={password}"
        with browsing.voila_server(tmp_path, option, port=port) as url:
            assert early.get(url, timeout=60).url == f"{url}/login?next=%2F"


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_server_cannot_speak_with_a_kernel(voila: str, origin: str) -> None:
    visitor = Visitor(voila, PAGE)
    address = f"{voila.replace('http', 'ws', 1)}/api/kernels/{visitor.kernel}/channels"
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        websocket.create_connection(address, origin=origin, timeout=60)
    websocket.create_connection(address, origin=voila, timeout=60).close()


def test_what_a_class_has_done_is_for_the_teacher(page: Page, voila: str) -> None:
    page.goto(f"{voila}/voila/render/class-progress.ipynb")
    page.get_by_role("button", name="Look", exact=True).click(timeout=INTERACTIVE_MS)
    expect(page.get_by_text("open the demos by the teacher's address").first).to_be_visible()


def test_a_visitor_sees_no_progress_but_the_own(page: Page, voila: str, voila_home: Path) -> None:
    store = Store(voila_home / "cardlab" / "progress.db")
    Practice("crib-count-hand", seed=5, store=store, learner="you").act("check", {"total": "6"})
    page.goto(f"{voila}/voila/render/your-progress.ipynb")
    page.get_by_role("button", name="Show my progress").click(timeout=INTERACTIVE_MS)
    expect(page.get_by_role("heading", name="No attempts yet")).to_be_visible()
    expect(page.get_by_text("kept in the database of this server")).to_be_visible()
    assert str(voila_home) not in page.content()


def test_a_browser_has_one_vote(page: Page, browser: Browser, voila: str) -> None:
    page.goto(f"{voila}/{PAGE}{browsing.TEACHERS}")
    projector = page.locator(browsing.WIDGET)
    projector.get_by_role("button", name="For teachers").click(timeout=INTERACTIVE_MS)
    projector.get_by_label("class code").fill("7b-votes")
    projector.get_by_role("button", name="Ask", exact=True).click()
    expect(projector.get_by_text("Class 7b-votes: 0 answers").first).to_be_visible()

    def vote(learner: Page, answer: str) -> None:
        learner.goto(f"{voila}/{POLL}?class=7b-votes")
        learner.get_by_label("points").fill(answer, timeout=INTERACTIVE_MS)
        learner.get_by_role("button", name="Answer", exact=True).click()
        expect(learner.get_by_text(f"Your answer: {answer}").first).to_be_visible()

    with person(browser) as eager, person(browser) as other:
        for answer in ("2", "4", "6"):
            vote(eager, answer)
        vote(eager.context.new_page(), "8")
        vote(other, "10")
    expect(projector.get_by_text("Class 7b-votes: 2 answers").first).to_be_visible()
    projector.get_by_role("button", name="Show the answers").click()
    expect(projector.locator(".polled")).to_be_visible()
    assert projector.locator(".polled dt").all_inner_texts() == ["8", "10"]


# ---------------------------------------------------------------- games, paths and traces


def test_a_visitors_games_are_nobody_elses(
    page: Page, browser: Browser, voila: str, voila_home: Path
) -> None:
    page.goto(f"{voila}/{GAME}")
    widget = page.locator(browsing.WIDGET)
    widget.get_by_role("button", name="Game", exact=True).click(timeout=INTERACTIVE_MS)
    widget.get_by_role("textbox", name="name").fill("mine")
    widget.get_by_role("button", name="Save", exact=True).click()
    expect(widget.get_by_text("The record is on this page, until it is closed.").first).to_be_visible()
    assert str(voila_home) not in page.content()
    thief = Visitor(voila, GAME)
    assert "no saved game" in thief.press("open:mine")["error"]
    for number in range(200):
        thief.press("save", {"name": f"many-{number}"})
    with person(browser) as other:
        other.goto(f"{voila}/{GAME}")
        other.get_by_role("button", name="Game", exact=True).click(timeout=INTERACTIVE_MS)
        expect(other.get_by_text("after every action, on this page").first).to_be_visible()
        assert other.get_by_text("Saved games of").count() == 0
    assert not (voila_home / "cardlab" / "games").exists()


@pytest.mark.parametrize("protocol", [None, "v1.kernel.websocket.jupyter.org"])
def test_no_trace_of_an_error_leaves_the_server(voila: str, protocol: str | None) -> None:
    visitor = Visitor(voila, PAGE, protocol)
    opened = {"comm_id": "x", "target_name": "jupyter.widget"}
    visitor.send("comm_open", {**opened, "data": {"state": {"_model_name": ATTACK}}})
    visitor.send("comm_open", {**opened, "comm_id": "y", "target_name": "none", "data": 7})
    visitor.send("comm_msg", {"comm_id": visitor.comm, "data": {"method": "update", "state": {"rev": "x"}}})
    visitor.send("comm_msg", {"comm_id": visitor.comm, "data": []})
    visitor.send("comm_info_request", {"target_name": {"a": 1}})
    visitor.send("execute_request", {"code": "1/0", "silent": False})
    assert visitor.press("nonsense")["error"]
    heard = visitor.heard()
    for word in ("Traceback", "traceback", "site-packages", "/python3", str(Path(__file__).parents[2])):
        assert word not in heard


@pytest.mark.parametrize("protocol", [None, "v1.kernel.websocket.jupyter.org"])
def test_what_is_no_message_harms_nobody_else(voila: str, protocol: str | None) -> None:
    """Its sender may lose the connection; the page that others have open goes on."""
    other, sender = (Visitor(voila, PAGE, protocol) for _ in range(2))
    for message in (
        *("", "[]", "null", "{", "[" * 100_000, '{"channel": "shell"}', '{"channel": {}, "header": 5}'),
        *(b"", b"\0" * 100, b"\xff" * 1000, (2**20).to_bytes(8, "little"), (2**20).to_bytes(4, "big") + b"x"),
    ):
        address = (
            f"{voila.replace('http', 'ws', 1)}/api/kernels/{sender.kernel}/channels?session_id={uuid4()}"
        )
        protocols = [protocol] if protocol else None
        socket = websocket.create_connection(address, origin=voila, timeout=60, subprotocols=protocols)
        if isinstance(message, bytes):
            socket.send_binary(message)
        else:
            socket.send(message)
        socket.close()
    assert other.press("nonsense")["error"]
    assert asked(voila, "/")[0] == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        *(("GET", path, 200) for path in ("/", "/logout", "/?classic-tree=false", "/?seed=%ff")),
        *(("GET", f"/voila/templates/{rest}", 404) for rest in ("x", "x/y/z", "cardlab/static/../conf.json")),
        *(
            ("GET", f"/voila/{rest}", 404)
            for rest in (
                *("templates/../static/x", "files/a%00.png", "tree/a%00"),
                *("render/x%0d%0aSet-Cookie:a=b", "tree/%0d%0a", "render/%0a.ipynb"),
            )
        ),
        *(
            ("GET", f"/{rest}", 404)
            for rest in ("api/kernels", "login", "nonesuch", "voila/api/contents/..%2f")
        ),
        ("GET", "/voila/static/../../conf.json", 403),
        ("GET", "/?token=x", 302),
        ("GET", "/?teacher=%ff", 400),
        *(("GET", f"/voila/{rest}", 400) for rest in ("render/%ff", "render/%ff.ipynb", "tree/%ff")),
        *(("GET", f"/?{query}", 200) for query in ("class=%ff", "class=%00", "class[]=a&class=b&class=%ff")),
        *(("GET", f"/{short}?class=%ff", 302) for short in ("poll", "join", "Poll", "JOIN")),
        *(("GET", f"/{rest}", 404) for rest in ("poll/x", "%ff", "%zz", "/poll", "polls", "join%ff")),
        ("GET", "/cardlab/progress?page=%ff", 200),
        ("GET", "/voila/render/no-such-page", 404),
        ("GET", "/voila/render/..%2f..%2fetc%2fpasswd", 404),
        ("PUT", "/", 403),
        ("NONESUCH", "/poll", 405),
        ("HEAD", f"/{PAGE}", 405),
        ("POST", "/voila/api/shutdown/x", 403),
    ],
)
def test_an_odd_request_is_answered_without_a_fault(voila: str, method: str, path: str, status: int) -> None:
    got, text, headers = asked(voila, path, method)
    assert got == status
    assert str(Path(__file__).parents[2]) not in text
    assert "Traceback" not in text
    files = ("/voila/static", "/voila/templates", "/voila/files", "/api/", "/voila/api/")
    if status in (400, 403, 404) and not path.startswith(files):
        assert "To the start page" in text
    if path in ("/", "/logout"):
        assert "script-src 'self' blob:;" in headers["Content-Security-Policy"]


def test_the_address_of_a_page_may_lack_its_ending(voila: str) -> None:
    for name, query in (("counting-a-hand", "?hand=5H"), ("cribbage/01-the-board", "")):
        status, _, headers = asked(voila, f"/voila/render/{name}{query}")
        assert (status, headers["Location"]) == (302, f"/voila/render/{name}.ipynb{query}")


# ---------------------------------------------------------------- behind a proxy


def test_links_lead_back_through_the_proxy(browser: Browser, voila: str) -> None:
    """As a proxy with TLS passes a page on, of another name than the server knows."""
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example.org"}
    through = Visitor(voila, f"{PAGE}?teacher=sesame", headers=headers)
    through.press("teach")
    assert f"https://cards.example.org/{PAGE}?hand=" in through.html
    through.press("ask", {"class": "7b-proxy"})
    assert "https://cards.example.org/poll?class=7b-proxy" in through.html
    assert through.secure, "its cookies go back by TLS only"


@pytest.mark.thorough
def test_a_proxy_may_take_away_the_base_of_the_address(tmp_path: Path) -> None:
    with browsing.voila_server(tmp_path, "--Voila.base_url=/cards/", "--Voila.server_url=/") as url:
        for path in ("", PAGE):
            _, _, headers = asked(url, f"/{path}{browsing.TEACHERS}&seed=3")
            assert headers["Location"] == f"/cards/{path}?seed=3"
        _, text, _ = asked(url, "/")
        assert f'href="/cards/{PAGE}?"' in text


@pytest.mark.thorough
def test_a_server_below_an_address_of_its_own(page: Page, tmp_path: Path) -> None:
    with browsing.voila_server(tmp_path, "--Voila.base_url=/cards/", "--token=t", base="/cards") as url:
        status, _, headers = asked(url, "/cards/")
        assert (status, headers["Location"]) == (302, "/cards/login?next=%2Fcards%2F")
        page.goto(f"{url}/cards/{PAGE}{browsing.TEACHERS}")
        page.get_by_label("token").fill("t")
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="For teachers").click(timeout=INTERACTIVE_MS)
        expect(page.get_by_label("to open or to send")).to_have_value(
            re.compile(re.escape(f"{url}/cards/{PAGE}?hand="))
        )
        page.get_by_role("textbox", name="class code").fill("7b")
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(page.get_by_text(f"{url}/cards/poll?class=7b").first).to_be_visible()
        page.goto(f"{url}/cards/logout")
        expect(page.get_by_role("heading", name="Logged out")).to_be_visible()
        page.get_by_role("link", name="Log in again").click()
        expect(page.get_by_label("token")).to_be_visible()


# ---------------------------------------------------------------- a visitor without a browser


def asked(server: str, path: str, method: str = "GET", **headers: str) -> tuple[int, str, dict[str, str]]:
    """The answer to a request that is sent exactly as it is written."""
    connection = HTTPConnection(urlsplit(server).netloc, timeout=60)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, text, dict(answer.getheaders())
