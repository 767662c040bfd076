/** What this visit of the page is for, as far as tapes go: the address says it, and a note that the tab keeps. */
import { RECORDER_KEY } from './wantsTape';

const TAPE_KEY = `${RECORDER_KEY}.tape`;

export interface KeptTape {
  readonly name: string;
  readonly text: string;
  /** The entry to replay up to; null for none of them in particular. */
  readonly upTo: number | null;
}

export type TapeVisit =
  | { readonly kind: 'live'; readonly isRecording: boolean }
  /** Of the address, if that names one, otherwise the one that was kept. */
  | { readonly kind: 'replay'; readonly address: string | null; readonly kept: KeptTape | null };

/** `recorder` leaves the address, so that no tape has it; `tape` stays, so that a reload replays again. */
export function takeTapeVisit(): TapeVisit {
  const url = new URL(window.location.href);
  const address = url.searchParams.get('tape');
  if (address !== null) return { kind: 'replay', address: address || null, kept: keptTape() };
  if (url.searchParams.has('recorder')) {
    url.searchParams.delete('recorder');
    window.history.replaceState(window.history.state, '', url);
  }
  const isRecording = window.sessionStorage.getItem(RECORDER_KEY) === 'recording';
  // One page is one tape: who reloads while recording begins no other.
  window.sessionStorage.setItem(RECORDER_KEY, 'shown');
  return { kind: 'live', isRecording };
}

function keptTape(): KeptTape | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(TAPE_KEY) ?? 'null') as KeptTape | null;
  } catch {
    return null;
  }
}

/** Loads the page afresh, so that the sagas are heard from their first step on. */
export function visitToRecord(): void {
  window.sessionStorage.setItem(RECORDER_KEY, 'recording');
  window.location.reload();
}

/** Loads the page as a replay of this tape. False where the tab cannot keep so much. */
export function visitToReplay(tape: KeptTape): boolean {
  try {
    window.sessionStorage.setItem(TAPE_KEY, JSON.stringify(tape));
  } catch {
    return false;
  }
  window.location.assign('/?tape=');
  return true;
}

/** The recorder is not shown any more in this tab. */
export function forgetTapes(): void {
  window.sessionStorage.removeItem(RECORDER_KEY);
  window.sessionStorage.removeItem(TAPE_KEY);
}

/** Back to the app itself. */
export function visitApp(): void {
  window.location.assign('/');
}
