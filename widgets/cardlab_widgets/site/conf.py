"""Sphinx's settings for the documentation; `cardlab_widgets.site.documentation` puts its pages together."""

from __future__ import annotations

from cardlab_widgets.site.files import HERE

project = "cardlab"
author = "the cardlab developers"
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc", "cardlab_widgets.site.linking"]

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
# A lesson is a page of JupyterLite, beside the folder of the documentation.
myst_url_schemes = {
    "http": None,
    "https": None,
    "lesson": {"url": "../notebooks/index.html?path={{path}}", "classes": ["live"]},
    "site": "../{{path}}",
}

default_role = "py:obj"  # docstrings name things in single backticks, as Markdown does
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 130
add_module_names = False
pygments_style = "friendly"
pygments_dark_style = "native"
suppress_warnings = ["myst.strikethrough"]

html_theme = "furo"
html_title = "cardlab"
html_static_path = [str(HERE / "static")]
html_css_files = ["docs.css"]
html_favicon = str(HERE / "static" / "icon.svg")
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": False}
