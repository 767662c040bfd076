/** Resolves when the page has nothing better to do, within two seconds in any case. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}

/** Resolves when what was just drawn is on the screen, and the page then has nothing better to do. Not in a hidden tab. */
export async function whenPainted(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  await whenIdle();
}
