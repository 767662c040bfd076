/** One call of a signed-in user: which token it uses, and what its answer means for the session. */
import type { CallFailed } from '../../machines/failure';
import type { Grant } from '../../machines/grant';
import type { SecretRef } from '../../machines/references';
import { failureText } from '../../sagas/base/http/failureText';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import { NoAnswer, type FileRef, type HttpAnswer } from '../../sagas/base/ports/network';
import type { SagaGenerator } from '../../sagas/base/runtime/effects';
import {
  callEndedSession,
  callRefused,
  renewalFailed,
  tokenRejected,
  tokenRenewed,
} from '../../sagas/session/session.events';
import { request } from '../../sagas/session/token/request.saga';
import { planOf, scriptedClock, scriptedHttp, type ScriptedAnswer } from '../support/oneSaga';

beforeAll(loadEndpointCatalog);

const grant = (generation: number, tokenIdentifier = 'mine'): Grant => ({
  token: `<secret:${tokenIdentifier}-${generation}>` as SecretRef,
  tokenIdentifier,
  generation,
});
const answer = (status: number, body: unknown): HttpAnswer => ({ status, body, retryAfterSeconds: null });
const good = answer(200, { context: '<secret:ticket>' });
const refused = (errorCode: string, more: object = {}, status = 401) =>
  answer(status, { errorCode, errorMessage: 'No.', ...more });
const expired = refused('token_expired');
const ended = refused('session.ended', { reason: 'taken_over' });
const unauthorized = refused('server.unauthorized');

const ticket = () => request('websocketContext', {});
const bearers = (sent: readonly { readonly bearer?: SecretRef }[]) => sent.map(({ bearer }) => bearer);

/** Runs the call; `held` is the signed-in session, which may change during the call. */
function world(held: Grant | null, ...answers: readonly ScriptedAnswer[]) {
  const session = { held };
  const { http, sent } = scriptedHttp(...answers);
  const { clock, waits } = scriptedClock({ ends: (ms) => ms === 15_000 && session.held === null });
  const plan = planOf({ ports: { http, clock }, grant: () => session.held }, ticket);
  return { session, sent, waits, plan };
}
const outcome = async ({ plan }: ReturnType<typeof world>): Promise<unknown> => (await plan.silentRun(50)).returnValue;

it('uses the current token', async () => {
  const w = world(grant(1), good);
  expect(await outcome(w)).toEqual({ answer: { context: '<secret:ticket>' } });
  expect(w.sent).toEqual([{ endpoint: 'websocketContext', bearer: grant(1).token, timeoutMs: 8_000 }]);
});

it('of a user who must change the password uses the token, too', async () => {
  const { http, sent } = scriptedHttp(answer(200, {}));
  const plan = planOf({ ports: { http, clock: scriptedClock().clock }, grant: () => grant(1) }, () =>
    request('passwordChange', { body: { newPassword: '<secret:new>' as SecretRef } }),
  );
  await plan.silentRun(50);
  expect(bearers(sent)).toEqual([grant(1).token]);
});

const PERIOD = { from: '2026-01-15', to: '2026-01-16' };
const UPLOAD = { query: { fileName: 'Terms.pdf' }, body: { file: '<file:1>' as FileRef } };

it('has only the given address, query and body', async () => {
  const sentBy = async (call: () => SagaGenerator<unknown>) => {
    const { http, sent } = scriptedHttp(answer(500, null));
    await planOf({ ports: { http, clock: scriptedClock().clock }, grant: () => grant(1) }, call).silentRun(50);
    return sent[0];
  };
  const common = { bearer: grant(1).token, timeoutMs: 8_000 };
  expect(await sentBy(() => request('notificationsSince', { params: { sequence: '5' } }))).toEqual({
    ...common,
    endpoint: 'notificationsSince',
    params: { sequence: '5' },
  });
  expect(await sentBy(() => request('tasksBetween', { query: PERIOD }))).toEqual({
    ...common,
    endpoint: 'tasksBetween',
    query: PERIOD,
  });
});

it.each<[string, number, () => SagaGenerator<unknown>]>([
  [
    'a minute if a file is fetched',
    60_000,
    () => request('previewBroadcastDocument', { body: { entityId: 'b1', tenantId: 'o1' } }),
  ],
  ['two if one is sent', 120_000, () => request('uploadBroadcastDocument', UPLOAD)],
])('has %s', async (_, timeoutMs, call) => {
  const { http, sent } = scriptedHttp(answer(500, null));
  await planOf({ ports: { http, clock: scriptedClock().clock }, grant: () => grant(1) }, call).silentRun(50);
  expect(sent[0]?.timeoutMs).toBe(timeoutMs);
});

it('is not sent while no user is signed in', async () => {
  const w = world(null);
  expect(await outcome(w)).toEqual({ failure: { kind: 'sessionEnded', reason: 'signed_out' } });
  expect(w.sent).toEqual([]);
});

it('has no token if the endpoint needs none', async () => {
  const { http, sent } = scriptedHttp(answer(200, { accessStatus: 'LOGGED_OUT' }));
  const plan = planOf({ ports: { http, clock: scriptedClock().clock }, grant: () => grant(1) }, () =>
    request('sessionCheck', {}),
  );
  await plan.silentRun(50);
  expect(bearers(sent)).toEqual([undefined]);
});

describe('an expired token', () => {
  it('is replaced immediately if a newer one already exists, and none is requested', async () => {
    const w = world(
      grant(1),
      () => {
        w.session.held = grant(2);
        return expired;
      },
      good,
    );
    await w.plan.not.put(tokenRejected({ generation: 1 })).silentRun(50);
    expect(bearers(w.sent)).toEqual([grant(1).token, grant(2).token]);
  });

  it('is reported with its generation, and the call is repeated with the new one', async () => {
    const w = world(grant(1), expired, good);
    const run = w.plan.put(tokenRejected({ generation: 1 })).silentRun(100);
    await new Promise((resolve) => setTimeout(resolve, 10));
    w.session.held = grant(2);
    w.plan.dispatch(tokenRenewed({ generation: 2 }));
    expect((await run).returnValue).toEqual({ answer: { context: '<secret:ticket>' } });
    expect(bearers(w.sent)).toEqual([grant(1).token, grant(2).token]);
  });

  it('ends the call with the failure of the renewal', async () => {
    const w = world(grant(1), expired);
    w.plan.dispatch(renewalFailed({ failure: { kind: 'timedOut' } }));
    expect(await outcome(w)).toEqual({ failure: { kind: 'timedOut' } });
  });

  it('ends the call as unreachable after 15 seconds without an answer', async () => {
    const { http } = scriptedHttp(expired);
    const { clock, waits } = scriptedClock({ ends: () => true });
    const plan = planOf({ ports: { http, clock }, grant: () => grant(1) }, ticket);
    expect((await plan.silentRun(50)).returnValue).toEqual({ failure: { kind: 'unreachable' } });
    expect(waits).toEqual([15_000]);
  });

  it('of the previous session never sends the call as the next user', async () => {
    const w = world(grant(1), () => {
      w.session.held = grant(7, 'theirs');
      return expired;
    });
    const { returnValue } = await w.plan.not.put(tokenRejected({ generation: 1 })).silentRun(50);
    expect(bearers(w.sent)).toEqual([grant(1).token]);
    expect(returnValue).toEqual({ failure: { kind: 'sessionEnded', reason: 'revoked' } });
  });

  it('ends the call if no user is signed in by then', async () => {
    const w = world(grant(1), () => {
      w.session.held = null;
      return expired;
    });
    expect(await outcome(w)).toEqual({ failure: { kind: 'sessionEnded', reason: 'signed_out' } });
  });

  it('a second time fails the call: no third try, no sign-out, no message about permissions', async () => {
    const w = world(
      grant(1),
      () => {
        w.session.held = grant(2);
        return expired;
      },
      expired,
    );
    const { returnValue, effects } = await w.plan.silentRun(50);
    expect(returnValue).toEqual({ failure: { kind: 'unauthorized' } });
    expect([w.sent.length, effects.put ?? []]).toEqual([2, []]);
  });
});

describe('an answer about the session', () => {
  it.each([
    ['without a body', null],
    ['of a proxy', '<html>Login required</html>'],
    ['with an unknown code', { errorCode: 'proxy.login', errorMessage: 'Please sign in to the proxy.' }],
  ])('a 401 %s is none: it fails the call and reports nothing', async (_whose, body) => {
    const { returnValue, effects } = await world(grant(1), answer(401, body)).plan.silentRun(50);
    expect(returnValue).toEqual({ failure: { kind: 'unknown', status: 401 } });
    expect(effects.put ?? []).toEqual([]);
  });

  const reports = [
    ['that it has ended', ended, callEndedSession({ reason: 'taken_over' })],
    ['that this person may not', unauthorized, callRefused()],
  ] as const;

  it.each(reports)('%s is passed on', async (_, message, action) => {
    await world(grant(1), message).plan.put(action).silentRun(50);
  });

  it.each(reports)('%s is passed on after a renewal, too', async (_, message, action) => {
    const w = world(
      grant(1),
      () => {
        w.session.held = grant(2);
        return expired;
      },
      message,
    );
    await w.plan.put(action).silentRun(50);
  });

  it.each(reports)('%s does not affect a session that has begun since', async (_, message) => {
    for (const byThen of [grant(1, 'theirs'), null]) {
      const w = world(grant(1), () => {
        w.session.held = byThen;
        return message;
      });
      const { returnValue, effects } = await w.plan.silentRun(50);
      expect(effects.put ?? []).toEqual([]);
      expect(returnValue).toHaveProperty('failure');
    }
  });

  it.each([
    ['a lost connection', new NoAnswer('unreachable'), 'unreachable'],
    ['a server that does not answer', new NoAnswer('timedOut'), 'timedOut'],
    ['a fault of the port', new TypeError('no'), 'unreachable'],
    ['rubbish', answer(200, { context: 7 }), 'badAnswer'],
    ['a fault of the server', answer(500, null), 'unknown'],
  ])('%s does not affect it', async (_, message, kind) => {
    const { returnValue, effects } = await world(grant(1), message).plan.silentRun(50);
    expect(returnValue).toMatchObject({ failure: { kind } });
    expect(effects.put ?? []).toEqual([]);
  });
});

it('a server error shows the id of its request in the log; invalid input does not', async () => {
  const { readAnswer } = await loadEndpointCatalog();
  const textOf = (status: number, body: unknown): string => {
    try {
      readAnswer('websocketContext', { ...answer(status, body), requestId: '3f9a1c2b4d5e' }, 0);
    } catch (error) {
      return failureText((error as CallFailed).failure);
    }
    return '';
  };
  const named = / \(Request ID: 3f9a1c2b4d5e\)$/;
  expect(textOf(500, { errorCode: 'server.error', errorMessage: 'No.' })).toMatch(named);
  expect(textOf(503, '<html>')).toMatch(named);
  expect(textOf(200, 'nonsense')).toMatch(named);
  expect(textOf(404, { errorCode: 'not.found', errorMessage: 'No.' })).toBe('No. (Request ID: 3f9a1c2b4d5e)');
  expect(textOf(400, { errorCode: 'request.invalid', errorMessage: 'No.' })).toBe('No.');
});
