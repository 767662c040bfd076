/** A tab whose user acts on records, in virtual time. */
import type { ActionableRecord, RecordActionResult } from '../../contract/records/recordActions.endpoints';
import type { HttpAnswer, HttpCall } from '../../sagas/base/ports/network';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { recordActionPressed } from '../../sagas/features/recordActions/recordActions.intents';
import { selectActionableRecord } from '../../sagas/features/recordActions/recordActions.selectors';
import { createBrowser } from './browser';
import { token } from './scriptedServer';
import { openTab } from './tab';
import { USER } from './user';
import { createVirtualClock } from './virtualClock';

export const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
export const idOf = (number: number): string => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const record = (number: number, status = 'PENDING_REVIEW', version = 1): ActionableRecord => ({
  recordId: idOf(number),
  name: `Paper ${number}`,
  version,
  state: { status },
  defaults: {},
  changedAt: null,
  changedBy: null,
  lastAction: null,
});
export const result = (of: ActionableRecord, more: Partial<RecordActionResult> = {}): RecordActionResult => ({
  outcome: 'done',
  sentence: null,
  record: of,
  undoSeconds: 10,
  ...more,
});

/** A timesheet of this many hours, ready to be adjusted. */
export const sheet = (hours: number, version: number, changedBy: string | null = null): ActionableRecord => ({
  ...record(1, 'FINALIZED', version),
  name: 'Timesheet 1',
  state: { status: 'FINALIZED', expense: 'NONE' },
  defaults: { adjust: { minutes: hours * 60 } },
  changedBy,
});

export type Act = (call: {
  requestId: string;
  action: string;
  records: { recordId: string; version: number }[];
}) => RecordActionResult[] | HttpAnswer | 'unreachable';
export const approveAll: Act = ({ records }) =>
  records.map(({ recordId, version }) => result(record(Number(recordId.slice(-6)), 'APPROVED', version + 1)));

const undoOf = (recordId: string): HttpAnswer | 'unreachable' =>
  json(result(record(Number(recordId.slice(-6)), 'PENDING_REVIEW', 3), { outcome: 'undone', undoSeconds: null }));

/** A signed-in tab at work on documents, with a scripted server: `act` answers actions after `actMs`, `read` states. */
export async function atWork(
  act: Act = approveAll,
  actMs = 30,
  read: (number: number) => ActionableRecord = (number) => record(number),
) {
  const clock = createVirtualClock();
  const calls: HttpCall[] = [];
  const scripted = { act, read, undo: undoOf, undoMs: 30 };
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: (call, _, reply) => {
      const body = call.body as never;
      const answers: Partial<Record<string, () => HttpAnswer | 'unreachable'>> = {
        sessionCheck: () => json({ accessStatus: 'LOGGED_IN', userName: USER.userName }),
        token: () => json(token()),
        userInfo: () => json({ ...USER, permissions: ['DOCUMENT_REVIEW', 'MENU_COMPLIANCE', 'TIMESHEET_ADJUST'] }),
        listSearch: () => json({ rows: [], total: 0, page: 1, size: 50 }),
        tasksDueToday: () => json({ count: 0 }),
        recordStates: () =>
          json({
            records: (body as { recordIds: string[] }).recordIds.map((id) => scripted.read(Number(id.slice(-6)))),
          }),
        performRecordAction: () => {
          const results = scripted.act(body);
          return Array.isArray(results) ? json({ results }) : results;
        },
        undoRecordAction: () => scripted.undo((body as { recordId: string }).recordId),
      };
      calls.push(call);
      const ms: Readonly<Record<string, number>> = { performRecordAction: actMs, undoRecordAction: scripted.undoMs };
      void clock.at(ms[call.endpoint] ?? 30, () =>
        reply(answers[call.endpoint]?.() ?? json({ errorCode: 'not.found', errorMessage: 'No.' }, 404)),
      );
    },
  });
  tab.goTo('/vms/vms-task');
  tab.start();
  await clock.advance(500);
  const dispatch = async (action: Parameters<typeof tab.store.dispatch>[0], ms = 100): Promise<void> => {
    tab.store.dispatch(action);
    // The first one loads the sagas, which takes no virtual time.
    for (let turns = 0; turns < 500 && tab.state().recordActions === undefined; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await clock.advance(ms);
  };
  const sent = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  const bodies = (endpoint: string) => sent(endpoint).map(({ body }) => body as Record<string, unknown>);
  const ids = [idOf(1)];
  const press = (action: string, of = ids, ms?: number) =>
    dispatch(recordActionPressed({ kind: 'document', ids: of, action }), ms);
  const statusOf = (number: number) => selectActionableRecord(tab.state(), idOf(number))?.state['status'];
  const notices = () => selectNotices(tab.state());
  return { tab, clock, dispatch, sent, bodies, ids, press, statusOf, notices, scripted };
}
