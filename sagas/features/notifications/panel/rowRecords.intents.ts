/** Separate from the other intents, because every page loads those. */
import { createAction } from '@reduxjs/toolkit';
import type { RecordReference } from '../../../../contract/records/notificationRecord';

/** A row shows a record with actions and needs its state. */
export const rowRecordShown = createAction<RecordReference>('notifications/rowRecordShown');
