/** The size of the window: which layout fits, and whether the window shares the screen. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { port } from './ports/ports';
import type { Viewport } from './ports/page';
import { call, put, take, type SagaGenerator } from './runtime/effects';

export type Breakpoint = 'mobile' | 'tablet' | 'desktop';

export interface WindowState {
  readonly breakpoint: Breakpoint;
  /** The window shares the screen with another one: it takes half of it or less. */
  readonly snapped: boolean;
}

const MOBILE_MAX_PX = 640;
const TABLET_MAX_PX = 1024;

/** The breakpoint of a window, and whether it takes at most half of the screen. Widths are CSS pixels. */
export function windowStateOf({ width, screenWidth }: Viewport): WindowState {
  const breakpoint = width <= MOBILE_MAX_PX ? 'mobile' : width <= TABLET_MAX_PX ? 'tablet' : 'desktop';
  return { breakpoint, snapped: width * 2 <= screenWidth };
}

export const viewportChanged = createAction<Viewport>('shell/viewportChanged');

const AT_FIRST: WindowState = { breakpoint: 'desktop', snapped: false };

/** The same object until the layout changes: a resize sends hundreds of events. */
export function windowReducer(state: WindowState = AT_FIRST, action: UnknownAction): WindowState {
  if (!viewportChanged.match(action)) return state;
  const next = windowStateOf(action.payload);
  return next.breakpoint === state.breakpoint && next.snapped === state.snapped ? state : next;
}

/** Keeps the size of the window in the store. */
export function* watchWindow(): SagaGenerator<void> {
  const viewport = yield* port('viewport');
  const changes = yield* call(viewport.changes);
  try {
    yield* put(viewportChanged(yield* call(viewport.read)));
    while (true) yield* put(viewportChanged(yield* take(changes)));
  } finally {
    changes.close();
  }
}

/** The part of the store that this selector reads. */
export interface WithWindow {
  readonly window?: WindowState;
}

/** The breakpoint and whether the window is snapped; a desktop's until the viewport has been read. */
export const selectWindow = (state: WithWindow): WindowState => state.window ?? AT_FIRST;
