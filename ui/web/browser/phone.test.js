// A phone as the camera, and who may operate: the real program, encrypted, on a
// network, and a Chromium whose camera shows a simulated game.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { accessible, fits as fitsAcross, forThumbs, isLostServer, isRefusal, watch } from './checks.js';
import { start, workplace } from './program.js';
import { phone, startBrowser } from './storybook.js';

const run = promisify(execFile);

/** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
/** @type {any} */ let truth;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */ let server;
/** @type {import('playwright-core').BrowserContext[]} */ const contexts = [];
/** @type {string[]} what no page may ever do */ let faults = [];
let serverIsDown = false;

before(async () => {
  place = await workplace('phone');
  const { dir, program } = place;
  const film = path.join(dir, 'film.mp4');
  await run(program, ['simulate', '--out', film, '--seed', '7', '--shots', '3', '--size', '1280x720', '--board', 'nca-26', '--tilt', '20']);
  truth = JSON.parse(await readFile(path.join(dir, 'film.truth.json'), 'utf8')).truth;
  const mjpeg = path.join(dir, 'film.mjpeg'); // Chromium plays it at 30 pictures a second, again and again
  await run('ffmpeg', ['-v', 'error', '-i', film, '-r', '30', '-q:v', '4', '-f', 'mjpeg', mjpeg]);
  browser = await startBrowser([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${mjpeg}`,
    '--host-resolver-rules=MAP board.local 127.0.0.1', // another machine calls the board by a name
  ]);
  server = await serve('0.0.0.0:0');
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await place?.remove();
});

afterEach(async () => {
  for (const c of contexts.splice(0)) await c.close();
  assert.deepEqual(faults.splice(0), []);
});

/**
 * Runs the program; what it says first holds the key and the phone's link.
 * @param {string} listen
 */
async function serve(listen) {
  const { said, stop } = await start(place.program, ['run', '--data', path.join(place.dir, 'data'), '--source', 'phone:', '--board', 'nca-26', '--listen', listen, '--tls']);
  const port = new URL(said.url).port;
  return { port, said, here: `https://localhost:${port}`, there: `https://board.local:${port}`, stop };
}

/**
 * A browser of its own, by default a phone elsewhere on the network.
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function visitor(options) {
  const context = await browser.newContext({ viewport: phone, ignoreHTTPSErrors: true, permissions: ['camera'], ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  watch(page, faults, { hosts: () => ['board.local', 'localhost'], excused: (said) => isRefusal(said) || (serverIsDown && isLostServer(said)) });
  return page;
}

/** @param {import('playwright-core').Page} page */
async function fits(page) {
  await fitsAcross(page);
  await forThumbs(page, 'main button, main a, main input, main select');
}

/** @param {import('playwright-core').Page} page @param {string} name */
async function shot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
}

/** @param {import('playwright-core').Page} page @param {string} url @param {RequestInit} [init] */
const status = (page, url, init) => page.evaluate(async ([u, i]) => (await fetch(/** @type {string} */ (u), /** @type {RequestInit} */ (i))).status, /** @type {const} */ ([url, init ?? {}]));

/** Waits for a condition. @param {string} what @param {() => Promise<boolean>} holds */
async function until(what, holds) {
  for (const end = Date.now() + 150_000; !(await holds()); await new Promise((r) => setTimeout(r, 200))) assert.ok(Date.now() < end, `waited in vain for ${what}`);
}

const undo = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"kind":"undo"}' };

describe('who may operate', () => {
  it('a spectator watches and cannot operate', async () => {
    const page = await visitor();
    await page.goto(server.there + '/');
    await page.getByText('Waiting for a phone').first().waitFor();
    assert.equal(await status(page, '/api/v1/match/orders', undo), 401);
    assert.equal(await status(page, '/api/v1/access/devices'), 401);
    assert.equal(await status(page, '/api/v1/access/key'), 403);
    assert.equal(await status(page, '/api/v1/phone/invite', { method: 'POST' }), 401);
    await page.goto(server.there + '/start');
    await page.waitForURL('**/operate?to=%2Fstart');
    await page.getByLabel('Operator’s key').waitFor();
  });

  it('the key is entered, its device is listed and signed out', async () => {
    const key = /#key=(.+)$/.exec(server.said.operate)?.[1] ?? '';
    assert.match(key, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    const page = await visitor();
    await page.goto(server.there + '/operate');
    await page.getByLabel('Operator’s key').fill('0000-0000-0000-0000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'not the operator’s key' }).waitFor();
    await shot(page, 'operate-wrong');
    await page.getByLabel('Operator’s key').fill(key.toLowerCase().replaceAll('-', ' '));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This device may operate.' }).waitFor();
    await page.getByText('· this device').waitFor();
    await fits(page);
    await accessible(page);
    await shot(page, 'operate-device');
    assert.notEqual(await status(page, '/api/v1/match/orders', undo), 401);
    assert.deepEqual(await page.evaluate(() => document.cookie), '', 'a script can read the cookie');

    const here = await visitor({ viewport: { width: 1440, height: 1000 } });
    await here.goto(server.here + '/operate');
    await here.getByTestId('key').filter({ hasText: key }).waitFor();
    await here.waitForFunction(() => [...document.images].every((i) => i.naturalWidth > 0));
    await fits(here);
    await accessible(here);
    await shot(here, 'operate-here');
    await here.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await here.getByText('No other device is signed in.').waitFor();
    assert.equal(await status(page, '/api/v1/match/orders', undo), 401);
  });

  it('the code of the key signs in by itself, and leaves no trace in the address', async () => {
    const page = await visitor();
    await page.goto(server.said.operate.replace(/^https:\/\/[^/]+/, server.there));
    await page.getByRole('heading', { name: 'This device may operate.' }).waitFor();
    assert.equal(new URL(page.url()).hash, '');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Operator’s key').waitFor();
  });

  for (const [lang, heading, field] of [
    ['en', 'To operate, enter the operator’s key', 'Operator’s key'],
    ['fr', 'Pour opérer, entrez la clé de l’opérateur', 'Clé de l’opérateur'],
    ['nl', 'Voer de bedieningssleutel in om te bedienen', 'Bedieningssleutel'],
  ]) {
    it(`speaks ${lang}`, async () => {
      const page = await visitor({ colorScheme: lang === 'fr' ? 'dark' : 'light' });
      await page.goto(`${server.there}/operate?lang=${lang}`);
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.getByLabel(field ?? '').waitFor();
      await fits(page);
      await accessible(page);
      await shot(page, `operate-${lang}`);
      await page.goto(`${server.there}/phone?lang=${lang}`);
      await page.getByRole('alert').waitFor();
      await fits(page);
      await accessible(page);
      await shot(page, `phone-refused-${lang}`);
    });
  }
});

describe('a phone as the camera', () => {
  it('films the board by its code, and the server scores what it films', async () => {
    const link = server.said.phones[0].url.replace(/^https:\/\/[^/]+/, server.there);
    const page = await visitor();
    await page.goto(link);
    const state = page.getByTestId('phone-state');
    await state.filter({ hasText: 'Board found: nca-26' }).waitFor({ timeout: 30_000 });
    assert.equal(new URL(page.url()).hash, '');
    await page.locator('[data-testid=rings] path').nth(3).waitFor({ state: 'attached' });
    await fits(page);
    await accessible(page);
    await shot(page, 'phone-filming');
    assert.match(await page.getByTestId('phone-figures').innerText(), /\d+ pictures a second, 1280 × 720/);

    // A camera is no operator, and its code is used up.
    assert.equal(await status(page, '/api/v1/match/orders', undo), 403);
    const second = await visitor();
    await second.goto(link);
    await second.getByRole('alert').filter({ hasText: 'was used, or has expired' }).waitFor();
    await second.close();

    // Each time round the film ends with the same discs; what they are worth is known.
    const want = truth.round_score.points;
    await until('the score of the film', async () => {
      const { score } = await page.evaluate(async () => (await fetch('/api/v1/state')).json());
      return ['A', 'B'].every((t) => score.find((/** @type {any} */ s) => s.team === t)?.board === want[t]);
    });
    await until('a valid shot', async () => {
      const { match } = await page.evaluate(async () => (await fetch('/api/v1/state')).json());
      return match?.shots.some((/** @type {any} */ s) => s.verdict === 'valid');
    });

    // A photograph for a line call, from the same page.
    await page.getByRole('button', { name: 'Photo for a line call' }).click();
    await page.getByTestId('phone-answer').waitFor({ timeout: 30_000 });
    await shot(page, 'phone-photo');
    await page.getByRole('button', { name: 'Close' }).click();

    // The server starts anew: the phone comes back by itself, still signed in.
    serverIsDown = true;
    await server.stop();
    await state.filter({ hasText: 'Server not reached' }).waitFor();
    await shot(page, 'phone-lost');
    server = await serve(`0.0.0.0:${server.port}`);
    await state.filter({ hasText: 'Board found: nca-26' }).waitFor({ timeout: 30_000 });
    serverIsDown = false;
  });
});
