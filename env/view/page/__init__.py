"""The page of a replay: HTML, style sheets and scripts, put together by `html.py`."""
