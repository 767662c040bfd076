import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import {
  bellPressed,
  toastDismissed,
  toastsHeld,
  toastsReleased,
} from '../../../sagas/features/notifications/notifications.intents';
import { SUMMARY_ID, summaryText } from '../../../sagas/features/notifications/toasts/toastQueue';
import { selectToasts } from '../../../sagas/features/notifications/toasts/toasts.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { loadable } from '../../ui/loadable';
import { useRootMark } from '../../ui/useRootMark';
import '../../ui/theme/iconButton.css';

/** With where notifications lead; loaded with the panel's rows, which need that, too. */
const ToastCard = loadable(
  async () => (await import(/* webpackChunkName: "notifications" */ './ToastCard')).ToastCard,
  <></>,
);

/** Toasts. The live region is always in the page, so that screen readers announce what comes into it. */
export function Toasts({ user }: { readonly user: UserInfo }) {
  const dispatch = useDispatch();
  const toasts = useAppSelector(selectToasts);
  const count = toasts === null ? 0 : toasts.shown.length + (toasts.more > 0 ? 1 : 0);
  useRootMark(count === 0 ? null : 'data-toasts', String(count));
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
          <ToastCard key={toast.id} toast={toast} user={user} dismiss={<DismissToast id={toast.id} />} />
        ))}
        {toasts !== null && toasts.more > 0 && (
          <div className="toast is-summary">
            <LinkButton onClick={() => dispatch(bellPressed())}>{summaryText(toasts.more)}</LinkButton>
            <DismissToast id={SUMMARY_ID} />
          </div>
        )}
      </section>
    </>
  );
}

/** The button that takes a toast away, or the summary of those that had no room. */
function DismissToast({ id }: { readonly id: string }) {
  const dispatch = useDispatch();
  return (
    <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dispatch(toastDismissed({ id }))}>
      <Icon name="close" />
    </button>
  );
}
