import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { selectChatAddress, selectThreadView } from '../../../sagas/features/chat/chat.selectors';
import { selectChatPanel } from '../../../sagas/features/chat/live.selectors';
import { chatPanelClosed, chatPanelMoved } from '../../../sagas/features/chat/live.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Drawer } from '../../ui/Drawer';
import { Link, opensElsewhere } from '../../ui/Link';
import '../../ui/theme/chat.css';
import { ThreadList } from './ThreadList';
import { ThreadView } from './ThreadView';

/** The chat over any page: the list, then a thread. */
export function ChatPanel() {
  const dispatch = useDispatch();
  const panel = useAppSelector(selectChatPanel);
  const view = useAppSelector(selectThreadView);
  const addressOf = useAppSelector(selectChatAddress);
  const open = panel?.candidateId ?? null;
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(open);
  // The pressed row or button is gone.
  useEffect(() => {
    if (before.current === open) return;
    const row = document.getElementById(`chat-row-${before.current}`);
    before.current = open;
    (heading.current ?? row ?? place.current)?.focus();
  }, [open]);
  return (
    <Drawer title="Chat" side="right" onClose={() => dispatch(chatPanelClosed())}>
      <div ref={place} className="chat-panel" tabIndex={-1}>
        <header className="chat-head">
          {open !== null && (
            <LinkButton onClick={() => dispatch(chatPanelMoved({ candidateId: null }))}>All chats</LinkButton>
          )}
          {open !== null && (
            <h3 ref={heading} tabIndex={-1}>
              {view?.title ?? 'Chat'}
            </h3>
          )}
          <Link to={addressOf(open)} onClick={(event) => !opensElsewhere(event) && dispatch(chatPanelClosed())}>
            Open as a page
          </Link>
        </header>
        {open === null ? (
          <ThreadList open={null} hrefOf={null} onOpen={(candidateId) => dispatch(chatPanelMoved({ candidateId }))} />
        ) : (
          <ThreadView />
        )}
      </div>
    </Drawer>
  );
}
