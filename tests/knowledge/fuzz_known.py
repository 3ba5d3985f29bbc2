"""A longer, coverage-guided search for texts that the known language does not survive.

`PYTHONPATH=tests python tests/knowledge/fuzz_known.py [SECONDS]` (120 unless said) runs atheris, of the
`bench` extra: it watches which branches of `analyse` a text reaches and varies those that reach new ones.
It prints libFuzzer's progress and, if there is one, the error of the first finding.
"""

import sys
import tempfile
from pathlib import Path

import click


@click.command(help=__doc__)
@click.argument("seconds", type=click.IntRange(1), default=120)
def main(seconds: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["analyse"]):
        from test_language import PIECES, READ, TWO, check_text

    def one(data: bytes) -> None:
        check_text(data[1:].decode("utf-8", "surrogateescape"), 2 if data.startswith(b"2") else 4)

    with tempfile.TemporaryDirectory() as folder:
        corpus, words = Path(folder, "corpus"), Path(folder, "words")
        corpus.mkdir()
        for players, texts in (("2", TWO), ("4", READ)):
            for place, known in enumerate(texts):
                Path(corpus, f"{players}-{place}").write_text(players + known, encoding="utf-8")
        quoted = ("".join(f"\\x{byte:02x}" for byte in piece.encode()) for piece in PIECES)
        words.write_text("".join(f'"{piece}"\n' for piece in quoted), encoding="ascii")
        options = [f"-max_total_time={seconds}", "-timeout=2", "-max_len=400", f"-artifact_prefix={folder}/"]
        atheris.Setup([sys.argv[0], *options, f"-dict={words}", str(corpus)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
