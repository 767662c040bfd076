import type { MouseEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { TAB_COLORS, TAB_LABELS, tabOf } from '../../../contract/notifications/categories';
import { chatTargetOf, targetOf } from '../../../sagas/features/notifications/links';
import {
  bellPressed,
  documentPressed,
  toastDismissed,
  toastLinkOpened,
  toastsReleased,
} from '../../../sagas/features/notifications/notifications.intents';
import {
  candidateName,
  SUMMARY_ID,
  summaryText,
  type Toast,
  type ToastsShown,
} from '../../../sagas/features/notifications/toasts/toastQueue';
import { selectPersistentQuery } from '../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Link, opensElsewhere } from '../../ui/Link';
import { categoryColor } from './rowParts';
import '../../ui/theme/iconButton.css';

/** The toasts in one row, on a phone in one column, and the summary of those that had no room. */
export function ToastStrip({ toasts, user }: { readonly toasts: ToastsShown; readonly user: UserInfo }) {
  const dispatch = useDispatch();
  const openPanel = () => {
    // The summary is gone then, so the bell is where the focus returns when the panel is closed.
    document.querySelector<HTMLElement>('.bell button')?.focus();
    dispatch(bellPressed());
  };
  return (
    <>
      {toasts.shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} user={user} />
      ))}
      {toasts.more > 0 && (
        <div className="toast is-summary">
          <LinkButton onClick={openPanel}>{summaryText(toasts.more)}</LinkButton>
          <DismissToast id={SUMMARY_ID} />
        </div>
      )}
    </>
  );
}

/** A notification, or the newest message of a candidate, with a link to what it is about. */
function ToastCard({ toast, user }: { readonly toast: Toast; readonly user: UserInfo }) {
  const dispatch = useDispatch();
  const persistentQuery = useAppSelector(selectPersistentQuery);
  const { color, kind, text, to, file } = contentOf(toast, user, persistentQuery);
  const follow = (toast.kind === 'chat' ? toastDismissed : toastLinkOpened)({ id: toast.id });
  return (
    <div className="toast" style={categoryColor(color)}>
      <span className="toast-kind" title={kind}>
        {kind}
      </span>
      <DismissToast id={toast.id} />
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
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            dispatch(follow);
            dispatch(toastsReleased());
          }}
        >
          {text}
        </Link>
      )}
    </div>
  );
}

/** The button that takes a toast away, or the summary. What is removed with the focus in it reports no blur. */
function DismissToast({ id }: { readonly id: string }) {
  const dispatch = useDispatch();
  const dismiss = ({ currentTarget, detail }: MouseEvent) => {
    dispatch(toastDismissed({ id }));
    dispatch(toastsReleased());
    if (detail > 0) return;
    // By keyboard: the button is gone with the toast, so that of another one takes the focus, at last the page.
    const buttons = [...(currentTarget.closest('.toasts')?.querySelectorAll<HTMLElement>('.icon-button') ?? [])];
    const next = buttons.find((button) => button !== currentTarget) ?? document.getElementById('page');
    next?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="icon-button" aria-label="Dismiss" onClick={dismiss}>
      <Icon name="close" />
    </button>
  );
}

function contentOf(toast: Toast, user: UserInfo, persistentQuery: string) {
  if (toast.kind === 'chat') {
    const { item, count } = toast;
    const from = candidateName(item);
    return {
      color: 'primary',
      kind: count === 1 ? `Message from ${from}` : `${count} messages from ${from}`,
      text: item.text ?? 'Open the candidate to read it.',
      to: chatTargetOf(user, item, persistentQuery),
      file: null,
    };
  }
  const tab = tabOf(toast.notification.categoryCode);
  const target = targetOf(user, toast.notification, persistentQuery);
  return {
    color: TAB_COLORS[tab],
    kind: TAB_LABELS[tab],
    text: toast.notification.subject,
    to: target.kind === 'page' ? target.to : null,
    file: target.kind === 'document' ? target.name : null,
  };
}
