#!/usr/bin/env python3
"""Lists the Go modules that are built into ./ditchline, with their licenses.

usage: notice.py           writes NOTICE-THIRD-PARTY.txt
       notice.py --check   fails when that file does not name a module, or names one too many
"""
import glob
import os
import re
import subprocess
import sys

FILE = "NOTICE-THIRD-PARTY.txt"
HEAD = """Go modules that are built into the program ditchline, and their licenses.
Written by scripts/notice.py (make notice). The page's own parts are listed in
ui/web/dist/licenses.md.
"""


def modules():
    """The (path, version, folder) of every module of the program, without Ditchline's own."""
    form = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
    out = subprocess.run(["go", "list", "-deps", "-f", form, "./cmd/ditchline"], check=True, capture_output=True, text=True).stdout
    return sorted({tuple(line.split("\t")) for line in out.splitlines() if line})


def kind(text):
    """The license's usual name, by its own words."""
    words = re.sub(r"\s+", " ", text)
    if "Apache License" in words and "Version 2.0" in words:
        return "Apache-2.0"
    if "Mozilla Public License" in words:
        return "MPL-2.0"
    if "Permission is hereby granted, free of charge" in words:
        return "MIT"
    if "Permission to use, copy, modify, and" in words:
        return "ISC"
    if "Redistribution and use in source and binary forms" in words:
        return "BSD-3-Clause" if "either the name" in words else "BSD-2-Clause"
    return None


def texts(folder):
    names = [n for pattern in ("LICEN[SC]E*", "COPYING*", "NOTICE*") for n in sorted(glob.glob(os.path.join(folder, pattern)))]
    return [open(n, encoding="utf-8", errors="replace").read().strip() for n in names if os.path.isfile(n)]


def write(found):
    listing, groups = [], {}
    for path, version, folder in found:
        licenses = texts(folder)
        kinds = sorted({k for k in map(kind, licenses) if k})
        if not kinds:
            sys.exit(f"{path} {version}: no license that is known in {folder}: look at it by hand")
        listing.append(f"{path} {version}: {', '.join(kinds)}")
        for text in licenses:
            groups.setdefault(text, []).append(path)
    go = subprocess.run(["go", "env", "GOROOT"], check=True, capture_output=True, text=True).stdout.strip()
    listing.append("Go's standard library: BSD-3-Clause")
    for text in texts(go):
        groups.setdefault(text, []).append("Go's standard library")
    parts = [HEAD, "\n".join(listing), ""]
    for text, paths in groups.items():
        parts += ["=" * 78, "\n".join(paths), "-" * 78, text, ""]
    with open(FILE, "w", encoding="utf-8") as out:
        out.write("\n".join(parts))


def check(found):
    named = set(re.findall(r"^(\S+) v\S+: ", open(FILE, encoding="utf-8").read(), re.M))
    built = {path for path, _, _ in found}
    wrong = [f"not in {FILE}: {p}" for p in sorted(built - named)] + [f"in {FILE}, but not built in: {p}" for p in sorted(named - built)]
    if wrong:
        sys.exit("\n".join(wrong) + "\nrun 'make notice' and commit it")


if "--check" in sys.argv:
    check(modules())
else:
    write(modules())
