/** What a person does with a broadcast. */
import { createAction } from '@reduxjs/toolkit';

export const broadcastDocumentAsked = createAction<{ readonly entityId: string; readonly tenantId: string }>(
  'broadcasts/documentAsked',
);
export const broadcastAccepted = createAction<{ readonly entityId: string }>('broadcasts/accepted');
