// Carrom on the pages: the live board, the overlay's toast and the announcer's
// words, as the storybook's states show them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
