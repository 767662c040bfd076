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
});

describe('a follower tab', () => {
  const following = () => drive(realtimeMachine, undefined);

  it('queries the leader while it waits for leadership, and stops once it leads', () => {
    expect(following().running).toEqual(['waitForLead', 'askLeader']);
    expect(leading().running).toEqual(['fetchTicket']);
  });

  it('assumes that the link is lost if the leader is silent for 3 s', () => {
    const run = following().send({ type: 'LEADER_REPORTED', stale: false });
    expect(run.wait()).toBe(3_000);
    expect([run.context.stale, run.actions, run.tags]).toEqual([true, [['reportSilence', undefined]], ['following']]);
  });

  it('waits 3 s again after each answer', () => {
    const run = following().send({ type: 'LEADER_REPORTED', stale: false }, { type: 'LEADER_REPORTED', stale: false });
    expect(run.value).toEqual({ following: 'answered' });
    expect(run.wait()).toBe(3_000);
  });

  it.each([undefined, unreachable])('catches up when the leader answers again, for any answer', (outcome) => {
    const run = following();
    run.wait();
    run.send({ type: 'LEADER_REPORTED', stale: false });
    expect([run.context.stale, run.running]).toEqual([false, ['waitForLead', 'askLeader', 'catchUp']]);
    run.send({ type: 'LEADER_REPORTED', stale: true });
    expect([run.context.stale, run.running.includes('catchUp')]).toEqual([true, true]);
    expect(run.answer('catchUp', outcome).value).toEqual({ following: 'answered' });
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
