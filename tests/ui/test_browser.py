"""The page in a real browser: keyboard, link, language, and nothing that leaves this machine."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Error, expect, sync_playwright
from processes import PATIENCE, started

pytestmark = [pytest.mark.browser, pytest.mark.slow]  # .ci/run looks at all of them

ROOT = Path(__file__).parents[2]
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WAIT = 90_000  # milliseconds, for a slow machine; nothing here takes this long
expect.set_options(timeout=WAIT)


@pytest.fixture(scope="module")
def address():
    """Serve the page on a free port, return its address."""
    with served() as url:
        yield url


@contextmanager
def served(**environment):
    """Serve the page on a free port in this environment, give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--server.port", str(port), "--server.address", "localhost", "--server.headless", "true"]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *words]
    settings = {"cwd": ROOT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with started(command, env=os.environ | environment, **settings) as server:
        _wait_until_served(f"http://localhost:{port}/_stcore/health", server)
        yield f"http://localhost:{port}"


def _wait_until_served(url, server):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.fail(f"the server stopped with {server.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail("the server did not answer")


@pytest.fixture(scope="module")
def browser():
    """Start Chromium: the system's, else Playwright's own."""
    with sync_playwright() as playwright:
        system = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        try:
            started = playwright.chromium.launch(executable_path=system, args=QUIET)
        except Error as error:
            reason = f"no Chromium to look with: {error.message.splitlines()[0]}"
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(reason)
        yield started
        started.close()


@pytest.fixture
def visit(address, browser):
    """Return a function that opens the page; afterwards no error and no foreign request may be left."""
    faults = []
    contexts = []

    def opened(link="?lang=de", at=address, **options):
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options))
        page = contexts[-1].new_page()
        page.set_default_timeout(WAIT)
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: None if _is_ours(request.url) else faults.append(request.url))
        page.goto(at + "/" + link)
        expect(answer(page)).to_be_visible(timeout=WAIT)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def _is_ours(url):
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob") or parts.hostname == "localhost"


def answer(page):
    """Return where the verdict stands."""
    return page.locator(".pl-verdict")


def link(page):
    """Return the parameters of the address."""
    return {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}


def focus_by_tab(page, row):
    """Press Tab until the focus is in the row of this name, which a slow machine may draw after the verdict."""
    expect(page.locator(f'[aria-label="{row}"]').first).to_be_visible(timeout=WAIT)
    inside = "name => document.activeElement.closest('[aria-label]')?.getAttribute('aria-label') === name"
    until = time.monotonic() + WAIT / 1000
    while time.monotonic() < until:
        page.keyboard.press("Tab")
        if page.evaluate(inside, row):
            return
    pytest.fail(f"Tab never reached {row!r}")


def pick(page, row, position):
    """Press the card at a position of a row, by arrow keys and space."""
    focus_by_tab(page, row)
    page.keyboard.press("Home")
    for _ in range(20):
        if page.evaluate("() => !document.activeElement.previousElementSibling"):
            break
        page.keyboard.press("ArrowLeft")
    for _ in range(position):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")


def all_is_there(page):
    """Wait until the notes, which every answer has, and all that is waited for are drawn."""
    expect(page.locator(".pl-foot")).to_be_visible(timeout=WAIT)
    expect(page.locator(".pl-table tr", has_text="Spiel").last).to_contain_text("%", timeout=WAIT)
    expect(page.locator(".pl-wait, .tone-wait")).to_have_count(0, timeout=WAIT)


def nothing_sticks_out(page):
    """Nothing reaches over the right edge of a phone."""
    outside = """() => [...document.querySelectorAll(
        '[data-testid=stMain] button, [data-testid=stMain] input, .pl, .pl *, .pl-dock')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className + e.innerText)"""
    assert page.evaluate(outside) == []
    assert page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth") == 390


def test_a_hand_is_picked_by_keyboard_alone(visit):
    page = visit("?hand=none&up=none&lang=de")
    expect(answer(page)).to_contain_text("Noch 5 Karten")
    for missing, (row, position) in zip(
        ["Noch 4 Karten", "Noch 3 Karten", "Noch 2 Karten", "Noch eine Karte", "Noch die aufgedeckte"],
        [("Herz", 7), ("Laub", 7), ("Schell", 4), ("Schell", 8), ("Eichel", 3)],
        strict=True,
    ):
        pick(page, row, position)
        expect(answer(page)).to_contain_text(missing, timeout=WAIT)
    pick(page, "Laub", 1)
    expect(answer(page)).to_contain_text("Halten", timeout=WAIT)
    expect(page.get_by_text("13.155.340.358.160")).to_be_visible()
    page.wait_for_url("**hand=HA-LA-SU-E10-W&upcard=L8&**")


def test_the_link_restores_what_was_chosen(visit):
    page = visit()
    page.get_by_role("radio", name="zwei", exact=True).click()
    page.get_by_role("radio", name="der andere", exact=True).click()
    page.get_by_role("radio", name="Hanger", exact=True).click()
    expect(answer(page)).to_contain_text("bietet Hanger", timeout=WAIT)
    page.wait_for_url("**figure=hanger**")
    said = answer(page).inner_text()
    asked = link(page)
    assert (asked["players"], asked["leader"]) == ("2", "other")
    page.reload()
    expect(answer(page)).to_have_text(said, use_inner_text=True, timeout=WAIT)
    expect(page.get_by_role("radio", name="der andere", exact=True)).to_be_checked()
    assert link(page) == asked


def test_back_returns_to_the_state_before(visit):
    page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=de")
    page.get_by_role("radio", name="zwei", exact=True).click()
    page.wait_for_url("**players=2**")
    page.go_back()
    expect(page.get_by_role("radio", name="vier", exact=True)).to_be_checked(timeout=WAIT)


def test_language_switch_keeps_the_hand(visit):
    page = visit("?hand=H9-HO-LK-L10-E7&up=SK&figure=hanger&lang=de")
    page.get_by_role("radio", name="English", exact=True).click()
    expect(answer(page)).to_contain_text("The other side bids Hanger", timeout=WAIT)
    page.wait_for_url("**lang=en**")
    assert link(page)["hand"] == "HO-H9-LK-L10-E7"


def test_the_language_of_the_browser_is_taken(visit):
    expect(answer(visit("", locale="de-AT"))).to_contain_text("Die Gegenseite bietet")
    expect(answer(visit("", locale="en-GB"))).to_contain_text("The other side bids")


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("hand", ["HA-LA-SU-E10-W", "HK-W-S7-E10-H9"])
@pytest.mark.parametrize("figure", ["gleich", "spiel"])
def test_a_phone_shows_the_verdict_at_once_and_nothing_sticks_out(visit, lang, hand, figure):
    link = f"?lang={lang}&hand={hand}&up=L8&figure={figure}"
    page = visit(link, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    dock = page.locator(".pl-dock")
    expect(dock).to_contain_text("Halten", timeout=WAIT)
    expect(dock).to_be_in_viewport(ratio=1)
    all_is_there(page)
    nothing_sticks_out(page)
    card = page.get_by_role("button", name="Herz 7 (H7)").bounding_box()
    assert card["width"] >= 36
    assert card["height"] >= 54
    dock.tap()
    expect(page.locator(".pl-bar")).to_be_in_viewport(timeout=WAIT)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(
    "asked",
    [
        "opp=equilibrium&score=13:12&target=15&level=7",
        "opp=equilibrium&figure=spiel&level=3",
        "opp=honest:2K&score=13:",
        "level=0&score=13:12",
    ],
)
def test_on_a_phone_nothing_of_a_bet_sticks_out(visit, lang, asked):
    link = f"?lang={lang}&hand=HA-LA-SU-E10-W&up=L8&{asked}"
    page = visit(link, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    all_is_there(page)
    expect(page.locator(".st-key-bets [role=radiogroup]")).to_be_visible(timeout=WAIT)
    nothing_sticks_out(page)


def test_on_a_phone_the_best_answers_at_all_scores_fit(visit):
    link = "?lang=en&hand=HA-LA-SU-E10-W&up=L8&opp=honest:2K&score=13:12"
    page = visit(link, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator(".st-key-scores summary").tap()
    page.get_by_role("button", name="Work it out").tap()
    expect(page.locator(".pl-scores tbody tr")).to_have_count(15, timeout=5 * WAIT)
    expect(page.locator(".pl-scores td.now")).to_have_count(1)
    nothing_sticks_out(page)


def test_the_best_answers_at_all_scores_can_be_stopped(visit):
    page = visit("?lang=de&hand=HA-LA-SU-E10-W&up=L8&opp=equilibrium&score=13:12")
    page.locator(".st-key-scores summary").click()
    page.get_by_role("button", name="Ausrechnen").click()
    expect(page.get_by_role("progressbar")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Abbrechen").click()
    expect(page.get_by_role("button", name="Ausrechnen")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=WAIT)


def test_a_belief_is_chosen_by_keyboard(visit):
    page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=de")
    page.locator(".st-key-bets summary").press("Enter")
    pick(page, "Was verrät ihr Gebot?", 2)
    expect(answer(page)).to_contain_text("Gegen: Bieter im Gleichgewicht", timeout=WAIT)
    expect(page.locator(".pl-hold")).to_be_visible()
    page.wait_for_url("**opponents=equilibrium**")


def test_the_link_restores_the_belief_and_the_score_and_back_takes_them_away(visit):
    page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=de")
    page.locator(".st-key-bets summary").click()
    page.get_by_role("radio", name="ehrlich", exact=True).click()
    expect(answer(page)).to_contain_text("2K oder besser", timeout=WAIT)
    for field, value, score in [("Wir", "13", "13:"), ("Sie", "12", "13:12")]:
        page.get_by_role("spinbutton", name=field, exact=True).fill(value)
        page.get_by_role("spinbutton", name=field, exact=True).press("Enter")
        page.wait_for_url(lambda url, score=score: parse_qs(urlsplit(url).query).get("score") == [score])
    expect(answer(page)).to_contain_text("Stand 13 : 12", timeout=WAIT)
    said, asked = answer(page).inner_text(), link(page)
    assert asked["opponents"] == "honest:2K"
    page.reload()
    expect(answer(page)).to_have_text(said, use_inner_text=True, timeout=WAIT)
    expect(page.get_by_role("spinbutton", name="Sie", exact=True)).to_have_value("12")
    assert link(page) == asked
    page.go_back()
    expect(page.get_by_role("spinbutton", name="Sie", exact=True)).to_have_value("", timeout=WAIT)
    expect(answer(page)).not_to_contain_text("Stand", timeout=WAIT)


def test_the_answer_in_equilibrium_comes_below_the_first_one(visit):
    page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=en")
    expect(answer(page)).to_contain_text("Halten")
    expect(page.locator(".pl-beside")).to_contain_text("Raise: Drei", timeout=WAIT)


def test_spiel_fills_in_beside_the_figures(visit):
    page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=en")
    row = page.locator(".pl-table tr", has_text="Spiel")
    expect(row).to_contain_text("±", timeout=WAIT)
    expect(page.locator(".pl-plans")).to_contain_text("just ahead", timeout=WAIT)
    page.get_by_text("Spiel with “open cards”").click()
    expect(page.get_by_text("only an approximation")).to_be_visible(timeout=WAIT)


def test_wide_the_plans_stand_below_the_inputs_and_the_notes_below_the_answer(visit):
    page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=en")
    all_is_there(page)
    in_place = """() => {
        const [inputs, plans, answer, notes] = [".st-key-more", ".pl:has(> .pl-plans)", ".st-key-drawing", ".pl-foot"]
            .map(name => document.querySelector(name).getBoundingClientRect());
        const below = (upper, lower, room) => lower.top > upper.bottom && lower.top < upper.bottom + room;
        return Math.abs(plans.left - inputs.left) < 2 && below(inputs, plans, 60)
            && Math.abs(notes.left - answer.left) < 2 && below(answer, notes, 120) && inputs.right < answer.left}"""
    page.wait_for_function(in_place, timeout=WAIT)  # pictures and fonts may still move it


def test_on_a_phone_the_plans_stand_between_the_answer_and_the_notes(visit):
    page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=en", viewport={"width": 390, "height": 844}, is_mobile=True)
    all_is_there(page)
    in_place = """() => {
        const tops = [".st-key-more", ".pl-verdict", ".st-key-drawing", ".pl:has(> .pl-plans)", ".pl-foot"]
            .map(name => document.querySelector(name).getBoundingClientRect().top);
        return tops.every((top, i) => !i || top > tops[i - 1])}"""
    page.wait_for_function(in_place, timeout=WAIT)


def test_a_long_draw_shows_how_far_it_is_and_can_be_stopped(visit):
    page = visit("?hand=H9-HO-LK-L10-E7&up=SK&lang=de&worlds=100000")
    expect(page.get_by_role("progressbar")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Abbrechen").click()
    page.wait_for_url("**worlds=1000&**")
    expect(page.locator(".pl-table tr", has_text="Spiel")).to_contain_text("±", timeout=WAIT)
    expect(page.get_by_role("button", name="Abbrechen")).to_have_count(0)
    expect(page.get_by_role("progressbar")).to_have_count(0)


@pytest.mark.slow
def test_the_figures_wait_for_no_compiler(visit, tmp_path):
    with served(NUMBA_CACHE_DIR=str(tmp_path)) as url:
        page = visit("?hand=HA-LA-SU-E10-W&up=L8&lang=de", at=url)
        expect(page.get_by_text("wird einmal übersetzt")).to_be_visible(timeout=WAIT)
        expect(page.get_by_text("13.155.340.358.160")).to_be_visible()
        page.get_by_role("radio", name="Hanger", exact=True).click()
        expect(answer(page)).to_contain_text("bietet Hanger", timeout=WAIT)
        expect(page.locator(".pl-wait").first).to_be_visible()
        row = page.locator(".pl-table tr", has_text="Spiel")
        expect(row).to_contain_text("±", timeout=10 * WAIT)
        expect(page.get_by_text("wird einmal übersetzt")).to_have_count(0)
        page.close()  # before its server goes


def test_nothing_of_streamlit_stands_in_the_way(visit):
    page = visit()
    expect(page.get_by_text("Deploy")).to_have_count(0)
    expect(page.get_by_test_id("stMainMenu")).to_have_count(0)
