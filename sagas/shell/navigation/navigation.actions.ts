/** Going places: what became of it. */
import { createAction } from '@reduxjs/toolkit';
import type { PageMove } from '../../page.types';

export { historyStepRequested, navigateRequested } from './navigation.intents';

export const pageMoved = createAction<PageMove>('navigation/pageMoved');
