/** Whether the page can have the whole screen, without the browser's own bars. */
export const canFillScreen = (): boolean => document.fullscreenEnabled === true;

/** From within a press only. A browser that refuses leaves everything as it is. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // Refused: the board fills the window all the same.
  }
}
