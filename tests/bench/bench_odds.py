"""How long the exact odds of one hand take, warm, and where the time goes.

Needs the extra `bench`; run by hand, not by the tests: `python tests/bench/bench_odds.py`.
"""

from statistics import median
from time import perf_counter

RUNS = 15


def main() -> None:
    """Print the median time of win, stand and lose of each figure, then a profile."""
    from pyinstrument import Profiler

    from analyse.game.cards import mask_of, parse_card, parse_cards
    from analyse.game.figures import KINDS
    from analyse.game.rules import load_rules
    from analyse.knowledge.situation import situation
    from analyse.odds.figures import figure_odds

    for hand, known in (
        ("HA LA SU E10 W", ""),
        ("L9 L10 LK LA HA", ""),
        ("HA LA SU E10 W", "left: !S7"),
        ("L9 L10 LK LA HA", "left: !S7"),
    ):
        cards = mask_of(parse_cards(hand))
        asked = situation(cards, load_rules(), upcard=parse_card("L8"), known=known)
        times = {kind: [] for kind in KINDS}
        for kind in KINDS:
            for _ in range(RUNS):
                start = perf_counter()
                figure_odds.__wrapped__(asked, kind)
                times[kind].append(1e3 * (perf_counter() - start))
        shown = ", ".join(f"{kind} {median(t):.0f} ms (least {min(t):.0f})" for kind, t in times.items())
        print(f"{hand} | L8 up | {known or 'nothing known'}: {shown}")
    with Profiler(interval=1e-4) as profiler:
        for kind in KINDS:
            figure_odds.__wrapped__(asked, kind)
    print(profiler.output_text(show_all=False))


if __name__ == "__main__":
    main()
