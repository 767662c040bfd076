/**
 * Faults seeded into the product's sagas and machines: exploring a recorded flow finds each within 120 orders. The
 * orders of the unchanged product are explored first, and each faulty build is compared with them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import type * as Tapes from '../../tape';
import type * as Flows from '../support/flows/app';
import type * as Replay from '../support/flows/replay';

const ROOT = join(__dirname, '../..');
const HOUR_MS = 3_600_000;

/** The number of orders to try, by where a fault shows. The hardest needs 115. */
const ORDERS = { recorded: 2, others: 120 };

interface Fault {
  readonly what: string;
  readonly tape: string;
  readonly file: string;
  readonly part: string;
  readonly instead: string;
  /** Where it shows: in the recorded order, or only in others. */
  readonly shows: keyof typeof ORDERS;
}

const FAULTS: readonly Fault[] = [
  {
    what: 'a token that is no newer is handed to another tab',
    tape: 'other-tabs',
    file: 'sagas/session/token/renewToken.saga.ts',
    part: 'grant === null || grant.generation <= payload.newerThan',
    instead: 'grant === null',
    shows: 'others',
  },
  {
    what: 'a summary that was dismissed comes back with a late answer',
    tape: 'absence-dismissed-elsewhere',
    file: 'sagas/features/notifications/away/away.saga.ts',
    part: 'yield* cancel([following, refreshing, loading, others]);',
    instead: 'yield* cancel([following, refreshing, others]);',
    shows: 'others',
  },
  {
    what: 'what arrives before the list is shown first',
    tape: 'broadcast-arrives',
    file: 'machines/broadcastQueue/broadcastQueue.machine.ts',
    part: ' && context.sinceSignIn !== null',
    instead: '',
    shows: 'others',
  },
  {
    what: 'what was accepted in another tab is shown once it is listed',
    tape: 'broadcast-accepted-elsewhere',
    file: 'machines/queues/pending.ts',
    part: '      !done.includes(entityId) &&\n',
    instead: '',
    shows: 'others',
  },
  {
    what: 'a call that is refused late waits for a renewal that is over',
    tape: 'token-refresh-storm',
    file: 'sagas/session/token/request.saga.ts',
    part: '  if (now.generation > used.generation) return now;\n',
    instead: '',
    shows: 'recorded',
  },
  {
    what: 'an older token of another tab replaces a newer one',
    tape: 'other-tabs',
    file: 'machines/session/session.machine.ts',
    part: "          guard: { type: 'isNewer', params: ({ event }) => ({ grant: event.grant }) },\n",
    instead: '',
    shows: 'recorded',
  },
  {
    what: 'the shell goes on after the sign-out',
    tape: 'sign-out',
    file: 'sagas/session/activeSession.saga.ts',
    part: 'yield* race({ done: call(stay, saga), left: take(sessionLeft) });',
    instead: 'yield* call(stay, saga);',
    shows: 'recorded',
  },
  {
    what: 'the title keeps its count after the sign-out: a finally block is lost',
    tape: 'sign-out',
    file: 'sagas/app/title.saga.ts',
    part: '    yield* call(page.setTitle, yield* select(selectPageTitle));\n',
    instead: '',
    shows: 'recorded',
  },
  {
    what: 'a channel is not closed',
    tape: 'sign-out',
    file: 'sagas/navigation/location/navigation.saga.ts',
    part: '    moves.close();\n',
    instead: '',
    shows: 'recorded',
  },
  {
    what: 'the socket stays open after the sign-out',
    tape: 'sign-out',
    file: 'sagas/features/realtime/realtime.saga.ts',
    part: '    yield* link.closeSocket();\n    (releaseLead',
    instead: '    (releaseLead',
    shows: 'recorded',
  },
  {
    what: 'a press for a broadcast that is gone accepts the next',
    tape: 'broadcasts-in-sequence',
    file: 'machines/broadcastQueue/broadcastQueue.machine.ts',
    part: "ACCEPT: { guard: { type: 'isCurrent', params: ({ event }) => event }, target: 'accepting' },",
    instead: "ACCEPT: { target: 'accepting' },",
    shows: 'recorded',
  },
  {
    what: 'two actions are put in the other order',
    tape: 'sign-in',
    file: 'sagas/features/notifications/feed/feed.saga.ts',
    part: '  yield* fetchMissed();\n  yield* put(caughtUp());',
    instead: '  yield* put(caughtUp());\n  yield* fetchMissed();',
    shows: 'recorded',
  },
  {
    what: 'a request that no card needs any more is not cancelled',
    tape: 'dashboard-latest-filter',
    file: 'sagas/features/dashboards/cards/reloadCards.saga.ts',
    part: '    if (!isNeeded) yield* cancel(task);\n',
    instead: '',
    shows: 'recorded',
  },
  {
    what: 'the other tabs are not informed that the link is back',
    tape: 'reconnect-with-catch-up',
    file: 'machines/realtime/realtime.machine.ts',
    part: "assign({ attempts: 0, stale: false }), { type: 'notifyFollowers', params: { stale: false } }",
    instead: 'assign({ attempts: 0, stale: false })',
    shows: 'recorded',
  },
];

/** Resolves like the app's imports, which have no file extension. */
const fileAt = (path: string) => (existsSync(`${path}.ts`) ? `${path}.ts` : path);

/** The changed file, which replaces the one that the app imports. */
function seed({ file, part, instead }: Fault): void {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(part).length !== 2) throw new Error(`${file} has this not once: ${part}`);
  const { outputText } = transpileModule(
    text.replace(part, () => instead),
    {
      compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true },
    },
  );
  const near = (id: string): unknown =>
    jest.requireActual(id.startsWith('.') ? fileAt(resolve(dirname(path), id)) : id);
  jest.doMock(path, () => {
    const exports = {};
    (new Function('require', 'exports', outputText) as (...given: unknown[]) => void)(near, exports);
    return exports;
  });
}

/** With the modules as they are now. */
async function exploring(tape: string, orders: number, like?: readonly number[]) {
  const { explore } = jest.requireActual<typeof Tapes>('../../tape');
  const { app } = jest.requireActual<typeof Flows>('../support/flows/app');
  const { openTape } = jest.requireActual<typeof Replay>('../support/flows/replay');
  const { header, entries } = openTape(tape);
  const options = { orders, seed: 1, shrink: 0, isCompared: true, ...(like && { like }) };
  return explore(app, header, [...entries], options);
}

const healthy = new Map<string, readonly number[]>();
beforeAll(async () => {
  for (const tape of new Set(FAULTS.map((fault) => fault.tape))) {
    const most = Math.max(...FAULTS.filter((fault) => fault.tape === tape).map(({ shows }) => ORDERS[shows]));
    const { did, smallest } = await exploring(tape, most);
    if (smallest !== null) throw new Error(`${tape}: ${smallest.problem}`);
    healthy.set(tape, did);
  }
}, HOUR_MS);

it.each(FAULTS)(
  '$what ($tape)',
  async (fault) => {
    jest.resetModules();
    seed(fault);
    const { smallest } = await exploring(fault.tape, ORDERS[fault.shows], healthy.get(fault.tape));
    jest.dontMock(join(ROOT, fault.file));
    expect(smallest?.problem).toBeDefined();
    expect(smallest?.nth === 0).toBe(fault.shows === 'recorded');
  },
  HOUR_MS,
);

it('finds nothing if the replacement text is the same', async () => {
  const [same] = FAULTS as readonly [Fault];
  jest.resetModules();
  seed({ ...same, instead: same.part });
  const { smallest } = await exploring(same.tape, 20, healthy.get(same.tape));
  expect(smallest).toBeNull();
});
