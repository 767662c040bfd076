import type { UnknownAction } from '@reduxjs/toolkit';
import type { PageLocation, PageMove } from '../../page.types';
import { pageMoved } from './navigation.actions';

export function locationReducer(state: PageLocation | null = null, action: UnknownAction): PageLocation | null {
  return pageMoved.match(action) ? action.payload.location : state;
}

export function arrivedByReducer(state: PageMove['by'] = 'replace', action: UnknownAction): PageMove['by'] {
  return pageMoved.match(action) ? action.payload.by : state;
}
