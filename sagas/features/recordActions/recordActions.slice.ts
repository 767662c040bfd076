/** Records with actions, and the action whose form is open or that is running. */
import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ActionField, ActionKind, RecordState } from '../../../contract/records/action';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { omit } from '../../base/omit';
import { pageMoved } from '../../navigation/location/location.slice';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { recordStatesArrived } from './recordStates.events';
import { draftOf, type ActionDraft, type DraftErrors } from './recordActions.rules';

export interface ActionTarget {
  readonly kind: ActionKind;
  readonly action: string;
  readonly ids: readonly string[];
  /** One record, beside which its result is shown. */
  readonly isInline?: true;
}

interface ActionToUndo extends ActionTarget {
  readonly requestId: string;
  /** Epoch ms. */
  readonly undoUntil: number;
}

export interface ActionDialog extends ActionTarget {
  /** By id: the records as the form shows them. Their versions are sent, so that a later change is not overwritten. */
  readonly shown: Readonly<Record<string, ActionableRecord>>;
  readonly draft: ActionDraft;
  /** Whether it holds anything that the user has typed. */
  readonly isTyped: boolean;
  readonly errors: DraftErrors;
  /** A sentence why the action was not done; null if there is none. */
  readonly problem: string | null;
  /** Rises with each problem, so that a repeated sentence is announced again. */
  readonly problems: number;
  /** The record as it was shown before the last problem, if another user had changed it. */
  readonly seen: ActionableRecord | null;
}

interface LostRequest {
  /** The action with its input. */
  readonly what: string;
  /** By id: the version that was sent. */
  readonly versions: Readonly<Record<string, number>>;
  readonly requestId: string;
}

/** A record that the action failed for, and why. */
export interface NotDone {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
}

export interface ActionRun extends ActionTarget {
  /** How many of its records the server has answered for. */
  readonly answered: number;
  readonly notDone: readonly NotDone[];
  readonly isOver: boolean;
  /** Undoes what was done; its notice offers it, too. Absent if nothing can be undone. */
  readonly undo?: UnknownAction;
}

/** The result of an action, shown beside its record. */
export interface ActionResult {
  readonly tone: 'positive' | 'info' | 'negative';
  readonly text: string;
  /** The action that takes it back, for as long as that is possible. */
  readonly undo: UnknownAction | null;
  /** For how long that is, from now on. Absent without `undo`. */
  readonly undoMs?: number;
  /** The request that it takes back. Absent without `undo`. */
  readonly undoes?: string;
}

export interface RecordActionsState {
  /** By id, from the server's last answer. */
  readonly known: Readonly<Record<string, ActionableRecord>>;
  /** States that are shown before the server has answered. */
  readonly expected: Readonly<Record<string, RecordState>>;
  readonly dialog: ActionDialog | null;
  /** The action that is under way, or whose result is still shown. */
  readonly run: ActionRun | null;
  /** A request that failed: it may have taken effect, so repeating it, or the rest of it, sends the same id. */
  readonly lost: LostRequest | null;
  /** The fields that were typed in and not sent, by kind, action and records. */
  readonly drafts: Readonly<Record<string, ActionDraft>>;
  /** Of the last actions whose results are shown beside their records, by record. */
  readonly results: Readonly<Record<string, ActionResult>>;
}

const NOTHING: RecordActionsState = {
  known: {},
  expected: {},
  dialog: null,
  run: null,
  lost: null,
  drafts: {},
  results: {},
};

const draftKey = ({ kind, action, ids }: ActionTarget): string => `${kind}.${action}.${ids.join()}`;

/** Those of the records that are known. */
const shownOf = ({ known }: RecordActionsState, ids: readonly string[]): ActionDialog['shown'] =>
  Object.fromEntries(Object.entries(known).filter(([id]) => ids.includes(id)));

/** What was typed, and the proposed values of the other fields. */
function draftIn({ drafts }: RecordActionsState, target: ActionTarget, shown: ActionDialog['shown']): ActionDraft {
  const [only] = target.ids;
  const record = target.ids.length === 1 && only !== undefined ? shown[only] : undefined;
  return { ...draftOf(record?.defaults[target.action]), ...drafts[draftKey(target)] };
}

interface Progress {
  readonly ids: readonly string[];
  readonly records: readonly ActionableRecord[];
  readonly notDone: readonly NotDone[];
}

interface RunOver {
  readonly keeps: boolean;
  readonly isDone: boolean;
  readonly undo?: UnknownAction;
}

const slice = createSlice({
  name: 'recordActions',
  initialState: NOTHING,
  reducers: {
    actionFormOpened: (state, { payload }: PayloadAction<ActionTarget>): RecordActionsState => {
      const shown = shownOf(state, payload.ids);
      return {
        ...state,
        run: null,
        dialog: {
          ...payload,
          shown,
          draft: draftIn(state, payload, shown),
          isTyped: draftKey(payload) in state.drafts,
          errors: {},
          problem: null,
          problems: 0,
          seen: null,
        },
      };
    },
    actionDraftChanged: (
      state,
      { payload: { field, text } }: PayloadAction<{ readonly field: ActionField; readonly text: string }>,
    ): RecordActionsState => {
      if (state.dialog === null) return state;
      const { dialog, drafts } = state;
      const key = draftKey(dialog);
      return {
        ...state,
        dialog: {
          ...dialog,
          draft: { ...dialog.draft, [field]: text },
          isTyped: true,
          errors: { ...dialog.errors, [field]: undefined },
        },
        drafts: { ...drafts, [key]: { ...drafts[key], [field]: text } },
      };
    },
    actionConfirmed: (state) => state,
    actionDraftRefused: (state, { payload: { errors } }: PayloadAction<{ readonly errors: DraftErrors }>) => {
      if (state.dialog !== null) state.dialog.errors = errors;
    },
    /** The action was not done: what was typed stays, and the form shows the record as it is now. */
    actionProblem: (
      state,
      { payload: { problem } }: PayloadAction<{ readonly problem: string }>,
    ): RecordActionsState => {
      const { dialog } = state;
      if (dialog === null) return state;
      const shown = shownOf(state, dialog.ids);
      const was = dialog.shown[dialog.ids[0] ?? ''];
      const isChanged = was !== undefined && was.version !== shown[was.recordId]?.version;
      return {
        ...state,
        dialog: {
          ...dialog,
          shown,
          draft: isChanged ? draftIn(state, dialog, shown) : dialog.draft,
          problem,
          problems: dialog.problems + 1,
          seen: isChanged ? was : null,
        },
      };
    },
    /** The form is left; what was typed is kept for the next time. */
    actionCancelled: (state) => ({ ...state, dialog: null }),
    actionBegun: (
      state,
      {
        payload: { expected, ...wanted },
      }: PayloadAction<ActionTarget & { readonly expected: Readonly<Record<string, RecordState>> }>,
    ): RecordActionsState => ({
      ...state,
      expected: { ...state.expected, ...expected },
      results: omit(state.results, wanted.ids),
      run: { ...wanted, answered: 0, notDone: [], isOver: false },
    }),
    actionAnswered: (state, { payload: { ids, records, notDone } }: PayloadAction<Progress>): RecordActionsState => ({
      ...state,
      known: { ...state.known, ...Object.fromEntries(records.map((record) => [record.recordId, record])) },
      expected: omit(state.expected, ids),
      run: state.run && {
        ...state.run,
        answered: state.run.answered + ids.length,
        notDone: [...state.run.notDone, ...notDone],
      },
    }),
    /** `keeps`: some failed, and the user should read why. */
    actionOver: (state, { payload: { keeps, isDone, undo } }: PayloadAction<RunOver>): RecordActionsState => {
      const { run, dialog, drafts } = state;
      const key = isDone && run ? draftKey(run) : null;
      return {
        ...state,
        dialog: isDone ? null : dialog,
        run: keeps && run ? { ...run, isOver: true, ...(undo && { undo }) } : null,
        drafts: key === null ? drafts : omit(drafts, [key]),
      };
    },
    actionSettled: (
      state,
      { payload: { id, result } }: PayloadAction<{ readonly id: string; readonly result: ActionResult }>,
    ): RecordActionsState => ({ ...state, results: { ...state.results, [id]: result } }),
    /** It can no longer be undone. */
    undoOver: (state, { payload: { id } }: PayloadAction<{ readonly id: string }>): RecordActionsState => {
      const result: ActionResult | undefined = state.results[id];
      if (!result) return state;
      const { tone, text } = result;
      return { ...state, results: { ...state.results, [id]: { tone, text, undo: null } } };
    },
    requestLost: (state, { payload }: PayloadAction<LostRequest | null>) => ({ ...state, lost: payload }),
    actionResultClosed: (state) => ({ ...state, run: null }),
    /** Its form is left, too; what was typed is kept for the next time. */
    actionStopped: (state) => ({ ...state, dialog: null }),
    actionUndone: (state, _: PayloadAction<ActionToUndo>) => state,
  },
  extraReducers: (builder) =>
    builder
      .addCase(recordStatesArrived, (state, { payload: { records } }) => ({
        ...state,
        known: { ...state.known, ...Object.fromEntries(records.map((record) => [record.recordId, record])) },
      }))
      // The form belonged to the page that was left; what was typed is kept.
      .addCase(pageMoved, (state, { payload }) => (payload.by === 'replace' ? state : { ...state, dialog: null })),
});

export const {
  actionFormOpened,
  actionDraftChanged,
  actionConfirmed,
  actionDraftRefused,
  actionProblem,
  actionCancelled,
  actionBegun,
  actionAnswered,
  actionOver,
  actionSettled,
  undoOver,
  requestLost,
  actionResultClosed,
  actionStopped,
  actionUndone,
} = slice.actions;
/** Joins the store with the first record that is acted on. */
export const recordActionsReducers = clearedOnSignOut({ recordActions: slice.reducer });
