/** The demo records a flow and replays it; what it saves is a tape like any other. */
import { readFileSync } from 'node:fs';
import { app } from '../../src/taped/app';
import { linesOf, play, readTape } from '../../tape';
import { report } from '../../tape/divergence';
import { newPerson } from './support/chromium';
import { heading, profile, signIn } from './support/signIn';
import { useWorld } from './support/world';

jest.setTimeout(90_000);

const world = useWorld();
const ADMIN = { userName: 'owner.admin', organizationCode: 'PLATFORM' };
const SECRET = 'Demo-pass-2026';

it('records a sign-in, saves it, and the saved tape replays: in the player, and in the page with the network off', async () => {
  const { context, troubles, open } = await newPerson(world.browser);
  const page = await open(`${world.product.url}/signin?recorder=1`);
  await page.getByRole('button', { name: 'Record a flow' }).click();
  await page.getByText(/Recording, \d+ entries/).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await signIn(page, ADMIN);
  await page.getByRole('button', { name: 'Stop' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await (await saved).path();
  const text = readFileSync(file, 'utf8');

  const flow = await play(app, readTape('recorded', linesOf(text)));
  expect(flow.divergence && report('recorded', flow.divergence)).toBeNull();
  expect([...flow.facts.visited]).toContain('signIn.authenticating');
  expect(text.split('\n').slice(1).join('\n')).not.toContain(SECRET);
  expect(troubles).toEqual([]);
  await context.close();

  const viewer = await newPerson(world.browser);
  const asked: string[] = [];
  viewer.context.on('request', (request) => asked.push(new URL(request.url()).pathname));
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
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(sockets).toEqual([]);
  expect(viewer.troubles).toEqual([]);
  await viewer.context.close();
});

it.each([
  ['/nowhere.tape.jsonl', 'There is no tape at /nowhere.tape.jsonl. Check the address.'],
  ['https://elsewhere.test/x.tape.jsonl', 'Tapes are read from this site only. Save the file, and open it from here.'],
  ['/favicon.svg', 'favicon.svg:1: this line is not JSON. Take the file from the recorder as it is.'],
])('a tape at %s is refused in one line', async (address, line) => {
  const { context, open } = await newPerson(world.browser);
  const page = await open(`${world.product.url}/?tape=${encodeURIComponent(address)}`);
  await page.getByRole('status').filter({ hasText: line }).waitFor();
  await context.close();
});
