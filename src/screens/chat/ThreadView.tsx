import type { Action } from '@reduxjs/toolkit';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import {
  chatDiscardPressed,
  chatFilePressed,
  chatOlderRequested,
  chatReloadPressed,
  chatRetryPressed,
} from '../../../sagas/features/chat/chat.slice';
import { selectThreadView, type MessageView } from '../../../sagas/features/chat/chat.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import '../../ui/theme/chat.css';
import { Composer } from './Composer';

/** The messages of the open thread, the newest at the bottom, and the field to answer. */
export function ThreadView() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectThreadView);
  const scroller = useRef<HTMLDivElement>(null);
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
        className="chat-messages"
        tabIndex={0}
        role="log"
        aria-label="Messages"
        onScroll={({ currentTarget: box }) => {
          isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
        }}
      >
        {!loaded && error === null && <Loader>Loading messages</Loader>}
        {more && (
          <Button busy={loadingOlder} onClick={() => dispatch(chatOlderRequested())}>
            Earlier messages
          </Button>
        )}
        {loaded && messages.length === 0 && <p className="quiet chat-empty">No messages yet.</p>}
        <ol>
          {messages.map((message) => (
            <Bubble key={message.key} message={message} onLeave={() => scroller.current?.focus()} />
          ))}
        </ol>
      </div>
      {loaded && <Composer key={view.candidateId} view={view} />}
    </section>
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
  /** Takes the focus before the pressed button is removed. */
  readonly onLeave: () => void;
}

function Bubble({ message, onLeave }: BubbleProps) {
  const dispatch = useDispatch();
  const { key, author, side, text, file, time, state, refusedAs } = message;
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
        {time}
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
