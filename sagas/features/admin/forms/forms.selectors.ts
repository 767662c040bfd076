/** The form at the address: start values, draft, and the progress of saving. */
import { createSelector } from 'reselect';
import type { Failure } from '../../../../machines/failure';
import type { FormContext } from '../../../../machines/form/form.machine';
import { failureText } from '../../../base/http/failureText';
import { selectPathname } from '../../../navigation/location/location.selectors';
import { machineSelector } from '../../../base/runtime/machines.slice';
import { selectDrafts } from '../unsaved.selectors';

const selectMachine = machineSelector<FormContext>('form');

/** Null while the machine runs the form of another address, or none. */
const selectHere = createSelector([selectMachine, selectPathname], (machine, pathname) =>
  machine !== undefined && machine.context.key === pathname ? machine : null,
);

export interface FormView {
  readonly key: string;
  /** Null until loaded. */
  readonly loaded: unknown;
  /** The start values before another user's change was fetched; null without one. */
  readonly before: unknown;
  /** The unsaved draft. */
  readonly draft: unknown;
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
    const { loaded = null, before = null, failure = null, failureCount = 0 } = machine?.context ?? {};
    const key = pathname ?? '';
    return {
      key,
      loaded,
      before,
      draft: drafts[key] ?? null,
      busy: machine?.tags.includes('busy') === true || machine?.tags.includes('saved') === true,
      refreshing: machine?.tags.includes('refreshing') ?? false,
      failure,
      conflict: failure?.kind === 'refused' && failure.code === 'conflict',
      error: failure && textOf(failure),
      errorId: failureCount,
    };
  },
);

/** Without an answer it is unknown whether it was saved. */
function textOf(failure: Failure): string {
  if (failure.kind !== 'unreachable' && failure.kind !== 'timedOut') return failureText(failure);
  return 'No answer arrived, so this may or may not have been saved. Please try again: it is saved only once.';
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
