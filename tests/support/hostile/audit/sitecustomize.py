"""Python imports this before anything else if its folder is in PYTHONPATH: it notes what is opened and what is started.

A line of JSON for each, in the file that AUDIT_LOG names: the kind of event, the process, and what it is about. Of files and
code only those in the folder AUDITED are noted. Children have it, too, for they inherit the environment.
"""

import json
import os
import sys

FILES = ("open", "sqlite3.connect", "ctypes.dlopen")
STARTED = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.startfile")
_folder = os.path.realpath(os.environ["AUDITED"])
_log = os.open(os.environ["AUDIT_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
_inside = []


def note(event, args):
    """Note an event of Python's audit."""
    if _inside or not (event in FILES or event in STARTED or event == "exec"):
        return
    _inside.append(True)
    try:
        if event in STARTED:
            write(event, [str(part) for part in args[:2]])
            return
        name = args[0].co_filename if event == "exec" and hasattr(args[0], "co_filename") else args[0]
        name = os.fsdecode(name) if isinstance(name, (str, bytes)) else ""
        path = os.path.realpath(name)
        if name and not name.startswith(("<", ":memory:")) and path.startswith(_folder + os.sep):
            write(event, path)
    finally:
        _inside.pop()


def write(event, about):
    """Write a line, whole, whoever else writes."""
    os.write(_log, (json.dumps([event, os.getpid(), about]) + "\n").encode())


sys.addaudithook(note)
