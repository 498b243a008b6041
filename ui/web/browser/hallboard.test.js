// A table's page in a hall, in a real Chromium: the real hub and a real board,
// which plays a synthetic game.
import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fits, isRefusal, watch } from './checks.js';
import { start, workplace } from './program.js';
import { startBrowser } from './storybook.js';

const shots = new URL('../shots/', import.meta.url);
const wide = { width: 1920, height: 1080 };
const narrow = { width: 390, height: 844 };
const patience = 60_000; // a busy machine is slow to find the board

/** @typedef {Awaited<ReturnType<typeof start>>} Program */

/** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
/** @type {Program} */ let hub;
/** @type {Program} */ let board;
/** @type {string} */ let word;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('playwright-core').Page} */ let page;
/** @type {string[]} */ let faults = [];

/** @param {string} at @param {unknown} [body] */
async function desk(at, body) {
  const answer = await fetch(hub.url + at, { method: 'POST', headers: { Authorization: `Bearer ${word}`, 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? null) });
  assert.ok(answer.ok, `${at}: ${answer.status} ${await answer.text()}`);
}

/** @param {unknown} order */
async function order(order) {
  const answer = await fetch(`${board.url}/api/v1/match/orders`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) });
  assert.ok(answer.ok, `${answer.status} ${await answer.text()}`);
}

before(async () => {
  await mkdir(shots, { recursive: true });
  place = await workplace('hallboard');
  const { dir, program } = place;
  await writeFile(path.join(dir, 'entries.csv'), 'name\nAnn Alder\nBob Birch\nCleo Cedar\nDan Dogwood\n');
  hub = await start(program, ['hub', '--data', path.join(dir, 'hub'), '--listen', '127.0.0.1:0', '--nats-listen', '127.0.0.1:0', '--event', 'cup', '--title', 'The cup', '--preset', 'swiss', '--tables', '1-2', '--entries', path.join(dir, 'entries.csv')]);
  word = (await readFile(hub.said.director_file, 'utf8')).trim();
  await mkdir(path.join(dir, 'table', 'hall'), { recursive: true });
  await copyFile(path.join(dir, 'hub', 'hall', 'cup-table-1.json'), path.join(dir, 'table', 'hall', 'cup-table-1.json'));
  board = await start(program, ['run', '--data', path.join(dir, 'table'), '--source', 'sim:?seed=5&size=640x360', '--board', 'nca-26', '--listen', '127.0.0.1:0', '--hub', hub.said.nats[0], '--event', 'cup', '--table', '1']);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await board?.stop();
  await hub?.stop();
  await place?.remove();
});

afterEach(async () => {
  await page?.context().close();
  assert.deepEqual(faults, []);
});

/** @param {string} at @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(at, options) {
  faults = [];
  const context = await browser.newContext({ viewport: wide, locale: 'en-GB', ...options });
  page = await context.newPage();
  page.setDefaultTimeout(patience);
  watch(page, faults, { hosts: () => [new URL(board.url).host], excused: isRefusal });
  await page.goto(board.url + at);
}

const card = () => page.getByTestId('hall');

/** @param {string} name */
async function picture(name) {
  await page.screenshot({ path: fileURLToPath(new URL(`hallboard-${name}.png`, shots)) });
}

describe('a table of a hall', () => {
  it('is given its match, which appears by itself', async () => {
    await open('/');
    await card().and(page.locator('[data-state=idle]')).waitFor();
    await page.getByText('No match is waiting for this table.').waitFor();
    await page.getByText('Connected to the hall').waitFor();
    await picture('idle');
    await page.getByTestId('next').waitFor(); // the board was found, and play has perhaps begun
    await desk('/api/v1/desk/stage');
    await desk('/api/v1/desk/round');
    await page.getByTestId('hall-match').getByText('Cleo Cedar', { exact: true }).waitFor();
    if ((await card().getAttribute('data-state')) === 'next') {
      await picture('next');
      const begin = page.getByTestId('hall-begin');
      await begin.click();
      if (await page.getByText('Keep playing').isVisible()) await begin.click();
    }
    await card().and(page.locator('[data-state=playing]')).waitFor();
    await page.locator('.score').getByText('Ann Alder').first().waitFor();
    await picture('playing');
    await fits(page);
  });

  it('sees what is next while the match is over, in its language, on a phone', async () => {
    await order({ kind: 'concede', side: 'B' });
    await desk('/api/v1/desk', { kind: 'result', match: '1A-1-2', result: { points: [8, 0], twenties: [2, 0], score: [200, 100], winner: 'a' } });
    await open('/?lang=nl', { viewport: narrow, colorScheme: 'dark' });
    await card().and(page.locator('[data-state=done], [data-state=idle], [data-state=next]')).waitFor();
    for (let n = 0; ; n++) {
      // The second round can be drawn once the hub has both results.
      const event = await (await fetch(`${hub.said.url}api/v1/event`)).json();
      if (event.open_matches === 0) break;
      assert.ok(n < 3000, 'the result of table 1 did not come');
      await page.waitForTimeout(20);
    }
    await desk('/api/v1/desk/round');
    await card().and(page.locator('[data-state=next], [data-state=playing]')).waitFor();
    await page.getByTestId('hall-match').getByText('Bob Birch', { exact: true }).waitFor();
    await card().scrollIntoViewIfNeeded();
    await picture('next-nl-phone');
    await fits(page);
    if ((await card().getAttribute('data-state')) === 'next') {
      await page.getByText('Volgende partij hier').waitFor();
      const box = await page.getByTestId('hall-begin').boundingBox();
      assert.ok(box && box.height >= 44, 'the button is too small for a finger');
      await page.getByTestId('hall-begin').click();
      // Where a shot came between, the match in hand is not over, and the page asks first.
      const sure = page.getByText('Beëindig deze partij en begin');
      await sure.or(card().and(page.locator('[data-state=playing]'))).first().waitFor();
      if (await sure.isVisible()) await sure.click();
    }
    await card().and(page.locator('[data-state=playing]')).waitFor();
  });

  it('is told on the page Start too', async () => {
    await open('/start?lang=fr');
    await page.getByText('viennent de la salle').waitFor();
    await picture('start-fr');
    await fits(page);
  });

  it('plays on when its hall is away, and says so', async () => {
    await open('/', { colorScheme: 'dark' });
    await page.getByText('Connected to the hall').waitFor();
    await hub.stop();
    await page.getByText(/Hall out of reach since \d\d:\d\d/).waitFor();
    await page.getByText('Play on.').waitFor();
    await order({ kind: 'note', note: 'still here' });
    await page.getByText(/events? waits?/).waitFor();
    await picture('away');
    const health = await (await fetch(`${board.url}/healthz`)).json();
    assert.equal(health.boards[0].hall.fault, 'unreachable');
  });
});
