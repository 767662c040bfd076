/** The buttons of records, the form of an action, and its progress. */
import { createSelector } from 'reselect';
import type {
  ActionField,
  ActionKind,
  RequestedField,
  RecordAction,
  RecordState,
} from '../../../contract/records/action';
import { findAction } from '../../../contract/records/actions';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { actionsIn } from '../../../machines/record/record.machine';
import { selectNotices, type Notice } from '../../base/notices/notices.slice';
import type { WithMachines } from '../../base/runtime/machines.slice';
import { selectUser } from '../../session/session.selectors';
import { changeText } from './recordActions.rules';
import type { ActionDialog, ActionResult, ActionRun, RecordActionsState } from './recordActions.slice';

export type WithRecordActions = WithMachines & { readonly recordActions?: RecordActionsState };

/** Undefined until the part of record actions is loaded. */
export const selectState = (state: WithRecordActions) => state.recordActions;

const NONE: Readonly<Record<string, never>> = {};
const selectKnown = (state: WithRecordActions) => state.recordActions?.known ?? NONE;
const selectExpected = (state: WithRecordActions) => state.recordActions?.expected ?? NONE;
const selectDialog = (state: WithRecordActions): ActionDialog | null => state.recordActions?.dialog ?? null;
/** The action that is running, or whose result is still shown; null if there is none. */
const selectActionRun = (state: WithRecordActions): ActionRun | null => state.recordActions?.run ?? null;

/** A record as it is shown: in the expected state until the server has answered. */
export const selectActionableRecord = (state: WithRecordActions, id: string): ActionableRecord | undefined => {
  const record: ActionableRecord | undefined = selectKnown(state)[id];
  const expected: RecordState | undefined = selectExpected(state)[id];
  return record && expected ? { ...record, state: { ...expected } } : record;
};

/** The result of the last action on a record, if it is shown beside it; null without one. */
export const selectActionResult = (state: WithRecordActions, id: string): ActionResult | null =>
  state.recordActions?.results[id] ?? null;

export interface ActionButton {
  readonly action: string;
  readonly label: string;
  readonly variant: RecordAction['variant'];
  /** The records that the action applies to. */
  readonly ids: readonly string[];
}

/** The actions that this user may apply to at least one of these records; empty until their states are known. */
export const selectActionButtons = createSelector(
  [
    selectUser,
    selectKnown,
    selectExpected,
    (_: WithRecordActions, kind: ActionKind) => kind,
    (_: WithRecordActions, __: ActionKind, ids: readonly string[]) => ids,
  ],
  (user, known, expected, kind, ids): readonly ActionButton[] => {
    if (user === null) return [];
    const allowed = new Map<string, string[]>();
    for (const id of ids) {
      const state: RecordState | undefined = expected[id] ?? known[id]?.state;
      for (const action of state ? actionsIn(kind, state, user) : [])
        allowed.set(action, [...(allowed.get(action) ?? []), id]);
    }
    return [...allowed].flatMap(([action, those]) => {
      const rule = findAction(kind, action);
      return rule ? [{ action, ids: those, label: rule.label, variant: rule.variant }] : [];
    });
  },
);

export interface ActionForm {
  readonly title: string;
  /** The consequence to confirm; null if the form has fields. */
  readonly question: string | null;
  readonly confirm: string;
  readonly isDangerous: boolean;
  readonly fields: readonly {
    readonly field: ActionField;
    readonly requested: RequestedField;
    readonly text: string;
    readonly error: string | undefined;
  }[];
  readonly busy: boolean;
  readonly problem: string | null;
  readonly problemId: number;
  /** Another user was first: the record as it was shown and as it is. */
  readonly changed: { readonly seen: string; readonly now: string } | null;
}

/** Null while none is open. */
export const selectActionForm = createSelector([selectDialog, selectActionRun], (dialog, run): ActionForm | null => {
  const rule = dialog && findAction(dialog.kind, dialog.action);
  if (!dialog || !rule) return null;
  const { action, ids, shown, draft, errors, problem, problems, seen } = dialog;
  const record = shown[ids[0] ?? ''];
  const what = ids.length === 1 && record ? record.name : `${ids.length} records`;
  const fields = Object.entries(rule.fields) as [ActionField, RequestedField][];
  return {
    title: `${rule.label}: ${what}`,
    question: fields.length === 0 ? `This cannot be undone. ${rule.label}?` : null,
    confirm: rule.label,
    isDangerous: rule.variant === 'danger',
    fields: fields.map(([field, requested]) => ({
      field,
      requested,
      text: draft[field] ?? '',
      error: errors[field],
    })),
    busy: run !== null && !run.isOver,
    problem,
    problemId: problems,
    changed: seen && record ? changeText(rule, action, seen, record) : null,
  };
});

export interface ActionProgress {
  readonly title: string;
  readonly percent: number;
  readonly text: string;
  readonly isOver: boolean;
  readonly notDone: ActionRun['notDone'];
  /** The notice that offers to undo what was done; null if there is none. */
  readonly undo: Notice | null;
}

/** The progress or result of an action on several records; null otherwise. */
export const selectActionProgress = createSelector(
  [selectActionRun, selectNotices],
  (run, notices): ActionProgress | null => {
    if (run === null || (run.ids.length === 1 && !run.isOver)) return null;
    const { answered, ids, notDone, isOver, kind, action } = run;
    const done = answered - notDone.length;
    return {
      title: findAction(kind, action)?.label ?? '',
      percent: Math.round((answered / ids.length) * 100),
      text: isOver ? `${done} of ${ids.length} done.` : `${answered} of ${ids.length}`,
      isOver,
      notDone,
      undo: notices.find(({ undo }) => undo !== undefined && undo === run.undo) ?? null,
    };
  },
);
