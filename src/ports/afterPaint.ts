/** Longer than any frame takes; a page behind others may get none. */
const NO_FRAME_MS = 400;

/** Calls back once the page as it is now has been painted; where nothing is painted, as nobody looks, without. */
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
