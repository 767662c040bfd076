/** What the realtime machine decides about its link. */
import { CallFailed } from '../../machines/failure';
import { realtimeMachine, type RealtimeEvent } from '../../machines/realtime/realtime.machine';
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

it('a leading tab ignores what tabs report to those that follow', () => {
  expect(live().send({ type: 'LEADER_REPORTED', stale: true }).context.stale).toBe(false);
  expect(live().send({ type: 'LEADER_SILENT' }, { type: 'LEADER_RECONNECTED' }).value).toBe('live');
});

describe('a follower tab', () => {
  const following = () => drive(realtimeMachine, undefined);

  it('queries the leader while it waits for leadership, and stops once it leads', () => {
    expect(following().running).toEqual(['waitForLead', 'askLeader']);
    expect(leading().running).toEqual(['fetchTicket']);
  });

  const CUT_OFF = { following: { cutOff: 'waiting' } };
  const silent = () => following().send({ type: 'LEADER_SILENT' });
  const unconnected = () => following().send({ type: 'LEADER_REPORTED', stale: true });
  const catchingUp = () => following().send({ type: 'LEADER_RECONNECTED' });

  it('fetches nothing while the leader reports that its connection is in order', () => {
    const run = following().send({ type: 'LEADER_REPORTED', stale: false });
    expect([run.value, run.context.stale, run.running]).toEqual([
      { following: 'answered' },
      false,
      ['waitForLead', 'askLeader'],
    ]);
  });

  describe.each([
    ['is silent', silent],
    ['has no connection', unconnected],
  ])('whose leader %s', (_, cutOff) => {
    it('shows that it may be behind, and polls after waits that grow', () => {
      const run = cutOff();
      expect([run.context.stale, run.tags]).toEqual([true, ['following']]);
      for (const [attempts, outcome] of [undefined, unreachable].entries()) {
        expect([run.value, run.running]).toEqual([CUT_OFF, ['waitForLead', 'askLeader', 'backoff']]);
        expect(run.started).toEqual([['backoff', { attempts: attempts + 1 }]]);
        run.answer('backoff');
        expect(run.value).toEqual({ following: { cutOff: 'polling' } });
        run.answer('catchUp', outcome);
      }
      expect([run.value, run.context.stale, run.running]).toEqual([
        CUT_OFF,
        true,
        ['waitForLead', 'askLeader', 'backoff'],
      ]);
    });

    it.each<RealtimeEvent>([{ type: 'LEADER_REPORTED', stale: true }, { type: 'LEADER_SILENT' }])(
      'goes on as before on %j, in a wait and in a poll',
      (event) => {
        const run = cutOff().send(event);
        expect([run.value, run.started, run.context]).toMatchObject([CUT_OFF, [], { stale: true, attempts: 1 }]);
        run.answer('backoff').send(event);
        expect([run.value, run.started]).toEqual([{ following: { cutOff: 'polling' } }, []]);
      },
    );

    it.each(['ONLINE', 'VISIBLE'] as const)('polls immediately on %s', (type) => {
      expect(cutOff().send({ type }).value).toEqual({ following: { cutOff: 'polling' } });
    });

    it('waits as for the first poll when the server answers again, because the leader may reconnect now', () => {
      const run = cutOff().answer('backoff').answer('catchUp', unreachable);
      expect(run.started).toEqual([['backoff', { attempts: 2 }]]);
      run.send({ type: 'ANSWERED' });
      expect([run.value, run.started]).toEqual([CUT_OFF, [['backoff', { attempts: 1 }]]]);
    });

    it.each<RealtimeEvent>([{ type: 'LEADER_REPORTED', stale: false }, { type: 'LEADER_RECONNECTED' }])(
      'catches up on %j, also instead of a poll',
      (event) => {
        for (const run of [cutOff(), cutOff().answer('backoff')]) {
          run.send(event);
          expect([run.value, run.context.stale, run.running]).toEqual([
            { following: 'catchingUp' },
            false,
            ['waitForLead', 'askLeader', 'catchUp'],
          ]);
          expect([run.answer('catchUp').value, run.context]).toMatchObject([
            { following: 'answered' },
            { stale: false, attempts: 0 },
          ]);
        }
      },
    );

    it('counts its attempts from the beginning once it leads', () => {
      const run = cutOff().answer('waitForLead').answer('fetchTicket', unreachable);
      expect(run.started).toEqual([['backoff', { attempts: 1 }]]);
    });
  });

  it.each(['ONLINE', 'VISIBLE', 'ANSWERED'] as const)('%s ends its waits while it is behind', (type) => {
    const behind = catchingUp().answer('catchUp', unreachable);
    expect(behind.send({ type }).value).toEqual({ following: 'catchingUp' });
  });

  it('catches up when the leader has a connection again, which ends what it was doing', () => {
    for (const run of [unconnected(), silent(), catchingUp(), catchingUp().answer('catchUp', unreachable)]) {
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
      expect(run.send({ type: 'LEADER_SILENT' }).value).toEqual(CUT_OFF);
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
