#!/usr/bin/env python3
"""Holds figures against their floors.

usage: floors.py FLOORS < FIGURES
FIGURES: lines "NAME KEY=VALUE"; FLOORS: lines "NAME KEY >= VALUE" or "<=".
A value is a number or a fraction such as 21/22; what is written behind it
("3/3+1false", "5.1x_realtime") is for the reader. A floor without its figure
fails: a measure that is not taken proves nothing.
"""
import re
import sys
from fractions import Fraction


def number(text):
    match = re.match(r"-?[0-9.]+(/[0-9]+)?", text)
    return Fraction(match.group()) if match else None


def main():
    figures = {}
    for line in sys.stdin:
        if "=" in line:
            name, _, pair = line.strip().partition(" ")
            key, _, value = pair.partition("=")
            figures[name, key] = value
    worse = 0
    for line in open(sys.argv[1], encoding="utf-8"):
        words = line.split("#")[0].split()
        if not words:
            continue
        name, key, sign, floor = words
        if sign not in (">=", "<="):
            sys.exit(f"{sys.argv[1]}: {line.strip()}: want >= or <=")
        value = figures.get((name, key))
        got = None if value is None else number(value)
        ok = got is not None and (got >= number(floor) if sign == ">=" else got <= number(floor))
        worse += not ok
        print(f"{'ok  ' if ok else 'FAIL'} {name} {key} is {value}, floor {sign} {floor}")
    sys.exit(1 if worse else 0)


main()
