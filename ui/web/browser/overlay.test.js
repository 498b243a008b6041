// The overlays, their builder and the spectators' page in a real Chromium
// against a real server. The pictures are kept in shots/overlay to be looked at.
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { accessible, isLostServer, watch } from './checks.js';
import { buildStorybook, phone, startBrowser, startStorybook } from './storybook.js';

const shots = new URL('../shots/overlay/', import.meta.url);
const air = { width: 1920, height: 1080 };

/** @type {Awaited<ReturnType<typeof buildStorybook>>} */ let built;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('playwright-core').Page} reads pictures */ let reader;
/** @type {Awaited<ReturnType<typeof startStorybook>> | undefined} */ let book;
/** @type {import('playwright-core').BrowserContext | undefined} */ let context;
/** @type {import('playwright-core').Page} */ let page;
/** @type {string[]} what a page must never do */ let faults = [];
/** @type {string[]} what a page warns of */ let warnings = [];
let serverIsDown = false;

before(async () => {
  built = await buildStorybook();
  browser = await startBrowser();
  reader = await (await browser.newContext()).newPage();
  await mkdir(shots, { recursive: true });
});

after(async () => {
  await browser?.close();
  await built?.remove();
});

beforeEach(() => {
  [faults, warnings, serverIsDown] = [[], [], false];
});

afterEach(async () => {
  await context?.close();
  await book?.stop();
  [context, book] = [undefined, undefined];
  assert.deepEqual(faults, []);
});

/**
 * @param {string} story
 * @param {string} path
 * @param {import('playwright-core').BrowserContextOptions & { wait?: string }} [options]
 */
async function open(story, path, options = {}) {
  const { wait = '[data-testid=bug]', ...of } = options;
  book = await startStorybook(built.program, story);
  context = await browser.newContext({ viewport: air, locale: 'en-GB', ...of });
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (m) => m.type() === 'warning' && warnings.push(m.text()));
  watch(page, faults, {
    hosts: () => ['127.0.0.1'],
    excused: (said, kind) => kind === 'warning' || (serverIsDown && isLostServer(said)),
  });
  await go(path, wait);
}

/** @param {string} path @param {string} [wait] */
async function go(path, wait = '[data-testid=bug]') {
  await page.goto(/** @type {NonNullable<typeof book>} */ (book).url + path);
  if (wait) await page.locator(wait).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))));
}

/** The server as it runs. */
const server = () => /** @type {NonNullable<typeof book>} */ (book);

/** The page as it is laid over another picture. @param {string} name */
const seen = async (name) => {
  await still();
  return page.screenshot({ path: new URL(`${name}.png`, shots).pathname, omitBackground: true });
};

/**
 * Shares of pixels that are fully transparent, and nearly opaque, in boxes of a picture.
 * @param {Buffer} png @param {Record<string, [x: number, y: number, w: number, h: number]>} boxes
 */
const alpha = (png, boxes) =>
  reader.evaluate(
    async ([data, boxes]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      if (!pen) throw new Error('no canvas');
      pen.drawImage(image, 0, 0);
      return Object.fromEntries(
        Object.entries(boxes).map(([name, [x, y, w, h]]) => {
          const { data } = pen.getImageData(x, y, w, h);
          let [clear, solid] = [0, 0];
          for (let i = 3; i < data.length; i += 4) {
            if (data[i] === 0) clear++;
            if ((data[i] ?? 0) >= 245) solid++;
          }
          return [name, { clear: clear / (w * h), solid: solid / (w * h) }];
        }),
      );
    },
    /** @type {const} */ ([png.toString('base64'), boxes]),
  );

/** Share of pixels in which two pictures differ. @param {Buffer} a @param {Buffer} b */
const difference = (a, b) =>
  reader.evaluate(
    async ([a, b]) => {
      const read = async (/** @type {string} */ data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
        pen?.drawImage(image, 0, 0);
        return /** @type {ImageData} */ (pen?.getImageData(0, 0, image.width, image.height)).data;
      };
      const [p, q] = await Promise.all([read(a), read(b)]);
      let n = 0;
      for (let i = 0; i < p.length; i += 4) if ([0, 1, 2, 3].some((k) => Math.abs((p[i + k] ?? 0) - (q[i + k] ?? 0)) > 24)) n++;
      return n / (p.length / 4);
    },
    /** @type {const} */ ([a.toString('base64'), b.toString('base64')]),
  );

/** Waits for what moves. */
const still = () => page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))));
/** @param {string} test */
const box = async (test) => /** @type {{ x: number, y: number, width: number, height: number }} */ (await page.getByTestId(test).boundingBox());
/** @param {string} test */
const text = (test) => page.getByTestId(test).innerText();

describe('the overlay', () => {
  it('is transparent but for its panel, in the light and the dark scheme', async () => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await open('final', '/overlay', { colorScheme });
      const b = await box('bug');
      const png = await seen(`default-${colorScheme}`);
      const found = await alpha(png, {
        all: [0, 0, 1920, 1080], top: [0, 0, 1920, 540], right: [1000, 540, 920, 540], corner: [0, 1060, 1920, 20],
        panel: [Math.ceil(b.x) + 14, Math.ceil(b.y) + 14, Math.floor(b.width) - 28, Math.floor(b.height) - 28],
      });
      assert.equal(found['top']?.clear, 1);
      assert.equal(found['right']?.clear, 1);
      assert.ok((found['all']?.clear ?? 0) > 0.8, JSON.stringify(found));
      assert.equal(found['panel']?.solid, 1);
      await context?.close();
      await server().stop();
    }
  });

  it('shows what championship streams show', async () => {
    await open('final', '/overlay?open20=on&speed=on&board=on&mark=both');
    assert.match(await text('header'), /Ditchline Open 2026\s*Final/);
    assert.match(await text('strip'), /Game 2 · Round 7 · to 9/);
    assert.deepEqual([await text('points-A'), await text('points-B'), await text('games-A'), await text('twenties-A'), await text('round-A')], ['8', '6', '1', '1', '60']);
    const a = page.locator('[data-team=A].row');
    const b = page.locator('[data-team=B].row');
    await a.getByRole('img', { name: '5 of 8 left' }).waitFor();
    await b.getByRole('img', { name: 'Hammer' }).waitFor();
    await a.getByRole('img', { name: 'First shot' }).waitFor();
    assert.equal(await b.getByRole('img', { name: 'First shot' }).count(), 0);
    assert.ok(await b.evaluate((e) => e.classList.contains('next')));
    assert.match(await text('stat-open20'), /Open 20s %\s*64\s*46/);
    assert.match(await text('stat-speed'), /Last shot m\/s\s*1\.9\s*2\.1/);
    assert.match(await text('stat-best'), /Fastest m\/s\s*2\.6\s*3\.0/);
    const disc = a.locator('.dots i').first();
    assert.equal(await disc.evaluate((e) => getComputedStyle(e).backgroundColor), await a.evaluate((e) => getComputedStyle(e, '::before').backgroundColor), 'the discs have the side’s colour');
    assert.equal(await page.locator('[data-testid=air-board] .disc').count(), 15);
  });

  it('shows a verdict when it comes, not what it finds at its start', async () => {
    await open('final', '/overlay?toasttime=2&speed=on');
    assert.equal(await page.getByTestId('toast').count(), 0);
    server().tell('final-2');
    await page.getByTestId('toast').waitFor();
    assert.match(await text('toast'), /Twenty\s*Jean-Baptiste Lefèvre\s*open shot\s*3\.0 m\/s/);
    await seen('toast');
    await page.getByTestId('toast').waitFor({ state: 'detached', timeout: 4000 });
  });

  it('keeps its layout when figures grow', async () => {
    await open('final', '/overlay?open20=on&speed=on&toast=off');
    const all = () => page.evaluate(() => [...document.querySelectorAll('[data-testid=bug], .row, .fig, .names, .dots, .stat, .value')].map((e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map((v) => Math.round(v * 10)).join(); }));
    const before = await all();
    server().tell('final-2');
    await page.getByTestId('points-B').filter({ hasText: /^106$/ }).waitFor();
    await still();
    assert.deepEqual(await all(), before);
    assert.equal(await page.locator('.fig').first().evaluate((e) => getComputedStyle(/** @type {Element} */ (e.querySelector('.num'))).fontVariantNumeric.includes('tabular-nums')), true);
    assert.equal(await page.evaluate(() => document.fonts.check('650 30px Figtree')), true);
  });

  it('shows pairs, three players and carrom', async () => {
    await open('doubles', '/overlay?board=on');
    assert.deepEqual(await page.locator('.person').allInnerTexts(), ['Anna', 'Maarten', 'Chloé', 'Bram']);
    assert.deepEqual(await page.locator('.dots').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label'))), ['3 of 6 left', '4 of 6 left', '4 of 6 left', '4 of 6 left']);
    assert.equal(await page.getByTestId('games-A').count(), 0, 'one game only: no column for games');
    await seen('doubles');
    server().tell('three');
    await page.locator('[data-team=C].row').waitFor();
    assert.equal(await page.locator('.row').count(), 3);
    await seen('three');
    server().tell('carrom');
    await page.getByTestId('queen').waitFor();
    assert.match(await text('strip'), /Board 3 · to 25\s*Pieces\s*Points/);
    assert.deepEqual(await page.locator('.dots').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label'))), ['7 of 9 left', '5 of 9 left']);
    assert.equal(await page.locator('[data-testid=air-board] .pocket').count(), 4);
    await seen('carrom');
  });

  it('fits every size of source', async () => {
    await open('final', '/overlay?board=on');
    const normal = await box('bug');
    for (const [width, height, k] of /** @type {const} */ ([[1280, 720, 2 / 3], [3840, 2160, 2], [1080, 1920, 1080 / 1920]])) {
      await page.setViewportSize({ width, height });
      let b = await box('bug');
      const fits = () => Math.abs(b.width - k * normal.width) < 3 && Math.abs(b.x - k * 48) < 1.5 && Math.abs(height - b.y - b.height - k * 48) < 1.5;
      for (const end = Date.now() + 5000; !fits() && Date.now() < end; b = await box('bug')) await page.waitForTimeout(50);
      assert.ok(fits(), `${width} x ${height}: ${JSON.stringify(b)}`);
      await seen(`size-${width}x${height}`);
    }
  });

  it('speaks three languages', async () => {
    await open('final', '/overlay?lang=fr&speed=on');
    assert.match(await text('strip'), /Partie 2 · Tour 7 · à 9\s*Disques\s*20\s*Tour\s*Points\s*Parties/);
    assert.match(await text('stat-speed'), /1,9/);
    await seen('lang-fr');
    await go('/overlay?lang=nl&speed=on');
    assert.match(await text('strip'), /Spel 2 · Ronde 7 · tot 9\s*Schijven\s*20’s\s*Ronde\s*Punten\s*Spellen/);
    await go('/overlay?lang=en');
    assert.match(await text('strip'), /Game 2 · Round 7/);
  });

  it('names wrong parameters in the console and goes on with its defaults', async () => {
    await open('final', '/overlay?theme=pink&scale=40&sclae=2');
    assert.deepEqual(warnings, ['overlay: theme=pink is left at its default: want dark | light | clear', 'overlay: scale=40 is left at its default: want 0.5 – 2.5', 'overlay: there is no parameter sclae: it is left out']);
    assert.equal(await text('points-A'), '8');
  });
});

describe('every parameter of the overlay', () => {
  /** @type {Record<string, [value: string, check: () => Promise<unknown>]>} */
  const cases = {
    theme: ['light', async () => assert.match(await css('.row', 'background-color'), /^rgba?\(255, 253, 248/)],
    accent: ['2fb4ff', async () => assert.equal(await css('.points', 'background-color'), 'color(srgb 0.184314 0.705882 1)')],
    corner: ['tr', async () => { const b = await box('bug'); assert.ok(Math.abs(b.x + b.width - 1872) < 1.5 && Math.abs(b.y - 48) < 1.5, JSON.stringify(b)); }],
    scale: ['1.5', async () => { const b = await box('bug'); assert.ok(b.height > 300, JSON.stringify(b)); }],
    margin: ['0', async () => { const b = await box('bug'); assert.ok(b.x === 0 && Math.abs(b.y + b.height - 1080) < 1, JSON.stringify(b)); }],
    lang: ['fr', async () => assert.match(await text('strip'), /Partie 2/)],
    title: ['Coupe des Alpes', async () => assert.match(await text('header'), /^Coupe des Alpes/)],
    stage: ['Match for 3rd', async () => assert.match(await text('header'), /Match for 3rd$/)],
    names: ['Zoë|The Long-Named Challenger of Tavistock', async () => assert.match(await page.locator('.names').allInnerTexts().then((t) => t.join('|')), /^Zoë\|The Long-Named Challenger/)],
    header: ['off', async () => assert.equal(await page.getByTestId('header').count(), 0)],
    mark: ['first', async () => assert.equal(await page.getByRole('img', { name: 'First shot' }).count(), 1)],
    turn: ['off', async () => assert.equal(await page.locator('.row.next').count(), 0)],
    discs: ['off', async () => assert.equal(await page.locator('.dots').count(), 0)],
    twenties: ['off', async () => assert.equal(await page.getByTestId('twenties-A').count(), 0)],
    round: ['off', async () => assert.equal(await page.getByTestId('round-A').count(), 0)],
    points: ['off', async () => assert.equal(await page.getByTestId('points-A').count(), 0)],
    games: ['off', async () => assert.equal(await page.getByTestId('games-A').count(), 0)],
    open20: ['on', async () => assert.equal(await page.getByTestId('stat-open20').count(), 1)],
    speed: ['on', async () => assert.equal(await page.getByTestId('stat-speed').count(), 1)],
    board: ['on', async () => { const b = await box('air-board'); assert.ok(b.width === 380 && Math.abs(b.x + 380 - 1872) < 1, JSON.stringify(b)); }],
  };
  /** Those that show in something else's presence, with that. @type {Record<string, [query: string, value: string, check: () => Promise<unknown>]>} */
  const beside = {
    units: ['speed=on', 'kmh', async () => assert.match(await text('stat-speed'), /km\/h\s*6\.7\s*7\.7/)],
    boardcorner: ['board=on', 'br', async () => { const b = await box('air-board'); assert.ok(Math.abs(b.y + b.height - 1032) < 1, JSON.stringify(b)); }],
    boardsize: ['board=on', '600', async () => assert.equal((await box('air-board')).width, 600)],
    rotate: ['board=on', '90', async () => assert.match(await page.locator('[data-testid=air-board] > g').first().evaluate((e) => e.getAttribute('transform') ?? ''), /rotate\(90\)/)],
    labels: ['board=on', 'on', async () => assert.ok((await page.locator('[data-testid=air-board] text').count()) > 8)],
  };
  /** @param {string} where @param {string} what */
  const css = (where, what) => page.locator(where).first().evaluate((e, what) => getComputedStyle(e).getPropertyValue(what), what);

  it('does what it says, and is documented', async () => {
    await open('final', '/overlay');
    const standard = await seen('param-none');
    /** @type {string[]} */ const wrong = [];
    for (const [name, query, value, check, than] of [
      ...Object.entries(cases).map(([n, [v, c]]) => /** @type {const} */ ([n, '', v, c, standard])),
      ...Object.entries(beside).map(([n, [q, v, c]]) => /** @type {const} */ ([n, q, v, c, undefined])),
    ]) {
      try {
        let base = than;
        if (!base) {
          await go(`/overlay?${query}`);
          base = await seen(`param-${name}-without`);
        }
        await go(`/overlay?${query ? `${query}&` : ''}${new URLSearchParams({ [name]: value })}`);
        await check();
        const now = await seen(`param-${name}`);
        const share = await difference(base, now);
        if (share < 0.00008) wrong.push(`${name}=${value}: the picture stays the same (${share})`);
      } catch (e) {
        wrong.push(`${name}=${value}: ${e instanceof Error ? e.message : e}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(warnings, []);
    const specs = await readFile(new URL('../src/overlay/params.ts', import.meta.url), 'utf8');
    const docs = await readFile(new URL('../../../docs/overlay.md', import.meta.url), 'utf8');
    /** @param {string} table */
    const names = (table) => [...(specs.split(`export const ${table}`)[1]?.split('\n};')[0] ?? '').matchAll(/^ {2}(\w+):/gm)].map((m) => m[1] ?? '');
    const [of, alone] = [names('overlaySpecs'), names('boardSpecs')];
    assert.ok(of.length > 20 && alone.length > 8, `${of} ${alone}`);
    const tested = [...Object.keys(cases), ...Object.keys(beside), 'toast', 'toasttime', 'motion'].sort();
    assert.deepEqual(of.slice().sort(), tested, 'every parameter has its test here');
    for (const name of [...of, ...alone]) assert.ok(docs.includes(`\`${name}\``), `docs/overlay.md says nothing of ${name}`);
  });

  it('toast=off shows no verdict, motion=off moves nothing', async () => {
    await open('final', '/overlay?toast=off&motion=off&board=on');
    server().tell('final-2');
    await page.getByTestId('points-B').filter({ hasText: /^106$/ }).waitFor();
    assert.deepEqual(await page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running' && Number(a.effect?.getComputedTiming().duration) > 0).length), 0);
    assert.equal(await page.getByTestId('toast').count(), 0);
    await go('/overlay');
    server().tell('final');
    await page.getByTestId('points-B').filter({ hasText: /^6$/ }).waitFor();
    assert.ok((await page.evaluate(() => document.getAnimations().length)) > 0, 'with motion it moves');
  });
});

describe('a server that goes', () => {
  it('is marked at once, and the overlay is right again within two seconds of its return, without a flicker', async () => {
    await open('final', '/overlay?board=on');
    await page.evaluate(() => {
      const w = /** @type {any} */ (window);
      w.same = true;
      w.gone = 0;
      new MutationObserver((all) => all.forEach((m) => m.removedNodes.forEach((n) => n instanceof Element && (n.matches('[data-testid=bug]') || n.querySelector('[data-testid=bug]')) && w.gone++))).observe(document.body, { childList: true, subtree: true });
    });
    const where = await box('bug');
    const address = new URL(server().url).host;
    serverIsDown = true;
    await server().stop();
    const stopped = Date.now();
    await page.getByTestId('stale').waitFor({ timeout: 2000 });
    assert.ok(Date.now() - stopped < 1500, `marked after ${Date.now() - stopped} ms`);
    assert.match(await text('stale'), /^Not live\s*as of \d\d:\d\d:\d\d$/);
    assert.equal(await text('points-A'), '8', 'the last figures stay readable');
    assert.deepEqual(await box('bug'), where, 'the mark moves nothing');
    await seen('stale');
    // Meanwhile it has tried often enough for its pauses to be as long as they get.
    for (let tries = 0; tries < 6; tries++) await page.waitForEvent('requestfailed');
    book = await startStorybook(built.program, 'final-2', address);
    const back = Date.now();
    await page.getByTestId('points-B').filter({ hasText: /^106$/ }).waitFor({ timeout: 2000 });
    await page.getByTestId('stale').waitFor({ state: 'detached', timeout: 1000 });
    assert.ok(Date.now() - back < 2000, `right again after ${Date.now() - back} ms`);
    assert.deepEqual(await page.evaluate(() => [/** @type {any} */ (window).same, /** @type {any} */ (window).gone]), [true, 0], 'neither reloaded nor taken away');
  });

  it('is marked within three seconds where the network falls silent', async () => {
    await open('final', '/overlay');
    process.kill(server().pid, 'SIGSTOP');
    try {
      await page.getByTestId('stale').waitFor({ timeout: 3500 });
    } finally {
      process.kill(server().pid, 'SIGCONT');
    }
    serverIsDown = true;
    await page.getByTestId('stale').waitFor({ state: 'detached', timeout: 2000 });
  });

  it('a lost camera is marked too', async () => {
    await open('final', '/overlay');
    server().tell('camera-lost');
    await page.getByTestId('stale').filter({ hasText: 'Camera lost' }).waitFor();
    await go('/overlay/board', '[data-testid=air-board]');
    await page.getByTestId('board-stale').waitFor();
    await seen('board-stale');
  });
});

describe('the board alone', () => {
  it('is transparent but for the board, and takes its own parameters', async () => {
    await open('removal', '/overlay/board', { wait: '[data-testid=air-board]' });
    const found = await alpha(await seen('board'), { left: [0, 0, 440, 1080], right: [1480, 0, 440, 1080], middle: [760, 340, 400, 400], corner: [470, 50, 60, 60] });
    assert.deepEqual([found['left']?.clear, found['right']?.clear, found['corner']?.clear, found['middle']?.solid], [1, 1, 1, 1]);
    assert.equal(await page.getByTestId('air-due').count(), 1);
    await go('/overlay/board?size=400&corner=br&margin=0&labels=on&rail=off&due=off&rotate=180&theme=light&accent=00ff88&motion=off&lang=nl', '[data-testid=air-board]');
    const b = await box('air-board');
    assert.deepEqual([b.width, b.x, b.y], [400, 1520, 680]);
    assert.equal(await page.locator('.air .rail').count(), 0);
    assert.equal(await page.getByTestId('air-due').count(), 0);
    assert.ok((await page.locator('.air text').count()) > 8);
    await seen('board-parameters');
    assert.deepEqual(warnings, []);
    await go('/overlay/board?size=12', '[data-testid=air-board]');
    assert.deepEqual(warnings, ['overlay: size=12 is left at its default: want 160 – 1080']);
  });
});

describe('the builder', () => {
  it('shows the result and copies its address', async () => {
    await open('final', '/overlay/builder', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('[data-param=theme]').selectOption('light');
    await page.locator('[data-param=corner]').selectOption('tr');
    await page.locator('[data-param=title]').fill('Coupe & Cie');
    await page.locator('[data-param=board]').check();
    await page.locator('[data-param=boardcorner]').selectOption('bl');
    await page.getByTestId('air-board').waitFor();
    assert.match(await text('header'), /Coupe & Cie/);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, `${server().url}/overlay?theme=light&corner=tr&title=Coupe+%26+Cie&board=on&boardcorner=bl`);
    await page.screenshot({ path: new URL('builder.png', shots).pathname });
    await page.goto(copied);
    await page.getByTestId('bug').waitFor();
    assert.deepEqual(warnings, []);
  });

  it('names what is wrong with an address, and takes one over', async () => {
    await open('final', '/overlay/builder?scale=7&board=on&colour=red');
    assert.deepEqual(await page.getByTestId('problems').locator('li').allInnerTexts(), ['scale is “7”: want 0.5 – 2.5', 'there is no parameter “colour”']);
    assert.equal(await page.locator('[data-param=board]').isChecked(), true);
    await page.getByTestId('paste').fill(`${server().url}/overlay/board?size=500&rail=off`);
    await page.getByTestId('paste').press('Enter');
    await page.locator('[data-param=size]').waitFor();
    assert.equal(await page.getByTestId('address').inputValue(), `${server().url}/overlay/board?size=500&rail=off`);
    assert.equal(await page.getByTestId('problems').count(), 0);
    await page.getByRole('button', { name: 'Back to the defaults' }).click();
    assert.equal(await page.getByTestId('address').inputValue(), `${server().url}/overlay/board`);
    await page.getByTestId('kind').selectOption('top');
    await page.waitForFunction(() => (/** @type {HTMLImageElement | null} */ (document.querySelector('[data-testid=stage] img'))?.naturalWidth ?? 0) === 960);
    assert.match(await page.getByTestId('address').inputValue(), /\/stream\.mjpg\?view=top&width=960$/);
  });

  for (const lang of ['en', 'fr', 'nl']) {
    it(`fits a phone in ${lang}, and axe finds nothing serious`, async () => {
      await open('final', `/overlay/builder?lang=${lang}`, { viewport: phone, isMobile: true, hasTouch: true, colorScheme: lang === 'fr' ? 'dark' : 'light' });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      await page.screenshot({ path: new URL(`builder-phone-${lang}.png`, shots).pathname, fullPage: true });
      await accessible(page);
    });
  }
});

describe('the spectators’ page', () => {
  for (const [lang, words] of Object.entries({ en: ['Watch', 'Last shot', 'Twenty'], fr: ['Suivre', 'Dernier tir', '20 points'], nl: ['Volgen', 'Laatste schot', 'Twintig'] })) {
    it(`follows the match on a phone in ${lang}`, async () => {
      await open('final', `/watch?lang=${lang}`, { viewport: phone, isMobile: true, hasTouch: true, wait: '[data-testid=watch-A]', colorScheme: lang === 'nl' ? 'dark' : 'light' });
      await page.getByRole('heading', { name: words[0] ?? '', exact: true }).waitFor();
      server().tell('final-2');
      await page.getByTestId('watch-points-B').filter({ hasText: /^106/ }).waitFor();
      assert.match(await text('last-verdict'), new RegExp(`${words[1]}[^]*${words[2]}[^]*Jean-Baptiste Lefèvre[^]*3[.,]0 m/s`));
      assert.equal(await page.getByTestId('air-board').count(), 1);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      const small = await page.$$eval('main button', (all) => all.filter((b) => b.getClientRects().length > 0 && b.getBoundingClientRect().height < 44).map((b) => b.textContent));
      assert.deepEqual(small, []);
      await page.screenshot({ path: new URL(`watch-${lang}.png`, shots).pathname, fullPage: true });
      await accessible(page);
    });
  }

  it('is found by a QR code that this server draws', async () => {
    await open('final', '/watch', { viewport: phone, isMobile: true, hasTouch: true, wait: '[data-testid=watch-A]' });
    await page.getByTestId('share').tap();
    await page.getByText('Only this machine reaches Ditchline now.').waitFor();
    assert.equal(await page.locator('dialog img').count(), 0, 'a code that leads nowhere is not shown');
    serverIsDown = true;
    await server().stop();
    book = await startStorybook(built.program, 'final', '0.0.0.0:0');
    await page.goto(`http://127.0.0.1:${new URL(book.url).port}/watch`);
    await page.getByTestId('share').tap();
    const link = new URL(await page.getByTestId('share-url').inputValue());
    assert.deepEqual([link.port, link.pathname, link.hostname === '127.0.0.1'], [new URL(book.url).port, '/watch', false], 'the address by which others reach this machine');
    await page.waitForFunction(() => (/** @type {HTMLImageElement | null} */ (document.querySelector('dialog img'))?.naturalWidth ?? 0) > 0);
    await page.screenshot({ path: new URL('watch-qr.png', shots).pathname });
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByTestId('share-url').waitFor({ state: 'hidden' });
  });

  it('gives nobody anything to operate, and says so where there is no replay', async () => {
    await open('final', '/watch', { viewport: phone, wait: '[data-testid=watch-A]' });
    /** @type {string[]} */ const sent = [];
    page.on('request', (r) => r.method() !== 'GET' && sent.push(`${r.method()} ${r.url()}`));
    serverIsDown = true; // the storybook keeps no clips: the browser reports that one is missing
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('There is no replay of this shot.').waitFor();
    assert.deepEqual(sent, []);
  });

  it('marks what is old, and comes back by itself', async () => {
    await open('final', '/watch', { viewport: phone, wait: '[data-testid=watch-A]' });
    const address = new URL(server().url).host;
    serverIsDown = true;
    await server().stop();
    await page.getByText(/The server is not reached/).waitFor({ timeout: 3000 });
    book = await startStorybook(built.program, 'final-2', address);
    await page.getByTestId('watch-points-B').filter({ hasText: /^106/ }).waitFor({ timeout: 2500 });
  });
});

describe('/stream.mjpg', () => {
  for (const query of ['', '?view=top&width=320']) {
    it(`plays in Chromium${query && ` with ${query}`}`, async () => {
      await open('ready', '/overlay/board', { wait: '' });
      await page.evaluate((src) => {
        const img = document.createElement('img');
        img.id = 'film';
        img.src = src;
        document.body.append(img);
      }, `/stream.mjpg${query}`);
      const look = () => page.evaluate(() => {
        const img = /** @type {HTMLImageElement} */ (document.getElementById('film'));
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 8;
        const pen = canvas.getContext('2d');
        pen?.drawImage(img, 0, 0, 8, 8);
        return [img.naturalWidth, [...(pen?.getImageData(0, 0, 8, 8).data ?? [])].join()];
      });
      await page.waitForFunction(() => (/** @type {HTMLImageElement} */ (document.getElementById('film'))).naturalWidth > 0);
      const [width, first] = await look();
      assert.equal(width, query ? 320 : 1280);
      server().tell(query ? 'looking' : 'full'); // another picture: found again, or no longer
      await page.waitForFunction((first) => {
        const img = /** @type {HTMLImageElement} */ (document.getElementById('film'));
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 8;
        const pen = canvas.getContext('2d');
        pen?.drawImage(img, 0, 0, 8, 8);
        return [...(pen?.getImageData(0, 0, 8, 8).data ?? [])].join() !== first;
      }, first);
      await page.evaluate(() => document.getElementById('film')?.remove());
    });
  }
});
