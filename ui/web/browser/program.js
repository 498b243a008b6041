// Starts the real program (a board's or a hall's) for the tests, in a folder
// of its own.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const repo = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** Runs Go's command in the repo; without cgo for what needs no OpenCV. @param {string[]} args @param {{ cgo?: boolean }} [how] */
export const go = (args, { cgo = false } = {}) => run('go', args, { cwd: repo, env: cgo ? process.env : { ...process.env, CGO_ENABLED: '0' } });

/** A folder for one test file, and the program: built there, or what PROGRAM names. @param {string} name */
export async function workplace(name) {
  const dir = await mkdtemp(path.join(tmpdir(), `ditchline-${name}-`));
  const program = process.env.PROGRAM ?? path.join(dir, 'ditchline');
  if (!process.env.PROGRAM) await go(['build', '-o', program, './cmd/ditchline'], { cgo: true });
  return { dir, program, remove: () => rm(dir, { recursive: true, force: true }) };
}

/**
 * The first line that a child writes, and what is needed to end it.
 * @param {import('node:child_process').ChildProcess} child
 * @param {(line: string) => boolean} [is] whether the line is the one that is waited for
 */
export async function begun(child, is = () => true) {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) });
  /** @type {string} */
  const line = await new Promise((resolve, reject) => {
    lines.on('line', (text) => is(text) && resolve(text));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code} before it was ready`)));
  });
  return { line, lines, exited };
}

/**
 * Runs a command that serves (run, hub), until stop is called. NOISY shows
 * what it says besides.
 * @param {string} program
 * @param {string[]} args
 */
export async function start(program, args) {
  const child = spawn(program, [...args, '--json'], { stdio: ['ignore', 'pipe', process.env.NOISY ? 'inherit' : 'ignore'] });
  const { line, exited } = await begun(child, (text) => JSON.parse(text).type === 'listening');
  const said = JSON.parse(line);
  return {
    /** Without a slash at its end. @type {string} */ url: said.url.replace(/\/$/, ''),
    /** All that it said when it listened. @type {any} */ said,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGINT');
      await exited;
    },
  };
}
