// Starts the storybook (ui/storybook/serve) and a real Chromium for the tests.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const ui = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the storybook, with the page as it lies in dist; returns the program's path and what removes it. */
export async function buildStorybook() {
  if (process.env.STORYBOOK) return { program: process.env.STORYBOOK, remove: async () => {} };
  const dir = await mkdtemp(path.join(tmpdir(), 'ditchline-storybook-'));
  const program = path.join(dir, 'storybook');
  await promisify(execFile)('go', ['build', '-o', program, './storybook/serve'], { cwd: ui, env: { ...process.env, CGO_ENABLED: '0' } });
  return { program, remove: () => rm(dir, { recursive: true, force: true }) };
}

/**
 * Runs the storybook until stop is called.
 * @param {string} program
 * @param {string} story
 * @param {string} [listen]
 */
export async function startStorybook(program, story, listen = '127.0.0.1:0') {
  const child = spawn(program, ['-listen', listen, '-story', story], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`storybook ended with ${code} before it listened`)));
    child.once('error', reject);
  });
  return {
    url,
    pid: /** @type {number} */ (child.pid),
    /** @param {string} name */
    tell: (name) => child.stdin.write(name + '\n'),
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

/** @param {string[]} [more] arguments of Chromium's */
export function startBrowser(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...more],
  });
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
