"""The handbook's settings: `sphinx-build -W docs FOLDER`. Generated pages are written before Sphinx looks for pages.

With `-t draft` luck and turning points of the gallery are measured for its first battle only, which saves minutes.
"""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402

project = "Fireteam"
author = "the authors of Fireteam"
project_copyright = f"2026, {author}"
release = version = version_of("fireteam")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["generate", "_build"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 4
suppress_warnings = ["toc.empty_glob"]  # a kind of page of which there is none yet

smartquotes = False  # what is typed into the search has none

html_theme = "furo"
html_title = "Fireteam"
html_static_path = ["_static", "_generated/static"]
# Sphinx asks for the second before anything is generated.
(HERE / "_generated" / "static").mkdir(parents=True, exist_ok=True)
html_css_files = ["fireteam.css"]
html_js_files = ["search.js"]
html_search_scorer = str(HERE / "_static" / "scorer.js")
html_copy_source = False
html_show_sphinx = False
copybutton_prompt_text = "$ "
copybutton_exclude = ".linenos, .gp, .go"

default_role = "code"  # of docstrings, which write code between single backquotes
nitpick_ignore_regex = [("py:.*", ".*")]  # types of other libraries: nothing is fetched from a network
autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_numpy_docstring = False
napoleon_use_ivar = True


def setup(app: object) -> None:
    """Write the generated pages before Sphinx reads the sources."""
    generate.pages.draft = tags.has("draft")  # noqa: F821 - Sphinx gives it to this file
    app.connect("builder-inited", lambda _: generate.write_all(HERE / "_generated"))  # type: ignore[attr-defined]
