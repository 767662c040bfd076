/** The form at the address: initial values, draft, and the progress of saving. */
import { createSelector } from 'reselect';
import type { Failure } from '../../../../machines/failure';
import type { FormContext } from '../../../../machines/form/form.machine';
import { failureText } from '../../../base/http/failureText';
import { isUnanswered } from '../../../base/http/outcome';
import { selectPathname } from '../../../navigation/location/location.selectors';
import { machineSelector, type WithMachines } from '../../../base/runtime/machines.slice';
import { selectDrafts } from '../unsaved.selectors';

const selectMachine = machineSelector<FormContext>('form');

/** Whether the form that runs is being saved, also after its page was left. */
export const selectIsSaving = (state: WithMachines): boolean => {
  const tags = selectMachine(state)?.tags ?? [];
  return tags.includes('busy') || tags.includes('saved');
};

/** Why the form that runs was not saved; null if it was, or was not tried. */
export const selectSaveError = (state: WithMachines): string | null => {
  const { failure, saveFailed } = selectMachine(state)?.context ?? { failure: null };
  return failure !== null && saveFailed ? saveFailureText(failure) : null;
};

/** Null while the machine runs the form of another address, or none. */
const selectHere = createSelector([selectMachine, selectPathname], (machine, pathname) =>
  machine !== undefined && machine.context.key === pathname ? machine : null,
);

export interface FormView {
  readonly key: string;
  /** Null until loaded. */
  readonly loaded: unknown;
  /** What changes of other users are found by; null without a draft from before or a newer version. */
  readonly before: unknown;
  /** The unsaved draft, as it was typed. */
  readonly draft: unknown;
  /** The saved values that it was typed on; null for something new. */
  readonly base: unknown;
  readonly busy: boolean;
  readonly refreshing: boolean;
  readonly failure: Failure | null;
  /** Whether another user changed it in the meantime. */
  readonly conflict: boolean;
  /** Why it could not be loaded or saved. */
  readonly error: string | null;
  readonly errorId: number;
}

/** The form at the address with its draft, which is kept until it is saved or discarded. */
export const selectForm = createSelector(
  [selectHere, selectPathname, selectDrafts],
  (machine, pathname, drafts): FormView => {
    const {
      loaded = null,
      before = null,
      failure = null,
      saveFailed = false,
      failureCount = 0,
    } = machine?.context ?? {};
    const key = pathname ?? '';
    return {
      key,
      loaded,
      before,
      draft: drafts[key]?.values ?? null,
      base: drafts[key]?.base ?? null,
      busy: machine?.tags.includes('busy') === true || machine?.tags.includes('saved') === true,
      refreshing: machine?.tags.includes('refreshing') ?? false,
      failure,
      conflict: failure?.kind === 'refused' && failure.code === 'conflict',
      error: failure && (saveFailed ? saveFailureText(failure) : failureText(failure)),
      errorId: failureCount,
    };
  },
);

/** Without an answer it is unknown whether it was saved. */
function saveFailureText(failure: Failure): string {
  if (!isUnanswered({ failure })) return failureText(failure);
  return 'No answer arrived, so this may or may not have been saved. Please try again: it is saved only once.';
}

/** The draft on top of what is saved now: another user may have changed that since it was typed. */
export function draftOnto<V>(
  { draft, base }: FormView,
  loaded: { readonly values: V } | null,
  rebase: (typed: V, before: V, now: V) => V,
): V | null {
  const typed = draft as V | null;
  return typed === null || base === null || loaded === null ? typed : rebase(typed, base as V, loaded.values);
}

/** The draft on top of a newer version: fields changed here are kept, the others are as they are now. */
export function rebaseFields<V extends object>(typed: V, before: V, now: V): V {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const entries = (Object.keys(typed) as (keyof V)[]).map((name) => [
    name,
    same(typed[name], before[name]) ? now[name] : typed[name],
  ]);
  return Object.fromEntries(entries) as V;
}

/** A set on top of a newer version: what was added or removed here stays so, the rest is as it is now. */
export function rebaseSet<T>(typed: readonly T[], before: readonly T[], now: readonly T[]): readonly T[] {
  const added = typed.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !typed.includes(each));
  return [...new Set([...now.filter((each) => !removed.includes(each)), ...added])];
}
