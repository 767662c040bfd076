/** What administration holds that is not saved yet. Read by the shell, so it needs nothing else of administration. */
import type { Failure } from '../../../machines/failure';
import type { FileRef } from '../../../machines/references';

interface FormDraft {
  readonly values: unknown;
  /** The saved values that it was typed on; absent for something new. */
  readonly base?: unknown;
}

/** Unsaved drafts, by the address of the form. They survive leaving the page and coming back. */
export type DraftsState = Readonly<Record<string, FormDraft>>;

/** The document being uploaded, or uploaded; null if none was chosen. */
export type UploadState = {
  readonly file: FileRef;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** Upload progress, from 0 to 1. */
  readonly share: number;
  readonly kept: KeptDocument | null;
  readonly failure: Failure | 'tooLarge' | 'empty' | null;
} | null;

export interface KeptDocument {
  readonly broadcastDocumentId: string;
  /** With the extension of its actual type. */
  readonly fileName: string;
  readonly mediaType: string;
}

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
