/** The chat's position in this tab, and which changes advance it. Pure. */
import type { ChatChanges } from '../../../contract/chat/chat';

export interface ChatLive {
  /** False until the server has sent the reader's position. */
  readonly known: boolean;
  /** All changes up to here are applied. */
  readonly position: number;
  /** The highest position known to exist. */
  readonly ahead: number;
  /** Messages of candidates that the reader has not read. */
  readonly unread: number;
}

export const NO_CHAT: ChatLive = { known: false, position: 0, ahead: 0, unread: 0 };

/** The server's position is below the reader's, as after restoring its database. */
export const isRewound = ({ after, position }: ChatChanges): boolean => after > position;

/** Whether the changes continue from the known position: neither known already nor after a gap. */
export function isNext(live: ChatLive, changes: ChatChanges): boolean {
  if (isRewound(changes)) return live.known && changes.position < live.position;
  return live.known && changes.after <= live.position && changes.position > live.position;
}

/** The state after changes are applied; `ahead` falls back if the server was restored. */
export const moved = (live: ChatLive, changes: ChatChanges): ChatLive => {
  const { position, unread } = changes;
  return { known: true, position, unread, ahead: isRewound(changes) ? position : Math.max(live.ahead, position) };
};
