// The pages of a hall: the real hub, and players at every table who play as
// they are told (ui/storybook/hallplay).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { accessible, fits, isLostServer, watch } from './checks.js';
import { begun, go, start, workplace } from './program.js';
import { phone, startBrowser } from './storybook.js';

const desktop = { width: 1920, height: 1080 };
const tables = 6;

/** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof startHub>>} */ let hub;
/** @type {Awaited<ReturnType<typeof startPlayers>>} */ let players;
/** @type {import('playwright-core').BrowserContext[]} */ const contexts = [];
/** @type {string[]} what no page may ever do */ let faults = [];
let hubIsDown = false;

before(async () => {
  place = await workplace('hall');
  await go(['build', '-o', path.join(place.dir, 'hallplay'), './ui/storybook/hallplay']);
  const names = ['Ann', 'Bob', 'Cas', 'Dia', 'Eva', 'Frits', 'Guus', 'Hanna', 'Ids', 'Jo', 'Kees', 'Lot'];
  await writeFile(path.join(place.dir, 'entries.csv'), `name\n${names.join('\n')}\n`);
  [browser, hub] = await Promise.all([startBrowser(), startHub()]);
  await until('/event', (e) => e.entrants === names.length);
  await direct('/desk/stage');
  await direct('/desk/round?round=1');
  players = await startPlayers();
});

after(async () => {
  await browser?.close();
  await players?.stop();
  await hub?.stop();
  await place?.remove();
});

afterEach(async () => {
  for (const c of contexts.splice(0)) await c.close();
  assert.deepEqual(faults.splice(0), []);
});

async function startHub(listen = '127.0.0.1:0', nats = '127.0.0.1:0') {
  const flags = ['--listen', listen, '--nats-listen', nats, '--event', 'cup', '--title', 'Winter Cup', '--preset', 'swiss', '--tables', `1-${tables}`, '--entries', path.join(place.dir, 'entries.csv')];
  const started = await start(place.program, ['hub', '--data', place.dir, ...flags]);
  return { ...started, listen: new URL(started.url).host, nats: new URL(started.said.nats[0]).host };
}

async function startPlayers() {
  const child = spawn(path.join(place.dir, 'hallplay'), ['-data', place.dir, '-event', 'cup'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { lines, exited } = await begun(child);
  return {
    /** @param {string} order */
    async tell(order) {
      const answer = new Promise((resolve) => lines.once('line', resolve));
      child.stdin.write(`${order}\n`);
      assert.equal(await answer, 'done', order);
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

/** @param {string} at @param {RequestInit} [init] @returns {Promise<any>} */
const ask = async (at, init) => (await fetch(`${hub.url}/api/v1${at}`, init)).json();

/** @param {string} at @param {unknown} [body] */
async function direct(at, body) {
  const word = await readFile(path.join(place.dir, 'hub/cup/director'), 'utf8');
  const answer = await fetch(`${hub.url}/api/v1${at}`, { method: 'POST', headers: { Authorization: `Bearer ${word.trim()}` }, body: body === undefined ? undefined : JSON.stringify(body) });
  assert.equal(answer.status, 201, await answer.text());
}

/** Asks until the answer will do. @param {string} at @param {(a: any) => boolean} good @returns {Promise<any>} */
async function until(at, good) {
  const end = Date.now() + 20_000;
  for (;;) {
    const a = await ask(at);
    if (good(a)) return a;
    if (Date.now() > end) throw new Error(`${at} never became so: ${JSON.stringify(a).slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 50)); // between two looks at another process
  }
}

/** @param {string} at @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(at, options) {
  const context = await browser.newContext({ viewport: desktop, ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  watch(page, faults, { hosts: () => [hub.listen], excused: (said) => hubIsDown && isLostServer(said) });
  await page.goto(hub.url + at);
  return page;
}

/** What everybody must be able to do with a page. @param {import('playwright-core').Page} page */
async function usable(page) {
  await fits(page);
  await accessible(page);
}

/** @param {import('playwright-core').Page} page @param {string} name */
const card = (page, name) => page.locator(`[data-table="${name}"]`);

describe('the wall', () => {
  it('shows every table, and follows the boards', async () => {
    const page = await open('/');
    await card(page, '6').waitFor();
    assert.equal(await page.locator('[data-table]').count(), tables);
    assert.equal(await card(page, '1').getAttribute('data-kind'), 'waiting');
    await players.tell('play 1 6');
    await page.locator('[data-table="1"][data-kind="playing"]').waitFor();
    const { view } = await until('/tables/1', (t) => t.view?.events === 6);
    await page.waitForFunction((n) => document.querySelectorAll('[data-table="1"] .disc').length === n, view.discs.length);
    assert.match(await card(page, '1').innerText(), /Round 1/);
    assert.equal(await card(page, '1').locator('[data-side=A] .twenties u').innerText(), String(view.sides[0].all_20s));
    await usable(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true, 'six tables fit on a screen');
    // For the test of silence, which takes a while to be heard.
    await players.tell('play 2 2');
    await page.locator('[data-table="2"][data-old="false"][data-kind="playing"]').waitFor();
    await players.tell('cut 2');
  });

  it('is narrowed down to those playing, and a table leads to its page', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Playing 2' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-table]').length === 2);
    assert.match(page.url(), /show=playing/);
    await card(page, '1').click();
    await page.waitForURL('**/table/1');
    await page.getByTestId('table').waitFor();
  });

  it('says which table has fallen silent', async () => {
    const page = await open('/');
    await page.locator('[data-table="2"][data-old="true"]').waitFor({ timeout: 25_000 });
    assert.match(await card(page, '2').innerText(), /No contact since \d\d:\d\d/);
    await players.tell('play 2 1'); // the board plays on
    await players.tell('join 2');
    await page.locator('[data-table="2"][data-old="false"]').waitFor();
    await until('/tables/2', (t) => t.view.events === 3);
  });

  for (const [lang, word] of [['fr', 'En jeu'], ['nl', 'In spel']]) {
    it(`speaks ${lang} on a phone`, async () => {
      const page = await open(`/?lang=${lang}`, { viewport: phone, colorScheme: 'dark' });
      await page.getByRole('button', { name: word }).waitFor();
      await usable(page);
    });
  }
});

describe("a table's page", () => {
  it('shows board, score, shots and what comes next, live', async () => {
    const page = await open('/table/1');
    await page.getByTestId('air-board').waitFor();
    await page.locator('main[data-events="6"]').waitFor();
    const { play } = await ask('/tables/1/play');
    assert.equal(await page.locator('[data-testid=shots] li').count(), play.shots.length);
    assert.equal(await page.getByTestId('watch-points-A').innerText().then((t) => parseInt(t, 10)), play.sides[0].total);
    await page.getByText('Nothing more is drawn for this table.').waitFor();
    await players.tell('play 1 1');
    await page.locator('main[data-events="7"]').waitFor();
    assert.equal(await page.locator('[data-testid=shots] li').count(), play.shots.length + 1);
    await usable(page);
    await page.setViewportSize(phone);
    await usable(page);
  });

  it('of no table says so', async () => {
    const page = await open('/table/99');
    await page.getByText('There is no such table').waitFor();
  });
});

describe('the overlay', () => {
  it('shows the featured table, and another one as soon as the director says so', async () => {
    await players.tell('play 3 4');
    await until('/tables/3', (t) => t.view?.events === 4);
    const page = await open('/overlay');
    assert.equal(await page.getByTestId('bug').count(), 0, 'nothing is on air');
    await direct('/desk', { kind: 'feature', table: '3' });
    await page.locator('[data-testid=overlay][data-table="3"]').waitFor();
    const name = /** @param {string} team */ (team) => page.locator(`[data-testid=bug] [data-team=${team}]`).last().getAttribute('aria-label');
    assert.deepEqual([await name('A'), await name('B')], (await ask('/tables/3')).view.sides.map((/** @type {any} */ s) => s.name));
    const start = Date.now();
    await direct('/desk', { kind: 'feature', table: '1' });
    await page.locator('[data-testid=overlay][data-table="1"]').waitFor();
    assert.ok(Date.now() - start < 2000, `switched in ${Date.now() - start} ms`);
    await page.waitForFunction(() => document.querySelectorAll('[data-testid=bug]').length === 1);
    assert.equal(await name('A'), (await ask('/tables/1')).view.sides[0].name);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), 'rgba(0, 0, 0, 0)');
  });

  it('stays with the table that its address names', async () => {
    const page = await open('/overlay?table=3&theme=light');
    await page.locator('[data-testid=overlay][data-table="3"]').waitFor();
    const alone = await open('/overlay/board?table=3');
    await alone.getByTestId('air-board').waitFor();
  });
});

describe('the director', () => {
  it('puts a table on air from the wall', async () => {
    const page = await open('/');
    await card(page, '1').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'On air' }).count(), 0, 'the public may not');
    const word = (await readFile(path.join(place.dir, 'hub/cup/director'), 'utf8')).trim();
    const status = await page.evaluate(
      async (w) => (await fetch('/api/v1/desk/sign-in', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ word: w }) })).status,
      word,
    );
    assert.ok(status < 300, `sign-in: ${status}`);
    await page.reload();
    await page.getByRole('combobox', { name: 'On air' }).selectOption('2');
    await card(page, '2').getByText('On air').waitFor();
    assert.equal((await ask('/event')).featured, '2');
  });
});

describe('the TV', () => {
  it('goes from view to view', async () => {
    const page = await open('/tv?show=wall:3,standings:3,pairings:3,table:3,bracket:3');
    for (const view of ['wall', 'standings', 'pairings', 'table', 'wall']) await page.locator(`[data-testid=tv][data-view=${view}]`).waitFor();
    assert.equal(await page.getByTestId('tv').evaluate((e) => getComputedStyle(e).cursor), 'none');
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth), true);
  });

  it('survives a restart of the hub, as the other pages do', async () => {
    const tv = await open('/tv?show=wall');
    const air = await open('/overlay?table=1');
    const wall = await open('/');
    await tv.locator('[data-testid=tv][data-view=wall]').waitFor();
    await air.locator('[data-testid=overlay][data-table="1"]').waitFor();
    await card(wall, '1').waitFor();
    hubIsDown = true;
    await hub.stop();
    await tv.locator('[data-testid=tv][data-stale=true]').waitFor();
    await tv.locator('[data-table="1"]').waitFor(); // it goes on showing what it knew
    await air.getByTestId('stale').waitFor();
    await wall.getByText('is not reached').first().waitFor();
    await players.tell('play 1 1'); // the board plays on
    hub = await startHub(hub.listen, hub.nats);
    await tv.locator('[data-testid=tv][data-stale=false]').waitFor();
    const { view } = await until('/tables/1', (t) => t.view?.events === 8);
    await air.locator(`[data-testid=overlay][data-events="${view.events}"]`).waitFor();
    assert.equal(await air.getByTestId('stale').count(), 0);
    await wall.waitForFunction((n) => document.querySelectorAll('[data-table="1"] .disc').length === n, view.discs.length);
    assert.equal(await wall.getByText('is not reached').count(), 0);
    hubIsDown = false;
  });
});
