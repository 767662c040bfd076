import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { toastsHeld, toastsReleased } from '../../../sagas/features/notifications/notifications.intents';
import { selectToasts } from '../../../sagas/features/notifications/toasts/toasts.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { loadable } from '../../ui/loadable';
import { useRootMark } from '../../ui/useRootMark';

/**
 * Loaded with the panel's rows, which also need where notifications lead. All of the strip: if only its cards were
 * loaded, they would push the summary aside.
 */
const ToastStrip = loadable(
  async () => (await import(/* webpackChunkName: "notifications" */ './ToastStrip')).ToastStrip,
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
        {/* A repeated text is announced again. */}
        <span key={toasts?.announcements}>{toasts?.announcement}</span>
      </p>
      <section
        className="toasts"
        aria-label="New notifications"
        onPointerEnter={hold}
        // A toast that was dismissed has released the others, which the pointer may still be on.
        onPointerMove={toasts?.held === true ? undefined : hold}
        onPointerLeave={release}
        onFocus={hold}
        onBlur={release}
      >
        {count > 0 && toasts !== null && <ToastStrip toasts={toasts} user={user} />}
      </section>
    </>
  );
}
