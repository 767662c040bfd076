import type { Action } from '@reduxjs/toolkit';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  chatDiscardPressed,
  chatFilePressed,
  chatOlderRequested,
  chatReloadPressed,
  chatRetryPressed,
} from '../../../sagas/features/chat/chat.slice';
import { writtenText } from '../../../sagas/features/chat/chat.rules';
import { selectArrival, selectThreadView, type MessageView } from '../../../sagas/features/chat/chat.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button, LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { useFocusWhenRemoved } from '../../ui/focus';
import '../../ui/theme/chat.css';
import { Composer } from './Composer';

const AN_HOUR_MS = 3_600_000;

/** The messages of the open thread, the newest at the bottom, and the field to answer. */
export function ThreadView() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectThreadView);
  const scroller = useRef<HTMLDivElement>(null);
  const scrollerId = useId();
  const refocus = useFocusWhenRemoved();
  const now = useNow(AN_HOUR_MS, true);
  const last = view?.messages.at(-1)?.key;
  const isAtEnd = useRef(true);
  const height = useRef(0);
  const first = view?.messages[0]?.key;
  // A reader at the end stays there; loading earlier messages does not move the visible ones.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    height.current = box.scrollHeight;
  }, [last, view?.loaded]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || isAtEnd.current) return;
    box.scrollTop += box.scrollHeight - height.current;
    height.current = box.scrollHeight;
  }, [first]);
  useEffect(() => {
    isAtEnd.current = true;
  }, [view?.candidateId]);
  if (view === null) return null;
  const { title, loaded, error, more, loadingOlder, messages } = view;
  return (
    <section className="chat-thread" aria-label={`Chat with ${title}`} aria-busy={!loaded && error === null}>
      {error !== null && (
        <Message tone="negative">
          {error} <LinkButton onClick={() => dispatch(chatReloadPressed())}>Retry</LinkButton>
        </Message>
      )}
      <div
        ref={scroller}
        id={scrollerId}
        className="chat-messages"
        tabIndex={0}
        role="log"
        // It also receives the messages of the past; only those that arrive are announced.
        aria-live="off"
        aria-label="Messages"
        onScroll={({ currentTarget: box }) => {
          isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
        }}
      >
        {!loaded && error === null && <Loader>Loading messages</Loader>}
        {more && (
          <Button
            busy={loadingOlder}
            onClick={() => {
              refocus(scrollerId);
              dispatch(chatOlderRequested());
            }}
          >
            Earlier messages
          </Button>
        )}
        {loaded && messages.length === 0 && <p className="quiet chat-empty">No messages yet.</p>}
        <ol>
          {messages.map((message) => (
            <Bubble key={message.key} message={message} now={now} onLeave={() => scroller.current?.focus()} />
          ))}
        </ol>
      </div>
      <Arrival />
      {loaded && (
        <Composer
          key={view.candidateId}
          view={view}
          // Who writes while reading earlier messages sees what becomes of the new one.
          onSend={() => {
            isAtEnd.current = true;
          }}
        />
      )}
    </section>
  );
}

/** Announces a message of someone else that arrives in the open thread. */
function Arrival() {
  const newest = useAppSelector(selectArrival);
  const [known, setKnown] = useState(newest);
  const [said, setSaid] = useState('');
  if (newest !== known) {
    setKnown(newest);
    const isNext = newest !== null && newest.candidateId === known?.candidateId && newest.number > known.number;
    setSaid(isNext ? newest.text : '');
  }
  return (
    <p className="visually-hidden" role="status">
      {/* A repeated text is announced again. */}
      <span key={known?.number}>{said}</span>
    </p>
  );
}

/** Written out, because the build removes styles whose class names it does not find. */
const SIDES: Readonly<Record<MessageView['side'], string>> = {
  candidate: 'is-candidate',
  own: 'is-own',
  colleague: 'is-colleague',
};

interface BubbleProps {
  readonly message: MessageView;
  readonly now: number;
  /** Takes the focus before the pressed button is removed. */
  readonly onLeave: () => void;
}

function Bubble({ message, now, onLeave }: BubbleProps) {
  const dispatch = useDispatch();
  const { key, author, side, text, file, at, state, refusedAs } = message;
  const leave = (action: Action) => {
    onLeave();
    dispatch(action);
  };
  return (
    <li className={`chat-message ${SIDES[side]}`}>
      <p className="chat-author">{author}</p>
      {text !== '' && (
        <p className="chat-text" dir="auto">
          {text}
        </p>
      )}
      {file !== null && (
        <button type="button" className="chat-file" onClick={() => dispatch(chatFilePressed({ chatFileId: file.id }))}>
          <Icon name="download" />
          <span>
            {file.fileName} <span className="quiet">{file.size}</span>
          </span>
        </button>
      )}
      <p className="chat-state">
        {writtenText(at, now)}
        {state !== '' && ` · ${state}`}
      </p>
      {refusedAs !== null && (
        <p className="chat-refused" role="alert">
          {refusedAs} <LinkButton onClick={() => leave(chatRetryPressed({ requestId: key }))}>Send again</LinkButton>{' '}
          <LinkButton onClick={() => leave(chatDiscardPressed({ requestId: key }))}>Discard</LinkButton>
        </p>
      )}
    </li>
  );
}
