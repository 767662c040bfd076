/** What administration holds that is not saved yet. Read by the shell, so it needs nothing else of administration. */
import type { UploadState } from './broadcasts/upload.slice';
import type { DraftsState } from './forms/forms.slice';

const NONE: DraftsState = {};

interface WithDrafts {
  readonly drafts?: DraftsState;
}

/** By the address of the form; empty until administration is loaded. */
export const selectDrafts = (state: WithDrafts): DraftsState => state.drafts ?? NONE;

/** Whether leaving the page would lose what was typed into any of the forms. */
export const selectHasDrafts = (state: WithDrafts): boolean => Object.keys(selectDrafts(state)).length > 0;

/** Null while no file is chosen, and until administration is loaded. */
export const selectUploadState = (state: { readonly upload?: UploadState }): UploadState => state.upload ?? null;
