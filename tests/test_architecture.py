"""Who may import whom (the house of the design), read from the source."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import analyse

PACKAGE = Path(analyse.__file__).parent
ROOT = PACKAGE.parent

# A module may import only what stands above it.
HOUSE = """
analyse
analyse.data
analyse.i18n
analyse.game
analyse.game.cards
analyse.game.rules
analyse.game.figures
analyse.game.taufen
analyse.game.plays
analyse.referee.bets
analyse.referee.slate
analyse.referee.near_end
analyse.referee.settling
analyse.referee.laid_hands
analyse.opencards._solver
analyse.opencards.solver
analyse.odds
analyse.odds.estimate
analyse.deals.constraints
analyse.knowledge.statements
analyse.knowledge.words
analyse.game.reading
analyse.knowledge.language
analyse.deals.dealing
analyse.deals.hands
analyse.deals.apart
analyse.deals.drawing
analyse.knowledge.cases
analyse.deals.polynomials
analyse.deals.side_polynomials
analyse.deals.aside
analyse.deals.counting
analyse.knowledge.situation
analyse.knowledge.possible
analyse.knowledge.conflict
analyse.knowledge.situation
analyse.referee.calls
analyse.referee.dispute
analyse.referee.verdict
analyse.referee.dispute_reader
analyse.knowledge.record
analyse.odds.worlds
analyse.odds.worlds
analyse.odds.figures
analyse.deals.sides
analyse.odds.figures
analyse.odds.open_worlds
analyse.opencards.candidates
analyse.odds.spiel
analyse.odds.point
analyse.odds.joint
analyse.knowledge.notation
analyse.odds.gaps
analyse.odds.unnoted
analyse.odds.replay
analyse.bidding
analyse.bidding.tree
analyse.bidding.ladder_game
analyse.bidding.equilibrium
analyse.bidding.laws.figures
analyse.bidding.laws.sampling
analyse.bidding.laws.spiel
analyse.bidding.laws.exchange
analyse.bidding.laws.deals
analyse.bidding.deal_points
analyse.bidding.beliefs
analyse.bidding.match
analyse.bidding.laws.match
analyse.bidding.my_game
analyse.bidding.my_seat
analyse.advice.bets
analyse.advice.halten
analyse.explore
analyse.lessons
analyse.report
analyse.plots
analyse.report.odds
analyse.cli.progress
analyse.report.tricks
analyse.report.plays
analyse.report.bets
analyse.report.text
analyse.report.bets_text
analyse.report.spiel
analyse.report.joint
analyse.report.joint_text
analyse.cli.words
analyse.cli.verbs
analyse.report.settle_text
analyse.report.settle
analyse.report.equilibrium
analyse.report.match
analyse.cli.bet_verbs
analyse.cli.table_verbs
analyse.cli.commands
analyse.__main__
""".split()  # below it stands analyse.ui, one storey
UI_ONLY = {"streamlit"}
NEVER_ON_A_PAGE = {"highspy", "numpy", "scipy", "numba"}
ONLY_WHERE_USED = {"highspy", "matplotlib", "numba", "scipy"}
# Its loops are compiled as it is loaded, so others load it where they use it. It is one file because
# numba's cache looks at no other when it asks whether a function has changed.
KERNEL = "analyse.opencards._solver"


def module_name(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(tree: ast.AST, package: str) -> set[str]:
    """Return the dotted names that a tree imports, modules of ours as precisely as the files tell."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                outer = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*outer, *([node.module] if node.module else [])])
            inner = {f"{base}.{alias.name}" for alias in node.names}
            names |= {name if name in FILES else base for name in inner}
    return names


def imports_of(module: str) -> set[str]:
    """Return all imports of a module of ours, also those within functions."""
    path = FILES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return imported(ast.parse(path.read_text(encoding="utf-8")), package)


def outer(names: set[str]) -> set[str]:
    """Return the top-level packages of dotted names."""
    return {name.partition(".")[0] for name in names}


UI = sorted(name for name in FILES if name.split(".")[:2] == ["analyse", "ui"])
ABOVE_UI = sorted(set(FILES) - set(UI))


def test_every_module_has_its_place_in_the_house() -> None:
    assert set(ABOVE_UI) <= set(HOUSE)
    assert {"analyse.game.cards", "analyse.knowledge.situation"} <= set(FILES)
    assert "analyse.ui.app" in UI


@pytest.mark.parametrize("module", ABOVE_UI)
def test_imports_only_point_upwards(module: str) -> None:
    above = set(HOUSE[: HOUSE.index(module)])
    assert {name for name in imports_of(module) if outer({name}) == {"analyse"}} <= above


def test_modules_of_the_ui_import_no_circle() -> None:
    graph = {module: imports_of(module) & set(UI) - {module} for module in UI}
    order = list(TopologicalSorter(graph).static_order())
    assert sorted(order) == UI


@pytest.mark.parametrize("module", ABOVE_UI)
def test_streamlit_stays_in_the_ui(module: str) -> None:
    assert not outer(imports_of(module)) & UI_ONLY
    assert not {name for name in imports_of(module) if name.startswith("analyse.ui")}


@pytest.mark.parametrize("module", UI)
def test_pages_do_not_compute(module: str) -> None:
    assert not outer(imports_of(module)) & NEVER_ON_A_PAGE


def test_app_file_only_calls_main() -> None:
    tree = ast.parse((ROOT / "app.py").read_text(encoding="utf-8"))
    assert imported(tree, "") == {"analyse.ui.app"}
    assert not [node for node in tree.body if not isinstance(node, ast.ImportFrom | ast.Expr | ast.If)]


@pytest.mark.parametrize("module", FILES)
def test_heavy_packages_are_imported_where_used(module: str) -> None:
    tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
    within = {
        id(inner) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for inner in ast.walk(node)
    }
    at_import = ast.Module(
        [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom) and id(n) not in within], []
    )
    names = imported(at_import, module)
    assert KERNEL not in names
    assert module == KERNEL or not outer(names) & ONLY_WHERE_USED


@pytest.mark.parametrize("module", ["analyse", "analyse.cli.commands"])
def test_importing_is_light(module: str) -> None:
    heavy = ["highspy", "streamlit", "matplotlib", "scipy", "numba"]
    script = (
        f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules], {module!r} in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "[] True"


@pytest.mark.parametrize("module", FILES)
def test_modules_stay_short(module: str) -> None:
    lines = FILES[module].read_text(encoding="utf-8").splitlines()
    assert len(lines) <= (850 if module == KERNEL else 400)
