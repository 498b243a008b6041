// What every page must be, whatever it shows.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Collects what no page may ever do: break, complain on the console, or ask
 * another host than its own.
 * @param {import('playwright-core').Page} page
 * @param {string[]} faults
 * @param {{ hosts: () => string[], excused?: (said: string, kind: string) => boolean }} of what counts as its own (HOST or HOST:PORT), and what the console may say all the same
 */
export function watch(page, faults, { hosts, excused = () => false }) {
  page.on('request', (r) => {
    const { protocol, host, hostname } = new URL(r.url());
    if (['blob:', 'data:'].includes(protocol) || hosts().some((own) => own === host || own === hostname)) return;
    faults.push(`request to another host: ${r.url()}`);
  });
  page.on('pageerror', (e) => faults.push(`error: ${e.message}`));
  page.on('console', (m) => {
    if (['error', 'warning'].includes(m.type()) && !excused(m.text(), m.type())) faults.push(`console: ${m.text()}`);
  });
}

/** A browser reports every refusal on the console; the pages show it in words. @param {string} said */
export const isRefusal = (said) => /status of 4\d\d/.test(said);

/** What a browser says of a server that is down. @param {string} said */
export const isLostServer = (said) => /ERR_|Failed to load resource/.test(said);

/** Nothing serious for those who cannot see, hear or point. @param {import('playwright-core').Page} page */
export async function accessible(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    // @ts-expect-error axe is put into the page above
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.filter((/** @type {any} */ v) => ['serious', 'critical'].includes(v.impact)).map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.html).join(' ')}`);
  });
  assert.deepEqual(found, []);
}

/** Nothing is broader than the window. @param {import('playwright-core').Page} page */
export async function fits(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px wider than the screen`);
}

/** Everything that is to be pressed is high enough for a thumb. @param {import('playwright-core').Page} page @param {string} targets */
export async function forThumbs(page, targets) {
  const small = await page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .map((e) => ({ e, b: e.getBoundingClientRect() }))
        .filter(({ b }) => b.width > 0 && b.height < 44)
        .map(({ e }) => e.textContent || e.outerHTML),
    targets,
  );
  assert.deepEqual(small, [], 'too small for a thumb');
}
