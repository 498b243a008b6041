// History, players, rulebook and data in a real Chromium against the real
// program, with a data folder of made-up evenings.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accessible, isRefusal, watch } from './checks.js';
import { go, start, workplace } from './program.js';
import { phone, startBrowser } from './storybook.js';

const player = 'Zoë Grünwald';

let home = '';
/** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
/** @type {Awaited<ReturnType<typeof start>>} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {{id: string, ruleset: string, phase: string, players: string, sides: {players: string[]}[]}[]} */ let matches = [];

before(async () => {
  place = await workplace('data');
  const data = path.join(place.dir, 'data');
  await go(['run', './ui/storybook/evenings', '-n', '8', data]);
  server = await start(place.program, ['run', '--data', data, '--source', 'sim:', '--listen', '127.0.0.1:0']);
  home = server.said.url;
  matches = (await (await fetch(`${home}api/v1/matches`)).json()).matches;
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await place?.remove();
});

const over = () => {
  const m = matches.find((one) => one.phase === 'over' && one.players === '2' && one.sides.some((s) => s.players.includes(player)));
  assert.ok(m, 'no match of the player is over');
  return m;
};

/**
 * A page that must make no fault.
 * @param {string} where
 * @param {import('playwright-core').BrowserContextOptions} options
 * @param {(page: import('playwright-core').Page) => Promise<void>} work
 */
async function on(where, options, work) {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  /** @type {string[]} */ const faults = [];
  watch(page, faults, { hosts: () => [new URL(home).host], excused: isRefusal });
  try {
    await page.goto(new URL(where, home).href);
    await work(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

describe('history', () => {
  it('lists the matches, finds some, and shows one with its rounds and shots', async () => {
    await on('/history', {}, async (page) => {
      const list = page.locator('a.match');
      await list.first().waitFor();
      assert.ok((await list.count()) >= 8);
      await page.getByRole('searchbox').fill('NCA');
      await page.getByRole('status').filter({ hasText: '2 matches' }).waitFor();
      await accessible(page);
      await list.first().click();
      await page.getByRole('heading', { name: 'Rounds' }).waitFor();
      assert.ok((await page.locator('li[data-verdict]').count()) >= 12);
      await accessible(page);
      for (const name of ['Score sheet PDF', 'Score sheet PNG', 'CSV', 'JSON']) {
        const link = await page.getByRole('link', { name, exact: true }).getAttribute('href');
        const answer = await fetch(new URL(link ?? '', home));
        assert.equal(answer.status, 200, name);
      }
    });
  });

  it('leads from a verdict to the statement that decided', async () => {
    await on(`/history/${over().id}`, {}, async (page) => {
      const link = page.locator('li[data-verdict] a.rule').first();
      const id = (await link.innerText()).trim();
      await link.click();
      await page.waitForURL(/\/rules\//);
      const statement = page.locator(`li[id="${id}"], section[id="${id}"]`);
      await statement.waitFor();
      assert.ok(await statement.evaluate((e) => e === document.activeElement), `${id} has the focus`);
      assert.ok(await statement.evaluate((e) => e.getBoundingClientRect().top < innerHeight), `${id} is in sight`);
      await accessible(page);
    });
  });
});

describe('players', () => {
  it('have statistics with charts, tables beside them, and maps on the board', async () => {
    await on('/players', {}, async (page) => {
      await page.getByRole('link', { name: player }).click();
      const chart = page.getByRole('img', { name: /20s in \d+ matches/ });
      await chart.waitFor();
      await page.getByRole('combobox', { name: 'Form over time' }).selectOption('points_per_round');
      await page.getByRole('img', { name: /Points a round in/ }).waitFor();
      await page.getByText('As a table').click();
      const rows = page.locator('details tbody tr');
      assert.equal(await page.locator('svg .point').count(), await rows.count());
      assert.ok((await page.locator('.cell').count()) > 20);
      assert.ok((await page.locator('.miss').count()) > 3);
      await accessible(page);
    });
  });
});

describe('data', () => {
  it('backs up, deletes for good, refuses what is no backup, and restores', async () => {
    await on('/data', { acceptDownloads: true }, async (page) => {
      await page.getByText(path.join(place.dir, 'data')).waitFor();
      await accessible(page);
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('backup').click()]);
      const zip = path.join(place.dir, 'backup.zip');
      await download.saveAs(zip);

      const gone = over();
      await page.goto(new URL(`/history/${gone.id}`, home).href);
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByRole('button', { name: 'Yes, delete it now' }).click();
      await page.waitForURL((u) => u.pathname === '/history');
      assert.equal((await fetch(`${home}api/v1/matches/${gone.id}`)).status, 404);

      await page.goto(new URL(`/players/${encodeURIComponent(player)}`, home).href);
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByRole('button', { name: 'Yes, delete now' }).click();
      await page.waitForURL((u) => u.pathname === '/players');
      for (const file of ['matches.db', 'matches.db-wal']) {
        const text = await readFile(path.join(place.dir, 'data', file), 'utf8').catch(() => '');
        assert.ok(!text.includes(player), `${file} still names the player`);
      }

      await page.goto(new URL('/data', home).href);
      const words = path.join(place.dir, 'words.zip');
      await writeFile(words, 'these are words');
      /** @param {string} file */
      const restore = async (file) => {
        await page.getByTestId('restore-file').setInputFiles(file);
        await page.getByRole('button', { name: 'Restore this backup' }).click();
        await page.getByRole('button', { name: 'Yes, replace what is here' }).click();
      };
      await restore(words);
      await page.getByRole('alert').filter({ hasText: 'no backup of Ditchline' }).waitFor();
      await restore(zip);
      await page.getByText(/The backup of .* is in place/).waitFor();
      assert.equal((await fetch(`${home}api/v1/matches/${gone.id}`)).status, 200);
      assert.equal((await fetch(`${home}api/v1/players/${encodeURIComponent(player)}`)).status, 200);
    });
  });

  it('keeps webhooks, and shows what became of a test', async () => {
    await on('/data', {}, async (page) => {
      await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/lamp');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('It is shown this once').waitFor();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('Last deliveries').click();
      await page.getByText('trying again').waitFor();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Yes, remove it' }).click();
      await page.locator('.url').waitFor({ state: 'detached' });
      await accessible(page);
    });
  });
});

describe('every page', () => {
  const pages = () => ['/history', `/history/${over().id}`, '/players', `/players/${encodeURIComponent(player)}`, '/rules', '/rules/CH%2Ba', '/data', '/api'];
  const titles = { en: 'History', fr: 'Historique', nl: 'Geschiedenis' };
  for (const [lang, title] of Object.entries(titles)) {
    it(`fits a phone and speaks ${lang}`, async () => {
      await on(`/history?lang=${lang}`, { viewport: phone, colorScheme: lang === 'fr' ? 'dark' : 'light' }, async (page) => {
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
        for (const where of pages()) {
          await page.goto(new URL(`${where}?lang=${lang}`, home).href);
          await page.locator('main .card').first().waitFor();
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${where} is ${wide} px too wide in ${lang}`);
          assert.equal(await page.locator('[role=alert]').count(), 0, where);
        }
      });
    });
  }
});
