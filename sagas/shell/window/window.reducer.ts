import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Viewport } from '../../page.types';
import { windowStateOf, type WindowState } from './window.rules';

export const viewportChanged = createAction<Viewport>('shell/viewportChanged');

const AT_FIRST: WindowState = { breakpoint: 'desktop', snapped: false };

/** The same object until something changes that anybody can see: a resize comes in hundreds of steps. */
export function windowReducer(state: WindowState = AT_FIRST, action: UnknownAction): WindowState {
  if (!viewportChanged.match(action)) return state;
  const next = windowStateOf(action.payload);
  return next.breakpoint === state.breakpoint && next.snapped === state.snapped ? state : next;
}
