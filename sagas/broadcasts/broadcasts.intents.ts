/** What a person does with a broadcast. */
import { createAction } from '@reduxjs/toolkit';

export const broadcastAccepted = createAction<{ readonly entityId: string }>('broadcasts/accepted');
