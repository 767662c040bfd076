/** What the two mandatory queues decide, and the lists under them. transitions.test.ts covers their transitions. */
import fc from 'fast-check';
import { broadcastQueueMachine } from '../../machines/broadcastQueue/broadcastQueue.machine';
import { CallFailed } from '../../machines/failure';
import { has, pickCurrent, addReceived, withLoaded, type Queued } from '../../machines/queues/pending';
import { roleUpdateQueueMachine } from '../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import { broadcast, update } from '../support/pendingItems';
import { drive } from '../support/pureMachine';

const unreachable = new CallFailed({ kind: 'unreachable' });

describe('the broadcast queue', () => {
  const queue = () => drive(broadcastQueueMachine, undefined);
  const loaded = (...days: readonly string[]) =>
    ({ type: 'LOADED', items: days.map((day) => broadcast(day)), known: [] }) as const;

  it('shows nothing before the server has listed the pending items, because an older one may wait', () => {
    const run = queue().send({ type: 'ARRIVED', item: broadcast('2') });
    expect([run.value, run.context.current]).toEqual(['hidden', null]);
    run.send(loaded('1'));
    expect([run.value, run.context.current]).toEqual(['showing', '1']);
    expect(run.tags).toEqual(['open', 'holds']);
  });

  it('shows the next one once the server has the acceptance, and informs the other tabs and the next page', () => {
    const run = queue().send(loaded('1', '2')).send({ type: 'ACCEPT', entityId: '1' });
    expect([run.tags, run.started]).toEqual([['open', 'busy', 'holds'], [['acceptBroadcast', broadcast('1')]]]);
    run.answer('acceptBroadcast');
    expect([run.value, run.context.current, run.context.accepted]).toEqual(['showing', '2', ['1']]);
    expect(run.actions).toEqual([
      ['remember', { entityIds: ['2'] }],
      ['notifyTabs', { entityId: '1' }],
    ]);
  });

  it('accepts only the one that is shown', () => {
    const run = queue().send(loaded('1', '2')).send({ type: 'ACCEPT', entityId: '2' });
    expect([run.value, run.running]).toEqual(['showing', []]);
  });

  it('keeps one whose acceptance did not reach the server, and counts the failures', () => {
    const run = queue().send(loaded('1'));
    for (const failureCount of [1, 2]) {
      run.send({ type: 'ACCEPT', entityId: '1' });
      expect(run.context.failure).toBeNull();
      run.answer('acceptBroadcast', unreachable);
      expect(run.context).toMatchObject({ current: '1', failure: { kind: 'unreachable' }, failureCount });
    }
  });

  it('needs a reload for items from the sign-in, also if a newer one is accepted last', () => {
    const run = queue()
      .send(loaded('1'))
      .send({ type: 'ARRIVED', item: broadcast('2') });
    run.send({ type: 'ACCEPT', entityId: '1' }).answer('acceptBroadcast');
    expect(run.context.mustReload).toBe(true);
    run.send({ type: 'ACCEPT', entityId: '2' }).answer('acceptBroadcast');
    expect([run.value, run.context.mustReload]).toEqual(['emptied', true]);
    expect(run.wait()).toBe(1_000);
    expect([run.value, run.started]).toEqual(['checking', [['lookForUnsavedWork', undefined]]]);
    run.answer('lookForUnsavedWork', false);
    expect([run.value, run.actions]).toEqual(['reloading', [['reloadPage', undefined]]]);
  });

  /** The last broadcast of the sign-in is accepted, and its second is over. */
  const checking = () => {
    const run = queue().send(loaded('1')).send({ type: 'ACCEPT', entityId: '1' }).answer('acceptBroadcast');
    run.wait();
    return run;
  };

  it('does not reload a page with unsaved work, now or after a later broadcast', () => {
    const run = checking().answer('lookForUnsavedWork', true);
    expect([run.value, run.actions, run.context.mustReload]).toEqual(['hidden', [], false]);
    run.send({ type: 'ARRIVED', item: broadcast('2') }, { type: 'ACCEPT', entityId: '2' }).answer('acceptBroadcast');
    expect([run.value, run.tags]).toEqual(['hidden', []]);
  });

  it.each([
    [false, 'reloading'],
    [true, 'showing'],
  ])(
    'keeps what arrives while it looks for unsaved work (found: %j) for the next page, or shows it: %s',
    (found, to) => {
      const run = checking().send({ type: 'ARRIVED', item: broadcast('2') });
      expect([run.value, run.actions]).toEqual(['checking', [['remember', { entityIds: ['2'] }]]]);
      expect(run.answer('lookForUnsavedWork', found).value).toBe(to);
    },
  );

  it('holds role updates while one is shown, and until the page reloads, stays or the session ends', () => {
    const emptied = queue().send(loaded('1')).send({ type: 'ACCEPT', entityId: '1' }).answer('acceptBroadcast');
    expect([queue().tags, emptied.tags, checking().tags]).toEqual([[], ['holds'], ['holds']]);
    expect(checking().answer('lookForUnsavedWork', false).tags).toEqual(['holds']);
    expect(checking().answer('lookForUnsavedWork', true).tags).toEqual([]);
    const forced = queue().send({ type: 'LOADED', items: [broadcast('1', true)], known: [] });
    expect(forced.send({ type: 'ACCEPT', entityId: '1' }).answer('acceptBroadcast').tags).toEqual(['holds']);
  });

  it('shows what arrives in the last second, and reloads afterwards', () => {
    const run = queue().send(loaded('1')).send({ type: 'ACCEPT', entityId: '1' }).answer('acceptBroadcast');
    run.send({ type: 'ARRIVED', item: broadcast('2') });
    expect([run.value, run.context.current]).toEqual(['showing', '2']);
    run.send({ type: 'ACCEPT', entityId: '2' }).answer('acceptBroadcast');
    expect(run.value).toBe('emptied');
  });

  it('needs no reload for items that arrived live or are listed by a later answer', () => {
    const run = queue()
      .send(loaded())
      .send({ type: 'ARRIVED', item: broadcast('1') })
      .send(loaded('1', '2'));
    run.send({ type: 'ACCEPT', entityId: '1' }).answer('acceptBroadcast');
    run.send({ type: 'ACCEPT', entityId: '2' }).answer('acceptBroadcast');
    expect([run.value, run.context.mustReload]).toEqual(['hidden', false]);
  });

  it('signs out after each item that forces it, even if others wait, and only then', () => {
    const accepted = (forces: boolean) =>
      queue()
        .send({ type: 'LOADED', items: [broadcast('1', forces), broadcast('2')], known: [] })
        .send({ type: 'ACCEPT', entityId: '1' })
        .answer('acceptBroadcast');
    expect([accepted(true).value, accepted(true).actions.at(-1)]).toEqual(['leaving', ['signOut', undefined]]);
    expect(accepted(false).value).toBe('showing');
  });

  it('drops an item that was accepted elsewhere for good', () => {
    const run = queue().send(loaded('1', '2')).send({ type: 'ACCEPTED_ELSEWHERE', entityId: '1' });
    expect([run.context.current, run.context.pending.length]).toEqual(['2', 1]);
    expect(run.actions).toEqual([['remember', { entityIds: ['2'] }]]);
    expect(run.send(loaded('1', '2')).context.pending.map(({ entityId }) => entityId)).toEqual(['2']);
    expect(run.send({ type: 'ACCEPTED_ELSEWHERE', entityId: '1' }).context.accepted).toEqual(['1']);
  });

  it('completes the running acceptance if it is accepted elsewhere in the meantime', () => {
    const run = queue().send(loaded('1')).send({ type: 'ACCEPT', entityId: '1' });
    run.send({ type: 'ACCEPTED_ELSEWHERE', entityId: '1' });
    expect(run.value).toBe('accepting');
    run.answer('acceptBroadcast', unreachable);
    expect([run.value, run.context.failure]).toEqual(['hidden', null]);
  });
});

describe('the role update queue', () => {
  const queue = (held = false, skippedUpdates: readonly string[] = []) =>
    drive(roleUpdateQueueMachine, { held, skippedUpdates });
  const loaded = (...days: readonly string[]) =>
    ({ type: 'LOADED', items: days.map((day) => update(day)), known: [] }) as const;

  it('pauses while broadcasts are shown, also in the middle', () => {
    const run = queue(true).send(loaded('1'));
    expect([run.value, run.context.current]).toEqual(['hidden', null]);
    run.send({ type: 'HELD', held: false });
    expect([run.value, run.context.current]).toEqual(['showing', '1']);
    expect(run.send({ type: 'HELD', held: true }).value).toBe('hidden');
  });

  it('shows the next when one is read, and checks for unsaved work once all are', () => {
    const run = queue().send(loaded('1', '2')).send({ type: 'ACCEPT', entityId: '1' });
    expect(run.started).toEqual([['markRead', { entityId: '1' }]]);
    run.answer('markRead');
    expect(run.actions).toEqual([
      ['notifyTabs', { entityId: '1' }],
      ['remember', { entityIds: ['2'] }],
    ]);
    expect([run.value, run.context.current]).toEqual(['showing', '2']);
    run.send({ type: 'ACCEPT', entityId: '2' }).answer('markRead');
    expect([run.value, run.running]).toEqual(['checking', ['lookForUnsavedWork']]);
  });

  it('accepts only the one that is shown', () => {
    expect(queue().send(loaded('1', '2')).send({ type: 'ACCEPT', entityId: '2' }).value).toBe('showing');
  });

  it('skips one that cannot be marked, for this session', () => {
    const run = queue().send(loaded('1')).send({ type: 'ACCEPT', entityId: '1' }).answer('markRead', unreachable);
    expect(run.actions).toEqual([
      ['saveSkipped', { entityId: '1' }],
      ['remember', { entityIds: [] }],
    ]);
    expect([run.context.seen, run.send(loaded('1')).context.pending]).toEqual([['1'], []]);
    expect(queue(false, ['1']).send(loaded('1')).value).toBe('hidden');
  });

  it.each([
    [false, 'reloading'],
    [true, 'asking'],
  ])('once all are accepted, with unsaved work %j: %s', (unsaved, value) => {
    const run = queue().send(loaded('1')).send({ type: 'ACCEPT', entityId: '1' }).answer('markRead');
    expect(run.answer('lookForUnsavedWork', unsaved).value).toBe(value);
  });

  it('reloads or postpones as the user chooses', () => {
    const requesting = () =>
      queue()
        .send(loaded('1'))
        .send({ type: 'ACCEPT', entityId: '1' })
        .answer('markRead')
        .answer('lookForUnsavedWork', true);
    expect(requesting().send({ type: 'RELOAD' }).actions).toEqual([['reloadPage', undefined]]);
    const postponed = requesting().send({ type: 'LATER' });
    expect([postponed.value, postponed.tags]).toEqual(['postponed', ['postponed']]);
    expect(postponed.send({ type: 'HELD', held: true }, loaded('2')).value).toBe('postponed');
    expect(postponed.send({ type: 'HELD', held: false }).value).toBe('showing');
    expect(requesting().send({ type: 'LATER' }, { type: 'RELOAD' }).value).toBe('reloading');
  });

  describe('read elsewhere', () => {
    it('the last one makes this page check for unsaved work, and reload if there is none', () => {
      const run = queue().send(loaded('1')).send({ type: 'READ_ELSEWHERE', entityId: '1' });
      expect([run.value, run.context.mustReload]).toEqual(['acceptedElsewhere', true]);
      expect(run.answer('lookForUnsavedWork', false).value).toBe('reloading');
    });

    it('postpones the reload if there is unsaved work', () => {
      const run = queue().send(loaded('1')).send({ type: 'READ_ELSEWHERE', entityId: '1' });
      expect(run.answer('lookForUnsavedWork', true).value).toBe('postponed');
    });

    it('works the same if the server no longer lists it', () => {
      const run = queue()
        .send(loaded('1'))
        .send({ type: 'LOADED', items: [], known: ['1'] });
      expect(run.value).toBe('acceptedElsewhere');
    });

    it.each([
      ['before the server has answered', queue],
      ['after the server has listed none', () => queue().send(loaded())],
    ])('works the same if it was never listed here, %s', (_, here) => {
      const run = here().send({ type: 'READ_ELSEWHERE', entityId: '7' });
      expect([run.value, run.context.mustReload, run.context.seen.at(-1)]).toEqual(['acceptedElsewhere', true, '7']);
      expect(run.send(loaded('7')).context.pending).toEqual([]);
    });

    it('needs no reload if it was skipped for this session', () => {
      const run = queue(false, ['7']).send(loaded()).send({ type: 'READ_ELSEWHERE', entityId: '7' });
      expect([run.value, run.context.mustReload, run.context.seen]).toEqual(['hidden', false, ['7']]);
    });

    it('is not passed on by a tab that marks the same one: the others know, and may have reloaded already', () => {
      const run = queue().send(loaded('1')).send({ type: 'ACCEPT', entityId: '1' });
      run.send({ type: 'READ_ELSEWHERE', entityId: '1' });
      expect(run.value).toBe('marking');
      run.answer('markRead');
      expect([run.value, run.actions]).toEqual(['checking', []]);
    });

    it('shows the next one first', () => {
      const run = queue().send(loaded('1', '2')).send({ type: 'READ_ELSEWHERE', entityId: '1' });
      expect([run.value, run.context.current]).toEqual(['showing', '2']);
    });

    it('postpones the reload while broadcasts are shown', () => {
      const run = queue(true).send(loaded('1')).send({ type: 'READ_ELSEWHERE', entityId: '1' });
      expect([run.value, run.context.mustReload]).toEqual(['hidden', true]);
      expect(run.send({ type: 'HELD', held: false }).value).toBe('acceptedElsewhere');
    });
  });
});

describe('the list of pending items', () => {
  const items = fc.array(
    fc.record({
      entityId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      notificationDate: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    }),
  );
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));

  it('has each message once, in the order of sending, and no finished one', () => {
    fc.assert(
      fc.property(items, items, ids, (first, second, done: readonly string[]) => {
        const queue = addReceived(addReceived<Queued>([], first, done), second, done);
        const names = queue.map(({ entityId }) => entityId);
        expect(new Set(names).size).toBe(names.length);
        expect(names.filter((name) => done.includes(name))).toEqual([]);
        const keys = queue.map(({ notificationDate, entityId }) => notificationDate + entityId);
        expect(keys).toEqual([...keys].sort());
      }),
    );
  });

  it('is the server’s answer plus what arrived since the request', () => {
    fc.assert(
      fc.property(items, items, items, (before, meanwhile, answer) => {
        const requested: readonly Queued[] = addReceived<Queued>([], before, []);
        const known = requested.map(({ entityId }) => entityId);
        const queue = withLoaded(addReceived(requested, meanwhile, []), { items: answer, known }, []);
        const names = (list: readonly Queued[]) => [...new Set(list.map(({ entityId }) => entityId))].sort();
        const late = meanwhile.filter(({ entityId }) => !has(requested, entityId));
        expect(names(queue)).toEqual(names([...answer, ...late]));
        const first = answer.filter((item, index) => !has(answer.slice(0, index), item.entityId));
        for (const item of first) expect(answer).toContain(queue.find(({ entityId }) => entityId === item.entityId));
      }),
    );
  });

  it('keeps showing the current item until it is finished, and then the oldest', () => {
    const queue = [update('1'), update('3')];
    expect(pickCurrent(queue, '3')).toBe('3');
    expect(pickCurrent(queue, '2')).toBe('1');
    expect(pickCurrent([], '3')).toBeNull();
  });
});
