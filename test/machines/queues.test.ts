/** The two strict queues: every transition, and the lists under them. */
import fc from 'fast-check';
import type { PendingRoleUpdate } from '../../contract/broadcasts/pending';
import { NO_DOCUMENT } from '../../contract/notifications';
import { CallFailed } from '../../machines/failure';
import {
  broadcastQueueMachine,
  type BroadcastQueueContext,
  type QueuedBroadcast,
} from '../../machines/broadcastQueue/broadcastQueue.machine';
import { has, pickCurrent, withArrived, withLoaded, type Queued } from '../../machines/queues/pending';
import {
  roleUpdateQueueMachine,
  type RoleUpdateQueueContext,
} from '../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import { exploreMachine } from '../support/exploreMachine';

const at = (day: string) => ({
  entityId: day,
  subject: `Subject ${day}`,
  template: '<p>Text</p>',
  notificationDate: `2026-01-0${day}T10:00:00.000Z`,
  notificationDateWithZone: `01-0${day}-2026 10:00:00 UTC `,
});
const broadcast = (day: string, forceLogout = false): QueuedBroadcast => ({
  ...at(day),
  tenantId: 'meridian',
  displayFrequency: 'IMMEDIATE',
  documentName: NO_DOCUMENT,
  stickyNotification: false,
  releaseNotes: false,
  forceLogout,
  sender: null,
});
const update = (day: string): PendingRoleUpdate => ({ ...at(day), roleName: 'Recruiter', added: [], removed: [] });
const unreachable = new CallFailed({ kind: 'unreachable' });

const nothingLeft = ({
  all,
  fired,
  stuck,
}: {
  all: readonly string[];
  fired: ReadonlySet<string>;
  stuck: readonly string[];
}) => ({
  'never fired': all.filter((name) => !fired.has(name)),
  stuck,
});

it('every transition of the broadcast queue is executed, and every state can be left', async () => {
  const explored = await exploreMachine(broadcastQueueMachine, {
    input: undefined,
    events: [
      { type: 'LOADED', items: [broadcast('1')], known: [] },
      { type: 'LOADED', items: [], known: ['1', '2'] },
      { type: 'ARRIVED', item: broadcast('2', true) },
      { type: 'ACCEPTED_ELSEWHERE', entityId: '1' },
      { type: 'ACCEPT', entityId: '1' },
      { type: 'ACCEPT', entityId: '2' },
    ] as never,
    outcomes: { acceptBroadcast: [undefined, unreachable] },
    actions: ['remember', 'tellTabs', 'reloadPage', 'signOut'],
    facet: ({ pending, current, owesReload, failure }: BroadcastQueueContext) => [
      pending.map(({ entityId }) => entityId),
      current,
      owesReload,
      failure === null,
    ],
  });
  expect(nothingLeft(explored)).toEqual({ 'never fired': [], stuck: [] });
});

it('every transition of the role update queue is executed, and every state can be left', async () => {
  const explored = await exploreMachine(roleUpdateQueueMachine, {
    input: { held: false, movedPast: [] },
    events: [
      { type: 'LOADED', items: [update('1')], known: [] },
      { type: 'LOADED', items: [update('1'), update('2')], known: [] },
      { type: 'LOADED', items: [], known: ['1', '2'] },
      { type: 'READ_ELSEWHERE', entityId: '1' },
      { type: 'READ_ELSEWHERE', entityId: '2' },
      { type: 'HELD', held: true },
      { type: 'HELD', held: false },
      { type: 'ACCEPT', entityId: '1' },
      { type: 'ACCEPT', entityId: '2' },
      { type: 'RELOAD' },
      { type: 'LATER' },
    ] as never,
    outcomes: { markRead: [undefined, unreachable], lookForUnsavedWork: [true, false] },
    actions: ['remember', 'rememberMovedPast', 'tellTabs', 'reloadPage'],
    facet: ({ pending, current, owesReload, held }: RoleUpdateQueueContext) => [
      pending.map(({ entityId }) => entityId),
      current,
      owesReload,
      held,
    ],
  });
  expect(nothingLeft(explored)).toEqual({ 'never fired': [], stuck: [] });
});

describe('the list of what is pending', () => {
  const items = fc.array(
    fc.record({
      entityId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      notificationDate: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    }),
  );
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));

  it('holds each message once, in the order of sending, and none that is done with', () => {
    fc.assert(
      fc.property(items, items, ids, (first, second, done: readonly string[]) => {
        const queue = withArrived(withArrived<Queued>([], first, done), second, done);
        const names = queue.map(({ entityId }) => entityId);
        expect(new Set(names).size).toBe(names.length);
        expect(names.filter((name) => done.includes(name))).toEqual([]);
        const keys = queue.map(({ notificationDate, entityId }) => notificationDate + entityId);
        expect(keys).toEqual([...keys].sort());
      }),
    );
  });

  it('is what the server says, and what arrived since the server was asked', () => {
    fc.assert(
      fc.property(items, items, items, (before, meanwhile, answer) => {
        const asked: readonly Queued[] = withArrived<Queued>([], before, []);
        const known = asked.map(({ entityId }) => entityId);
        const queue = withLoaded(withArrived(asked, meanwhile, []), { items: answer, known }, []);
        const names = (list: readonly Queued[]) => [...new Set(list.map(({ entityId }) => entityId))].sort();
        const late = meanwhile.filter(({ entityId }) => !has(asked, entityId));
        expect(names(queue)).toEqual(names([...answer, ...late]));
      }),
    );
  });

  it('shows what it shows until that is done with, and then the oldest', () => {
    const queue = [update('1'), update('3')];
    expect(pickCurrent(queue, '3')).toBe('3');
    expect(pickCurrent(queue, '2')).toBe('1');
    expect(pickCurrent([], '3')).toBeNull();
  });
});
