/** The chat's badge and changes, in every page. */
import { createAction, createReducer } from '@reduxjs/toolkit';
import type { ChatChanges } from '../../../contract/chat/chat';
import { NO_CHAT, moved, type ChatLive } from './live.rules';

/** New changes that continue the known position: dispatched once each, in order. */
export const chatChanged = createAction<{ readonly changes: ChatChanges }>('chat/changed');
/** The server has changes up to this position. */
export const chatGapFound = createAction<{ readonly position: number }>('chat/gapFound');
/** The browser has drafts or messages that were not sent. */
export const chatUnsentFound = createAction('chat/unsentFound');

export const chatLiveReducer = createReducer<ChatLive>(NO_CHAT, (builder) =>
  builder
    .addCase(chatChanged, (live, { payload }) => moved(live, payload.changes))
    .addCase(chatGapFound, (live, { payload }) => ({ ...live, ahead: Math.max(live.ahead, payload.position) })),
);

/** Opens the panel, at the list. */
export const chatPanelOpened = createAction('chat/panelOpened');
export const chatPanelMoved = createAction<{ readonly candidateId: string | null }>('chat/panelMoved');
export const chatPanelClosed = createAction('chat/panelClosed');

export interface ChatPanel {
  readonly open: boolean;
  /** Whose thread it shows; null for the list. */
  readonly candidateId: string | null;
}

export const chatPanelReducer = createReducer<ChatPanel>({ open: false, candidateId: null }, (builder) =>
  builder
    .addCase(chatPanelOpened, () => ({ open: true, candidateId: null }))
    .addCase(chatPanelMoved, (_, { payload }) => ({ open: true, candidateId: payload.candidateId }))
    .addCase(chatPanelClosed, () => ({ open: false, candidateId: null })),
);

export interface WithChatLive {
  readonly chatLive?: ChatLive;
  readonly chatPanel?: ChatPanel;
}
