import { useDispatch } from 'react-redux';
import { bellPressed, newestPressed, panelClosed } from '../../../sagas/features/notifications/notifications.intents';
import { badgeText, bellName } from '../../../sagas/features/notifications/panel/bellText';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import { useChord } from '../../ui/useChord';
import '../../ui/theme/notifications.css';
import '../../ui/theme/toasts.css';
import '../../ui/theme/iconButton.css';
import { StaleNote } from './StaleNote';
import { selectBadge, selectPanel } from '../../../sagas/features/notifications/panel/panel.selectors';

/** By the key's place: with Alt it types something else on a Mac. */
const isAltN = ({ code, altKey, ctrlKey, metaKey }: KeyboardEvent) => code === 'KeyN' && altKey && !ctrlKey && !metaKey;

/** The unread count; opens the panel. */
export function Bell() {
  const dispatch = useDispatch();
  const unread = useAppSelector(selectBadge);
  const { open } = useAppSelector(selectPanel);
  // A narrow screen shows the panel as a dialog: what arrives while it is open is reached by the same key.
  useChord(isAltN, () => void dispatch(newestPressed()), '.note-panel');
  return (
    <div className="bell">
      <span className="stale-note" role="status">
        <StaleNote />
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={bellName(unread)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Alt+N"
        title="Notifications (Alt N)"
        onClick={() => dispatch(open ? panelClosed() : bellPressed())}
      >
        <Icon name="bell" />
        {unread > 0 && <span className="count-badge">{badgeText(unread)}</span>}
      </button>
    </div>
  );
}
