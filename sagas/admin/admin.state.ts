import type { UploadState } from '../broadcastAdmin/upload.reducer';
import type { BroadcastState } from '../broadcastAdmin/broadcast.reducer';
import type { DraftsState } from '../forms/forms.reducer';
import type { ChoicesState } from '../users/choices.reducer';

/** What administration keeps while somebody is signed in. It joins the store when its first page is opened. */
export interface AdminState {
  readonly drafts: DraftsState;
  readonly choices: ChoicesState;
  readonly upload: UploadState;
  readonly broadcast: BroadcastState;
}
