/** The form at the address: what it starts from, what is typed, and how its saving goes. */
import { createSelector } from 'reselect';
import type { Failure } from '../../machines/failure';
import type { FormContext } from '../../machines/form/form.machine';
import { failureText } from '../access/access.texts';
import type { MachineProjection } from '../machine/projection';
import { selectPathname } from '../shell/shell.selectors';
import type { AppState } from '../state';
import type { DraftsState } from './forms.reducer';

const NONE: DraftsState = {};

export const selectDrafts = (state: AppState): DraftsState => state.admin?.drafts ?? NONE;

export const selectHasDrafts = (state: AppState): boolean => Object.keys(selectDrafts(state)).length > 0;

const selectMachine = (state: AppState) => state.machines['form'] as MachineProjection<FormContext> | undefined;

/** Of another address than this one, or of nobody's: nothing. */
const selectHere = createSelector([selectMachine, selectPathname], (machine, pathname) =>
  machine !== undefined && machine.context.key === pathname ? machine : null,
);

export interface FormView {
  readonly key: string;
  /** Null until it is here. */
  readonly loaded: unknown;
  /** As it was before somebody else's change was fetched; null where none was. */
  readonly before: unknown;
  /** What was typed before, and not saved. */
  readonly draft: unknown;
  readonly busy: boolean;
  readonly refreshing: boolean;
  readonly failure: Failure | null;
  /** Whether another change came in between. */
  readonly conflict: boolean;
  /** Why it was not loaded or not saved. */
  readonly error: string | null;
  readonly errorId: number;
}

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

/** Where no answer came, nobody knows whether it was saved. */
function textOf(failure: Failure): string {
  if (failure.kind !== 'unreachable' && failure.kind !== 'timedOut') return failureText(failure);
  return 'No answer came, so this may have been saved or not. Please try again: it is done once, however often you ask.';
}
