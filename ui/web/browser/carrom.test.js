// Carrom on the pages: the live board, the overlay's toast and the announcer's
// words, as the storybook's states show them; and a board that is shown by
// hand, against the real program.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { repo, start, workplace } from './program.js';
import { buildStorybook, desktop, phone, startBrowser, startStorybook } from './storybook.js';

/** @type {Awaited<ReturnType<typeof buildStorybook>>} */
let built;
/** @type {Awaited<ReturnType<typeof startStorybook>>} */
let book;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  built = await buildStorybook();
  [book, browser] = await Promise.all([startStorybook(built.program, 'carrom-strokes'), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await book?.stop();
  await built?.remove();
});

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function opened(path, options = {}) {
  const context = await browser.newContext({ viewport: desktop, ...options });
  const page = await context.newPage();
  await page.goto(new URL(path, book.url).href);
  return page;
}

const shots = process.env.SHOTS;

test('the live board tells points, pieces, queen, strokes and what goes back', async () => {
  const page = await opened('/');
  await page.getByTestId('total-A').getByText('12').waitFor();
  assert.match(await page.getByTestId('left-B').innerText(), /5 pieces to pocket/);
  assert.match(await page.getByTestId('due-B').innerText(), /owes 1 piece/);
  await page.getByText('Queen confirmed').waitFor();
  assert.match(await page.getByTestId('put-back').innerText(), /1 white/);
  await page.getByText('Pocketed: 2 white, the queen. The queen must be confirmed by the next stroke. Plays on.').waitFor();
  assert.equal(await page.getByText('In the 15').count(), 0, 'crokinole zones on a carrom board');
  if (shots) await page.screenshot({ path: `${shots}/carrom-live.png` });
  await page.context().close();
});

test('a person says what fell, by the colour of who played', async () => {
  const page = await opened('/');
  const question = page.getByTestId('stroke-question');
  await question.getByText('Stroke 2: please look').waitFor();
  await question.getByRole('button', { name: 'One striker more' }).click();
  const [sent] = await Promise.all([page.waitForRequest((r) => r.url().endsWith('/match/orders')), question.getByRole('button', { name: 'Enter' }).click()]);
  assert.deepEqual(sent.postDataJSON(), { kind: 'correction', of: 12, stroke: { own: 1, opp: 0, queen: false, striker: true } });
  await page.context().close();
});

test('a phone shows it in Dutch and French without scrolling sideways', async () => {
  for (const [lang, put] of [['nl', 'Terug in het midden: 1 witte'], ['fr', 'À replacer au milieu : 1 blanc']]) {
    const page = await opened(`/?lang=${lang}`, { viewport: phone, isMobile: true, hasTouch: true });
    await page.getByText(put ?? '').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${lang}: scrolls sideways`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('[data-testid=stroke-editor] button')].map((b) => b.getBoundingClientRect()).filter((r) => r.width > 0 && r.height < 44).length);
    assert.equal(small, 0, 'buttons too small for a thumb');
    if (shots) await page.screenshot({ path: `${shots}/carrom-live-${lang}.png`, fullPage: true });
    await page.context().close();
  }
});

test('spectators read what fell', async () => {
  const page = await opened('/watch', { viewport: phone });
  await page.getByTestId('last-verdict').getByText('Pocketed: the striker. One own piece comes back. The turn passes.').waitFor();
  if (shots) await page.screenshot({ path: `${shots}/carrom-watch.png`, fullPage: true });
  await page.context().close();
});

describe('calibrating by hand', () => {
  /** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
  /** @type {Awaited<ReturnType<typeof start>>} */ let program;
  const still = path.join(repo, 'calibrate/cvboard/testdata/carrom_032.jpg');
  before(async () => {
    place = await workplace('carrom');
    program = await start(place.program, ['run', '--source', still, '--board', 'carrom-icf', '--listen', '127.0.0.1:0', '--data', path.join(place.dir, 'data')]);
  });
  after(async () => {
    await program?.stop();
    await place?.remove();
  });

  it('snaps four corners to the lines, and keeps the board as one of one’s own', async () => {
    // Where the truth has the corners of the playing surface.
    const { camera, board } = JSON.parse(await readFile(still.replace('.jpg', '.json'), 'utf8'));
    const corners = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([x, y]) => seen(camera, ((x ?? 0) * board.side) / 2, ((y ?? 0) * board.side) / 2));
    const context = await browser.newContext({ viewport: desktop, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${program.url}/calibrate`);
    await page.getByRole('button', { name: 'Carrom', exact: true }).click();
    await page.getByRole('button', { name: 'Carrom', exact: true, pressed: true }).waitFor();
    await page.getByTestId('photo').setInputFiles(still);
    const handles = page.locator('[data-handle]');
    await handles.first().waitFor();
    assert.equal(await handles.count(), 4);
    const box = /** @type {NonNullable<Awaited<ReturnType<import('playwright-core').Locator['boundingBox']>>>} */ (await page.locator('.stage svg').first().boundingBox());
    for (const [k, [x, y]] of corners.entries()) {
      const from = /** @type {NonNullable<Awaited<ReturnType<import('playwright-core').Locator['boundingBox']>>>} */ (await handles.nth(k).locator('.ring').boundingBox());
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + (((x ?? 0) + 3) / camera.width) * box.width, box.y + (((y ?? 0) - 3) / camera.height) * box.height, { steps: 2 }); // by a rough hand
      await page.mouse.up();
    }
    await page.getByRole('button', { name: 'Snap to the lines' }).click();
    await page.getByText(/The lines fit to 0\.\d+ mm/).or(page.getByRole('alert')).first().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, (await page.getByRole('alert').allInnerTexts()).join());
    await page.getByText(/^Outer base lines: 0\.\d+ mm/).waitFor();
    if (shots) await page.screenshot({ path: `${shots}/carrom-calibrate.png`, fullPage: true });
    await page.getByRole('button', { name: 'Use it for the live board' }).click();
    await page.getByText('From the next search on').waitFor();
    await page.getByLabel('Name (letters, digits, dashes)').fill('our-carrom');
    await page.getByRole('button', { name: 'Save as my board' }).click();
    await page.getByText('Saved. Start with --board our-carrom').waitFor();
    const { makes } = await (await fetch(`${program.url}/api/v1/makes`)).json();
    const own = makes.find((/** @type {any} */ m) => m.name === 'our-carrom');
    assert.ok(own?.game === 'carrom' && Math.abs(own.surface_mm - board.side) < 15, JSON.stringify(own));

    // The other game's handles are a tap away.
    await page.getByRole('button', { name: 'Crokinole', exact: true }).click();
    await page.locator('[data-handle="4"]').waitFor();
    await context.close();
  });
});

/** The pixel at which a camera of groundtruth sees a place of the board, mm. @param {any} c @param {number} x @param {number} y */
function seen(c, x, y) {
  const [u, v, w] = c.R.map((/** @type {number[]} */ row, /** @type {number} */ i) => (row[0] ?? 0) * x + (row[1] ?? 0) * y + c.t[i]);
  const [k1, k2, p1, p2, k3] = c.dist;
  const a = u / w;
  const b = v / w;
  const r = a * a + b * b;
  const radial = 1 + k1 * r + k2 * r * r + k3 * r * r * r;
  return [
    c.K[0][0] * (a * radial + 2 * p1 * a * b + p2 * (r + 2 * a * a)) + c.K[0][2],
    c.K[1][1] * (b * radial + p1 * (r + 2 * b * b) + 2 * p2 * a * b) + c.K[1][2],
  ];
}
