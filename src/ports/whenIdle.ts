/** Resolves when the page has nothing better to do, within two seconds in any case. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when what was just drawn is on the screen: the frame after the next one. Not in a hidden tab. */
export async function whenPainted(): Promise<void> {
  await nextFrame();
  await nextFrame();
}
