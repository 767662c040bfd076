/** Where a tab stands in the chat, and which changes move it on. Pure. */
import type { ChatChanges } from '../../../contract/chat/chat';

export interface ChatLive {
  /** False until the server has said where the reader stands. */
  readonly known: boolean;
  /** All changes up to here are applied. */
  readonly position: number;
  /** There are changes up to here, at least. */
  readonly ahead: number;
  /** Messages of candidates that the reader has not read. */
  readonly unread: number;
}

export const NO_CHAT: ChatLive = { known: false, position: 0, ahead: 0, unread: 0 };

/** The server has less than the reader, as after its database was restored. */
const isRewound = ({ after, position }: ChatChanges): boolean => after > position;

/** Whether these follow what is known, and add to it: known ones do not, nor do those after a gap. */
export function isNext(live: ChatLive, changes: ChatChanges): boolean {
  if (isRewound(changes)) return live.known && changes.position < live.position;
  return live.known && changes.after <= live.position && changes.position > live.position;
}

/** The state after changes are applied; `ahead` falls back if the server was restored. */
export const moved = (live: ChatLive, changes: ChatChanges): ChatLive => {
  const { position, unread } = changes;
  return { known: true, position, unread, ahead: isRewound(changes) ? position : Math.max(live.ahead, position) };
};
