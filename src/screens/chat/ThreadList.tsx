import { useId, useLayoutEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { CHAT_SEARCH_MAX_LENGTH } from '../../../contract/chat/chat';
import {
  chatMoreRequested,
  chatReloadPressed,
  chatSearched,
  chatUnreadToggled,
} from '../../../sagas/features/chat/chat.slice';
import { selectHasMoreThreads, selectThreadList } from '../../../sagas/features/chat/chat.selectors';
import { writtenText } from '../../../sagas/features/chat/chat.rules';
import { failureText } from '../../../sagas/base/http/failureText';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button, LinkButton } from '../../ui/Button';
import { emptyOnEscape } from '../../ui/emptyOnEscape';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { useFocusWhenRemoved } from '../../ui/focus';
import '../../ui/theme/searchField.css';
import '../../ui/theme/chat.css';
import { countText } from '../../../sagas/base/numbers';

const AN_HOUR_MS = 3_600_000;

interface ThreadListProps {
  readonly open: string | null;
  /** The address of a thread; null if pressing one opens it in place. */
  readonly hrefOf: ((candidateId: string) => string) | null;
  readonly onOpen?: (candidateId: string) => void;
}

/** Threads with their last message, the newest first, and the search over all of them. */
export function ThreadList({ open, hrefOf, onOpen }: ThreadListProps) {
  const dispatch = useDispatch();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const refocus = useFocusWhenRemoved();
  const { q, unreadOnly, records, count, loading, failure } = useAppSelector(selectThreadList);
  const hasMore = useAppSelector(selectHasMoreThreads);
  const now = useNow(AN_HOUR_MS, true);
  // The panel and the page below it have one search.
  useLayoutEffect(() => {
    const input = field.current;
    if (input !== null && input.value.trim() !== q) input.value = q;
  }, [q]);
  const showAll = () => q !== '' && dispatch(chatSearched({ q: '' }));
  return (
    <div className="chat-list">
      <form
        className="search-field"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          dispatch(chatSearched({ q: field.current?.value ?? '' }));
        }}
      >
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label="Search chats"
          placeholder="Name, number or words"
          autoComplete="off"
          maxLength={CHAT_SEARCH_MAX_LENGTH}
          onChange={(event) => event.target.value === '' && showAll()}
          onKeyDown={(event) =>
            emptyOnEscape(event, () => {
              event.currentTarget.value = '';
              showAll();
            })
          }
        />
      </form>
      <div className="chat-list-head">
        <p role="status">
          {records === null ? '' : `${countText(count)} ${count === 1 ? 'chat' : 'chats'}`}
          {q !== '' && ` with “${q}”`}
        </p>
        <label>
          <input type="checkbox" checked={unreadOnly} onChange={() => dispatch(chatUnreadToggled())} /> Only unread
        </label>
      </div>
      {failure !== null && (
        <Message tone="negative">
          {failureText(failure)} <LinkButton onClick={() => dispatch(chatReloadPressed())}>Retry</LinkButton>
        </Message>
      )}
      {records === null && loading && <Loader>Loading chats</Loader>}
      {records?.length === 0 && (
        <p className="quiet chat-empty">
          {q !== '' || unreadOnly
            ? 'No chat matches. Please search for something else, or show all.'
            : 'There are no messages yet. To write to a candidate, open the tab Chat of their page.'}
        </p>
      )}
      <ul>
        {records?.map(({ thread, match }) => {
          const { candidateId, candidateName, unread, last } = thread;
          const content = (
            <>
              <span className="chat-row-head">
                <strong>{candidateName}</strong>
                {last !== null && <span className="quiet">{writtenText(Date.parse(last.createdDate), now)}</span>}
              </span>
              <span className="chat-row-text">
                {match ??
                  `${last?.fromCandidate === false ? `${last.authorName}: ` : ''}${last?.excerpt || last?.fileName || ''}`}
              </span>
              {unread > 0 && (
                <span className="chat-unread">
                  {unread}
                  <span className="visually-hidden"> unread</span>
                </span>
              )}
            </>
          );
          const isOpen = candidateId === open;
          return (
            <li
              key={candidateId}
              id={`${id}-${candidateId}`}
              className={unread > 0 ? 'is-unread' : undefined}
              tabIndex={-1}
            >
              {hrefOf === null ? (
                <button
                  type="button"
                  id={`chat-row-${candidateId}`}
                  className="chat-row"
                  onClick={() => onOpen?.(candidateId)}
                >
                  {content}
                </button>
              ) : (
                <Link className="chat-row" to={hrefOf(candidateId)} aria-current={isOpen ? 'true' : undefined}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <Button
          busy={loading}
          onClick={() => {
            // With the last page the button is gone; the new rows are after the one that was last.
            refocus(`${id}-${records?.at(-1)?.thread.candidateId}`);
            dispatch(chatMoreRequested());
          }}
        >
          See more
        </Button>
      )}
    </div>
  );
}
