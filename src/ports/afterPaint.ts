/** Calls back once the page as it is now has been painted; at once while nobody looks, as nothing is painted then. */
export function afterPaint(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}
