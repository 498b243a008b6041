// Pictures of every state of the page, for people to look at:
// npm run shots [story...] writes shots/STORY-SIZE-THEME.png.
import { mkdir } from 'node:fs/promises';
import { buildStorybook, desktop, phone, startBrowser, startStorybook } from './storybook.js';

const stories = process.argv.length > 2 ? process.argv.slice(2) : ['ready', 'playing', 'removal', 'question', 'full', 'twenty', 'empty', 'hand', 'starting', 'looking', 'lost', 'ended', 'disconnected', 'measurement'];
const out = new URL('../shots/', import.meta.url);
await mkdir(out, { recursive: true });
const { program, remove } = await buildStorybook();
const browser = await startBrowser();
try {
  for (const story of stories) {
    const told = { disconnected: 'ready', measurement: 'ready' }[story] ?? story;
    for (const [size, viewport] of Object.entries({ desktop, phone })) {
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        const book = await startStorybook(program, told);
        const context = await browser.newContext({ viewport, colorScheme, hasTouch: size === 'phone', isMobile: size === 'phone' });
        const page = await context.newPage();
        await page.goto(book.url);
        await page.getByRole('status').waitFor({ state: 'attached' });
        if (story !== 'starting') await page.waitForFunction(() => (/** @type {any} */ (document.querySelector('[data-testid=picture]'))?.getContext('2d').getImageData(9, 9, 1, 1).data[3] ?? 0) > 0);
        if (story === 'measurement') await page.getByRole('button', { name: /Disc of team A, 0 points, on/ }).first().press('Enter');
        if (story === 'disconnected') {
          await book.stop();
          await page.getByRole('button', { name: 'Try now' }).waitFor();
        }
        await page.screenshot({ path: new URL(`${story}-${size}-${colorScheme}.png`, out).pathname, fullPage: size === 'phone' && story !== 'measurement' });
        await context.close();
        await book.stop();
      }
    }
  }
} finally {
  await browser.close();
  await remove();
}
