/** The key under which a tab remembers that it records or replays. */
export const RECORDER_KEY = 'vms.recorder';

/** Whether this page should record or replay a flow, which only the demo does. */
export function wantsDevtools(): boolean {
  try {
    return (
      (/[?&](recorder|tape)=/.test(window.location.search) || window.sessionStorage.getItem(RECORDER_KEY) !== null) &&
      document.getElementById('runtime-config')!.textContent.includes('"mode":"demo"')
    );
  } catch {
    return false;
  }
}

const TAPE_KEY = `${RECORDER_KEY}.tape`;

export interface KeptTape {
  readonly name: string;
  readonly text: string;
  /** The entry to replay up to; null for the default. */
  readonly upTo: number | null;
}

/** The request to the developer tools in the address, or otherwise in the tab. */
export type DevtoolsVisit =
  | { readonly kind: 'live'; readonly isRecording: boolean }
  /** The tape at the address, or else the stored one. */
  | { readonly kind: 'replay'; readonly address: string | null; readonly kept: KeptTape | null };

/** Removes `recorder` from the address, so that no tape holds it; `tape` stays, so that a reload replays again. */
export function takeDevtoolsVisit(): DevtoolsVisit {
  const url = new URL(window.location.href);
  const address = url.searchParams.get('tape');
  if (address !== null) return { kind: 'replay', address: address || null, kept: keptTape() };
  if (url.searchParams.has('recorder')) {
    url.searchParams.delete('recorder');
    window.history.replaceState(window.history.state, '', url);
  }
  const isRecording = window.sessionStorage.getItem(RECORDER_KEY) === 'recording';
  // One page is one tape: a reload while recording does not start another.
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

/** Reloads the page, so that the tape starts with the first step of the sagas. */
export function reloadToRecord(): void {
  window.sessionStorage.setItem(RECORDER_KEY, 'recording');
  window.location.reload();
}

/** Reloads the page as a replay of this tape. False if the tab cannot store it. */
export function reloadToReplay(tape: KeptTape): boolean {
  try {
    window.sessionStorage.setItem(TAPE_KEY, JSON.stringify(tape));
  } catch {
    return false;
  }
  window.location.assign('/?tape=');
  return true;
}

/** Hides the recorder in this tab from now on. */
export function clearDevtools(): void {
  window.sessionStorage.removeItem(RECORDER_KEY);
  window.sessionStorage.removeItem(TAPE_KEY);
}

/** Back to the app itself. */
export function leaveDevtools(): void {
  window.location.assign('/');
}
