/** The demo records a flow and replays it; the saved file is an ordinary tape. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { app } from '../../src/devtools/replayApp';
import { linesOf, play, readTape, writeTape } from '../../tape';
import { report } from '../../tape/divergence';
import { cases } from '../support/cases';
import { violations } from './support/axe';
import { newPerson } from './support/chromium';
import { heading, profile, signIn } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();
const ADMIN = { userName: 'owner.admin', organizationCode: 'PLATFORM' };
const SECRET = 'Demo-pass-2026';

it('records and saves a sign-in; the saved tape replays in the player, and in the page without network', async () => {
  const { context, troubles, open } = await newPerson(world.browser);
  const page = await open(`${world.product.url}/signin?recorder=1`);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText(/Recording, \d+ entries/).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await signIn(page, ADMIN);
  await page.getByRole('button', { name: 'Timeline' }).click();
  // Machines have lanes while the flow is recorded, before any replay.
  await page.getByRole('columnheader', { name: 'session' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/^recorded\.tape\.jsonl, \d+ entries$/).waitFor();
  expect(await violations(page, 'all', '[data-saga-tapes]')).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await (await saved).path();
  const text = readFileSync(file, 'utf8');

  // Its state after the last entry, without loading anything again.
  await page
    .getByRole('region', { name: 'The entry' })
    .getByText(/^session: active/)
    .waitFor();
  await page.getByRole('button', { name: 'Replay to here' }).click();
  await page.getByText('Replay of recorded.tape.jsonl').waitFor();
  await profile(page).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => url.search === '');
  await profile(page).waitFor();
  expect(await page.locator('[data-saga-tapes]').count()).toBe(0);

  const flow = await play(app, readTape('recorded', linesOf(text)));
  expect(flow.divergence && report('recorded', flow.divergence)).toBeNull();
  expect([...flow.facts.visited]).toContain('signIn.authenticating');
  expect(text.split('\n').slice(1).join('\n')).not.toContain(SECRET);
  expect(troubles).toEqual([]);
  await context.close();

  const viewer = await newPerson(world.browser);
  const requests: string[] = [];
  viewer.context.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await viewer.context.route(
    ({ pathname }) => pathname === '/recorded.tape.jsonl',
    (route) => route.fulfill({ body: text }),
  );
  const replay = await viewer.open(`${world.product.url}/?tape=/recorded.tape.jsonl`);
  await replay.getByText('Replay of recorded.tape.jsonl').waitFor();
  await heading(replay, 'Sign in').waitFor();
  const sockets: string[] = [];
  replay.on('websocket', (socket) => sockets.push(socket.url()));
  await replay.getByRole('slider', { name: 'Entry' }).press('End');
  await profile(replay).waitFor();
  await replay.getByRole('slider', { name: 'Entry' }).press('Home');
  await heading(replay, 'Sign in').waitFor();
  expect(requests.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(sockets).toEqual([]);
  expect(viewer.troubles).toEqual([]);
  await viewer.context.close();
});

/** A signed-in page that is served this tape at /given.tape.jsonl. */
async function viewerOf(tape: string, before?: (context: BrowserContext) => Promise<unknown>) {
  const person = await newPerson(world.browser);
  await person.context.route(
    ({ pathname }) => pathname === '/given.tape.jsonl',
    (route) => route.fulfill({ body: tape }),
  );
  await before?.(person.context);
  return { ...person, page: await person.open(`${world.product.url}/?tape=/given.tape.jsonl`) };
}
const tapeOf = (name: string) => readFileSync(path.join(__dirname, `../flows/${name}.tape.jsonl`), 'utf8');
const showsStatus = (page: Page, line: string | RegExp) => page.getByRole('status').filter({ hasText: line }).waitFor();

it('the last minutes can be saved afterwards, without a recording', async () => {
  const { context, troubles, open } = await newPerson(world.browser);
  const page = await open(`${world.product.url}/signin?recorder=1`);
  await signIn(page, ADMIN);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the last minutes' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  await showsStatus(page, 'Everything since the page was loaded is saved: the tape can be played.');
  expect(troubles).toEqual([]);
  await context.close();

  const { divergence } = await play(app, readTape('last', linesOf(text)));
  expect(divergence && report('last', divergence)).toBeNull();
  expect(text.split('\n').slice(1).join('\n')).not.toContain(SECRET);
});

it('the page plays a tape that starts mid-session from its initial state', async () => {
  const { header, entries } = readTape('sign-in', linesOf(tapeOf('sign-in')));
  const flow = await play(app, readTape('sign-in', linesOf(tapeOf('sign-in'))), { upTo: 30 });
  const all = [...entries];
  const cut = { dropped: 30, state: JSON.parse(JSON.stringify(flow.state())) as never, open: [] };
  const { context, page, troubles } = await viewerOf(writeTape({ ...header, cut }, all.slice(30)));
  await showsStatus(page, 'This tape has the last minutes only');
  await page.getByRole('slider', { name: 'Entry' }).press('End');
  await page.getByText(`${all.length - 30} of ${all.length - 30}`).waitFor();
  await heading(page, 'Sign in').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

/** First the one whose screens are loaded late. */
const PLAYED = ['kpi-filter-and-report', 'dashboard-drill-through'];
const TO_THEIR_END = PLAYED.slice(0, cases('tapes played to their end in the page', { usual: 1, long: 2 }));
it.each(TO_THEIR_END)('the tape %s plays to its end in the page without network', async (name) => {
  const { context, page, troubles } = await viewerOf(tapeOf(name));
  const slider = page.getByRole('slider', { name: 'Entry' });
  await slider.waitFor();
  await context.setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const last = Number(await slider.getAttribute('max'));
  for (const key of ['End', 'Home', 'End']) {
    await slider.press(key);
    await page.getByText(key === 'End' ? `${last} of ${last}` : `1 of ${last}`, { exact: true }).waitFor();
  }
  await heading(page, 'Dashboard').waitFor();
  expect(await page.getByText('could not be loaded').count()).toBe(0);
  expect((await page.getByRole('status').allTextContents()).join()).not.toContain('The app of today');
  expect(requests).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

it('parts of the app that fail to load are named before a replay begins', async () => {
  const { context, page } = await viewerOf(tapeOf('sign-in'), (before) =>
    before.route(/\/devtools\/kpi\.\w+\.js$/, (route) => route.abort()),
  );
  await showsStatus(
    page,
    /1 of \d+ parts of the app could not be fetched: kpi\.\w+\.js\. Check the connection, and reload the page\./,
  );
  expect(await page.getByRole('slider', { name: 'Entry' }).count()).toBe(0);
  await context.close();
});

it('the page says that it is not complete if the recorder itself fails to load', async () => {
  const { context, page } = await viewerOf(tapeOf('sign-in'), (before) =>
    before.route(/\/devtools\/devtools\.\w+\.js$/, (route) => route.abort()),
  );
  await page.getByRole('alert').filter({ hasText: 'The page could not be loaded completely.' }).waitFor();
  await context.close();
});

const REFUSED: readonly (readonly [address: string, line: string])[] = [
  ['/nowhere.tape.jsonl', 'There is no tape at /nowhere.tape.jsonl. Check the address.'],
  ['https://elsewhere.test/x.tape.jsonl', 'Tapes are read from this site only. Save the file, and open it from here.'],
  ['/favicon.svg', 'favicon.svg:1: this line is not JSON. Take the file from the recorder as it is.'],
];
it('a tape that is missing, elsewhere or no tape is refused with a one-line message', async () => {
  const { context, open } = await newPerson(world.browser);
  const page = await open('about:blank');
  for (const [address, line] of REFUSED) {
    await page.goto(`${world.product.url}/?tape=${encodeURIComponent(address)}`);
    await showsStatus(page, line);
    expect(await page.getByRole('slider', { name: 'Entry' }).count()).toBe(0);
  }
  await context.close();
});

const BAD: readonly [string, (tape: string) => string, RegExp][] = [
  ['truncated', (tape) => tape.split('\n').slice(0, 40).join('\n'), /It was cut off\. Take all of the file from/],
  ['older', (tape) => tape.replace(/"version":\d+/, '"version":0'), /recorded in format 0, .* Record the flow again\./],
  ['tampered', (tape) => tape.replace('vms.manager', 'vms.someone'), /was edited after it was recorded .* Record it/],
  [
    'malformed',
    (tape) => tape.replace('{"do":', '{"do",'),
    /malformed\.tape\.jsonl:\d+: this line is not JSON\. Take the/,
  ],
];

it('the panel refuses a spoiled tape with a one-line message, keeps its state, and opens the repaired file', async () => {
  const { context, open } = await newPerson(world.browser);
  const page = await open(`${world.product.url}/signin?recorder=1`);
  await page.getByLabel('Username').fill('half.typed');
  const file = page.getByLabel('Open a tape');
  const named = (name: string, tape: string) => ({
    name: `${name}.tape.jsonl`,
    mimeType: 'application/json',
    buffer: Buffer.from(tape),
  });
  for (const [what, spoil, line] of BAD) {
    const tape = spoil(tapeOf('sign-in'));
    expect(tape).not.toBe(tapeOf('sign-in'));
    await file.setInputFiles(named(what, tape));
    await showsStatus(page, line);
    expect(await page.getByLabel('Username').inputValue()).toBe('half.typed');
  }
  await file.setInputFiles(named('repaired', tapeOf('sign-in')));
  await page.getByText(/^repaired\.tape\.jsonl, \d+ entries$/).waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe('half.typed');
  await context.close();
});
