/** The chat in every page: its position, its panel, and whose thread is on screen. */
import { createSelector } from 'reselect';
import { TAB_PARAM } from '../../../contract/records/record';
import { selectQuery, selectResolution } from '../../navigation/location/location.selectors';
import { RECORD_PARAM } from '../../navigation/routes/records.sections';
import { selectUser } from '../../session/session.selectors';
import { NO_CHAT, type ChatLive } from './live.rules';
import type { ChatPanel, WithChatLive } from './live.slice';
import { canonicalUuid } from '../../../contract/base/uuid';

/** Query parameter: the candidate whose thread is open. */
export const CHAT_PARAM = 'candidate';

/** The panel of the chat; null while it is closed. */
export const selectChatPanel = ({ chatPanel }: WithChatLive): ChatPanel | null => chatPanel ?? null;

/** The position and badge of the chat; unknown until the server has answered. */
export const selectChatLive = ({ chatLive }: WithChatLive): ChatLive => chatLive ?? NO_CHAT;

/** Whether this user has candidates to chat with; the server checks it again. */
export const selectMayChat = createSelector(
  [selectUser],
  (user) =>
    user !== null &&
    (user.organizationType === 'VMS' || user.organizationType === 'AGENCY') &&
    user.permissions.includes('MENU_CANDIDATE'),
);

/** The candidate whose thread is on the screen; the panel lies over the page. */
export const selectShownCandidate = createSelector(
  [selectResolution, selectQuery, selectChatPanel],
  (resolution, query, panel): string | null => {
    if (panel?.open) return panel.candidateId;
    if (resolution.kind !== 'screen') return null;
    if (resolution.route.screen === 'chat') return canonicalUuid(query.get(CHAT_PARAM));
    const isTab = resolution.route.record === 'candidate' && query.get(TAB_PARAM) === 'chat';
    return isTab ? canonicalUuid(resolution.params[RECORD_PARAM]) : null;
  },
);
