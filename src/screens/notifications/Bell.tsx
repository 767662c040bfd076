import { useDispatch } from 'react-redux';
import { bellPressed } from '../../../sagas/notifications/notifications.intents';
import { selectBadge, selectPanel, selectStaleSince } from '../../../sagas/notifications/notifications.selectors';
import { badgeText, bellName, staleText } from '../../../sagas/notifications/index';
import { useAppSelector } from '../../app/state';
import { Icon } from '../../ui/Icon';
import '../../ui/theme/notifications.css';
import '../../ui/theme/toasts.css';

/** How much is unread, and the way to it. */
export function Bell() {
  const dispatch = useDispatch();
  const unread = useAppSelector(selectBadge);
  const { open } = useAppSelector(selectPanel);
  const staleSince = useAppSelector(selectStaleSince);
  return (
    <div className="bell">
      <span className="stale-note" role="status">
        {staleSince !== null && staleText(staleSince)}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={bellName(unread)}
        aria-haspopup="dialog"
        aria-expanded={open}
        title="Notifications"
        onClick={() => dispatch(bellPressed())}
      >
        <Icon name="bell" />
        {unread > 0 && <span className="bell-badge">{badgeText(unread)}</span>}
      </button>
    </div>
  );
}
