import { ACTION_KINDS, type ActionField, type ActionKind } from '../../../contract/records/action';
import { statesOf } from '../../../machines/record/record.machine';
import { actionsOf } from '../../../contract/records/actions';
import {
  newestPressed,
  panelClosed,
  rowRecordShown,
} from '../../../sagas/features/notifications/notifications.intents';
import { recordActionPressed } from '../../../sagas/features/recordActions/recordActions.intents';
import { selectActionResult } from '../../../sagas/features/recordActions/recordActions.selectors';
import {
  actionConfirmed,
  actionDraftChanged,
  actionUndone,
} from '../../../sagas/features/recordActions/recordActions.slice';
import { paletteOpened } from '../../../sagas/features/palette/palette.intents';
import { paletteChosen, paletteTyped } from '../../../sagas/features/palette/palette.slice';
import {
  reviewActionPressed,
  reviewedElsewhere,
  reviewNextPressed,
  reviewPreviousPressed,
  reviewReloadPressed,
  reviewSkippedPressed,
  reviewUndoPressed,
} from '../../../sagas/features/reviewDesk/reviewDesk.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { apiError, ok } from '../../support/scriptedServer';
import { USER } from '../../support/user';
import { LOGGED_IN, type Script, type World } from './world';

const ID = 'd0000000-0000-4000-8000-000000000001';
const paper = (status: string, version: number, changedBy: string | null = null) => ({
  recordId: ID,
  name: 'BLS of Ann Smith',
  version,
  state: { status },
  defaults: {},
  changedAt: changedBy === null ? null : '2026-01-15T10:00:00.000Z',
  changedBy,
  lastAction: null,
});
const sheet = (status: string, version: number, changedBy: string | null = null) => ({
  ...paper(status, version, changedBy),
  name: 'Timesheet 1000001 of Ann Smith',
  state: { status, expense: 'NONE' },
});
const result = (outcome: string, record: object, more: object = {}) => ({
  outcome,
  sentence: null,
  record,
  undoSeconds: null,
  ...more,
});

/** A user who reviews documents. */
async function atWork(w: World, permissions: readonly string[] = ['DOCUMENT_REVIEW']): Promise<void> {
  w.respond('sessionCheck', LOGGED_IN);
  w.respond('userInfo', ok({ ...USER, permissions: [...permissions] }));
  w.respond('listSearch', ok({ rows: [], total: 0, page: 1, size: 50 }));
  w.respond('listOptions', ok({}));
  w.respond('tasksDueToday', ok({ count: 0 }));
  w.respond('recordStates', ok({ records: [paper('PENDING_REVIEW', 1)] }));
  w.tab.goTo('/vms/vms-task');
  await w.start('unknown');
  await w.wait(1_000);
}

/** The panel is open at a timesheet that is waiting for approval. */
async function atSubmittedTimesheet(w: World): Promise<void> {
  await atWork(w, ['TIMESHEET_APPROVE', 'MENU_TIMESHEET']);
  w.respond('recordStates', ok({ records: [sheet('SUBMITTED', 1)] }));
  w.notices.notify({ subCategoryCode: 'TIMESHEET_SUBMITTED', entityId: ID });
  await w.wait(1_000);
  await w.act(newestPressed());
  await w.act(rowRecordShown({ kind: 'timesheet', id: ID }));
}

const REVIEWER = ['DOCUMENT_REVIEW', 'MENU_COMPLIANCE'];
const page = (id: string) =>
  ok({ kind: 'document', id, version: 1, row: { id, name: 'BLS', status: 'PENDING_REVIEW' }, counts: {} });

const press = (action: string) => recordActionPressed({ kind: 'document', ids: [ID], action });

/** The typed value for each input of an action. */
const TYPED: Readonly<Record<ActionField, string>> = {
  reason: 'Because of a flow',
  date: '2026-02-02',
  rateCents: '85.50',
  minutes: '36',
  openings: '3',
  endedBy: 'FACILITY',
};

/** One flow for each kind of record: every action is done once, each on a separate record. */
const everyAction = (kind: ActionKind): Script => ({
  name: `every-${kind}-action`,
  title: `Every ${kind} action is done once: immediately, or after the required input and a confirmation`,
  run: async (w) => {
    const actions = Object.entries(actionsOf(kind));
    await atWork(w, [...new Set(actions.flatMap(([, { who }]) => who.VMS ?? []))]);
    for (const [nth, [action, { from, to, fields, safety }]] of actions.entries()) {
      const recordId = `d0000000-0000-4000-8000-0000000001${String(nth).padStart(2, '0')}`;
      const state = {
        ...statesOf(kind)[0],
        ...Object.fromEntries(Object.entries(from).map(([part, [first = '']]) => [part, first])),
      };
      const record = { ...paper('', 1), recordId, name: `${kind} ${nth}`, state };
      const after = { ...record, version: 2, state: { ...state, ...to }, changedBy: 'Vera Marsh' };
      w.respond('recordStates', ok({ records: [record] }));
      const undoSeconds = safety === 'undo' ? 10 : null;
      w.respond('performRecordAction', ok({ results: [result('done', after, { undoSeconds })] }));
      await w.act(recordActionPressed({ kind, ids: [recordId], action }));
      for (const field of Object.keys(fields) as ActionField[]) {
        await w.act(actionDraftChanged({ field, text: TYPED[field] }), 0);
      }
      if (safety === 'confirmation' || Object.keys(fields).length > 0) await w.act(actionConfirmed());
    }
  },
});

export const recordFlows: readonly Script[] = [
  ...ACTION_KINDS.map(everyAction),
  {
    name: 'record-approved-and-taken-back',
    title: 'A document is approved immediately, and the approval is undone within ten seconds',
    run: async (w) => {
      await atWork(w);
      w.respond(
        'performRecordAction',
        ok({ results: [result('done', paper('APPROVED', 2, 'Vera Marsh'), { undoSeconds: 10 })] }),
      );
      w.respond('undoRecordAction', ok(result('undone', paper('PENDING_REVIEW', 3, 'Vera Marsh'))));
      await w.act(press('approve'));
      const { requestId = '' } = (w.tab.sent.find(({ endpoint }) => endpoint === 'performRecordAction')?.body ??
        {}) as { readonly requestId?: string };
      await w.act(
        actionUndone({ kind: 'document', ids: [ID], action: 'approve', requestId, undoUntil: w.clock.now() + 10_000 }),
      );
    },
  },
  {
    name: 'record-changed-meanwhile',
    title: 'A reason is typed while the server is unreachable; another user acts first, and the typed reason is kept',
    run: async (w) => {
      await atWork(w);
      w.respond('performRecordAction', 'unreachable');
      await w.act(press('reject'));
      await w.act(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
      await w.act(actionConfirmed(), 3_000);
      const changed = result('changed', paper('APPROVED', 2, 'Dana Brooks'), {
        sentence: 'BLS of Ann Smith was changed by Dana Brooks.',
      });
      w.respond('performRecordAction', ok({ results: [changed] }));
      await w.act(actionConfirmed());
    },
  },
  {
    name: 'acted-from-row',
    title:
      'A submitted timesheet: the shortcut opens the panel at it, it is approved from its row, undone there, and then a colleague acts first',
    run: async (w) => {
      await atSubmittedTimesheet(w);
      w.respond(
        'performRecordAction',
        ok({ results: [result('done', sheet('APPROVED', 2, 'Vera Marsh'), { undoSeconds: 10 })] }),
      );
      w.respond('undoRecordAction', ok(result('undone', sheet('SUBMITTED', 3, 'Vera Marsh'))));
      const approve = recordActionPressed({ kind: 'timesheet', ids: [ID], action: 'approve', isInline: true });
      await w.act(approve);
      const undo = selectActionResult(w.tab.state(), ID)?.undo;
      if (undo) await w.act(undo);
      const sentence = 'Timesheet 1000001 of Ann Smith was changed by Dana Brooks.';
      w.respond(
        'performRecordAction',
        ok({ results: [result('changed', sheet('DISPUTED', 4, 'Dana Brooks'), { sentence })] }),
      );
      await w.act(approve);
      await w.act(panelClosed());
    },
  },
  {
    name: 'row-settled-elsewhere',
    title:
      'A timesheet waits in the panel with its actions; a colleague approves it; its row shows that and offers no more actions',
    run: async (w) => {
      await atSubmittedTimesheet(w);
      w.respond('recordStates', ok({ records: [sheet('APPROVED', 2, 'Dana Brooks')] }));
      const [newest] = w.notices.log.flatMap(({ notification }) => notification ?? []);
      w.notices.settle(newest?.id ?? '', { status: 'APPROVED', by: 'Dana Brooks', at: '2026-01-15T09:00:00.000Z' });
      await w.wait(1_000);
      await w.act(panelClosed());
    },
  },
  {
    name: 'review-desk',
    title:
      'Two documents wait: the first is approved by a shortcut, another user decides the second, and the queue is empty',
    run: async (w) => {
      const second = 'd0000000-0000-4000-8000-000000000002';
      await atWork(w, REVIEWER);
      w.respond('listIds', ok({ ids: [ID, second], complete: true }));
      w.respond('recordRead', ({ params }) => page(params?.['recordId'] ?? ID));
      w.respond('complianceDocumentPreview', ok({ file: '<file:2>', fileName: 'BLS.pdf', size: 10 }));
      w.respond(
        'recordStates',
        ok({ records: [paper('PENDING_REVIEW', 1), { ...paper('PENDING_REVIEW', 1), recordId: second }] }),
      );
      await w.act(navigateRequested({ to: '/vms/compliance/reviewdesk' }), 1_000);
      w.respond(
        'performRecordAction',
        ok({ results: [result('done', paper('APPROVED', 2, 'Vera Marsh'), { undoSeconds: 10 })] }),
      );
      w.respond(
        'recordStates',
        ok({ records: [{ ...paper('APPROVED', 2, 'Dana Brooks'), recordId: second, lastAction: 'approve' }] }),
      );
      await w.act(reviewActionPressed({ action: 'approve' }), 1_000);
    },
  },
  {
    name: 'review-desk-there-and-back',
    title:
      'The queue of the desk is loaded again after a failure; documents are passed over, decided and taken back until none is left',
    run: async (w) => {
      const ids = [ID, 'd0000000-0000-4000-8000-000000000002'];
      const decide = reviewActionPressed({ action: 'approve' });
      await atWork(w, REVIEWER);
      w.respond('recordRead', ({ params }) => page(params?.['recordId'] ?? ID));
      w.respond('complianceDocumentPreview', ok({ file: '<file:2>', fileName: 'BLS.pdf', size: 10 }));
      w.respond('recordStates', ({ body }) =>
        ok({
          records: (body?.['recordIds'] as readonly string[]).map((recordId) => ({
            ...paper('PENDING_REVIEW', 1),
            recordId,
          })),
        }),
      );
      w.respond('performRecordAction', ({ body }) => {
        const [record] = body?.['records'] as readonly { readonly recordId: string }[];
        return ok({
          results: [
            result('done', { ...paper('APPROVED', 2, 'Vera Marsh'), ...record, version: 2 }, { undoSeconds: 10 }),
          ],
        });
      });
      w.respond('undoRecordAction', ({ body }) =>
        ok(result('undone', { ...paper('PENDING_REVIEW', 3), recordId: String(body?.['recordId']) })),
      );
      w.respond('listIds', apiError(500, 'server.error'));
      await w.act(navigateRequested({ to: '/vms/compliance/reviewdesk' }), 1_000);
      w.respond('listIds', ok({ ids, complete: true }), 300);
      await w.act(reviewReloadPressed(), 100);
      await w.act(reviewReloadPressed(), 100);
      for (const tooEarly of [reviewNextPressed(), reviewPreviousPressed(), reviewSkippedPressed()])
        await w.act(tooEarly, 0);
      await w.act(reviewedElsewhere({ ids }), 1_000);
      await w.act(reviewNextPressed(), 200);
      await w.act(reviewPreviousPressed(), 200);
      await w.act(decide, 1_000);
      await w.act(reviewUndoPressed(), 1_000);
      await w.act(reviewNextPressed(), 200);
      await w.act(reviewNextPressed(), 200);
      await w.act(reviewPreviousPressed(), 200);
      await w.act(reviewNextPressed(), 200);
      await w.act(reviewSkippedPressed(), 200);
      await w.act(decide, 1_000);
      await w.act(decide, 1_000);
      await w.act(reviewUndoPressed(), 1_000);
      await w.act(reviewReloadPressed(), 0);
      await w.act(reviewUndoPressed(), 1_000);
      w.respond('listIds', ok({ ids: [], complete: true }));
      await w.act(reviewReloadPressed(), 1_000);
      await w.act(reviewReloadPressed(), 1_000);
    },
  },
  {
    name: 'palette-opens-record',
    title: 'A number is typed into the palette, the server finds the record, and its page opens',
    run: async (w) => {
      await atWork(w, REVIEWER);
      w.respond('recordRead', page(ID));
      w.respond('complianceDocumentPreview', ok({ file: '<file:2>', fileName: 'BLS.pdf', size: 10 }));
      w.respond('recordsFound', ok({ records: [{ kind: 'document', id: ID, row: { id: ID, name: 'BLS' } }] }));
      await w.act(paletteOpened());
      await w.act(paletteTyped({ text: '10' }), 60);
      await w.act(paletteTyped({ text: '100' }), 1_000);
      await w.act(paletteChosen({ does: navigateRequested({ to: `/vms/compliance/documents/${ID}` }) }), 1_000);
    },
  },
];
