"""How long Hypothesis searches: a few examples while working, each test's own number in CI.

HYPOTHESIS_PROFILE=ci asks for the long search (`.ci/run` does).
"""

import os

import hypothesis

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
FEW = 25

hypothesis.settings.register_profile("dev", max_examples=FEW, deadline=None)
hypothesis.settings.register_profile("ci", deadline=None)
hypothesis.settings.load_profile(PROFILE)


def examples(n: int, *, deadline: int | None = None) -> hypothesis.settings:
    """Return the settings of a test worth `n` examples, each within `deadline` milliseconds."""
    return hypothesis.settings(max_examples=n if PROFILE == "ci" else min(n, FEW), deadline=deadline)
