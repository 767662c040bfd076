import { memo, type CSSProperties } from 'react';
import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract';
import { tabOf, TAB_COLOURS, type Notification } from '../../../contract/notifications';
import { documentOpened } from '../../../sagas/documents/documents.intents';
import type { DocumentAddress } from '../../../sagas/documents/preview';
import { targetOf } from '../../../sagas/notifications/index';
import { documentPressed, panelClosed } from '../../../sagas/notifications/notifications.intents';
import { LinkButton } from '../../ui/Button';
import { Link } from '../../ui/Link';
import { categoryColour } from '../../ui/categoryColour';
import { tagColours } from '../../ui/contrast';
import { SafeHtml } from '../../ui/SafeHtml';
import { isElsewhere } from './isElsewhere';
import { When } from './When';

interface NotificationRowProps {
  readonly notification: Notification;
  readonly user: UserInfo;
  /** The query that every page goes on with. */
  readonly carried: string;
  readonly isNew: boolean;
  readonly now: number;
  readonly onFollow: () => void;
}

/** Drawn anew where one of these is another, and not because of the list around it. */
export const NotificationRow = memo(function NotificationRow(props: NotificationRowProps) {
  const { notification, user, carried, isNew, now, onFollow } = props;
  const dispatch = useDispatch();
  const { subject, template, messageTags, categoryCode, notificationDate } = notification;
  const target = targetOf(user, notification, carried);
  return (
    <article className={isNew ? 'note is-new' : 'note'} style={categoryColour(TAB_COLOURS[tabOf(categoryCode)])}>
      {target.kind === 'page' ? (
        <Link className="note-subject" to={target.to} onClick={(event) => !isElsewhere(event) && onFollow()}>
          {subject}
        </Link>
      ) : (
        <span className="note-subject">{subject}</span>
      )}
      <When date={notificationDate} now={now} />
      <SafeHtml className="note-text" html={template} text={subject} />
      {messageTags.length > 0 && (
        <div className="note-tags">
          {messageTags.map(({ text, colour }, index) => (
            <span key={index} className="note-tag" style={coloured(colour)}>
              {text}
            </span>
          ))}
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
    </article>
  );
});

function ShowDocument({ address, title }: { readonly address: DocumentAddress; readonly title: string }) {
  const dispatch = useDispatch();
  const show = () => {
    // The panel would lie over it.
    dispatch(panelClosed());
    dispatch(documentOpened({ ...address, title }));
  };
  return <LinkButton onClick={show}>Show</LinkButton>;
}

function coloured(colour: string): CSSProperties {
  const colours = tagColours(colour);
  return (colours ? { '--tag-light': colours.light, '--tag-dark': colours.dark } : {}) as CSSProperties;
}
