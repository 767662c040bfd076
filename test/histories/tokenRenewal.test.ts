import fc from 'fast-check';
import { request } from '../../sagas/session/token/request.saga';
import { selectGrant, selectIsActive } from '../../sagas/session/session.selectors';
import { createFakeServer, type Fault } from '../support/fakeServer';
import { createBrowser } from '../support/browser';
import { openTab, type Tab } from '../support/tab';
import { createVirtualClock } from '../support/virtualClock';
import { cases } from '../support/cases';
import { signOutRequested } from '../../sagas/session/session.events';

const CASES = cases('histories of token renewal in up to four tabs', { usual: 75, long: 20_000 });

interface Scenario {
  readonly tabs: number;
  /** Milliseconds from the opening of one tab to the next. */
  readonly apart: number;
  readonly peerLatency: number;
  readonly locks: boolean;
  readonly calls: readonly {
    readonly tab: number;
    readonly at: number;
    readonly latency: number;
    readonly fault: Fault;
  }[];
  readonly refreshFaults: readonly Fault[];
  readonly refreshLatency: number;
  readonly ending: { readonly kind: 'none' | 'revoke' | 'signOut' | 'otherUser'; readonly at: number };
  /** Of the consecutive calls that end the session at the server. */
  readonly signOutFaults: readonly Fault[];
}

const scenario: fc.Arbitrary<Scenario> = fc.record({
  tabs: fc.integer({ min: 1, max: 4 }),
  apart: fc.constantFrom(0, 1, 3, 100),
  peerLatency: fc.constantFrom(1, 5, 600),
  locks: fc.constant(true),
  calls: fc.oneof({ weight: 20, arbitrary: calls(1, 25) }, { weight: 1, arbitrary: calls(100, 200) }),
  // A lost answer means that the server has acted; the reuse window covers one such loss, not several in a row.
  refreshFaults: fc.oneof(
    fc.constant<Fault[]>([]),
    fc.array(fc.constantFrom<Fault>('none', '500', '503', 'drop', 'hang', 'html'), { maxLength: 3 }),
    fc.constantFrom<Fault[]>(['lostAnswer'], ['silence'], ['badGateway']),
  ),
  refreshLatency: fc.integer({ min: 2, max: 900 }),
  ending: fc.record({
    kind: fc.constantFrom('none', 'none', 'revoke', 'signOut', 'otherUser'),
    at: fc.integer({ min: 0, max: 2_500 }),
  }),
  signOutFaults: fc.array(fc.constantFrom<Fault>('500', '503', 'drop', 'lostAnswer', 'hang', 'html', 'wrongTypes'), {
    maxLength: 4,
  }),
});

function calls(minLength: number, maxLength: number) {
  return fc.array(
    fc.record({
      tab: fc.nat({ max: 3 }),
      at: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
      latency: fc.integer({ min: 2, max: 1_500 }),
      fault: fc.oneof(
        { weight: 12, arbitrary: fc.constant<Fault>('none') },
        { weight: 1, arbitrary: fc.constantFrom<Fault>('500', 'drop', 'hang', 'html', 'wrongTypes') },
      ),
    }),
    { minLength, maxLength },
  );
}

/** Opens the tabs one after the other, expires every token, runs the scenario and checks the result. */
async function play(s: Scenario) {
  const clock = createVirtualClock();
  const server = createFakeServer(clock);
  const browser = createBrowser(clock, s.locks);
  const uncaughtError = new Map<object, Fault>();
  const latencyOf = new Map<object, number>();
  const refreshFaults = [...s.refreshFaults];
  const signOutFaults = [...s.signOutFaults];
  let calm = true;
  const open = () =>
    openTab({
      clock,
      browser,
      peerLatencyMs: () => s.peerLatency,
      answer(call, { bearer, awaited }, reply) {
        const refreshing = call.endpoint === 'token';
        const nextFault = () => {
          if (refreshing) return refreshFaults.shift();
          if (call.endpoint === 'clearTokenIdentifier') return signOutFaults.shift();
          return uncaughtError.get(call.params ?? {});
        };
        server.exchange(
          {
            endpoint: call.endpoint,
            bearer,
            latencyMs: calm ? 2 : refreshing ? s.refreshLatency : (latencyOf.get(call.params ?? {}) ?? 5),
            fault: (calm ? undefined : nextFault()) ?? 'none',
            awaited,
          },
          reply,
        );
      },
    });
  const tabs: Tab[] = [];
  for (let n = 0; n < s.tabs; n++) {
    const tab = open();
    tab.startSession();
    tabs.push(tab);
    await clock.advance(s.apart);
  }
  await clock.advance(2_000);
  if (!tabs.every((tab) => selectIsActive(tab.state())))
    throw new Error('The tabs did not get to the signed-in state.');

  calm = false;
  server.expireTokens();
  const counts = () => ({ requests: server.refreshRequests, generation: server.generation });
  const before = counts();
  const sentBefore = tabs.map((tab) => tab.sent.length);
  const settledAfter: (number | null)[] = s.calls.map(() => null);
  const results: unknown[] = [];
  s.calls.forEach(({ tab, at, latency, fault }, index) => {
    // Each call has its own parameters object, which identifies it among the sent calls.
    const params = { userName: 'vms.manager' };
    uncaughtError.set(params, fault);
    latencyOf.set(params, latency);
    clock.at(at, () => {
      const issuedAt = clock.now();
      void tabs[tab % tabs.length]!.run(function* () {
        return yield* request('userInfo', { params });
      }).then((result) => {
        settledAfter[index] = clock.now() - issuedAt;
        results[index] = result;
      });
    });
  });
  if (s.ending.kind === 'revoke') clock.at(s.ending.at, () => server.end('taken_over'));
  if (s.ending.kind === 'signOut') clock.at(s.ending.at, () => void tabs[0]!.store.dispatch(signOutRequested()));
  if (s.ending.kind === 'otherUser') clock.at(s.ending.at, () => server.giveCookieToAnotherUser());
  await clock.advance(60_000);
  const after = counts();
  calm = true;
  const misuses = server.misuses;
  const later = open();
  later.startSession();
  await clock.advance(2_000);

  const timesSent = s.calls.map(() => 0);
  const owner = [...uncaughtError.keys()];
  for (const tab of tabs)
    for (const call of tab.sent) {
      const index = owner.indexOf(call.params ?? {});
      if (index >= 0) timesSent[index]!++;
    }
  const usersFetched = tabs
    .flatMap((tab, n) => tab.sent.slice(sentBefore[n]))
    .filter(({ endpoint, params }) => endpoint === 'userInfo' && !uncaughtError.has(params ?? {})).length;
  return { server, tabs, later, misuses, before, after, settledAfter, results, timesSent, usersFetched };
}

describe('token renewal: one for all calls of all tabs', () => {
  it(`holds over ${CASES} random histories`, async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (s) => {
        const { server, tabs, later, misuses, settledAfter, timesSent } = await play(s);
        const trouble = (what: string, detail: unknown) => {
          throw new Error(`${what}: ${JSON.stringify(detail)}`);
        };
        for (const [generation, times] of server.rotations)
          if (times !== 1) trouble('a generation was renewed more than once', { generation, times });
        settledAfter.forEach((ms, call) => {
          if (ms === null || ms > 20_000) trouble('a call did not settle within 20 s', { call, ms });
        });
        timesSent.forEach((times, call) => {
          if (times > 2) trouble('a call was sent more than twice', { call, times });
        });
        for (const tab of tabs) {
          if (tab.faults.length > 0) throw tab.faults[0]!;
          if (s.ending.kind === 'none' && !selectIsActive(tab.state()))
            trouble('a network fault signed a user out', { tab: tab.id });
          if (!selectIsActive(tab.state())) {
            const left = tab.secrets.held().filter(server.isSecret);
            if (left.length > 0 || selectGrant(tab.state()))
              trouble('a token survived the sign-out', { tab: tab.id, left });
          }
        }
        if (s.ending.kind === 'none' && !selectIsActive(later.state()))
          trouble('a page opened a minute later was signed out', {
            reason: later.state().machines['session']?.context,
          });
        if (misuses > 0) trouble('a tab used the token of another user', { misuses });
        if (s.ending.kind === 'signOut' && server.ended !== 'signed_out')
          trouble('the session lives on after the sign-out', { ended: server.ended });
        if (s.ending.kind === 'signOut' && selectIsActive(later.state()))
          trouble('a page opened after the sign-out restored the session', {});
        if (s.ending.kind === 'signOut' && tabs.some((tab) => selectIsActive(tab.state())))
          trouble(
            'a tab did not hear of the sign-out',
            tabs.map((tab) => selectIsActive(tab.state())),
          );
      }),
      { numRuns: CASES },
    );
  });

  const calm = {
    tabs: 1,
    apart: 100,
    peerLatency: 1,
    locks: true,
    refreshFaults: [],
    refreshLatency: 50,
    ending: { kind: 'none', at: 0 },
    signOutFaults: [],
  } as const;
  const manyCalls = (count: number, tabs: number, spread: number, latency: number) =>
    Array.from({ length: count }, (_, n) => ({
      tab: n % tabs,
      at: (n * spread) / count,
      latency,
      fault: 'none' as const,
    }));

  it.each([
    { what: '200 calls at once in one tab', s: { ...calm, calls: manyCalls(200, 1, 0, 50) } },
    { what: '100 calls whose refusals arrive late', s: { ...calm, calls: manyCalls(100, 1, 300, 400) } },
    { what: '120 calls in 3 tabs', s: { ...calm, tabs: 3, calls: manyCalls(120, 3, 100, 60) } },
  ])(
    '$what: exactly one renewal, every call answered, and the user is fetched once more for all tabs',
    async ({ s }) => {
      const { before, after, results, usersFetched } = await play(s);
      expect(usersFetched).toBe(1);
      expect(after.requests - before.requests).toBe(1);
      expect(results).toHaveLength(s.calls.length);
      expect(results.filter((result) => (result as { userId?: string }).userId !== 'u1')).toEqual([]);
    },
  );

  it.each(['lostAnswer', 'silence', 'badGateway'] as const)(
    'a renewal whose answer was lost (%s) is repeated, and the session continues long after the reuse window',
    async (fault) => {
      const { before, after, results, server, tabs } = await play({
        ...calm,
        calls: [...manyCalls(5, 1, 0, 20), { tab: 0, at: 12_000, latency: 20, fault: 'none' }],
        refreshFaults: [fault],
      });
      expect(after.generation).toBe(before.generation + 1);
      expect(results.map((result) => (result as { userId?: string }).userId)).toEqual(Array(6).fill('u1'));
      expect([selectIsActive(tabs[0]!.state()), server.ended]).toEqual([true, null]);
    },
  );

  it('while the server is unreachable the calls fail as unreachable and the session stays', async () => {
    const { results, tabs } = await play({ ...calm, calls: manyCalls(3, 1, 0, 20), refreshFaults: ['drop', 'drop'] });
    expect(results).toEqual([{ kind: 'unreachable' }, { kind: 'unreachable' }, { kind: 'unreachable' }]);
    expect(selectIsActive(tabs[0]!.state())).toBe(true);
  });

  it('a cookie that now belongs to another user ends the tabs’ sessions, and no call uses that user’s token', async () => {
    const { tabs, misuses, later } = await play({
      ...calm,
      tabs: 2,
      calls: manyCalls(6, 2, 2_000, 20),
      ending: { kind: 'otherUser', at: 0 },
    });
    expect(tabs.map((tab) => tab.state().machines['session']?.context)).toEqual(
      tabs.map(() => expect.objectContaining({ reason: 'other_user', grant: null })),
    );
    expect(misuses).toBe(0);
    expect(later.state().machines['session']?.context).toMatchObject({ userName: 'another.user' });
  });

  it('a page opened while a sign-out is pending stays signed out and completes it', async () => {
    const { server, later } = await play({
      ...calm,
      calls: [],
      ending: { kind: 'signOut', at: 0 },
      signOutFaults: Array.from({ length: 50 }, () => '503' as const),
    });
    expect(later.state().machines['session']).toMatchObject({ tags: ['signedOut'] });
    expect(server.ended).toBe('signed_out');
    expect(later.sent.map(({ endpoint }) => endpoint)).not.toContain('token');
  });

  it('a session revoked by the server ends in every tab, with its reason', async () => {
    const { tabs } = await play({
      ...calm,
      tabs: 3,
      calls: manyCalls(3, 1, 2_000, 20),
      ending: { kind: 'revoke', at: 0 },
    });
    expect(tabs.map((tab) => tab.state().machines['session']?.context)).toEqual(
      tabs.map(() => expect.objectContaining({ reason: 'taken_over', grant: null })),
    );
  });
});
