/** What a person does with a broadcast. */
import { createAction } from '@reduxjs/toolkit';

export const broadcastDocumentAsked = createAction<{ readonly entityId: string; readonly tenantId: string }>(
  'broadcasts/documentAsked',
);
/** Its document could not be shown: once more. */
export const broadcastPreviewRetried = createAction('broadcasts/previewRetried');
export const broadcastAccepted = createAction<{ readonly entityId: string }>('broadcasts/accepted');
