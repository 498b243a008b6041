#!/usr/bin/env python3
"""The endless test: simulated games through `ditchline replay`, held against their truth.

usage: soak.py BINARY [--shots N] [--seed N] [--frames N] [--keep DIR]

Films games of all boards, cameras, frame rates and players, with mistakes, by `BINARY simulate`, lets
`BINARY replay --json` watch each, and compares: the figures mean what ../shared/measure/eval_replay.py's
do. A film is removed as soon as it was compared, unless --keep names a folder for those that had an error.
With --frames N, at last one film of so many frames is watched, and the memory of the program is listed over
its length; it must not grow. The last line holds key=value figures, for scripts/floors.py.
"""
import argparse
import itertools
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

# Mistakes of the soak's games, each the chance in one turn.
MISTAKES = (
    "kiss=0.08,near_miss=0.08,foul_with_20=0.04,opponent_20=0.04,leaning=0.03,rim_out=0.03,pass_over_hole=0.03,"
    "line_close=0.06,open_edge=0.05,returned=0.03,invalid_start=0.06,forgotten_removal=0.08,wrong_removal=0.06,"
    "hand_disturbance=0.06,restored=0.04,resting_hand=0.1,board_moved=0.01,shadow=0.05,exposure=0.04,flicker=0.03"
)
# Anomalies that a companion must raise, by their name in the truth.
RAISED = {
    "hand_disturbance": "hand_disturbance",
    "wrong_removal": "wrong_removal",
    "forgotten_removal": "missing_removal",
    "returned": "returned_disc",
    "board_moved": "board_moved",
}
# What memory may grow by over a long film, MB: a match's log, and a heap that breathes.
GROWTH = 40
TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def turn(x, y, quarter):
    c, s = TURNS[quarter]
    return x * c - y * s, x * s + y * c


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


class Figures:
    """What is counted over all films."""

    def __init__(self):
        self.n = dict.fromkeys(
            "films shots found extra right wrong review removal twenties starts starts_known anomalies due false rounds seconds video".split(), 0)
        self.starts, self.delays, self.resident = [], [], 0

    def line(self):
        n, shots = self.n, max(1, self.n["shots"])
        decided = max(1, n["right"] + n["wrong"])
        return (
            f"films={n['films']} shots={n['shots']} found={n['found'] / shots:.4f} extra={n['extra']} decided_right={n['right'] / decided:.4f} "
            f"wrong_silent={n['wrong'] / shots:.4f} review={n['review'] / shots:.4f} removal_right={n['removal'] / shots:.4f} "
            f"twenties_right={n['twenties'] / shots:.4f} start_right={n['starts'] / max(1, n['found']):.4f} start95={percentile(self.starts, .95):.2f} "
            f"anomalies={n['anomalies'] / max(1, n['due']):.4f} false_per_10min={600 * n['false'] / max(1, n['video']):.2f} "
            f"rounds_right={n['rounds'] / max(1, n['films']):.4f} delay95={percentile(self.delays, .95):.2f} "
            f"speed={n['video'] / max(1e-9, n['seconds']):.2f} resident_mb={self.resident}")


def latest(events):
    """The shots, each in its last revision, with the time of its first report."""
    shots = {}
    for e in events:
        if e.get("type") == "shot":
            first = shots.get(e["n"], e).get("t_first", e.get("t_reported"))
            shots[e["n"]] = dict(e, t_first=first)
    return [shots[n] for n in sorted(shots)]


def pair(truths, shots):
    """Each true shot with the reported one whose flick is nearest, within a second."""
    free, pairs = list(shots), []
    for s in truths:
        near = [g for g in free if abs(g.get("t_start", -99) - s["t_flick"]) < 1]
        g = min(near, key=lambda g: abs(g["t_start"] - s["t_flick"]), default=None)
        if g is not None:
            free.remove(g)
        pairs.append((s, g))
    return pairs, len(free)


def team_names(pairs):
    """The program's names of the teams to the truth's: the best of all ways."""
    ours = sorted({g["team"] for _, g in pairs if g and g.get("team")})
    theirs = sorted({s["team"] for s, _ in pairs})
    ways = [dict(zip(ours, p)) for p in itertools.permutations(theirs, min(len(ours), len(theirs)))] or [{}]
    return max(ways, key=lambda m: sum(1 for s, g in pairs if g and m.get(g.get("team")) == s["team"]))


def quarter_turn(pairs):
    """Which quarter turn of the program's board frame fits the starts best."""
    def misfit(q):
        off = [math.dist(s["start"], turn(g["start"]["x_mm"], g["start"]["y_mm"], q)) for s, g in pairs if g and g.get("start")]
        return percentile(off, .5) if off else 0
    return min(range(4), key=misfit)


def removal_right(s, g, q):
    after = {d[0]: d for d in s["after_settle"]}
    want = [after[i] for i in s["remove"] if i in after and after[i][3] != "ditch" and i not in s["due_before"]]
    got = [turn(r["x_mm"], r["y_mm"], q) for r in g.get("remove") or []]
    return len(want) == len(got) and all(any(math.dist(w[1:3], p) < 12 for p in got) for w in want)


def compare_shot(s, g, names, q, f):
    """Counts one shot; returns what was wrong with it."""
    faults = []
    f.n["found"] += 1
    true, said = ("valid" if s["verdict"] == "valid" else "foul"), g.get("verdict")
    if said == "review":
        f.n["review"] += 1
    elif said == true and names.get(g.get("team")) == s["team"]:
        f.n["right"] += 1
    else:
        f.n["wrong"] += 1
        faults.append(f"is {true} ({s['reason']}), was called {said} ({g.get('reason')}) of team {names.get(g.get('team'))} for {s['team']}")
    if removal_right(s, g, q):
        f.n["removal"] += 1
    else:
        faults.append(f"must remove {s['remove']}, got {[(round(r['x_mm']), round(r['y_mm']), r.get('why')) for r in g.get('remove') or []]}")
    twenties = {names.get(k, k): c for k, c in (g.get("twenties") or {}).items() if c}
    if twenties == {k: c for k, c in s["twenties"].items() if c}:
        f.n["twenties"] += 1
    else:
        faults.append(f"twenties are {s['twenties']}, got {twenties}")
    if bool(g.get("start_valid")) == s["start_valid"]:
        f.n["starts"] += 1
    else:
        faults.append(f"start is {'valid' if s['start_valid'] else 'invalid'}, was called the other")
    if g.get("start"):
        f.starts.append(math.dist(s["start"], turn(g["start"]["x_mm"], g["start"]["y_mm"], q)))
    if g.get("t_first") is not None:
        f.delays.append(g["t_first"] - s["t_settled"])
    return faults


def compare_anomalies(truths, events, f):
    raised = [e for e in events if e.get("type") == "anomaly" and e.get("kind") not in ("out_of_turn", "invalid_start")]
    faults = []
    for s in truths:
        for a in s["anomalies"]:
            if a["type"] not in RAISED:
                continue
            f.n["due"] += 1
            t = a.get("t_start", s["t_flick"])
            hit = next((e for e in raised if e["kind"] == RAISED[a["type"]] and -1 < e["t"] - t < 9), None)
            if hit is None:
                faults.append(f"{a['type']} at {t:.1f} s was not raised")
            else:
                raised.remove(hit)
                f.n["anomalies"] += 1
    f.n["false"] += len(raised)
    return faults + [f"{e['kind']} at {e['t']:.1f} s is false" for e in raised]


def compare(truth, events, f):
    """Counts one film; returns what was wrong."""
    play = truth["truth"]
    shots = latest(events)
    pairs, extra = pair(play["shots"], shots)
    names, q = team_names(pairs), quarter_turn(pairs)
    faults = []
    f.n["films"] += 1
    f.n["extra"] += extra
    f.n["video"] += play["duration"]
    if extra:
        faults.append(f"{extra} shots invented")
    for s, g in pairs:
        f.n["shots"] += 1
        wrong = compare_shot(s, g, names, q, f) if g else [f"missed ({s['verdict']}, {s['reason']})"]
        faults += [f"shot {s['n']} at {s['t_flick']:.1f} s {w}" for w in wrong]
    faults += compare_anomalies(play["shots"], events, f)
    rounds = [e for e in events if e.get("type") == "round"]
    got = {names.get(k, k): v.get("total") for k, v in (rounds[-1].get("score") or {}).items()} if rounds else {}
    score = play["round_score"]
    wants = [score["points"], (score.get("if_due_removals_had_been_made") or score)["points"]]
    if any(all(got.get(k) == v for k, v in w.items()) for w in wants):
        f.n["rounds"] += 1
    else:
        faults.append(f"the round is {wants[0]}, got {got}")
    return faults


def resident_mb(pid):
    """Memory of a process, MB; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // (1 << 20)
    except (OSError, IndexError):
        return 0


def watch(binary, truth, film, folder):
    """The events of a film, the seconds that they took, and the memory over time."""
    args = [binary, "replay", "--json", "--board", truth["board_name"], "--rules", "NED", "--players", str(len(truth["truth"]["players"])), film]
    out, memory, began = os.path.join(folder, "events.jsonl"), [], time.monotonic()
    with open(out, "w") as stdout, open(os.path.join(folder, "log"), "w+") as stderr:
        p = subprocess.Popen(args, stdout=stdout, stderr=stderr)
        while p.poll() is None:
            memory.append(resident_mb(p.pid))
            time.sleep(0.2)
        stderr.seek(0)
        log = stderr.read()
    with open(out) as file:
        events = [json.loads(line) for line in file if line.startswith("{")]
    if p.returncode != 0:
        print(f"replay failed ({p.returncode}): {log.strip()[-600:]}")
    return events, time.monotonic() - began, memory


def film(binary, folder, *flags):
    """Films a game; returns the film and its truth."""
    path, truth = os.path.join(folder, "game.mp4"), os.path.join(folder, "game.truth.json")
    subprocess.run([binary, "simulate", "--out", path, "--truth", truth, *flags], check=True, stdout=subprocess.DEVNULL)
    with open(truth) as file:
        return path, json.load(file)


def one_game(binary, seed, shots, folder, f):
    fps = (30, 30, 25, 60)[seed % 4]
    flags = ["--seed", str(seed), "--shots", str(shots), "--fps", str(fps), "--mistakes", MISTAKES]
    if fps == 60:
        flags += ["--shutter", "0.008"]
    if seed % 3 == 0:
        flags += ["--played", str(seed % 11)]
    path, truth = film(binary, folder, *flags)
    events, seconds, memory = watch(binary, truth, path, folder)
    f.n["seconds"] += seconds
    f.resident = max([f.resident] + memory)
    faults = compare(truth, events, f)
    print(f"seed {seed}: {truth['board_name']}, {len(truth['truth']['players'])} players, tilt {truth['tilt_deg']:.0f}, {fps} fps, "
          f"{len(truth['truth']['shots'])} shots in {truth['truth']['duration']:.0f} s, watched in {seconds:.0f} s, {max(memory, default=0)} MB")
    for fault in faults:
        print(f"   {fault}")
    sys.stdout.flush()
    return bool(faults)


def long_film(binary, frames, folder):
    """Watches one film of many frames; returns what the memory grew by from its second tenth to its last, MB."""
    print(f"one film of {frames} frames")
    path, truth = film(binary, folder, "--seed", "9", "--board", "nca-26", "--size", "640x360", "--seconds", str(frames / 30), "--crf", "24")
    events, seconds, memory = watch(binary, truth, path, folder)
    shots = sum(1 for e in events if e.get("type") == "shot" and e.get("revision", 1) == 1)
    print(f"{truth['n_frames']} frames ({os.path.getsize(path) >> 20} MB) watched in {seconds:.0f} s, {shots} of {len(truth['truth']['shots'])} shots")
    tenths = [memory[i * len(memory) // 10:(i + 1) * len(memory) // 10] for i in range(10)]
    print("resident MB by tenths of the film:", " ".join(str(max(t, default=0)) for t in tenths))
    return max(tenths[9], default=0) - max(tenths[1], default=0)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("binary")
    options.add_argument("--shots", type=int, default=300, help="how many shots are played, twelve to a film")
    options.add_argument("--seed", type=int, default=1, help="of the first film; the next has the next")
    options.add_argument("--frames", type=int, default=0, help="of the long film; 0 for none")
    options.add_argument("--keep", help="folder for films that had an error")
    o = options.parse_args()
    f = Figures()
    for n in range(0, o.shots, 12):
        seed = o.seed + n // 12
        with tempfile.TemporaryDirectory(prefix="ditchline-soak-") as folder:
            faulty = one_game(o.binary, seed, min(12, o.shots - n), folder, f)
            if faulty and o.keep:
                shutil.copytree(folder, os.path.join(o.keep, f"seed-{seed}"), dirs_exist_ok=True)
    if o.frames:
        with tempfile.TemporaryDirectory(prefix="ditchline-soak-") as folder:
            grown = long_film(o.binary, o.frames, folder)
        if grown > GROWTH:
            sys.exit(f"the memory grew by {grown} MB")
    print(f.line())


if __name__ == "__main__":
    main()
