/** Apart from the other intents, which every page loads. */
import { createAction } from '@reduxjs/toolkit';
import type { RecordReference } from '../../../../contract/records/notificationRecord';

/** A row with a record that can be acted on is on the screen: the record's state is needed. */
export const rowRecordShown = createAction<RecordReference>('notifications/rowRecordShown');
