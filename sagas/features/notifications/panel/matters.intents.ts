/** Apart from the other intents, which every page loads. */
import { createAction } from '@reduxjs/toolkit';
import type { Matter } from '../../../../contract/records/matters';

/** A row with a record that can be acted on is on the screen: the record's state is needed. */
export const matterShown = createAction<Matter>('notifications/matterShown');
