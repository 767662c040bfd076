import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/access.endpoints';
import { TAB_COLORS, TAB_LABELS, tabOf } from '../../../contract/notifications/categories';
import { chatTargetOf, targetOf } from '../../../sagas/features/notifications/links';
import {
  bellPressed,
  documentPressed,
  toastDismissed,
  toastsHeld,
  toastsReleased,
} from '../../../sagas/features/notifications/notifications.intents';
import {
  SUMMARY_ID,
  candidateName,
  summaryText,
  type Toast,
} from '../../../sagas/features/notifications/toasts/toastQueue';
import { selectKeptQuery } from '../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { categoryColor } from '../../ui/categoryColor';
import { opensElsewhere } from '../../ui/openTab';
import '../../ui/theme/iconButton.css';
import { selectToasts } from '../../../sagas/features/notifications/toasts/toasts.slice';

/** Toasts. The live region is always in the page, so that screen readers announce what comes into it. */
export function Toasts({ user }: { readonly user: UserInfo }) {
  const dispatch = useDispatch();
  const toasts = useAppSelector(selectToasts);
  const hold = () => dispatch(toastsHeld());
  const release = () => dispatch(toastsReleased());
  return (
    <>
      <p className="visually-hidden" role="status">
        {toasts?.announcement}
      </p>
      <section
        className="toasts"
        aria-label="New notifications"
        onPointerEnter={hold}
        onPointerLeave={release}
        onFocus={hold}
        onBlur={release}
      >
        {toasts?.shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} user={user} />
        ))}
        {toasts !== null && toasts.more > 0 && (
          <div className="toast is-summary">
            <LinkButton onClick={() => dispatch(bellPressed())}>{summaryText(toasts.more)}</LinkButton>
            <Dismiss id={SUMMARY_ID} />
          </div>
        )}
      </section>
    </>
  );
}

function ToastCard({ toast, user }: { readonly toast: Toast; readonly user: UserInfo }) {
  const dispatch = useDispatch();
  const keptQuery = useAppSelector(selectKeptQuery);
  const { color, kind, text, to, file } = faceOf(toast, user, keptQuery);
  return (
    <div className="toast" style={categoryColor(color)}>
      <span className="toast-kind">{kind}</span>
      <Dismiss id={toast.id} />
      {to === null ? (
        <span className="toast-subject">
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
          to={to}
          onClick={(event) => !opensElsewhere(event) && dispatch(toastDismissed({ id: toast.id }))}
        >
          {text}
        </Link>
      )}
    </div>
  );
}

function faceOf(toast: Toast, user: UserInfo, keptQuery: string) {
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

function Dismiss({ id }: { readonly id: string }) {
  const dispatch = useDispatch();
  return (
    <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dispatch(toastDismissed({ id }))}>
      <Icon name="close" />
    </button>
  );
}
