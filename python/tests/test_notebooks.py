"""The notebooks run from beginning to end: in a kernel where there is one, or else as scripts."""

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    try:
        import ipykernel  # noqa: F401
        import nbformat
        from nbclient import NotebookClient
    except ImportError:
        return run_as_script(path)
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    drawn = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(drawn) >= 4


def run_as_script(path):
    names = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)


def test_there_is_a_notebook():
    assert NOTEBOOKS
