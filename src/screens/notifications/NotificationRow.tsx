import { memo, useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { recordOf } from '../../../contract/records/notificationRecord';
import { TAB_COLORS, tabOf } from '../../../contract/notifications/categories';
import type { Notification, ReaderChange } from '../../../contract/notifications/notification';
import type { DocumentAddress } from '../../../sagas/features/documents/documentAddress';
import { documentOpened } from '../../../sagas/features/documents/documents.slice';
import { targetOf } from '../../../sagas/features/notifications/links';
import { outcomeText } from '../../../sagas/features/notifications/panel/panelText';
import { documentPressed, panelClosed } from '../../../sagas/features/notifications/notifications.intents';
import { LinkButton } from '../../ui/Button';
import { Link, opensElsewhere } from '../../ui/Link';
import { SafeHtml } from '../../ui/SafeHtml';
import { tagColors } from '../../ui/contrast';
import { useFocusOnUnmount } from '../../ui/focus';
import { RowHistory } from './RowHistory';
import { besideRow, RowTools, rowHandlers, type SwipeStart } from './RowTools';
import { categoryColor, RowActions, When } from './rowParts';

interface NotificationRowProps {
  readonly notification: Notification;
  readonly user: UserInfo;
  /** The query that every page keeps. */
  readonly persistentQuery: string;
  readonly isNew: boolean;
  readonly isSaved?: boolean;
  /** The record of the row, if the row has a history. */
  readonly recordKey?: string | null;
  /** How many notifications about the record are loaded. */
  readonly loaded?: number;
  /** Which tab it is in, where rows of all tabs are shown together. */
  readonly where?: string;
  readonly now: number;
  readonly onFollow: () => void;
  /** It takes the focus whenever this is another object; otherwise null. */
  readonly focusFor?: object | null;
  /** Rendered in the line of the tags. */
  readonly besideTags?: (notification: Notification) => ReactNode;
  /** The tools of the row, if it has any. */
  readonly onAct?: (id: string, patch: ReaderChange) => void;
}

/** Memoized: renders only when its own props change. */
export const NotificationRow = memo(function NotificationRow(props: NotificationRowProps) {
  const { notification, user, persistentQuery, isNew, isSaved = false, recordKey, loaded = 1, now } = props;
  const { focusFor = null, where, onFollow, besideTags, onAct } = props;
  const dispatch = useDispatch();
  const { subject, template, messageTags, categoryCode, notificationDate, state } = notification;
  const target = targetOf(user, notification, persistentQuery);
  const record = onAct ? recordOf(notification) : null;
  const row = useRef<HTMLElement>(null);
  const swipe: SwipeStart = useRef(null);
  useFocusOnUnmount(row, besideRow);
  useEffect(() => {
    if (focusFor !== null) row.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [focusFor]);
  return (
    <article
      ref={row}
      className={isNew ? 'note is-new' : 'note'}
      style={categoryColor(TAB_COLORS[tabOf(categoryCode)])}
      {...(onAct && rowHandlers({ notification, isNew, isSaved, now, onAct }, swipe))}
    >
      {target.kind === 'page' ? (
        <Link
          className="note-subject"
          to={target.to}
          onClick={(event) => {
            onAct?.(notification.id, { read: true });
            if (!opensElsewhere(event)) onFollow();
          }}
        >
          {subject}
        </Link>
      ) : (
        <span className="note-subject">{subject}</span>
      )}
      <When date={notificationDate} now={now} />
      {where !== undefined && <p className="note-where">{where}</p>}
      <SafeHtml className="note-text" html={template} text={subject} />
      {(messageTags.length > 0 || besideTags) && (
        <div className="note-tags">
          {messageTags.map(({ text, color }, index) => (
            <span key={index} className="note-tag" style={colored(color)}>
              {text}
            </span>
          ))}
          {besideTags?.(notification)}
        </div>
      )}
      {target.kind === 'document' && (
        <div className="note-tags is-links">
          {target.shown !== null && <ShowDocument address={target.shown} title={subject} />}
          <LinkButton onClick={() => dispatch(documentPressed({ id: notification.id }))}>
            Download {target.name}
          </LinkButton>
        </div>
      )}
      {target.kind === 'none' && <p className="note-reason">{target.reason}</p>}
      {state?.settled && <p className="note-outcome">{outcomeText(state.settled)}</p>}
      {record && <RowActions {...record} />}
      {onAct && <RowTools notification={notification} isNew={isNew} isSaved={isSaved} now={now} onAct={onAct} />}
      {onAct && recordKey != null && (
        <RowHistory
          recordKey={recordKey}
          newest={notification}
          loaded={loaded}
          user={user}
          persistentQuery={persistentQuery}
          now={now}
        />
      )}
    </article>
  );
});

function ShowDocument({ address, title }: { readonly address: DocumentAddress; readonly title: string }) {
  const dispatch = useDispatch();
  const show = () => {
    // The panel would cover the page.
    dispatch(panelClosed());
    dispatch(documentOpened({ ...address, title }));
  };
  return <LinkButton onClick={show}>Show</LinkButton>;
}

function colored(color: string): CSSProperties {
  const colors = tagColors(color);
  return (colors ? { '--tag-light': colors.light, '--tag-dark': colors.dark } : {}) as CSSProperties;
}
