"""The commands that serve lessons and demos: JupyterLab, Voila, their kernels and files."""
