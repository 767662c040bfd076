import type { UnknownAction } from '@reduxjs/toolkit';
import type { PageLocation } from '../../ports';
import { pageMoved } from './navigation.actions';

export function locationReducer(state: PageLocation | null = null, action: UnknownAction): PageLocation | null {
  return pageMoved.match(action) ? action.payload.location : state;
}
