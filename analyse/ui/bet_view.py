"""The answer to a bid against a belief or at a score, and whether to bid, in their places on the page."""

import streamlit as st

from analyse.advice.bets import Bidding
from analyse.advice.betting import Asked as BetAsked
from analyse.advice.betting import advice_word
from analyse.i18n import InputError, text
from analyse.ui import answer as show
from analyse.ui import bet_answer, bets, bid_answer, inputs
from analyse.ui.result import View, dock
from analyse.ui.state import ANY

_WANTED = "scores_wanted"  # the matrix that is to be found, by what it is kept under


class BeliefView(View):
    """What to answer to a bid, as it tells something of their hands, or for the game."""

    scores: "_Scores | None" = None

    def show_verdict(self, errors: inputs.Errors) -> None:
        """Show the verdict on Gleich and Hanger, on the Spiel only if it is known already."""
        del errors  # all of them stand beside their fields
        if self.query.figure != "spiel" or self._is_known():
            self._judge_bet()
        else:
            self.pending(show.bid("spiel", self.query.level, self.lang))

    def is_solved(self) -> bool:
        """Whether all that needs the solver is there."""
        return super().is_solved() and (self.query.figure != "spiel" or self._is_known())

    def with_solver(self) -> None:
        """Show the verdict on the Spiel."""
        if self.query.figure == "spiel" and not self._is_known():
            self._judge_bet()

    def show_soon(self) -> None:
        """Show nothing beside the verdict: it says what it holds against."""

    def show_last(self) -> None:
        """Find the best answers at every score if that is wanted."""
        if self.scores is not None:
            self.scores.find()

    def _is_known(self) -> bool:
        return self.asked.terms in self.kept.bets

    def _judge_bet(self) -> None:
        """Show verdict, chances, need, values, reason, what they hold, and notes."""
        lang = self.lang
        found = bets.answer(self.kept, self.asked.known, self.asked.terms)
        pieces = [bet_answer.verdict, bet_answer.bar, bet_answer.need, bet_answer.words, bet_answer.why_text]
        if found.advice.opponents.sort != ANY:
            pieces.append(bet_answer.holdings)
        with self.places.verdict.container():
            for piece in pieces:
                st.html(piece(found, lang))
            if found.advice.score is not None:
                self.scores = _Scores(self, found)
        self.places.foot.html(bet_answer.foot(found, lang))
        at = found.advice.decides
        rest = text(
            "page.dock", lang, win=bet_answer.chance(at.win, lang), lose=bet_answer.chance(at.lose, lang)
        )
        word = bet_answer.word(found, lang)
        dock(self.places.dock, advice_word(found.advice), word, rest, text("page.dock_alt", lang))


class _Scores:
    """The best answers at every score: a button that asks for them, then how far it is, then the table."""

    def __init__(self, view: View, found: BetAsked) -> None:
        self.view, self.found, self.lang = view, found, view.lang
        self.name = bets.matrix_name(view.asked.terms)
        with st.expander(text("page.scores", self.lang), key="scores"):
            self.table, self.status, self.button = st.empty(), st.empty(), st.empty()
        if self._is_known():
            self._show()
        elif self._is_wanted():
            self.button.button(text("page.stop", self.lang), key="scores_stop", on_click=_want, args=(None,))
        else:
            self.button.button(
                text("page.scores_find", self.lang), key="scores_find", on_click=_want, args=(self.name,)
            )

    def _is_known(self) -> bool:
        return self.name in self.view.kept.bets

    def _is_wanted(self) -> bool:
        return bool(st.session_state.get(_WANTED) == self.name)

    def find(self) -> None:
        """Find the table if it is wanted; a click ends it."""
        if self._is_known() or not self._is_wanted():
            return
        try:
            bets.matrix(self.view.kept, self.view.asked.known, self.view.asked.terms, self._tell)
        except InputError as error:
            self.status.error(inputs.sentence(error, self.lang))
        else:
            self.status.empty()
            self._show()
        self.button.empty()

    def _tell(self, done: int, of: int) -> None:
        said = text("cli.scores_progress", self.lang, done=done, total=of)
        self.status.progress(done / of, text=said)

    def _show(self) -> None:
        matrix = self.view.kept.bets[self.name]
        self.table.html(bet_answer.scores(matrix, self.found, self.lang))


def _want(name: tuple[object, ...] | None) -> None:
    st.session_state.update({_WANTED: name, "clicked": True})


class BiddingView(View):
    """Whether to bid: the figures first, the verdict once the Spiel is known, too."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The figures asked for."""
        return self.asked.terms.kinds

    def show_verdict(self, errors: inputs.Errors) -> None:
        """Show what bidding the figures is worth, and the verdict if nothing else is to be found."""
        del errors  # all of them stand beside their fields
        if self._is_known():
            self._judge_bids()
        else:
            self._show_figures(tuple(kind for kind in self.kinds if kind != "spiel"))

    def is_solved(self) -> bool:
        """Whether all that needs the solver is there."""
        return super().is_solved() and self._is_known()

    def with_solver(self) -> None:
        """Show the verdict with the Spiel."""
        if not self._is_known():
            self._judge_bids()

    def show_soon(self) -> None:
        """Show nothing beside the verdict."""

    def show_last(self) -> None:
        """Show nothing more: the verdict needs no chances of the Spiel."""

    def _is_known(self) -> bool:
        return "spiel" not in self.kinds or bets.is_kept(self.kept, self.asked.terms)

    def _show_figures(self, kinds: tuple[str, ...]) -> None:
        """Show what is known before the Spiel is."""
        found = self._bids(kinds) if kinds else None
        advice = {} if isinstance(found, InputError) or found is None else found.advice
        said = text("page.bid_0", self.lang)
        word = text("page.verdict_pending", self.lang)
        with self.places.verdict.container():
            st.html(show.waiting(word, said))
            st.html(bid_answer.table(advice, self.kinds, kinds, self.lang))
        dock(self.places.dock, "wait", word, "", said)

    def _judge_bids(self) -> None:
        """Show the verdict, what each word is worth, and the notes."""
        found = self._bids(self.kinds)
        if isinstance(found, InputError):
            word, sentence = text("page.no_answer", self.lang), inputs.sentence(found, self.lang)
            self.places.verdict.html(show.waiting(word, sentence))
            dock(self.places.dock, "wait", word, "", sentence)
            return
        with self.places.verdict.container():
            st.html(bid_answer.verdict(found, self.lang))
            st.html(bid_answer.table(found.advice, self.kinds, self.kinds, self.lang))
        self.places.foot.html(bid_answer.foot(self.asked.known, found, self.kinds, self.lang))
        tone, word = bid_answer.word(found, self.lang)
        rest, hint = bid_answer.dock(found, self.lang), text("page.dock_alt", self.lang)
        dock(self.places.dock, tone, word, rest, hint)

    def _bids(self, kinds: tuple[str, ...]) -> Bidding | InputError:
        """Return whether to bid each of `kinds`, or why there is no answer."""
        try:
            return bets.bidding(self.kept, self.asked.known, self.asked.terms, kinds)
        except InputError as error:
            return error
