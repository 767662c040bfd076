/** Actions on records from rows of the panel, in virtual time with the real root saga. */
import { RECORDS_PER_CALL } from '../../contract/records/action';
import type { RecordActionResult } from '../../contract/records/recordActions.endpoints';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import {
  bellPressed,
  newestPressed,
  panelClosed,
  rowRecordShown,
} from '../../sagas/features/notifications/notifications.intents';
import { selectPanelView } from '../../sagas/features/notifications/panel/panel.selectors';
import { recordActionPressed } from '../../sagas/features/recordActions/recordActions.intents';
import {
  selectActionButtons,
  selectActionForm,
  selectActionResult,
} from '../../sagas/features/recordActions/recordActions.selectors';
import {
  actionCancelled,
  actionConfirmed,
  actionDraftChanged,
} from '../../sagas/features/recordActions/recordActions.slice';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => Promise.all([import('../../sagas/app/shell.saga'), import('../../sagas/app/lateParts')]));

const idOf = (number: number): string => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const sheet = (status = 'SUBMITTED', version = 1, id = idOf(1), changedBy: string | null = null) => ({
  recordId: id,
  name: `Timesheet ${Number(id.slice(-6))}`,
  version,
  state: { status, expense: 'NONE' },
  defaults: {},
  changedAt: null,
  changedBy,
  lastAction: null,
});
const result = (more: Partial<RecordActionResult>): RecordActionResult => ({
  outcome: 'done',
  sentence: null,
  record: sheet('APPROVED', 2),
  undoSeconds: 10,
  ...more,
});
const SUBMITTED = { subCategoryCode: 'TIMESHEET_SUBMITTED', entityId: idOf(1) } as const;
const record = (number: number) => rowRecordShown({ kind: 'timesheet', id: idOf(number) });

async function atThePanel(permissions: readonly string[] = ['TIMESHEET_APPROVE']) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.script.respond('userInfo', ok({ ...USER, permissions: [...permissions] }));
  server.script.respond('recordStates', ok({ records: [sheet()] }));
  server.notify({}, SUBMITTED);
  const tab = openTab({ clock, browser: createBrowser(clock), answer: server.answer, socket: server.socket });
  tab.start();
  await untilBellKnown(tab, clock);
  const act = async (action: Parameters<typeof tab.store.dispatch>[0], ms = 300) => {
    tab.store.dispatch(action);
    // Late parts load in no time.
    for (let turns = 0; turns < 30; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
    for (let turns = 0; turns < 30; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
  };
  const bodies = (endpoint: string) =>
    tab.sent.filter((call) => call.endpoint === endpoint).map(({ body }) => body as Record<string, unknown>);
  const buttons = () => selectActionButtons(tab.state(), 'timesheet', [idOf(1)]).map(({ label }) => label);
  const press = (action: string) =>
    act(recordActionPressed({ kind: 'timesheet', ids: [idOf(1)], action, isInline: true }));
  const actionResult = () => selectActionResult(tab.state(), idOf(1));
  return {
    clock,
    server,
    tab,
    act,
    bodies,
    buttons,
    press,
    actionResult,
    notices: () => selectNotices(tab.state()),
  };
}

test('rows drawn before their sagas are loaded get the states of their records, of any kind', async () => {
  const { tab, act, bodies } = await atThePanel(['TIMESHEET_APPROVE', 'DOCUMENT_REVIEW']);
  tab.store.dispatch(bellPressed());
  tab.store.dispatch(record(1));
  tab.store.dispatch(rowRecordShown({ kind: 'document', id: idOf(2) }));
  await act(record(3));
  expect(bodies('recordStates').map(({ recordIds }) => recordIds)).toEqual([[idOf(1), idOf(3)], [idOf(2)]]);
});

test('the shortcut opens the panel at the newest notification of all tabs, while the bell opens Submissions', async () => {
  const { tab, act, server } = await atThePanel();
  await act(bellPressed());
  expect([selectPanelView(tab.state()).tab, selectPanelView(tab.state()).at]).toEqual(['SUBMISSIONS', null]);
  await act(newestPressed());
  const newest = server.log.flatMap(({ notification }) => notification ?? []).at(-1)!;
  const first = selectPanelView(tab.state()).at;
  expect([selectPanelView(tab.state()).tab, first]).toEqual(['BACK_OFFICE', { tab: 'BACK_OFFICE', id: newest.id }]);
  await act(newestPressed());
  expect(selectPanelView(tab.state()).at).not.toBe(first);
  await act(panelClosed());
  await act(bellPressed());
  expect(selectPanelView(tab.state()).at).toBeNull();
});

test('rows shown together are loaded together, once, and again after events about their records', async () => {
  const { tab, act, bodies, buttons, server, clock } = await atThePanel();
  await act(bellPressed());
  for (let number = 2; number <= RECORDS_PER_CALL + 10; number += 1) tab.store.dispatch(record(number));
  await act(record(1));
  expect(bodies('recordStates').map(({ recordIds }) => (recordIds as string[]).length)).toEqual([RECORDS_PER_CALL, 10]);
  expect(buttons()).toEqual(['Approve', 'Dispute']);
  await act(record(1));
  expect(bodies('recordStates')).toHaveLength(2);

  server.script.respond('recordStates', ok({ records: [sheet('DISPUTED', 2)] }));
  server.notify({ ...SUBMITTED, subCategoryCode: 'TIMESHEET_DISPUTED' });
  await clock.advance(1_000);
  expect(bodies('recordStates').slice(2)).toEqual([{ recordIds: [idOf(1)] }]);
  expect(buttons()).toEqual([]);
});

test('without actions on the records nothing is requested and no buttons are shown', async () => {
  const { act, bodies, buttons } = await atThePanel(['MENU_TIMESHEET']);
  await act(bellPressed());
  await act(record(1));
  expect([bodies('recordStates'), buttons()]).toEqual([[], []]);
});

test('it is done immediately, the row shows it and can undo it for ten seconds', async () => {
  const { act, press, actionResult, notices, server, buttons, clock } = await atThePanel();
  await act(bellPressed());
  await act(record(1));
  server.script.respond('performRecordAction', ok({ results: [result({})] }));
  server.script.respond('undoRecordAction', ok(result({ outcome: 'undone', record: sheet('SUBMITTED', 3) })));
  await press('approve');
  expect(actionResult()).toMatchObject({ tone: 'positive', text: 'Timesheet 1: you approved it.' });
  expect([buttons(), notices()]).toEqual([[], []]);
  await act(actionResult()!.undo!);
  expect(actionResult()).toEqual({ tone: 'info', text: 'It has been undone.', undo: null });
  expect(buttons()).toEqual(['Approve', 'Dispute']);

  await press('approve');
  await clock.advance(9_000);
  expect(actionResult()!.undo).not.toBeNull();
  await clock.advance(1_500);
  expect(actionResult()).toEqual({ tone: 'positive', text: 'Timesheet 1: you approved it.', undo: null });
});

test('it can be undone in the row only for as long as the server says', async () => {
  const { act, press, actionResult, server, clock } = await atThePanel();
  await act(bellPressed());
  await act(record(1));
  server.script.respond('performRecordAction', ok({ results: [result({ undoSeconds: 3 })] }));
  await press('approve');
  expect(actionResult()!.undo).not.toBeNull();
  await clock.advance(3_000);
  expect(actionResult()).toEqual({ tone: 'positive', text: 'Timesheet 1: you approved it.', undo: null });
});

test('a refusal, a concurrent change and a busy server: each has a message beside the row', async () => {
  const { act, press, actionResult, server, buttons } = await atThePanel();
  await act(bellPressed());
  await act(record(1));
  const refused = result({ outcome: 'refused', sentence: 'Its week is not over.', record: sheet(), undoSeconds: null });
  server.script.respond('performRecordAction', ok({ results: [refused] }));
  await press('approve');
  expect(actionResult()).toEqual({ tone: 'negative', text: 'Approve: not done. Its week is not over.', undo: null });
  expect(buttons()).toEqual(['Approve', 'Dispute']);

  const now = sheet('DISPUTED', 4, idOf(1), 'Dana Brooks');
  const changed = result({ outcome: 'changed', sentence: 'Timesheet 1 was changed by Dana Brooks.', record: now });
  server.script.respond('performRecordAction', ok({ results: [{ ...changed, undoSeconds: null }] }));
  await press('approve');
  expect(actionResult()?.text).toBe('Approve: not done. Timesheet 1 was changed by Dana Brooks. It is now: Disputed.');
  expect(buttons()).toEqual([]);

  server.script.respond('performRecordAction', apiError(503, 'service.unavailable'));
  await press('approve');
  expect(actionResult()).toMatchObject({ tone: 'negative', text: expect.stringContaining('Approve: not done.') });
});

test('if no answer arrives at all, the row does not deny the action, and shows the record as it is now', async () => {
  const { act, press, actionResult, server, bodies, buttons, clock } = await atThePanel();
  await act(bellPressed());
  await act(record(1));
  server.script.respond('performRecordAction', 'unreachable');
  server.script.respond('recordStates', ok({ records: [sheet('APPROVED', 2)] }));
  await press('approve');
  await clock.advance(2_000);
  const ids = bodies('performRecordAction').map(({ requestId }) => requestId);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(actionResult()).toEqual({
    tone: 'negative',
    text: 'Approve: it is not known whether this was done. The server cannot be reached. Check your connection and try again.',
    undo: null,
  });
  expect([bodies('recordStates').length, buttons()]).toEqual([2, []]);
});

test.each([
  ['cannot be read', ok({ results: 'many' })],
  ['is that of a proxy', { status: 504, body: '<html></html>', retryAfterSeconds: null }],
])('an action whose answer %s is sent again as the same request', async (_, answer) => {
  const { act, press, actionResult, server, bodies, clock } = await atThePanel();
  await act(bellPressed());
  await act(record(1));
  server.script.respond('performRecordAction', answer);
  await press('approve');
  server.script.respond('performRecordAction', ok({ results: [result({})] }));
  await clock.advance(2_000);
  const ids = bodies('performRecordAction').map(({ requestId }) => requestId);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(actionResult()).toMatchObject({ tone: 'positive', text: 'Timesheet 1: you approved it.' });
});

test('a reason is required, kept when the form is closed, and the result is beside the row', async () => {
  const { tab, act, press, actionResult, server, bodies } = await atThePanel();
  await act(bellPressed());
  await act(record(1));
  await press('dispute');
  await act(actionDraftChanged({ field: 'reason', text: 'Wrong rate' }));
  await act(actionCancelled());
  await press('dispute');
  expect(selectActionForm(tab.state())?.fields[0]?.text).toBe('Wrong rate');
  server.script.respond(
    'performRecordAction',
    ok({ results: [result({ record: sheet('DISPUTED', 2), undoSeconds: null })] }),
  );
  await act(actionConfirmed());
  expect(bodies('performRecordAction')).toMatchObject([{ action: 'dispute', input: { reason: 'Wrong rate' } }]);
  expect(actionResult()).toEqual({ tone: 'positive', text: 'Timesheet 1: you disputed it.', undo: null });
});

test('if the panel was closed in the meantime, a notice shows the result and can undo it', async () => {
  const { tab, act, server, notices, actionResult } = await atThePanel();
  await act(bellPressed());
  await act(record(1));
  server.script.respond('performRecordAction', ok({ results: [result({})] }));
  tab.store.dispatch(recordActionPressed({ kind: 'timesheet', ids: [idOf(1)], action: 'approve', isInline: true }));
  await act(panelClosed());
  expect(notices()).toMatchObject([{ text: 'Timesheet 1: you approved it.', undo: actionResult()!.undo }]);
});
