// Setting boards up: the real program with the simulator, from nothing to the
// first score; two boards; a board set up anew while it is played at.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { accessible, fits, forThumbs, isRefusal, watch } from './checks.js';
import { start, workplace } from './program.js';
import { desktop, phone, startBrowser } from './storybook.js';

const cheap = 'sim:?size=640x360&fps=10&seed=5'; // small pictures: the machine has other tests to run
const patience = 40_000;

/** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof start>>} */ let server;
/** @type {import('playwright-core').BrowserContext[]} */ const contexts = [];
/** @type {string[]} what no page may ever do */ let faults = [];

before(async () => {
  place = await workplace('setup');
  browser = await startBrowser();
  server = await serve(['--source', cheap]);
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
 * Runs the program on a port that is free.
 * @param {string[]} flags
 */
const serve = (flags) => start(place.program, ['run', '--data', path.join(place.dir, 'data'), '--listen', '127.0.0.1:0', ...flags]);

/**
 * @param {string} at
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function open(at, options) {
  const context = await browser.newContext({ viewport: desktop, ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  watch(page, faults, { hosts: () => [new URL(server.url).host], excused: isRefusal });
  await page.goto(server.url + at);
  return page;
}

/** @param {string} at @returns {Promise<any>} */
const ask = async (at) => (await fetch(server.url + at)).json();

/** Asks until the answer will do. @param {string} at @param {(a: any) => boolean} good @returns {Promise<any>} */
async function until(at, good) {
  const end = Date.now() + patience;
  for (;;) {
    const a = await ask(at);
    if (good(a)) return a;
    if (Date.now() > end) throw new Error(`${at} never became so: ${JSON.stringify(a).slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 200)); // between two looks at another process
  }
}

/** What everybody must be able to do with a page. @param {import('playwright-core').Page} page */
async function usable(page) {
  await fits(page);
  await forThumbs(page, 'main button, main a, main label.choice, main select, main input:not([type=radio], [type=checkbox], [type=color])');
  await accessible(page);
}

describe('setting boards up', () => {
  it('from a first start to the first score in one screen', async () => {
    const page = await open('/start');
    await page.getByTestId('no-camera').waitFor(); // this machine has none: the page says so, and offers the simulator
    assert.ok(await page.getByRole('radio', { name: /Simulator/ }).isChecked());
    await page.getByTestId('board-found').filter({ hasText: 'Board found' }).waitFor();
    await page.getByTestId('name-S').fill(' Anna ');
    await page.getByTestId('name-N').fill('Bram');
    await page.getByTestId('show-A').click();
    const disc = page.locator('[data-colour]').first(); // of the game that is played meanwhile
    await disc.click();
    await page.getByRole('radio', { name: 'By lot' }).check();
    await page.getByTestId('draw').click();
    const starts = await page.getByTestId('starts').innerText();
    assert.match(starts, /^(Anna|Bram) starts$/);
    await page.getByTestId('ruleset').selectOption('MAY');
    await page.getByTestId('play').click();
    await page.waitForURL(server.url + '/');
    const state = await until('/api/state', (s) => s.match?.shots.length > 0 && s.match.ruleset === 'MAY');
    assert.deepEqual(state.match.sides.map((/** @type {any} */ s) => s.name), ['Anna', 'Bram']);
    assert.equal(state.match.starter.player, starts.split(' ')[0]);
    const log = await ask('/api/v1/match/log');
    const setup = log.events[0].setup;
    assert.match(setup.teams[0].colour, /^#[0-9a-f]{6}$/);
    assert.equal(setup.board_name, 'board');
    await page.getByText('Anna').first().waitFor();
  });

  it('two boards play at once, each with its pages, and the wall shows both', async () => {
    const page = await open('/start');
    await page.getByTestId('board-name').fill('board');
    await page.getByRole('button', { name: 'Add a board' }).click();
    await page.getByRole('alert').filter({ hasText: 'here already' }).waitFor();
    await page.getByTestId('board-name').fill('stage');
    await page.getByRole('button', { name: 'Add a board' }).click();
    await page.waitForURL(server.url + '/b/stage/start');
    await page.getByTestId('play').waitFor();
    assert.ok(await page.getByTestId('play').isDisabled(), 'a board without a camera cannot begin');
    await page.getByRole('radio', { name: /Simulator/ }).check();
    await page.getByTestId('board-found').filter({ hasText: 'Board found' }).waitFor();
    await page.getByTestId('play').click();
    await page.waitForURL(server.url + '/b/stage/');
    const [one, two] = await Promise.all([until('/api/v1/state', (s) => s.discs.length > 0), until('/api/v1/boards/stage/state', (s) => s.discs.length > 0)]);
    assert.notEqual(one.source, two.source);
    await page.goto(server.url + '/wall');
    for (const name of ['board', 'stage']) {
      const card = page.locator(`[data-board=${name}]`);
      await card.and(page.locator('[data-stale=false]')).waitFor();
      await card.locator('circle.disc').first().waitFor();
    }
    await page.locator('[data-board=board]').getByText('Anna').first().waitFor();
    await page.locator('[data-board=stage]').click();
    await page.waitForURL(server.url + '/b/stage/');
  });

  it('a board is set up anew while it is played at: its pages stay and recover by themselves', async () => {
    const watching = await open('/');
    await watching.evaluate(() => {
      /** @type {any} */ (globalThis).here = true; // gone, were the page loaded anew
      const heard = (/** @type {any} */ (globalThis).heard = { ruleset: '', players: '', errors: 0 });
      const line = new EventSource('/api/v1/events');
      line.addEventListener('state', (e) => {
        const s = JSON.parse(e.data);
        heard.ruleset = s.match?.ruleset ?? '';
        heard.players = s.match?.players ?? '';
      });
      line.onerror = () => heard.errors++;
    });
    await watching.waitForFunction(() => /** @type {any} */ (globalThis).heard.ruleset === 'MAY');
    const before = await ask('/api/v1/state');
    const page = await open('/start');
    assert.equal(await page.getByTestId('name-S').inputValue(), 'Anna', 'names are remembered');
    await page.getByRole('radio', { name: /two pairs/ }).check();
    assert.equal(await page.getByTestId('name-S').inputValue(), 'Anna');
    await page.getByTestId('name-W').fill('anna');
    await page.getByTestId('play').click();
    await page.getByRole('alert').filter({ hasText: 'two players need two names' }).waitFor();
    assert.equal((await ask('/api/v1/state')).match.id, before.match.id, 'what is refused ends no match');
    await page.getByTestId('name-W').fill('Wim');
    await page.getByTestId('ruleset').selectOption('CH');
    await page.getByTestId('play').click();
    await page.waitForURL(server.url + '/');
    await watching.waitForFunction(() => /** @type {any} */ (globalThis).heard.ruleset === 'CH');
    const heard = await watching.evaluate(() => {
      const is = /** @type {any} */ (globalThis);
      return { ...is.heard, here: is.here };
    });
    assert.deepEqual(heard, { ruleset: 'CH', players: '4', errors: 0, here: true });
    const now = await ask('/api/v1/state');
    assert.equal(now.program, before.program);
    assert.ok(now.version > before.version && now.match.id !== before.match.id);
  });

  it('by the keyboard alone, on a phone, in French', async () => {
    const page = await open('/b/stage/start?lang=fr', { viewport: phone });
    await page.getByTestId('name-S').waitFor();
    /** @param {string} selector */
    const tabTo = async (selector) => {
      for (let i = 0; i < 90; i++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
      }
      throw new Error(`the keyboard does not reach ${selector}`);
    };
    await tabTo('[data-testid=name-S]');
    await page.keyboard.type('Zoé');
    await tabTo('input[name=way]');
    await page.keyboard.press('ArrowRight');
    await tabTo('[data-testid=draw]');
    await page.keyboard.press('Enter');
    await page.getByTestId('starts').filter({ hasText: 'commence' }).waitFor();
    await tabTo('[data-testid=play]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/b\/stage\/$/);
    await until('/api/v1/boards/stage/setup', (s) => s.plan.teams[0].players[0].name === 'Zoé');
  });

  for (const [size, viewport] of /** @type {const} */ ([['a desk', { width: 1920, height: 1080 }], ['a phone', phone]])) {
    it(`both pages are usable on ${size} in three languages`, async () => {
      const page = await open('/start', { viewport });
      for (const [lang, play, wall] of [['en', 'Begin', 'All boards'], ['fr', 'Commencer', 'Toutes les planches'], ['nl', 'Begin', 'Alle borden']]) {
        await page.goto(`${server.url}/start?lang=${lang}`);
        await page.getByTestId('play').filter({ hasText: play }).waitFor();
        await usable(page);
        await page.goto(`${server.url}/wall?lang=${lang}`);
        await page.getByRole('heading', { name: wall }).waitFor();
        await page.locator('[data-board=stage]').waitFor();
        await usable(page);
        if (viewport.width > 1000) assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'the wall fits the screen');
      }
    });
  }

  it('what was set up is remembered, and a renamed board is found again', async () => {
    const page = await open('/start');
    const line = page.locator('li[data-board=stage]');
    await line.getByRole('button', { name: /Rename/ }).click();
    await line.getByRole('textbox').fill('final');
    await line.getByRole('button', { name: 'Rename' }).click();
    await page.locator('li[data-board=final]').waitFor();
    const before = await until('/api/v1/boards/final/state', (s) => s.match !== null);
    await page.close();
    await server.stop();
    server = await serve([]);
    const [board, final] = await Promise.all([ask('/api/v1/setup'), ask('/api/v1/boards/final/setup')]);
    assert.equal(board.plan.players, '4');
    assert.equal(board.plan.source, cheap);
    assert.equal(final.plan.teams[0].players[0].name, 'Zoé');
    const on = await until('/api/v1/boards/final/state', (s) => s.match !== null);
    assert.equal(on.match.id, before.match.id, 'the match of a board goes on after a restart, under its new name too');
  });
});
