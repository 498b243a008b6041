// A whole small tournament, led from the director's page of the real hub with
// results by hand, in a real Chromium; a visitor watches it and can change
// nothing.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { accessible, isRefusal, watch } from './checks.js';
import { start, workplace } from './program.js';
import { phone, startBrowser } from './storybook.js';

let home = '';
let word = '';
/** @type {Awaited<ReturnType<typeof workplace>>} */ let place;
/** @type {Awaited<ReturnType<typeof start>>} */ let hub;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('playwright-core').Page} */ let desk;
/** @type {import('playwright-core').Page} */ let visitor;
/** @type {string[]} */ const faults = [];

before(async () => {
  place = await workplace('director');
  hub = await start(place.program, ['hub', '--data', place.dir, '--listen', '127.0.0.1:0', '--nats-listen', '127.0.0.1:0', '--event', 'cup']);
  home = hub.said.url;
  word = (await readFile(hub.said.director_file, 'utf8')).trim();
  browser = await startBrowser();
  desk = await tab({ viewport: { width: 1440, height: 900 } });
  visitor = await tab({ viewport: phone, hasTouch: true });
});

after(async () => {
  await browser?.close();
  await hub?.stop();
  await place?.remove();
});

/** @param {import('playwright-core').BrowserContextOptions} options */
async function tab(options) {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  watch(page, faults, { hosts: () => [new URL(home).host], excused: isRefusal });
  return page;
}

/** @param {string} what */
const answer = async (what) => (await fetch(`${home}api/v1/${what}`)).json();

/** @param {string} name */
const part = (name) => desk.getByRole('group', { name: 'Parts of the page' }).getByRole('button', { name, exact: true }).click();

/** The button that does what the question in sight asks. @param {string} name */
const sure = async (name) => {
  const dialog = desk.locator('dialog[open]');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

/**
 * Enters a match's result by its sheet.
 * @param {string} id
 * @param {[number, number]} points
 * @param {{winner?: string, reason?: string}} [more]
 */
async function result(id, points, more = {}) {
  await desk.locator(`[data-testid=desk-matches] li[data-match="${id}"]`).getByRole('button').click();
  const sheet = desk.locator('dialog[open]');
  const fields = sheet.locator('.grid input');
  await fields.nth(0).fill(`${points[0]}`);
  await fields.nth(1).fill(`${points[1]}`);
  await fields.nth(2).fill(`${points[0] + 1}`);
  await fields.nth(3).fill(`${points[1] + 1}`);
  if (more.winner) await sheet.getByRole('radio', { name: more.winner }).check();
  if (more.reason) await sheet.getByLabel('Reason').fill(more.reason);
  await sheet.locator('button[type=submit]').click();
  await sheet.waitFor({ state: 'detached' });
}

/** Plays all open matches: the lower number wins by 6 to 2. */
async function playRound() {
  const { pairings } = await answer('pairings');
  for (const p of pairings) {
    if (p.b && !p.result) await result(p.id, Number(p.a) < Number(p.b) ? [6, 2] : [2, 6]);
  }
}

/** @param {number} n @param {string} stage */
async function drawRound(n, stage) {
  await desk.getByTestId('next').getByRole('button', { name: `Draw round ${n} of “${stage}”` }).click();
  await desk.locator('[data-testid=desk-matches] li').first().waitFor();
}

// Each part stands on the one before: after one that fails the rest is not tried.
let failed = false;
/** @param {string} name @param {() => Promise<void>} work */
const step = (name, work) =>
  it(name, async (t) => {
    if (failed) return t.skip('a part before it failed');
    failed = true;
    await work();
    failed = false;
  });

describe('a tournament', () => {
  step('is made by who knows the word, and by nobody else', async () => {
    await visitor.goto(home);
    await visitor.getByText('No tournament is open yet').waitFor();
    await desk.goto(`${home}director`);
    await desk.getByLabel('Director’s word').fill('GUESSED');
    await desk.getByRole('button', { name: 'Sign in' }).click();
    await desk.getByRole('alert').filter({ hasText: 'not the director’s word' }).waitFor();
    await accessible(desk);
    await desk.getByLabel('Director’s word').fill(word.toLowerCase());
    await desk.getByLabel('Your name').fill('Ann');
    await desk.getByRole('button', { name: 'Sign in' }).click();
    await desk.getByRole('button', { name: /Club evening/ }).click();
    await desk.getByRole('textbox', { name: 'Title' }).fill('Test Cup');
    await desk.getByRole('textbox', { name: 'Tables' }).fill('1-4');
    await desk.getByRole('region', { name: 'Stage 1: Pool' }).getByRole('textbox', { name: 'Groups' }).fill('2');
    await desk.getByRole('button', { name: 'Add a stage' }).click();
    const knockout = desk.getByRole('region', { name: 'Stage 2' });
    await knockout.getByRole('textbox', { name: 'Name' }).fill('Play-off');
    await knockout.getByRole('textbox', { name: 'How many come in' }).fill('3');
    await accessible(desk);
    await desk.getByRole('button', { name: 'Open the tournament' }).click();
    await desk.getByRole('heading', { name: 'Waits for you' }).waitFor();
    await visitor.goto(`${home}pairings`);
    await visitor.getByText('Nothing is drawn yet').waitFor();
  });

  step('takes an entry list, and says line by line what is wrong with it', async () => {
    await part('Entrants');
    await desk.getByRole('button', { name: 'CSV file' }).click();
    const names = ['Ann', 'Bob', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Zoë'];
    const list = (/** @type {string} */ last) => Buffer.from(`name;club;seed\n${names.map((n, i) => `${n};Club;${i === 7 ? last : i + 1}`).join('\n')}\n`);
    await desk.getByTestId('csv').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: list('first') });
    const wrong = desk.locator('[data-testid=preview] tr.wrong');
    assert.match((await wrong.innerText()).replace(/\s+/g, ' '), /9 Zoë .*seed is "first"/);
    assert.equal(await desk.getByRole('button', { name: 'Enter 8 entrants' }).count(), 0);
    assert.equal((await answer('entrants')).entrants.length, 0);
    await desk.getByTestId('csv').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: list('8') });
    await desk.getByRole('button', { name: 'Enter 8 entrants' }).click();
    await desk.getByRole('heading', { name: '8 entrants' }).waitFor();
    assert.equal(await desk.locator('[data-testid=entrants] li').count(), 8);
    await accessible(desk);
  });

  step('is drawn and played, and a visitor sees it by itself', async () => {
    await part('Play');
    await desk.getByTestId('next').getByRole('button', { name: 'Begin “Pool” with 8' }).click();
    await sure('Begin “Pool” with 8');
    await drawRound(1, 'Pool');
    const seen = visitor.getByTestId('pairings').locator('li');
    await seen.nth(3).waitFor();
    const [first] = (await answer('pairings')).pairings;
    await result(first.id, [6, 2]);
    await visitor.locator(`li[data-match="${first.id}"] .score`).getByText('6').waitFor();
    await accessible(visitor);
    await accessible(desk);
    await playRound();
    // The second round by hand: the draw's proposal, which nobody may stand in twice.
    await desk.getByRole('button', { name: 'Pair by hand' }).click();
    const hand = desk.getByTestId('by-hand');
    const begins = hand.getByLabel('1: begins');
    const proposed = await begins.inputValue();
    await begins.selectOption(await hand.getByLabel('2: begins').inputValue());
    await hand.getByText('Twice:', { exact: false }).waitFor();
    assert.ok(await hand.getByRole('button', { name: 'Draw it so' }).isDisabled());
    await begins.selectOption(proposed);
    await hand.getByLabel('1: Table').selectOption('4');
    await hand.getByLabel('4: Table').selectOption('1');
    await accessible(desk);
    await hand.getByRole('button', { name: 'Draw it so' }).click();
    await hand.waitFor({ state: 'detached' });
    const second = (await answer('pairings?stage=0&round=2')).pairings;
    assert.equal(second.length, 4);
    assert.equal(second[0].table, '4');
  });

  step('corrects a result with a reason; the standings follow', async () => {
    const [first] = (await answer('pairings?stage=0&round=1')).pairings;
    await visitor.goto(`${home}standings`);
    const points = visitor.locator(`tr[data-entrant="${first.a}"] td.main`);
    await points.getByText('6', { exact: true }).waitFor();
    await desk.getByRole('button', { name: 'Over', exact: true }).click();
    const row = desk.locator(`[data-testid=desk-matches] li[data-match="${first.id}"]`);
    await row.getByRole('button', { name: 'Correct' }).click();
    const sheet = desk.locator('dialog[open]');
    assert.ok(await sheet.getByRole('button', { name: 'Correct the result' }).isDisabled(), 'a correction needs a reason');
    await sheet.getByText('Since then 1 round was drawn', { exact: false }).waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await result(first.id, [3, 5], { reason: 'written the wrong way round' });
    await points.getByText('3', { exact: true }).waitFor();
    await desk.getByRole('button', { name: /^Open/ }).click();
    await accessible(visitor);
  });

  step('lets somebody leave: what follows is said before, and happens', async () => {
    const { pairings } = await answer('pairings?stage=0&round=2');
    const gone = pairings.find((/** @type {{a: string, b: string}} */ p) => p.a === '8' || p.b === '8');
    await part('Entrants');
    await desk.locator('[data-testid=entrants] li[data-entrant="8"]').getByRole('button', { name: 'Withdraw' }).click();
    const question = desk.locator('dialog[open]');
    await question.getByText('1 open match is forfeited; the others win with 8 points.').waitFor();
    await question.getByText('Fewer than half of the pool’s matches are played', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Leave it' }).click();
    assert.equal((await answer('entrants')).entrants[7].withdrawn ?? false, false, 'nothing is done before it was said');
    await desk.locator('[data-testid=entrants] li[data-entrant="8"]').getByRole('button', { name: 'Withdraw' }).click();
    await sure('Withdraw');
    await desk.locator('[data-testid=entrants] li.gone').waitFor();
    assert.equal((await answer('pairings')).pairings.find((/** @type {{id: string}} */ p) => p.id === gone.id).forfeit, true);
    // It was a mistake: the log takes it back, with the match that it had forfeited.
    await part('Log');
    await desk.locator('[data-testid=log] li[data-kind=withdraw]').getByRole('button', { name: 'Take back' }).click();
    await question.getByText('1 match that was forfeited by it is to be played again.').waitFor();
    await question.getByLabel('Reason').fill('it was another one');
    await sure('Take back');
    await part('Entrants');
    await desk.locator('[data-testid=entrants] li[data-entrant="7"]').getByRole('button', { name: 'Withdraw' }).click();
    await sure('Withdraw');
    await desk.locator('[data-testid=entrants] li[data-entrant="7"].gone').waitFor();
    assert.equal((await answer('pairings')).pairings.find((/** @type {{id: string}} */ p) => p.id === gone.id).result, undefined);
    await part('Play');
    await playRound();
    await drawRound(3, 'Pool');
    await playRound();
  });

  step('goes on to a knockout with a bye, and to a winner', async () => {
    const begin = desk.getByTestId('next').getByRole('button', { name: 'Begin “Play-off” with 3' });
    await begin.click();
    await sure('Begin “Play-off” with 3');
    await visitor.goto(`${home}bracket`);
    await visitor.getByTestId('bracket').getByText('Bye').first().waitFor();
    await drawRound(1, 'Play-off');
    const semi = (await answer('pairings?stage=1')).pairings.find((/** @type {{b?: string}} */ p) => p.b);
    // Level: it cannot be entered without a word on who goes on.
    await desk.locator(`[data-testid=desk-matches] li[data-match="${semi.id}"]`).getByRole('button', { name: 'Result' }).click();
    const sheet = desk.locator('dialog[open]');
    await sheet.locator('.grid input').nth(0).fill('4');
    await sheet.locator('.grid input').nth(1).fill('4');
    await sheet.getByRole('button', { name: 'Enter the result' }).click();
    await sheet.getByRole('alert').filter({ hasText: 'Say who has won' }).waitFor();
    await sheet.getByRole('radio', { name: semi.names[1] }).check();
    await sheet.getByRole('button', { name: 'Enter the result' }).click();
    await sheet.waitFor({ state: 'detached' });
    await drawRound(2, 'Play-off');
    const final = (await answer('pairings?stage=1&round=2')).pairings[0];
    assert.ok([final.a, final.b].includes(semi.b), 'who was said to go on is in the final');
    await result(final.id, [7, 1]);
    await desk.getByText('The tournament is over').waitFor();
    await visitor.getByTestId('way').getByText(`The way of ${final.names[0]}`).waitFor();
    await accessible(visitor);
    await visitor.goto(`${home}player/${final.a}`);
    await visitor.getByText('The tournament is over').waitFor();
    assert.ok((await visitor.locator('[data-testid=matches] li').count()) >= 2);
    await accessible(visitor);
  });

  step('says in words what the hub refuses', async () => {
    await part('Format');
    await desk.getByRole('textbox', { name: 'Title' }).fill('Renamed Cup');
    await desk.getByRole('region', { name: 'Stage 2' }).getByRole('textbox', { name: 'Name' }).fill('Play-offs');
    await desk.getByRole('button', { name: 'Change the format' }).click();
    await sure('Change the format');
    await desk.getByText('The format is changed.').waitFor();
    await visitor.getByText('Renamed Cup').first().waitFor();
    await part('Entrants');
    await desk.getByText('nobody can join it', { exact: false }).waitFor();
    await desk.locator('[data-testid=entrants] li[data-entrant="7"]').getByRole('button', { name: 'Bring back' }).click();
    await desk.locator('dialog[open]').getByRole('button', { name: 'Bring back' }).click();
    await desk.getByRole('alert').filter({ hasText: 'nobody comes back into a knockout' }).waitFor();
    await desk.locator('dialog[open]').getByRole('button', { name: 'Leave it' }).click();
  });

  step('gives tables their tickets, and puts one on air', async () => {
    await part('Tables');
    const table = desk.locator('[data-testid=tables] li[data-table="2"]');
    const href = await table.getByRole('link', { name: 'Ticket' }).getAttribute('href');
    const ticket = async () => desk.evaluate(async (/** @type {string} */ url) => (await (await fetch(url)).json()).key, href ?? '');
    const old = await ticket();
    await table.getByRole('button', { name: 'Revoke' }).click();
    await sure('Revoke');
    const fresh = await ticket();
    assert.ok(fresh && fresh !== old, 'another key');
    assert.equal((await fetch(new URL(href ?? '', home))).status, 401, 'a ticket is the director’s to give');
    await table.getByRole('button', { name: 'Put on air' }).click();
    await table.getByText('On air', { exact: true }).waitFor();
    assert.equal((await answer('event')).featured, '2');
    await accessible(desk);
  });

  step('can be changed by nobody who is not the director', async () => {
    const before = (await answer('event')).events;
    for (const [way, body] of [['desk', '{"kind":"note","note":"mine"}'], ['desk/stage', ''], ['desk/round', ''], ['desk/entrants', 'name\nEve\n'], ['desk/revoke?table=1', '']]) {
      const status = await visitor.evaluate(async ([url, text]) => (await fetch(`/api/v1/${url}`, { method: 'POST', body: text })).status, [way, body]);
      assert.equal(status, 401, way);
    }
    await visitor.goto(`${home}director`);
    await visitor.getByLabel('Director’s word').waitFor();
    assert.equal(await visitor.getByTestId('next').count(), 0);
    await desk.getByRole('button', { name: 'Sign out' }).click();
    await desk.getByLabel('Director’s word').waitFor();
    assert.equal((await answer('event')).events, before);
    for (const file of ['tournament.json', 'standings.csv', 'pairings.csv', 'matches.cmn']) assert.equal((await fetch(`${home}api/v1/${file}`)).status, 200, file);
    assert.deepEqual(faults, []);
  });
});
