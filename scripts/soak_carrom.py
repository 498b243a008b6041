#!/usr/bin/env python3
"""Plays simulated carrom boards through `ditchline replay` and scores what it says.

usage: soak_carrom.py BINARY [--boards N] [--seed N] [--seconds S] [--keep DIR] [--show]
Each board is another look, light, camera and pair of players; half of them set the striker down wrongly now
and then. --seconds cuts each film short (0: whole boards), --show tells each stroke that went wrong. A film is
removed once it was watched, unless --keep names a folder, whose films are used again. Standard library only;
the last line holds key=value figures, shares of all strokes or boards, for scripts/floors.py: strokes found,
what was pocketed in each, start validity, result, what was wrong without a review, boards' scores exact.
"""
import json, os, shutil, subprocess, sys, tempfile


# As large in the picture as in the given stills (0.6 pixels a mm and more), on a square board's few pixels.
FRAMING = ('--size', '960x720', '--fill', '0.92')


def argument(name, default):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def film(binary, folder, seed, seconds):
    name = os.path.join(folder, f'carrom_{seed}')
    truth = name + '.truth.json'
    if not os.path.exists(truth):
        cmd = [binary, 'simulate', '--game', 'carrom', '--out', name + '.mp4', '--truth', truth, '--seed', str(seed), '--skill', '0.98', *FRAMING]
        if seed % 2:
            cmd += ['--mistakes', 'invalid_start=0.08']
        if seconds:
            cmd += ['--seconds', str(seconds)]
        subprocess.run(cmd, check=True, stdout=subprocess.DEVNULL)
    return name + '.mp4', json.load(open(truth))


def watch(binary, path, players):
    cmd = [binary, 'replay', '--json', '--board', 'carrom-icf', '--players', str(players), path]
    out = subprocess.run(cmd, capture_output=True, text=True, timeout=7200)
    lines = [json.loads(line) for line in out.stdout.splitlines() if line.startswith('{')]
    strokes = {}
    for e in lines:  # a revision stands for its stroke
        if e.get('type') == 'shot':
            strokes[e['n']] = e
    return list(strokes.values()), [e for e in lines if e.get('type') == 'round']


def main():
    binary, seed = sys.argv[1], int(argument('--seed', '1'))
    keep = argument('--keep', None)
    folder = keep or tempfile.mkdtemp(prefix='soak_carrom_')
    os.makedirs(folder, exist_ok=True)
    seconds = float(argument('--seconds', '0'))
    tot = dict(strokes=0, found=0, extra=0, pocketed=0, start=0, result=0, review=0, wrong_silent=0, boards=0, boards_exact=0)
    for k in range(int(argument('--boards', '20'))):
        path, t = film(binary, folder, seed + k, seconds)
        truth = t['truth']
        got, rounds = watch(binary, path, len(truth['players']))
        if not keep:
            os.remove(path)
        used = set()
        for s in truth['shots']:
            tot['strokes'] += 1
            near = [(abs(g['t_start'] - s['t_flick']), i) for i, g in enumerate(got) if i not in used and abs(g['t_start'] - s['t_flick']) < 1]
            if not near:
                if '--show' in sys.argv:
                    print(f"   stroke {s['n']} missed: {s['pocketed']} {s['result']}")
                continue
            i = min(near)[1]
            used.add(i)
            g = got[i]
            fell = g['pocketed'] == s['pocketed']
            tot['found'] += 1
            tot['pocketed'] += fell
            tot['start'] += g['start_valid'] == s['start_valid']
            tot['result'] += g['result'] == s['result']
            tot['review'] += g['verdict'] == 'review'
            tot['wrong_silent'] += not fell and g['verdict'] != 'review'
            if '--show' in sys.argv and not fell:
                print(f"   stroke {s['n']} got {g['pocketed']} truth {s['pocketed']} {g['verdict']} confidence {g['confidence']}")
        tot['extra'] += len(got) - len(used)
        exact = ''
        if truth.get('boards'):
            tot['boards'] += 1
            want = truth['boards'][0]
            ok = len(rounds) == len(truth['boards']) and rounds[0].get('winner') == want['winner'] and {k: v['total'] for k, v in rounds[0]['score'].items()} == want['totals']
            tot['boards_exact'] += ok
            exact = ', score exact' if ok else f", score {rounds[0]['score'] if rounds else None} want {want['totals']}"
        print(f"{os.path.basename(path)}: {len(used)}/{len(truth['shots'])} strokes found, {len(got) - len(used)} extra{exact}", flush=True)
    n, boards = max(1, tot['strokes']), max(1, tot['boards'])
    shares = ' '.join(f"{k}={tot[k] / n:.4f}" for k in ('found', 'pocketed', 'start', 'result', 'review', 'wrong_silent', 'extra'))
    print(f"boards={tot['boards']} strokes={tot['strokes']} {shares} exact={tot['boards_exact'] / boards:.4f}")
    if not keep:
        shutil.rmtree(folder)


main()
