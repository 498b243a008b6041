// A carrom evening beyond the live board, in a real Chromium against the real
// programs: history, players and exports of made-up matches, and a hall whose
// tables play carrom.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accessible, fits, isRefusal, watch } from './checks.js';
import { begun, go, start, workplace } from './program.js';
import { phone, startBrowser } from './storybook.js';

const wide = { width: 1920, height: 1080 };
const shots = process.env.SHOTS;

/** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
/** @type {import('playwright-core').Browser} */ let browser;

before(async () => {
  place = await workplace('carromrecords');
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await place?.remove();
});

/**
 * A page that must make no fault.
 * @param {string} where
 * @param {import('playwright-core').BrowserContextOptions} options
 * @param {(page: import('playwright-core').Page) => Promise<void>} work
 */
async function on(where, options, work) {
  const context = await browser.newContext({ viewport: wide, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */ const faults = [];
  watch(page, faults, { hosts: () => [new URL(where).host], excused: isRefusal });
  try {
    await page.goto(where);
    await work(page);
    await fits(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/** No word of crokinole's is on the page. @param {import('playwright-core').Page} page @param {RegExp} words */
async function speaksCarrom(page, words) {
  const said = (await page.locator('main').innerText()).match(words);
  assert.equal(said, null, `a carrom page says ${said?.[0]}`);
}

describe('records', () => {
  /** @type {Awaited<ReturnType<typeof start>>} */ let server;
  /** @type {{ id: string, shots: number }} */ let match;

  before(async () => {
    const data = path.join(place.dir, 'data');
    await go(['run', './ui/storybook/evenings', '-n', '3', '-rules', 'CAR', data]);
    server = await start(place.program, ['run', '--data', data, '--source', 'sim:?board=carrom-icf&size=960x540', '--board', 'carrom-icf', '--listen', '127.0.0.1:0']);
    match = (await (await fetch(`${server.url}/api/v1/matches?q=2026-03`)).json()).matches.at(-1) ?? (await (await fetch(`${server.url}/api/v1/matches`)).json()).matches.at(-1);
  });
  after(() => server?.stop());

  it('shows a match with its boards, its strokes, and how each left the board', async () => {
    await on(`${server.url}/history/${match.id}`, {}, async (page) => {
      const map = page.getByTestId('lies');
      await map.waitFor();
      const first = page.locator('.shots li').first();
      await first.getByRole('button').click();
      await map.getByText('After stroke 1').waitFor();
      const { stroke_list: strokes } = await (await fetch(`${server.url}/api/v1/matches/${match.id}`)).json();
      assert.equal(await map.locator('circle[data-kind]').count(), strokes[0].lies.length);
      await page.getByRole('columnheader', { name: 'Queens' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'CMN' }).count(), 0, 'CMN knows no carrom');
      await speaksCarrom(page, /\b(disc|20s|shot|hammer)s?\b/i);
      await accessible(page);
      if (shots) await page.screenshot({ path: `${shots}/records-match.png` });
    });
  });

  it('adds up who has pocketed what, on a phone in French', async () => {
    await on(`${server.url}/players`, { viewport: phone, colorScheme: 'dark', locale: 'fr-FR' }, async (page) => {
      await page.getByText('Coups réussis').waitFor();
      await page.locator('tbody a').first().click();
      await page.getByText('Pions rentrés').waitFor();
      await page.getByText('Palet mal placé').waitFor();
      await speaksCarrom(page, /disque|trou central|fossé/i);
      if (shots) await page.screenshot({ path: `${shots}/records-player.png`, fullPage: true });
    });
  });

  it('sets the overlay up on a carrom board where carrom is played', async () => {
    await on(`${server.url}/overlay/builder`, {}, async (page) => {
      await page.waitForFunction(() => /** @type {HTMLSelectElement | null} */ (document.querySelector('[data-testid=shown]'))?.value === 'carrom');
      await page.getByText('Priya', { exact: true }).first().waitFor();
      if (shots) await page.screenshot({ path: `${shots}/records-builder.png` });
    });
  });
});

describe('a hall that plays carrom', () => {
  /** @type {Awaited<ReturnType<typeof start>>} */ let hub;
  /** @type {import('node:child_process').ChildProcess} */ let tables;
  /** @type {(order: string) => Promise<void>} */ let tell;

  before(async () => {
    const data = path.join(place.dir, 'hub');
    const entries = path.join(place.dir, 'entries.csv');
    await writeFile(entries, 'name\nPriya Venkataraman\nWillem van den Berg\nZoë\nDinesh Kumar\nAnn\nBen\n');
    hub = await start(place.program, ['hub', '--data', data, '--listen', '127.0.0.1:0', '--nats-listen', '127.0.0.1:0', '--event', 'cup', '--title', 'Carrom cup', '--preset', 'carrom-league', '--tables', '1-3', '--entries', entries]);
    const word = (await readFile(hub.said.director_file, 'utf8')).trim();
    for (let n = 0; !(await fetch(`${hub.url}/api/v1/event`)).ok; n++) {
      assert.ok(n < 300, 'the tournament did not open');
      await new Promise((resolve) => setImmediate(resolve)); // the event opens a moment after the hub listens
    }
    for (const step of ['stage', 'round']) {
      const answer = await fetch(`${hub.url}/api/v1/desk/${step}`, { method: 'POST', headers: { Authorization: `Bearer ${word}`, 'Content-Type': 'application/json' }, body: 'null' });
      assert.ok(answer.ok, await answer.text());
    }
    const play = path.join(place.dir, 'hallplay');
    await go(['build', '-o', play, './ui/storybook/hallplay']);
    tables = spawn(play, ['-data', data, '-event', 'cup', '-seed', '3'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { lines } = await begun(tables, (text) => text === 'ready');
    tell = (order) => new Promise((resolve, reject) => {
      lines.once('line', (/** @type {string} */ text) => (text === 'done' ? resolve() : reject(new Error(text))));
      tables.stdin?.write(`${order}\n`);
    });
    await tell('play 1 14');
  });
  after(async () => {
    tables?.stdin?.end();
    await hub?.stop();
  });

  it('shows each table with its pieces, and a board of the game where none has begun', async () => {
    await on(`${hub.url}/`, {}, async (page) => {
      const table = page.locator('[data-table="1"][data-kind=playing]');
      await table.locator('.disc').first().waitFor();
      await table.getByText(/^Board \d+$/).waitFor();
      const { view } = await (await fetch(`${hub.url}/api/v1/tables/1`)).json();
      assert.equal(await table.locator('.disc').count(), view.discs.length);
      assert.ok(view.discs.every((/** @type {any} */ d) => ['white', 'black', 'queen'].includes(d.kind)), JSON.stringify(view.discs));
      await page.locator('[data-table="2"][data-kind=waiting] rect.wood').waitFor(); // a square one
      if (shots) await page.screenshot({ path: `${shots}/records-wall.png` });
    });
  });

  it('shows a table with its strokes, in Dutch on a phone', async () => {
    await on(`${hub.url}/table/1?lang=nl`, { viewport: phone }, async (page) => {
      await page.getByTestId('back').waitFor();
      await page.getByText('Bord voor bord').waitFor();
      await page.getByText(/^(Gevallen|Niets gevallen|Foute start)/).first().waitFor();
      assert.ok((await page.getByTestId('air-board').locator('.disc').count()) > 0);
      await speaksCarrom(page, /schijf|schijven|schot|ronde|20/i);
      if (shots) await page.screenshot({ path: `${shots}/records-table.png`, fullPage: true });
    });
  });

  it('has standings without twenties and CMN', async () => {
    await on(`${hub.url}/standings`, {}, async (page) => {
      await page.getByTestId('standings').getByText('Priya Venkataraman').waitFor();
      await page.getByText('2 for a match won, 1 for one drawn').waitFor();
      await page.getByRole('link', { name: 'CSV' }).waitFor();
      assert.equal(await page.getByRole('link', { name: /CMN/ }).count(), 0);
      await speaksCarrom(page, /20s|discs?\b/i);
      if (shots) await page.screenshot({ path: `${shots}/records-standings.png` });
    });
  });
});
