/** What the timeline of a record says about its events. */
import { ACTION_KINDS, type ActionKind } from '../../contract/records/action';
import { actionsOf, undoOf } from '../../contract/records/actions';
import { RECORD_TABLES } from '../../contract/records/events';
import { eventText } from '../../sagas/features/records/eventText';
import type { TimelineEvent } from '../../sagas/features/records/records.slice';

const event = (kind: ActionKind, action: string, by: string | null, status: string): TimelineEvent => ({
  ...{ id: 'e1', at: '2026-11-21T15:30:00Z', recordId: 'r1', subject: null, moment: null, reason: null },
  ...{ kind, action, by },
  changes: [
    { field: RECORD_TABLES[kind] === 'timesheets' ? 'facility_status' : 'status', before: 'FINALIZED', after: status },
  ],
});
const titleOf = (...facts: Parameters<typeof event>) => eventText(event(...facts), undefined).title;

const undoable = ACTION_KINDS.flatMap((kind) =>
  Object.entries(actionsOf(kind)).flatMap(([action, { safety, done }]) =>
    safety === 'undo' ? [[kind, action, done] as const] : [],
  ),
);

test.each(undoable)('an undo of %s.%s is told as what was taken back, not as the state that it led to', (...of) => {
  const [kind, action, done] = of;
  const undo = undoOf(action);
  expect(titleOf(kind, action, 'Maya Delgado', 'APPROVED')).toBe(`Maya Delgado ${done}`);
  expect(titleOf(kind, undo, 'Maya Delgado', 'APPROVED')).toBe(`Maya Delgado took back: ${done}`);
  expect(titleOf(kind, undo, null, 'APPROVED')).toBe(`Taken back: ${done}`);
});

test('an action that is not known is told as the state that it led to', () => {
  for (const action of ['settle', undoOf('settle')]) {
    expect(titleOf('timesheet', action, 'Maya Delgado', 'APPROVED')).toBe('Approved');
  }
});
