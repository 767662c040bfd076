/** What the recorder's panel stands on: rows of a tape, and going through one. */
import { app } from '../../src/devtools/replayApp';
import { asTest } from '../../src/devtools/tapeActions';
import { openReplay } from '../../src/devtools/replay';
import { rowOf, stateText } from '../../src/devtools/rows';
import { LIBRARY, recordFlow } from '../flows/library';

let signIn: string;
beforeAll(async () => {
  signIn = await recordFlow(LIBRARY.find(({ name }) => name === 'sign-in')!);
});

describe('going through a tape', () => {
  it('forwards and backwards, an entry has the same states', async () => {
    const replay = openReplay(app, 'sign-in', signIn);
    const seen = [];
    for (const nth of [1, 12, 30, replay.rows.length]) seen.push((await replay.goTo(nth)).states);
    const [first, , third, last] = seen;
    expect(last).toMatchObject({ session: expect.stringContaining('active') as string });
    expect(first).not.toEqual(last);
    expect((await replay.goTo(30)).states).toEqual(third);
    expect((await replay.goTo(1)).states).toEqual(first);
  });

  it('says how far it got, and keeps to the tape where it is asked for more', async () => {
    const replay = openReplay(app, 'sign-in', signIn);
    const { at, divergence } = await replay.goTo(100_000);
    expect({ at, divergence }).toEqual({ at: replay.rows.length, divergence: null });
    expect((await replay.goTo(0)).at).toBeGreaterThan(0);
  });

  it('one entry back from anywhere is before it, down to where the sagas first wait', async () => {
    const replay = openReplay(app, 'sign-in', signIn);
    const { at: first } = await replay.goTo(1);
    const seen = [(await replay.goTo(replay.rows.length)).at];
    while (seen.at(-1)! > first) {
      const { at } = await replay.goTo(seen.at(-1)! - 1);
      expect(at).toBeLessThan(seen.at(-1)!);
      seen.push(at);
    }
    expect(seen.length).toBeGreaterThan(15);
    expect((await replay.goTo(first - 1)).at).toBe(first);
  });

  it('asked for two places at once, it comes to the later one', async () => {
    const replay = openReplay(app, 'sign-in', signIn);
    const [, second] = await Promise.all([replay.goTo(5), replay.goTo(20)]);
    expect(second.at).toBeGreaterThanOrEqual(20);
  });

  it('sets each machine into a lane, beside the entry that moved it', async () => {
    const replay = openReplay(app, 'sign-in', signIn);
    const { rows } = await replay.goTo(replay.rows.length);
    const moves = rows.flatMap(({ moves: all }) => all);
    expect(moves).toContainEqual({ machine: 'signIn', state: 'checkingTwoFactor', by: 'SUBMIT' });
    const submit = rows.find((row) => row.moves.some(({ state }) => state === 'checkingTwoFactor'));
    expect(submit?.isIntent).toBe(true);
  });

  it.each([
    ['nothing', '', 'flow: the file is empty. Record the flow again.'],
    ['a page', '<!doctype html>', 'flow:1: this line is not JSON. Take the file from the recorder as it is.'],
  ])('%s is refused with one line', (_, text, line) => {
    expect(() => openReplay(app, 'flow', text)).toThrow(line);
  });

  it('a tape that was cut is refused', () => {
    const cut = signIn.split('\n').slice(0, 9).join('\n');
    expect(() => openReplay(app, 'flow', cut)).toThrow('It was cut off.');
  });

  it('an entry that the app does not go along with is named', async () => {
    const text = signIn.split('\n');
    const replay = openReplay(app, 'flow', text.join('\n'));
    const lenient = { ...app, boot: app.boot, ports: app.ports.filter((port) => port !== 'page') };
    const other = openReplay(lenient, 'flow', text.join('\n'));
    const [good, bad] = await Promise.all([replay.goTo(replay.rows.length), other.goTo(other.rows.length)]);
    expect(good.divergence).toBeNull();
    expect(bad.divergence).not.toBeNull();
  });
});

describe('rows', () => {
  it('name the sagas from the root to the one that asked', () => {
    const row = rowOf({ call: 'rootSaga/CALL:watchSession#1/FORK:listen#2/CALL:clock.now#1', args: [], value: 7 }, 3);
    expect(row).toEqual({
      nth: 3,
      lineage: ['rootSaga', 'watchSession', 'listen'],
      text: 'clock.now() = 7',
      isIntent: false,
      moves: [],
    });
  });

  it('write states as people say them', () => {
    expect(stateText('idle')).toBe('idle');
    expect(stateText({ active: { fresh: {}, link: 'open' } })).toBe('active.fresh + active.link.open');
  });
});

it('the copied test replays the tape by its name and asks for where it ends', () => {
  expect(asTest('my-flow', { session: 'active.fresh', link: 'up + open' })).toContain(
    [
      "it('my-flow', async () => {",
      "  const flow = await replay('my-flow');",
      '  expect(flow).toFinish();',
      "  expect(flow).toVisit('session.active.fresh');",
      "  expect(flow).toVisit('link.up');",
      '});',
    ].join('\n'),
  );
});
