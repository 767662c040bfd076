/** Tracks whether the page waits for an answer, or for the code of a screen. */
let count = 0;

/** Whether an answer or code is being waited for. */
const hasPending = (): boolean => count > 0;

/** Counts something the page waits for. Returns the function to call when it has arrived or failed. */
export function trackPending(): () => void {
  let isOver = false;
  count += 1;
  return () => {
    if (!isOver) count -= 1;
    isOver = true;
  };
}

/** Resolves when the page has nothing to render and nothing to wait for. */
export async function whenIdle(): Promise<void> {
  do await idleMoment();
  while (hasPending());
}

/** Whether the user prefers less data, in the browser or the device: then nothing is prefetched. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Within two seconds in any case. */
function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when what was just rendered is on the screen, after two frames. Never in a hidden tab. */
export async function whenPainted(): Promise<void> {
  await nextFrame();
  await nextFrame();
}

/** Longer than any frame takes; a covered page may get no frame. */
const NO_FRAME_MS = 400;

/** Calls back after the next paint, or immediately in a hidden page, which is not painted. */
export function afterPaint(act: () => void): void {
  if (document.hidden) {
    act();
    return;
  }
  let done = false;
  const once = () => {
    if (!done) act();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, NO_FRAME_MS);
}
