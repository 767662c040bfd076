import { selectChatAddress, selectThreadView } from '../../../sagas/features/chat/chat.selectors';
import { selectShownCandidate } from '../../../sagas/features/chat/live.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Link } from '../../ui/Link';
import '../../ui/theme/chat.css';
import { ThreadList } from './ThreadList';
import { ThreadView } from './ThreadView';

/** All threads beside the one at the address; on narrow windows one or the other. */
export function ChatScreen() {
  const addressOf = useAppSelector(selectChatAddress);
  const open = useAppSelector(selectShownCandidate);
  const view = useAppSelector(selectThreadView);
  return (
    <div className={open === null ? 'chat-page' : 'chat-page has-open'}>
      <section className="chat-side" aria-label="Chats">
        <h1 tabIndex={-1}>Chat</h1>
        <ThreadList open={open} hrefOf={addressOf} />
      </section>
      {open === null ? (
        <p className="quiet chat-none">Choose a chat to read it here.</p>
      ) : (
        <div className="chat-main">
          <header className="chat-head">
            <Link className="chat-back" to={addressOf(null)}>
              All chats
            </Link>
            <h2>{view?.title ?? 'Chat'}</h2>
            <p className="quiet">{view?.about}</p>
          </header>
          <ThreadView />
        </div>
      )}
    </div>
  );
}
