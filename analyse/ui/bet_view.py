"""The answer to a bid against a belief or at a score, and whether to bid, in their places on the page."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from analyse.advice.bieten import Bidding
from analyse.advice.halten import SPIEL, Halten
from analyse.i18n import InputError, UnansweredError, text
from analyse.report.halten import parts
from analyse.ui import answer as show
from analyse.ui import bet_answer, bets, bid_answer, chances, inputs
from analyse.ui.answer import typeset
from analyse.ui.result import Places, View, dock, missing

_WANTED = "scores_wanted"  # the matrix that is to be found, by what it is kept under


class HaltenView(View):
    """What to answer to a bid."""

    beside: DeltaGenerator | None = None
    found: Halten | None = None  # the answer on the Spiel
    scores: "_Scores | None" = None

    def show_verdict(self, errors: inputs.Errors) -> None:
        """Show the verdict on Gleich and Hanger, on the Spiel only if it is known already."""
        if self.asked.answer:
            self._judge(self.asked.answer)
        elif self.query.figure != SPIEL:
            missing(self.query, errors, self.places.verdict, self.places.dock)
        elif self.kept.odds is not None:
            self._judge_spiel()
        else:
            self.pending(show.bid(SPIEL, self.query.level, self.lang))

    def show_soon(self) -> None:
        """Show beside the verdict what needs no solver but takes a moment."""
        if self.asked.answer:
            self._beside(self.asked.answer)

    def with_solver(self) -> None:
        """Show the verdict on the Spiel."""
        if self.query.figure == SPIEL:
            self._judge_spiel()

    def show_last(self) -> None:
        """Show the other belief beside the verdict on the Spiel; find the best answers at every score."""
        if self.query.figure == SPIEL and self.found:
            self._beside(self.found)
        if self.scores is not None:
            self.scores.find()

    def _judge_spiel(self) -> None:
        """Show the verdict on the Spiel, or why there is none."""
        try:
            self.found = bets.answer(self.kept, self.asked.question)
        except (InputError, UnansweredError) as error:
            unanswered(error, self.lang, self.places)
        else:
            self._judge(self.found)

    def _judge(self, found: Halten) -> None:
        """Show verdict, chances, need, values, reason, what they hold, and notes."""
        lang = self.lang
        pieces = [bet_answer.bar, bet_answer.need, bet_answer.words, bet_answer.why_text]
        if found.believes:
            pieces.append(bet_answer.holdings)
        with self.places.verdict.container():
            st.html(bet_answer.verdict(found, lang))
            if not found.believes and found.advice.score is None:
                self.beside = st.empty()
                self.beside.html(bet_answer.beside(bets.beside_kept(self.kept, found.question), lang))
            for piece in pieces:
                st.html(piece(found, lang))
            if found.advice.score is not None:
                self.scores = _Scores(self, found)
        self.places.foot.html(bet_answer.foot(found, chances.best_figures(self.figures()), lang))
        said = {part: typeset(shown) for part, (_, shown, _) in parts(found, lang).items()}
        rest = text("page.dock", lang, win=said["win"], lose=said["lose"])
        word = bet_answer.word(found, lang)
        dock(self.places.dock, found.word, word, rest, text("page.dock_alt", lang))

    def _beside(self, found: Halten) -> None:
        """Show below the verdict what the answer is against bidders in equilibrium."""
        if self.beside is None:
            return
        other = bets.beside(self.kept, found)
        if other is None:
            self.beside.empty()
        else:
            self.beside.html(bet_answer.beside(other, self.lang))


def unanswered(error: InputError | UnansweredError, lang: str, places: Places) -> None:
    """Show in place of an answer why there is none."""
    word, sentence = text("page.no_answer", lang), inputs.sentence(error, lang)
    places.verdict.html(show.waiting(word, sentence))
    dock(places.dock, "wait", word, "", sentence)


class _Scores:
    """The best answers at every score: a button that asks for them, then how far it is, then the table."""

    def __init__(self, view: View, found: Halten) -> None:
        self.kept, self.found, self.lang = view.kept, found, view.lang
        self.name = bets.scores_name(found)
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
        return bets.is_kept(self.kept, self.name)

    def _is_wanted(self) -> bool:
        return bool(st.session_state.get(_WANTED) == self.name)

    def find(self) -> None:
        """Find the table if it is wanted; a click ends it."""
        if self._is_known() or not self._is_wanted():
            return
        try:
            bets.scores(self.kept, self.found, self._tell)
        except UnansweredError as error:
            self.status.html(show.alert(inputs.sentence(error, self.lang)))
        else:
            self.status.empty()
            self._show()
        self.button.empty()

    def _tell(self, done: int, of: int) -> None:
        said = text("say.scores_progress", self.lang, done=done, total=of)
        self.status.progress(done / of, text=said)

    def _show(self) -> None:
        found = bets.scores(self.kept, self.found, self._tell)
        self.table.html(bet_answer.scores(found, self.found, self.lang))


def _want(name: tuple[object, ...] | None) -> None:
    st.session_state.update({_WANTED: name, "clicked": True})


class BiddingView(View):
    """Whether to bid: the figures first, the verdict once the Spiel is known, too."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The figures asked for."""
        return bets.kinds_of(self.asked.question)

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

    def _is_known(self) -> bool:
        return SPIEL not in self.kinds or bets.is_kept(self.kept, (self.asked.question, *self.kinds))

    def _show_figures(self, kinds: tuple[str, ...]) -> None:
        """Show what is known before the Spiel is."""
        found = self._bids(kinds) if kinds else None
        answer = found if isinstance(found, Bidding) else None
        said = text("page.bid_0", self.lang)
        word = text("page.verdict_pending", self.lang)
        with self.places.verdict.container():
            st.html(show.waiting(word, said))
            st.html(bid_answer.table(answer, self.kinds, kinds, self.lang))
        dock(self.places.dock, "wait", word, "", said)

    def _judge_bids(self) -> None:
        """Show the verdict, what each word is worth, and the notes."""
        found = self._bids(self.kinds)
        if not isinstance(found, Bidding):
            unanswered(found, self.lang, self.places)
            return
        with self.places.verdict.container():
            st.html(bid_answer.verdict(found, self.lang))
            st.html(bid_answer.table(found, self.kinds, self.kinds, self.lang))
        self.places.foot.html(bid_answer.foot(found, self.kinds, self.lang))
        tone, word = bid_answer.word(found, self.lang)
        rest, hint = bid_answer.dock(found, self.lang), text("page.dock_alt", self.lang)
        dock(self.places.dock, tone, word, rest, hint)

    def _bids(self, kinds: tuple[str, ...]) -> Bidding | InputError | UnansweredError:
        """Return whether to bid each of `kinds`, or why there is no answer."""
        try:
            return bets.bidding(self.kept, self.asked.question, kinds)
        except (InputError, UnansweredError) as error:
            return error
