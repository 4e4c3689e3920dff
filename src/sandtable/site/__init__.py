"""The table as a folder of static files for any web server: built from a checkout, with Node.

`build.py` puts the folder together: the page (`web`, built without a server), Python and this project's own tree
(`python.py`), the answers that never change (`answers.py`), what a browser needs to keep it all (`keep.py`).
"""
