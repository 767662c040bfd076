/** Other orders than the recorded one: what a lucky recording hides is found, and nothing where nothing is wrong. */
import { explore, inOrder, linesOf, runTape, play, readTape } from '../../tape';
import { openShop, recordLoads, recordStorm, shop } from './shop';

async function opened(text: string) {
  const { header, entries } = readTape('t', linesOf(text));
  return { header, entries: [...entries] };
}

it('finds the request that is lost where a 401 comes after the renewal, within 500 orders, as a tape', async () => {
  const { header, entries } = await opened(await recordStorm());
  const found = await explore(shop('late 401'), header, entries, { orders: 500, seed: 1 });
  expect(found.smallest?.problem).toMatch(/A saga waits for ever: shop\/FORK:take\(request\)\/FORK:request$/);
  expect(found.failing).toBeGreaterThan(10);
  // The nearest order that fails: one answer, behind the renewal.
  expect(found.smallest?.swaps).toBeLessThanOrEqual(3);
  const flow = await play(shop('late 401'), readTape('found', linesOf(found.smallest!.tape)));
  expect(flow.divergence).toBeNull();
  expect(flow.state()).toMatchObject({ loaded: [expect.any(String)] });
});

it('leaves out what the failure does not need: loads, messages and a third request', async () => {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1 });
  await open.dispatch({ type: 'request', name: 'a' });
  open.say({ seq: 1 });
  await open.dispatch({ type: 'request', name: 'b' });
  await open.dispatch({ type: 'load', id: 2 });
  for (const name of ['a', 'b']) await open.answer(`send ${name} token-1`, 401);
  open.say({ seq: 2 });
  await open.answer('refresh', 'token-2');
  for (const name of ['a', 'b']) await open.answer(`send ${name} token-2`, 200);
  await open.dispatch({ type: 'request', name: 'c' });
  await open.answer('send c token-2', 200);
  const { header, entries } = await opened(open.recorder.finish());
  const { smallest } = await explore(shop('late 401'), header, entries, { orders: 100, seed: 1 });
  const shortest = await opened(smallest!.tape);
  expect(shortest.entries.flatMap((entry) => ('do' in entry ? [entry.do] : []))).toEqual([
    { type: 'request', name: 'a' },
    { type: 'request', name: 'b' },
  ]);
  expect(shortest.entries.some((entry) => 'message' in entry)).toBe(false);
  expect(smallest).toMatchObject({ dropped: 5 });
  const flow = await play(shop('late 401'), readTape('shortest', linesOf(smallest!.tape)));
  expect(flow.divergence).toBeNull();
});

it('reports none where the token used is compared with the current one', async () => {
  const { header, entries } = await opened(await recordStorm());
  const found = await explore(shop(), header, entries, { orders: 500, seed: 1 });
  expect(found).toMatchObject({ failing: 0, smallest: null });
  expect(found.distinct).toBeGreaterThan(5);
});

it('the same seed explores the same orders', async () => {
  const { header, entries } = await opened(await recordStorm());
  const run = () => explore(shop('late 401'), header, entries, { orders: 40, seed: 7 });
  expect(await run()).toEqual(await run());
});

it('a check of one’s own is asked of each order', async () => {
  const { header, entries } = await opened(await recordStorm());
  const found = await explore(shop(), header, entries, {
    orders: 50,
    seed: 1,
    check: ({ state }) => ((state as { loaded: string[] }).loaded[0] === 'a' ? null : 'b came first'),
  });
  expect(found.smallest?.problem).toBe('b came first');
});

it('failures, duplicates and delays can be put in', async () => {
  const { header, entries } = await opened(await recordLoads());
  const app = { ...shop(), failures: { 'api.save': [{ error: { $error: { name: 'Error', message: 'down' } } }] } };
  const failed = await explore(app, header, entries, { orders: 60, seed: 1, failures: 1 });
  expect(failed.smallest?.problem).toBe('No saga caught: down');
  const twice = await explore(app, header, entries, {
    orders: 10,
    seed: 1,
    duplicates: 1,
    check: ({ state }) => ((state as { heard: number }).heard === 2 ? 'heard twice' : null),
  });
  expect(twice.smallest?.problem).toBe('heard twice');
});

it('by function and arguments, a saga that was moved plays all the same', async () => {
  const text = (await recordLoads()).replaceAll('FORK:load#', 'FORK:loadAsItWasNamed#');
  const lines = text.trim().split('\n');
  const header = readTape('t', linesOf(text)).header;
  const entries = lines.slice(1, -1).map((line) => JSON.parse(line) as never);
  const moved = await runTape(shop(), header, entries, inOrder);
  expect(moved).toMatchObject({ unasked: [], left: [], state: { loaded: [{ id: 2 }] } });
});
