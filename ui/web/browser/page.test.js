// The page in a real Chromium against a real server with made-up states.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { accessible, isLostServer, watch } from './checks.js';
import { buildStorybook, desktop, phone, startBrowser, startStorybook } from './storybook.js';

/** @type {Awaited<ReturnType<typeof buildStorybook>>} */ let built;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof startStorybook>>} */ let book;
/** @type {import('playwright-core').BrowserContext} */ let context;
/** @type {import('playwright-core').Page} */ let page;
/** @type {string[]} what the page must never do */ let faults = [];
let serverIsDown = false;

before(async () => {
  built = await buildStorybook();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await built?.remove();
});

beforeEach(() => {
  faults = [];
  serverIsDown = false;
});

afterEach(async () => {
  await context?.close();
  await book?.stop();
  assert.deepEqual(faults, []);
});

/**
 * @param {string} story
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function open(story, options) {
  book = await startStorybook(built.program, story);
  context = await browser.newContext({ viewport: desktop, ...options });
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
  watch(page, faults, { hosts: () => [new URL(book.url).host], excused: (said) => serverIsDown && isLostServer(said) });
  await page.goto(book.url);
  await page.getByRole('status').filter({ hasText: phases[story] ?? 'Live' }).waitFor({ state: 'attached' });
}

/** @type {Record<string, string>} */
const phases = { removal: 'Waiting for removal', question: 'Please check', starting: 'Starting', looking: 'Looking for the board', hand: 'Hand over the board', lost: 'Camera lost', ended: 'Ended' };

/** @param {string} team */
const total = (team) => page.getByTestId(`total-${team}`).innerText();

/** @param {string} team @param {number} points */
const totalIs = (team, points) => page.getByTestId(`total-${team}`).filter({ hasText: new RegExp(`^${points} `) }).waitFor();

/** The colour in the middle of the picture as it is on the screen. */
const middleOfPicture = () =>
  page.evaluate(() => {
    const picture = /** @type {HTMLCanvasElement | null} */ (document.querySelector('[data-testid=picture]'));
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const to = canvas.getContext('2d');
    if (!picture || !to) return [];
    to.drawImage(picture, picture.width / 2, picture.height / 2, 1, 1, 0, 0, 1, 1);
    return [...to.getImageData(0, 0, 1, 1).data];
  });

/** Waits until a picture was drawn. */
const pictureIsThere = () =>
  page.waitForFunction(() => {
    const picture = /** @type {HTMLCanvasElement | null} */ (document.querySelector('[data-testid=picture]'));
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const to = canvas.getContext('2d');
    if (!picture || !to) return false;
    to.drawImage(picture, picture.width / 2, picture.height / 2, 1, 1, 0, 0, 1, 1);
    return (to.getImageData(0, 0, 1, 1).data[3] ?? 0) > 0;
  });

describe('a live board', () => {
  it('shows score, discs and figures', async () => {
    await open('ready');
    assert.match(await total('A'), /^60/);
    assert.match(await total('B'), /^35/);
    assert.equal(await page.getByRole('button', { name: /^Disc of team A/ }).count(), 9);
    assert.equal(await page.getByRole('button', { name: /^Disc of team B/ }).count(), 6);
    assert.equal(await page.getByRole('button', { name: 'Disc of team A, 20 points, in the hole' }).count(), 1);
    assert.match(await page.getByTestId('figure-rate').innerText(), /^29\s+of 30 a second/);
    assert.match(await page.getByTestId('figure-dropped').innerText(), /^108/);
    assert.match(await page.getByTestId('figure-fit').innerText(), /^0\.12 mm\s+0\.21 px/);
    assert.match(await page.getByTestId('figure-tilt').innerText(), /^29°/);
    await page.getByText('Team A leads by 25').waitFor();
    await page.getByText('A disc of team B is too close to the 10 line to call.').waitFor();
    assert.equal(await page.title(), 'Live · Ditchline');
  });

  it('draws the board unmirrored, +y up', async () => {
    await open('ready');
    // The disc at (276.9, 162.7) mm lies right of and above the one in the hole.
    const hole = await page.getByRole('button', { name: 'Disc of team A, 20 points' }).boundingBox();
    const other = await page.locator('[data-team=A][transform^="translate(276.9"]').boundingBox();
    assert.ok(hole && other && other.x > hole.x + 100 && other.y < hole.y - 50, JSON.stringify({ hole, other }));
  });

  it('follows every new state', async () => {
    await open('ready');
    book.tell('twenty');
    await totalIs('B', 45);
    assert.equal(await page.getByRole('button', { name: 'Disc of team B, 20 points, in the hole' }).count(), 1);
    for (const [story, phase] of Object.entries(phases)) {
      book.tell(story);
      await page.getByRole('status').filter({ hasText: phase }).waitFor({ state: 'attached' });
    }
    book.tell('full');
    await totalIs('A', 65);
  });

  it('shows the newest picture of the stream', async () => {
    await open('ready');
    await pictureIsThere();
    const before = await middleOfPicture();
    book.tell('full');
    await page.waitForFunction(
      ([r, g, b]) => {
        const picture = /** @type {HTMLCanvasElement | null} */ (document.querySelector('[data-testid=picture]'));
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 1;
        const to = canvas.getContext('2d');
        if (!picture || !to) return false;
        to.drawImage(picture, picture.width / 2, picture.height / 2, 1, 1, 0, 0, 1, 1);
        const [r2, g2, b2] = to.getImageData(0, 0, 1, 1).data;
        return Math.abs(r2 - r) + Math.abs(g2 - g) + Math.abs(b2 - b) > 20;
      },
      before,
    );
  });

  it('draws the outlines where the picture shows the board, zoomed or not', async () => {
    await open('ready');
    const ring = page.locator('path[data-what="5"]');
    const box = async () => /** @type {NonNullable<Awaited<ReturnType<typeof ring.boundingBox>>>} */ (await ring.boundingBox());
    const { outlines, width } = await page.evaluate(async () => {
      const v = await (await fetch('/api/state')).json();
      return { outlines: v.board.outlines, width: v.width };
    });
    /** @type {number[]} */
    const xs = outlines.find((/** @type {any} */ o) => o.what === '5').points.map((/** @type {number[]} */ p) => p[0]);
    for (const zoom of [true, false]) {
      const img = await page.getByTestId('picture').boundingBox();
      assert.ok(img);
      const left = img.x + ((Math.min(...xs) + 0.5) / width) * img.width;
      assert.ok(Math.abs((await box()).x - left) < 2, `zoom ${zoom}: ring begins at ${(await box()).x}, picture says ${left}`);
      if (zoom) await page.getByRole('button', { name: 'Zoom in' }).click();
    }
  });

  it('switches what is drawn over the picture, and remembers it', async () => {
    await open('ready');
    const ring = page.locator('path[data-what="15"]');
    assert.equal(await ring.count(), 1);
    await page.getByRole('button', { name: 'Rings' }).click();
    assert.equal(await ring.count(), 0);
    await page.reload();
    await totalIs('A', 60);
    assert.equal(await page.getByRole('button', { name: 'Rings' }).getAttribute('aria-pressed'), 'false');
    assert.equal(await ring.count(), 0);
  });

  it('tells the measurement of a disc by mouse and by keyboard', async () => {
    await open('ready');
    const disc = page.locator('[data-team=A][transform^="translate(276.9"]');
    await disc.click();
    const sheet = page.getByRole('region', { name: 'Disc of team A' });
    await sheet.getByText('Shooting line').waitFor();
    assert.match(await sheet.innerText(), /0 points.*x 276\.9, y 162\.7 mm ± 0\.12 mm.*\u22120\.30 ± 0\.12 mm.*99 % likely to touch.*touching/s);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await disc.focus();
    await page.keyboard.press('Enter');
    await sheet.waitFor();
    assert.equal(await disc.getAttribute('aria-pressed'), 'true');
    await page.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
  });

  it('says why something was left out', async () => {
    await open('ready');
    await page.locator('path.ghost').first().click();
    await page.getByRole('heading', { name: 'Left out: on the table' }).waitFor();
  });

  it('speaks the score once it rests', async () => {
    await open('ready');
    await page.locator('[aria-live=polite]', { hasText: 'Team A 60, Team B 35' }).waitFor({ state: 'attached' });
  });
});

describe('a broken line', () => {
  it('marks the state as old and comes back with the whole state after a restart, without reloading by hand', async () => {
    await open('ready');
    await totalIs('A', 60);
    const address = new URL(book.url).host;
    serverIsDown = true;
    await book.stop();
    await page.getByText(/The server is not reached\. What you see is \d+ s old\./).waitFor();
    await page.getByRole('status').filter({ hasText: 'Server not reached' }).waitFor({ state: 'attached' });
    assert.match(await total('A'), /^60/, 'the last state stays readable');
    book = await startStorybook(built.program, 'full', address);
    await totalIs('A', 65);
    await page.getByText('The server is not reached').waitFor({ state: 'detached' });
    await pictureIsThere();
  });

  it('loads the page anew when another server answers', async () => {
    await open('ready');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const address = new URL(book.url).host;
    serverIsDown = true;
    await book.stop();
    await page.getByRole('button', { name: 'Try now' }).waitFor();
    book = await startStorybook(built.program, 'ready', address);
    await page.waitForFunction(() => !('sameDocument' in window));
    await totalIs('A', 60);
  });
});

describe('before there is a board', () => {
  it('says what it waits for', async () => {
    await open('starting');
    await page.getByText('No picture yet').waitFor();
    await page.getByText('Waiting for the source').waitFor();
    await page.getByText('No score yet').waitFor();
    book.tell('looking');
    await page.getByText('Show the whole playing surface to the camera.').waitFor();
    book.tell('empty');
    await page.getByText('No discs yet').waitFor();
  });
});

describe('themes', () => {
  it('follow the system until switched, then stay', async () => {
    await open('ready', { colorScheme: 'dark' });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await paper();
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    const light = await paper();
    assert.notEqual(light, dark);
    await page.reload();
    await totalIs('A', 60);
    assert.equal(await paper(), light);
  });
});

for (const [size, viewport] of Object.entries({ desktop, phone, small: { width: 320, height: 568 } })) {
  describe(`at ${viewport.width} x ${viewport.height}`, () => {
    for (const story of ['ready', 'question', 'removal', 'full', 'hand', 'looking', 'starting', 'lost']) {
      it(`${story} has no horizontal scroll`, async () => {
        await open(story, { viewport, isMobile: size !== 'desktop', hasTouch: size !== 'desktop' });
        const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
        assert.ok(scroll <= client && client === viewport.width, `${scroll} px wide in ${client}`);
      });
    }
  });
}

describe('a thumb', () => {
  it('finds a disc that it does not quite hit, and targets of 44 px', async () => {
    await open('ready', { viewport: phone, isMobile: true, hasTouch: true });
    const disc = page.locator('[data-team=A][transform^="translate(276.9"]');
    await disc.scrollIntoViewIfNeeded();
    const at = await disc.boundingBox();
    assert.ok(at);
    await page.touchscreen.tap(at.x + at.width / 2 + 4, at.y - 4);
    await page.getByRole('region', { name: 'Disc of team A' }).waitFor();
    const small = await page.$$eval('button', (buttons) => buttons.filter((b) => b.checkVisibility() && b.getBoundingClientRect().height < 44).map((b) => b.textContent));
    assert.deepEqual(small, []);
  });
});

describe('axe', () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const story of ['ready', 'question', 'removal', 'full', 'hand', 'looking', 'starting', 'lost', 'empty']) {
      it(`finds nothing serious in ${story}, ${colorScheme}`, async () => {
        await open(story, { colorScheme });
        if (story === 'ready') await page.getByRole('button', { name: 'Disc of team A, 20 points' }).press('Enter');
        await accessible(page);
      });
    }
  }

  it('finds nothing serious while the server is lost', async () => {
    await open('ready');
    serverIsDown = true;
    await book.stop();
    await page.getByRole('button', { name: 'Try now' }).waitFor();
    await accessible(page);
  });
});

describe('a match', () => {
  it('lists the shots with verdict and reason, and who shoots next', async () => {
    await open('playing');
    const shots = page.locator('ol > li[data-verdict]');
    assert.equal(await shots.count(), 4);
    assert.match(await shots.first().innerText(), /4\. B1\s+valid\s+Valid: an opposing disc was touched/);
    assert.match(await shots.nth(2).innerText(), /foul[\s\S]*Wrong start: the disc did not touch the shooting line/);
    assert.equal(await shots.first().getByRole('link', { name: 'NED-13' }).getAttribute('href'), '/rules/NED#NED-13');
    assert.equal(await page.getByTestId('next').innerText(), 'A1');
  });

  it('marks what must be taken off, on the picture and on the board', async () => {
    await open('removal');
    assert.match(await page.getByTestId('due').innerText(), /Take off B2[\s\S]*off by the foul/);
    await page.getByTestId('due-mark').waitFor();
    await page.getByTestId('due-outline').waitFor();
    book.tell('playing');
    await page.getByTestId('due-mark').waitFor({ state: 'detached' });
    await page.getByTestId('due-outline').waitFor({ state: 'detached' });
  });

  it('asks its question with two answers and enters the one that is chosen', async () => {
    await open('question');
    const question = page.getByRole('group', { name: 'Shot 4: please decide' });
    assert.match(await question.innerText(), /Does A2 touch the shooting line/);
    assert.equal(await question.getByRole('button').count(), 2);
    const sent = page.waitForRequest((r) => r.method() === 'POST');
    await question.getByRole('button', { name: /^No/ }).click();
    assert.deepEqual((await sent).postDataJSON(), { kind: 'ruling', of: 8, answers: { 'line5:A2': false } });
    await question.waitFor({ state: 'detached' });
  });

  it('shows ghosts where discs must be put back', async () => {
    await open('question');
    assert.match(await page.getByTestId('ghosts').innerText(), /Put back A1/);
    await page.getByTestId('ghost-mark').waitFor();
    await page.getByTestId('ghost-outline').waitFor();
  });

  it('takes the last shot back', async () => {
    await open('playing');
    await page.getByRole('button', { name: 'Undo shot 4' }).click();
    await page.waitForFunction(() => document.querySelectorAll('ol > li[data-verdict]').length === 3);
  });
});
