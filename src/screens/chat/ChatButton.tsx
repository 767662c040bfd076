import { useDispatch } from 'react-redux';
import { selectChatLive, selectChatPanel, selectMayChat } from '../../../sagas/features/chat/live.selectors';
import { chatPanelOpened } from '../../../sagas/features/chat/live.slice';
import { badgeText } from '../../../sagas/features/notifications/panel/bellText';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import '../../ui/theme/iconButton.css';
import { countText } from '../../../sagas/base/numbers';

/** The count of unread messages; opens the panel. Only for people who have a chat. */
export function ChatButton() {
  const dispatch = useDispatch();
  const mayChat = useAppSelector(selectMayChat);
  const { unread } = useAppSelector(selectChatLive);
  const isOpen = useAppSelector(selectChatPanel)?.open === true;
  if (!mayChat) return null;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={unread === 0 ? 'Chat' : `Chat: ${countText(unread)} unread`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title="Chat with candidates"
      onClick={() => dispatch(chatPanelOpened())}
    >
      <Icon name="chat" />
      {unread > 0 && <span className="count-badge">{badgeText(unread)}</span>}
    </button>
  );
}
