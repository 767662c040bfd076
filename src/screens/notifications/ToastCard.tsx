import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { TAB_COLORS, TAB_LABELS, tabOf } from '../../../contract/notifications/categories';
import { chatTargetOf, targetOf } from '../../../sagas/features/notifications/links';
import {
  documentPressed,
  toastDismissed,
  toastFollowed,
} from '../../../sagas/features/notifications/notifications.intents';
import { candidateName, type Toast } from '../../../sagas/features/notifications/toasts/toastQueue';
import { selectKeptQuery } from '../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Link, opensElsewhere } from '../../ui/Link';
import { categoryColor } from './rowParts';

interface ToastCardProps {
  readonly toast: Toast;
  readonly user: UserInfo;
  /** The button that takes it away. */
  readonly dismiss: ReactNode;
}

/** A notification, or the newest message of a candidate, with a link to what it is about. */
export function ToastCard({ toast, user, dismiss }: ToastCardProps) {
  const dispatch = useDispatch();
  const keptQuery = useAppSelector(selectKeptQuery);
  const { color, kind, text, to, file } = contentOf(toast, user, keptQuery);
  const follow = (toast.kind === 'chat' ? toastDismissed : toastFollowed)({ id: toast.id });
  return (
    <div className="toast" style={categoryColor(color)}>
      <span className="toast-kind" title={kind}>
        {kind}
      </span>
      {dismiss}
      {to === null ? (
        <span className="toast-subject" title={text}>
          {file === null ? (
            text
          ) : (
            <LinkButton onClick={() => dispatch(documentPressed({ id: toast.id }))}>
              {text}: download {file}
            </LinkButton>
          )}
        </span>
      ) : (
        <Link
          className="toast-subject"
          title={text}
          to={to}
          onClick={(event) => !opensElsewhere(event) && dispatch(follow)}
        >
          {text}
        </Link>
      )}
    </div>
  );
}

function contentOf(toast: Toast, user: UserInfo, keptQuery: string) {
  if (toast.kind === 'chat') {
    const { item, count } = toast;
    const from = candidateName(item);
    return {
      color: 'primary',
      kind: count === 1 ? `Message from ${from}` : `${count} messages from ${from}`,
      text: item.text ?? 'Open the candidate to read it.',
      to: chatTargetOf(user, item, keptQuery),
      file: null,
    };
  }
  const tab = tabOf(toast.notification.categoryCode);
  const target = targetOf(user, toast.notification, keptQuery);
  return {
    color: TAB_COLORS[tab],
    kind: TAB_LABELS[tab],
    text: toast.notification.subject,
    to: target.kind === 'page' ? target.to : null,
    file: target.kind === 'document' ? target.name : null,
  };
}
