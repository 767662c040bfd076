/** What the realtime machine decides about its link. */
import { CallFailed } from '../../machines/failure';
import { realtimeMachine } from '../../machines/realtime/realtime.machine';
import type { SecretRef } from '../../machines/references';
import { drive } from '../support/pureMachine';

const ticket = '<secret:1>' as SecretRef;
const unreachable = new CallFailed({ kind: 'unreachable' });

const leading = () => drive(realtimeMachine, undefined).answer('waitForLead');
const live = () => leading().answer('fetchTicket', ticket).answer('openSocket').answer('catchUp');

it('opens the socket with the ticket, and clears the ticket once it is open', () => {
  const run = leading().answer('fetchTicket', ticket);
  expect(run.started).toEqual([['openSocket', { ticket }]]);
  expect(run.answer('openSocket').context.ticket).toBeNull();
  expect(run.answer('catchUp').value).toBe('live');
});

it.each([
  ['no ticket', () => leading().answer('fetchTicket', unreachable)],
  ['no socket', () => leading().answer('fetchTicket', ticket).answer('openSocket', unreachable)],
  ['no catch-up', () => leading().answer('fetchTicket', ticket).answer('openSocket').answer('catchUp', unreachable)],
])('%s: the socket is closed and the first wait begins', (_, arrive) => {
  const run = arrive();
  expect(run.value).toEqual({ lost: 'waiting' });
  expect(run.actions).toEqual([['closeSocket', undefined]]);
  expect(run.started).toEqual([['backoff', { attempts: 1 }]]);
});

it('waits longer with each attempt, and starts over once the link was up', () => {
  const run = leading();
  const waits = () => run.started.map(([, input]) => input);
  expect([run.answer('fetchTicket', unreachable), waits()][1]).toEqual([{ attempts: 1 }]);
  run.answer('backoff').answer('fetchTicket', unreachable);
  expect(waits()).toEqual([{ attempts: 2 }]);
  run.send({ type: 'ONLINE' }).answer('fetchTicket', ticket).answer('openSocket').answer('catchUp');
  expect([run.value, run.context.attempts]).toEqual(['live', 0]);
  run.answer('readLoop', 'lost');
  expect(waits()).toEqual([{ attempts: 1 }]);
});

it('polls after the second failed attempt, for any result of the poll', () => {
  const run = leading().answer('fetchTicket', unreachable).answer('backoff');
  expect(run.value).toEqual({ lost: 'fetchingTicket' });
  run.answer('fetchTicket', unreachable).answer('backoff');
  expect([run.value, run.running]).toEqual([{ lost: 'polling' }, ['catchUp']]);
  expect(run.answer('catchUp', unreachable).value).toEqual({ lost: 'fetchingTicket' });
  run.answer('fetchTicket', unreachable).answer('backoff');
  expect(run.answer('catchUp').value).toEqual({ lost: 'fetchingTicket' });
});

it.each(['ONLINE', 'VISIBLE', 'ANSWERED'] as const)('%s ends the wait', (type) => {
  const run = leading().answer('fetchTicket', unreachable).send({ type });
  expect([run.value, run.running]).toEqual([{ lost: 'fetchingTicket' }, ['fetchTicket']]);
});

it('data is stale after five seconds without a link, and fresh again with it, in all tabs', () => {
  const run = live();
  expect(run.actions).toContainEqual(['notifyFollowers', { stale: false }]);
  run.answer('readLoop', 'lost');
  expect(run.context.stale).toBe(false);
  expect(run.wait()).toBe(5_000);
  expect(run.context.stale).toBe(true);
  expect(run.actions).toEqual([['notifyFollowers', { stale: true }]]);
  run.send({ type: 'ONLINE' }).answer('fetchTicket', ticket).answer('openSocket').answer('catchUp');
  expect([run.context.stale, run.actions]).toEqual([false, [['notifyFollowers', { stale: false }]]]);
});

it('a follower tab adopts the leader’s state, a leader tab does not', () => {
  const following = drive(realtimeMachine, undefined).send({ type: 'LEADER_REPORTED', stale: true });
  expect([following.context.stale, following.tags]).toEqual([true, ['following']]);
  expect(following.send({ type: 'LEADER_REPORTED', stale: false }).context.stale).toBe(false);
  expect(live().send({ type: 'LEADER_REPORTED', stale: true }).context.stale).toBe(false);
  expect(live().send({ type: 'LEADER_SILENT' }, { type: 'LEADER_RECONNECTED' }).value).toBe('live');
});

describe('a follower tab', () => {
  const following = () => drive(realtimeMachine, undefined);

  it('queries the leader while it waits for leadership, and stops once it leads', () => {
    expect(following().running).toEqual(['waitForLead', 'askLeader']);
    expect(leading().running).toEqual(['fetchTicket']);
  });

  const silent = () => following().send({ type: 'LEADER_SILENT' });
  const catchingUp = () => following().send({ type: 'LEADER_RECONNECTED' });

  it('shows that it may be behind while the leader is silent, and polls until it answers', () => {
    const run = silent();
    expect([run.context.stale, run.tags]).toEqual([true, ['following']]);
    for (const [attempts, outcome] of [undefined, unreachable].entries()) {
      expect(run.value).toEqual({ following: { silent: 'waiting' } });
      expect(run.started).toEqual([['backoff', { attempts: attempts + 1 }]]);
      run.answer('backoff');
      expect(run.value).toEqual({ following: { silent: 'polling' } });
      run.answer('catchUp', outcome);
    }
    expect([run.value, run.context.stale, run.running]).toEqual([
      { following: { silent: 'waiting' } },
      true,
      ['waitForLead', 'askLeader', 'backoff'],
    ]);
  });

  it.each(['ONLINE', 'VISIBLE', 'ANSWERED'] as const)('%s ends its waits', (type) => {
    expect(silent().send({ type }).value).toEqual({ following: { silent: 'polling' } });
    const behind = catchingUp().answer('catchUp', unreachable);
    expect(behind.send({ type }).value).toEqual({ following: 'catchingUp' });
  });

  it.each([false, true])('catches up when the leader answers again, with stale = %s', (stale) => {
    const run = silent().send({ type: 'LEADER_REPORTED', stale });
    expect([run.value, run.context.stale, run.running]).toEqual([
      { following: 'catchingUp' },
      stale,
      ['waitForLead', 'askLeader', 'catchUp'],
    ]);
    expect([run.answer('catchUp').value, run.context.stale]).toEqual([{ following: 'answered' }, stale]);
  });

  it('catches up when the leader has a connection again, which ends what it was doing', () => {
    const stale = following().send({ type: 'LEADER_REPORTED', stale: true });
    for (const run of [stale, silent(), catchingUp(), catchingUp().answer('catchUp', unreachable)]) {
      run.send({ type: 'LEADER_RECONNECTED' });
      expect([run.value, run.context.stale]).toEqual([{ following: 'catchingUp' }, false]);
      expect(run.started).toEqual([['catchUp', undefined]]);
    }
  });

  it('is shown as behind until it could catch up, whatever the leader reports', () => {
    const run = catchingUp();
    for (const attempts of [1, 2]) {
      run.answer('catchUp', unreachable);
      expect([run.value, run.context.stale]).toEqual([{ following: 'behind' }, true]);
      expect(run.started).toEqual([['backoff', { attempts }]]);
      expect(run.send({ type: 'LEADER_REPORTED', stale: false }).context.stale).toBe(true);
      run.answer('backoff').send({ type: 'LEADER_REPORTED', stale: false });
      expect([run.value, run.context.stale]).toEqual([{ following: 'catchingUp' }, true]);
    }
    run.answer('catchUp').send({ type: 'LEADER_REPORTED', stale: false });
    expect([run.value, run.context]).toMatchObject([{ following: 'answered' }, { stale: false, attempts: 0 }]);
  });

  it('polls again if the leader falls silent while it catches up', () => {
    for (const run of [catchingUp(), catchingUp().answer('catchUp', unreachable)])
      expect(run.send({ type: 'LEADER_SILENT' }).value).toEqual({ following: { silent: 'waiting' } });
  });

  it('counts its attempts from the beginning once it leads', () => {
    const run = silent().answer('waitForLead').answer('fetchTicket', unreachable);
    expect(run.started).toEqual([['backoff', { attempts: 1 }]]);
  });
});

it('without a network the link counts as lost immediately, and is restored with the network', () => {
  const run = live().send({ type: 'OFFLINE' });
  expect([run.value, run.running]).toEqual([{ lost: 'waiting' }, ['backoff']]);
  expect(run.send({ type: 'ONLINE' }).value).toEqual({ lost: 'fetchingTicket' });
});

it('ends only if the server closed the socket because the session ended', () => {
  expect(live().answer('readLoop', 'sessionEnded').value).toBe('ended');
  expect(live().answer('readLoop', 'lost').value).toEqual({ lost: 'waiting' });
});
