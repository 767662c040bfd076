import { isUnderWay } from './underWay';

/** Resolves when the page has nothing better to do: nothing to draw, and nothing to wait for. */
export async function whenIdle(): Promise<void> {
  do await idleMoment();
  while (isUnderWay());
}

/** Within two seconds in any case. */
function idleMoment(): Promise<void> {
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
