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

UI_ONLY = {"streamlit"}
NEVER_ON_A_PAGE = {"highspy", "numpy", "scipy", "numba"}
ONLY_WHERE_USED = {"highspy", "matplotlib", "numba", "scipy"}
# Its loops are compiled as it is loaded, so others load it where they use it. It is one file because
# numba's cache looks at no other when it asks whether a function has changed.
KERNEL = "analyse.opencards._solver"
KEPT = "analyse.opencards._kept"  # numba's cache, loaded with it


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


def imports_of(module: str, *, within: bool = True) -> set[str]:
    """Return all imports of a module of ours, also those `within` functions or classes or for types alone."""
    path = FILES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return imported(tree if within else ast.Module(top, []), package)


def outer(names: set[str]) -> set[str]:
    """Return the top-level packages of dotted names."""
    return {name.partition(".")[0] for name in names}


UI = sorted(name for name in FILES if name.split(".")[:2] == ["analyse", "ui"])
ABOVE_UI = sorted(set(FILES) - set(UI))


def test_modules_import_no_circle() -> None:
    at_import = {module: imports_of(module, within=False) & set(FILES) - {module} for module in FILES}
    assert sorted(TopologicalSorter(at_import).static_order()) == sorted(FILES)


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
    assert module in {KERNEL, KEPT} or not outer(names) & ONLY_WHERE_USED


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
