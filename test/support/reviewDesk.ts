/** A tab at the review desk in virtual time, over a server with documents that others change. */
import type { ActionableRecord } from '../../contract/records/recordActions.endpoints';
import type { HttpAnswer, HttpCall } from '../../sagas/base/ports/network';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { selectReviewDesk } from '../../sagas/features/reviewDesk/reviewDesk.selectors';
import { reviewActionPressed } from '../../sagas/features/reviewDesk/reviewDesk.slice';
import { createBrowser } from './browser';
import { token } from './scriptedServer';
import { openTab } from './tab';
import { USER } from './user';
import { createVirtualClock } from './virtualClock';

export const [A, B] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'] as const;
/** Of another facility. */
export const C = 'd0000000-0000-4000-8000-00000000000c';
export const LAKESIDE = 'f0000000-0000-4000-8000-000000000001';
const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
const NOT_FOUND = json({ errorCode: 'not.found', errorMessage: 'No.' }, 404);
const BUSY = json({ errorCode: 'service.unavailable', errorMessage: 'The server is busy.' }, 503);

interface Paper {
  readonly version: number;
  readonly uploadedAt: string;
  readonly status: string;
}
const PAPER: Paper = { version: 1, uploadedAt: '2026-01-10T08:00:00Z', status: 'PENDING_REVIEW' };
/** Another reviewer has rejected it, and the supplier has uploaded it again. */
export const UPLOADED_AGAIN: Paper = { version: 3, uploadedAt: '2026-01-15T08:00:00Z', status: 'PENDING_REVIEW' };

const stateOf = (recordId: string, { version, status }: Paper): ActionableRecord => ({
  recordId,
  name: { [A]: 'BLS of Ann', [B]: 'ACLS of Ben' }[recordId] ?? 'PALS of Cy',
  version,
  state: { status },
  defaults: {},
  changedAt: null,
  changedBy: null,
  lastAction: null,
});

/** At the desk with both documents fetched. `papers` are those of the server. */
export async function atDesk(query = '') {
  const clock = createVirtualClock();
  const calls: HttpCall[] = [];
  const papers: Record<string, Paper> = { [A]: PAPER, [B]: PAPER };
  const paperOf = (id: string) => papers[id] ?? PAPER;
  const server = {
    fileMs: 30,
    files: 'sent' as 'sent' | 'unreachable',
    isBusy: false,
    isListBusy: false,
    undoing: 'done' as 'done' | 'busy' | 'refused',
    removed: [] as readonly string[],
    listMs: 30,
    actionMs: 30,
    /** Pending at all facilities, and at Lakeside. */
    pending: [A, B] as readonly string[],
    atLakeside: [C] as readonly string[],
  };
  const perform = (body: unknown) => {
    const { records } = body as { records: readonly { recordId: string; version: number }[] };
    return records.map(({ recordId, version }) => {
      const isCurrent = version === paperOf(recordId).version;
      if (isCurrent) papers[recordId] = { ...paperOf(recordId), status: 'APPROVED', version: version + 1 };
      return {
        outcome: isCurrent ? 'done' : 'changed',
        sentence: isCurrent ? null : 'It was changed by Dana Brooks.',
        record: stateOf(recordId, paperOf(recordId)),
        undoSeconds: isCurrent ? 10 : null,
      };
    });
  };
  const undo = (body: unknown) => {
    const { recordId } = body as { recordId: string };
    papers[recordId] = { ...PAPER, version: paperOf(recordId).version + 1 };
    return { outcome: 'undone', sentence: null, record: stateOf(recordId, paperOf(recordId)), undoSeconds: null };
  };
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: (call, _, reply) => {
      const { recordId = '', documentId = '' } = call.params ?? {};
      const answers: Partial<Record<string, () => HttpAnswer | 'unreachable'>> = {
        sessionCheck: () => json({ accessStatus: 'LOGGED_IN', userName: USER.userName }),
        token: () => json(token()),
        userInfo: () => json({ ...USER, permissions: ['DOCUMENT_REVIEW', 'MENU_COMPLIANCE'] }),
        tasksDueToday: () => json({ count: 0 }),
        clientChoices: () => json([{ value: LAKESIDE, label: 'Lakeside' }]),
        listIds: () =>
          server.isListBusy
            ? BUSY
            : json({ ids: call.body?.['clientId'] === LAKESIDE ? server.atLakeside : server.pending, complete: true }),
        recordRead: () => {
          if (server.removed.includes(recordId)) return NOT_FOUND;
          const { version, uploadedAt, status } = paperOf(recordId);
          return json({
            ...{ kind: 'document', id: recordId, version, counts: {} },
            row: { id: recordId, name: 'BLS', candidate: 'Smith, Ann', uploadedAt, status },
          });
        },
        recordStates: () =>
          json({ records: (call.body as { recordIds: string[] }).recordIds.map((id) => stateOf(id, paperOf(id))) }),
        complianceDocumentPreview: () =>
          server.files === 'unreachable'
            ? 'unreachable'
            : json({ file: tab.files.keep(new Blob([paperOf(documentId).uploadedAt])), fileName: 'a.pdf', size: 4 }),
        performRecordAction: () => (server.isBusy ? BUSY : json({ results: perform(call.body) })),
        undoRecordAction: () =>
          ({ done: () => json(undo(call.body)), busy: () => BUSY, refused: () => NOT_FOUND })[server.undoing](),
      };
      calls.push(call);
      const waits: Partial<Record<string, number>> = {
        complianceDocumentPreview: server.fileMs,
        listIds: server.listMs,
        performRecordAction: server.actionMs,
      };
      void clock.at(waits[call.endpoint] ?? 30, () => reply(answers[call.endpoint]?.() ?? NOT_FOUND));
    },
  });
  tab.goTo(`/vms/compliance/reviewdesk${query}`);
  tab.start();
  await clock.advance(500);
  const view = () => selectReviewDesk(tab.state());
  // The first visit loads the code of the page, which takes no virtual time.
  for (let turns = 0; turns < 500 && view()?.document?.mayDecide !== true; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(10);
  }
  await clock.advance(500);
  const sent = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return {
    papers,
    server,
    tab,
    view,
    after: clock.advance,
    shown: () => view()?.document,
    /** The upload whose file is on the desk. */
    fileShown: async () => {
      const file = view()?.document?.file ?? null;
      return file === null ? null : await tab.files.open(file)?.text();
    },
    filesFetched: (id: string) =>
      sent('complianceDocumentPreview').filter(({ params }) => params?.['documentId'] === id),
    /** The facility of each queue that was requested; undefined for all facilities. */
    queues: () => sent('listIds').map(({ body }) => body?.['clientId']),
    reads: (id: string) => sent('recordRead').filter(({ params }) => params?.['recordId'] === id).length,
    decided: () =>
      sent('performRecordAction').map(
        ({ body }) => (body as { records: readonly { recordId: string; version: number }[] }).records[0],
      ),
    undone: () => sent('undoRecordAction').map(({ body }) => body?.['recordId']),
    undoOffers: () => selectNotices(tab.state()).filter(({ undo: offered }) => offered !== undefined).length,
    act: async (action: { readonly type: string }, ms = 200) => {
      tab.store.dispatch(action);
      await clock.advance(ms);
    },
  };
}
export const approve = reviewActionPressed({ action: 'approve' });
