import { useDispatch } from 'react-redux';
import { tabOf, TAB_COLOURS, TAB_LABELS, type UserInfo } from '../../../contract';
import {
  candidateName,
  chatTargetOf,
  summaryText,
  SUMMARY_ID,
  targetOf,
  type Toast,
} from '../../../sagas/notifications/index';
import {
  bellPressed,
  documentPressed,
  toastDismissed,
  toastsHeld,
  toastsReleased,
} from '../../../sagas/notifications/notifications.intents';
import { selectToasts } from '../../../sagas/notifications/notifications.selectors';
import { selectCarriedQuery } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { LinkButton } from '../../ui/Button';
import { categoryColour } from '../../ui/categoryColour';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { isElsewhere } from './isElsewhere';

/** What has just happened, for a moment. The region that is read out is there before anything is. */
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
  const carried = useAppSelector(selectCarriedQuery);
  const { colour, kind, text, to, file } = faceOf(toast, user, carried);
  return (
    <div className="toast" style={categoryColour(colour)}>
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
          onClick={(event) => !isElsewhere(event) && dispatch(toastDismissed({ id: toast.id }))}
        >
          {text}
        </Link>
      )}
    </div>
  );
}

function faceOf(toast: Toast, user: UserInfo, carried: string) {
  if (toast.kind === 'chat') {
    const { item, count } = toast;
    const from = candidateName(item);
    return {
      colour: 'primary',
      kind: count === 1 ? `Message from ${from}` : `${count} messages from ${from}`,
      text: item.text ?? 'Open the candidate to read it.',
      to: chatTargetOf(user, item, carried),
      file: null,
    };
  }
  const tab = tabOf(toast.notification.categoryCode);
  const target = targetOf(user, toast.notification, carried);
  return {
    colour: TAB_COLOURS[tab],
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
