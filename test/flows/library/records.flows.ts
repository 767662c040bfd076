import { recordActionPressed } from '../../../sagas/features/recordActions/recordActions.intents';
import {
  actionConfirmed,
  actionDraftChanged,
  actionUndone,
} from '../../../sagas/features/recordActions/recordActions.slice';
import { ok } from '../../support/scriptedServer';
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
const result = (outcome: string, record: object, more: object = {}) => ({
  outcome,
  sentence: null,
  record,
  undoSeconds: null,
  ...more,
});

/** Somebody who reviews documents. */
async function atWork(w: World): Promise<void> {
  w.say('sessionCheck', LOGGED_IN);
  w.say('userInfo', ok({ ...USER, permissions: ['DOCUMENT_REVIEW'] }));
  w.say('listSearch', ok({ rows: [], total: 0, page: 1, size: 50 }));
  w.say('listOptions', ok({}));
  w.say('tasksDueToday', ok({ count: 0 }));
  w.say('recordStates', ok({ records: [paper('PENDING_REVIEW', 1)] }));
  w.tab.goTo('/vms/vms-task');
  await w.start('unknown');
  await w.wait(1_000);
}

const press = (action: string) => recordActionPressed({ kind: 'document', ids: [ID], action });

export const recordFlows: readonly Script[] = [
  {
    name: 'record-approved-and-taken-back',
    title: 'A document is approved at once, and the approval taken back within ten seconds.',
    run: async (w) => {
      await atWork(w);
      w.say(
        'performRecordAction',
        ok({ results: [result('done', paper('APPROVED', 2, 'Vera Marsh'), { undoSeconds: 10 })] }),
      );
      w.say('undoRecordAction', ok(result('undone', paper('PENDING_REVIEW', 3, 'Vera Marsh'))));
      await w.act(press('approve'));
      const { requestId = '' } = (w.tab.sent.find(({ endpoint }) => endpoint === 'performRecordAction')?.body ??
        {}) as { readonly requestId?: string };
      await w.act(actionUndone({ kind: 'document', ids: [ID], action: 'approve', requestId }));
    },
  },
  {
    name: 'record-changed-meanwhile',
    title: 'A reason is typed while the server cannot be reached; somebody else is first, and nothing typed is lost.',
    run: async (w) => {
      await atWork(w);
      w.say('performRecordAction', 'unreachable');
      await w.act(press('reject'));
      await w.act(actionDraftChanged({ field: 'reason', text: 'Illegible' }));
      await w.act(actionConfirmed(), 3_000);
      const changed = result('changed', paper('APPROVED', 2, 'Dana Brooks'), {
        sentence: 'BLS of Ann Smith was changed by Dana Brooks.',
      });
      w.say('performRecordAction', ok({ results: [changed] }));
      await w.act(actionConfirmed());
    },
  },
];
