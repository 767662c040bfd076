/** Under which a tab remembers that it records or replays. */
export const RECORDER_KEY = 'vms.recorder';

/** Whether this page was asked to record or replay a flow, which only the demo does. */
export function wantsTape(): boolean {
  try {
    return (
      (/[?&](recorder|tape)=/.test(window.location.search) || window.sessionStorage.getItem(RECORDER_KEY) !== null) &&
      document.getElementById('runtime-config')!.textContent.includes('"mode":"demo"')
    );
  } catch {
    return false;
  }
}
