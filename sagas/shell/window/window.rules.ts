/** What the shell makes of the room it has. */
import type { Viewport } from '../../page.types';

export type Breakpoint = 'mobile' | 'tablet' | 'desktop';

export interface WindowState {
  readonly breakpoint: Breakpoint;
  /** The window shares the screen with another one: it takes half of it or less. */
  readonly snapped: boolean;
}

const MOBILE_MAX_PX = 640;
const TABLET_MAX_PX = 1024;

export function windowStateOf({ width, screenWidth }: Viewport): WindowState {
  const breakpoint = width <= MOBILE_MAX_PX ? 'mobile' : width <= TABLET_MAX_PX ? 'tablet' : 'desktop';
  return { breakpoint, snapped: width * 2 <= screenWidth };
}
