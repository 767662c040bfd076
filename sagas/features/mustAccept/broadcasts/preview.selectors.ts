/** The document in the dialog of a broadcast. Separate from the shell, because only the dialog needs its texts. */
import { createSelector } from 'reselect';
import { documentFailureText } from '../../documents/documents.texts';
import { selectBroadcast } from './broadcasts.selectors';
import type { PreviewState } from './broadcasts.slice';

/** The document of the broadcast on screen. */
export const selectBroadcastPreview = createSelector(
  [selectBroadcast, (state: { readonly broadcastPreview?: PreviewState }) => state.broadcastPreview ?? null],
  (view, preview) => {
    const own = preview !== null && preview.entityId === view?.broadcast.entityId ? preview : null;
    return {
      isPdf: view?.showsDocument ?? false,
      file: own?.file ?? null,
      error: own?.failure ? `The document cannot be shown. ${documentFailureText(own.failure)}` : null,
    };
  },
);
