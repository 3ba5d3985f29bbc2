"""The page driven without a browser, for the tests of this folder."""

import re
from html import unescape
from pathlib import Path

from hands import README
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]
EXAMPLE = README.replace(" ", "-")


def opened(**link):
    """Return the page as a link opens it, run once, in German unless the link says more."""
    page = AppTest.from_file(ROOT / "app.py", default_timeout=120)
    for key, value in ({"lang": "de"} | link).items():
        page.query_params[key] = value
    return ran(page)


def ran(page):
    """Run the page again and look for exceptions."""
    page.run()
    assert not page.exception, page.exception
    return page


def choose(page, key, value):
    """Choose a value of a row of buttons."""
    page.button_group(key=key).set_value(value)
    return ran(page)


def alerts(page):
    """Return the messages beside the fields, as they are read."""
    bodies = [element.proto.body for element in page.get("html")]
    return [unescape(re.sub("<[^>]*>", "", body)) for body in bodies if 'role="alert"' in body]


def shown(page):
    """Return all that the page says, errors apart."""
    bodies = [element.proto.body for element in page.get("html")]
    return "\n".join(body for body in bodies if 'role="alert"' not in body)
