"""How Sphinx makes the pages of the API from docstrings: ``scripts/docs``."""

from gourds import __version__

project = "gourds"
author = "The gourds authors"
version = release = __version__
extensions = ["sphinx.ext.autodoc"]
html_theme = "alabaster"
html_theme_options = {"description": "A workbench for Colored Gourd Placement", "fixed_sidebar": True}
html_sidebars = {"**": ["about.html", "localtoc.html", "searchbox.html"]}
html_show_sourcelink = False
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
maximum_signature_line_length = 100
add_module_names = False
