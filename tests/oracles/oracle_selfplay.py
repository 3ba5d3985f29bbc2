"""The bet played out: pairs drawn or dealt, every word drawn by its chance, paid as RULES 6 tell it.

Nothing here knows the sums of `class_game`: who speaks, what may be said and who writes comes from
`oracle_ladder`, and what is told is a mean over plays, with its standard error.
"""

import numpy as np
from oracle_ladder import turn, writes


def drawn_pairs(law, n, rng):
    """Rows of side 0 and of side 1, (2, n), as often as the law has them, and who is better: 0, 1, 2 stands."""
    cells = np.searchsorted(np.cumsum(law.weight.ravel()), rng.random(n) * law.weight.sum(), side="right")
    rows = np.stack(np.unravel_index(cells, law.weight.shape))
    edge, stand = law.edge.ravel()[cells], law.stand.ravel()[cells]
    luck = rng.random(n)
    return rows, np.where(luck < stand, 2, np.where(luck < stand + (1 - stand + edge) / 2, 0, 1))


def dealt_hands(pack, players, size, n, rng):
    """Hands as masks, (n, players): the pack shuffled and handed out, `size` cards each."""
    bits = np.array([1 << card for card in pack], np.uint64)
    order = np.argsort(rng.random((n, len(bits)), np.float32), axis=1)[:, : players * size]
    return bits[order].reshape(n, players, size).sum(axis=2)


def play_out(rows, better, play, top, rng):
    """Payoff of side 0 in each play, (n,).

    `play[side](said)` is the table of chances (classes, words) of that side after the words `said`; `top`
    the highest raise.
    """
    payoff = np.full(rows.shape[1], np.nan)
    todo = [((), np.arange(rows.shape[1]))]
    while todo:
        said, here = todo.pop()
        at = turn(said, top)
        if at is None:
            payoff[here] = written(said, better[here])
            continue
        side, _, words = at
        up_to = np.cumsum(play[side](said)[rows[side, here]], axis=1)
        assert np.allclose(up_to[:, -1], 1)  # whoever comes here has something to say
        word = (rng.random(len(here))[:, None] >= up_to[:, :-1]).sum(axis=1)
        todo += [((*said, words[k]), here[word == k]) for k in range(len(words)) if (word == k).any()]
    return payoff


def written(said, better):
    """Points of side 0 less those of side 1, given who is better in each play."""
    who, n = writes(said)
    return n * np.select([better == 0, better == 1], [1, -1], 0) if who == "better" else n * (1 - 2 * who)


def mean(payoff):
    """Mean and standard error."""
    return payoff.mean(), payoff.std(ddof=1) / len(payoff) ** 0.5
