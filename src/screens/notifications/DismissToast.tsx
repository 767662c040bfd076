import { useDispatch } from 'react-redux';
import { toastDismissed } from '../../../sagas/features/notifications/notifications.intents';
import { Icon } from '../../ui/Icon';
import '../../ui/theme/iconButton.css';

/** The button that takes a toast away, or the summary of those that had no room. */
export function DismissToast({ id }: { readonly id: string }) {
  const dispatch = useDispatch();
  return (
    <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dispatch(toastDismissed({ id }))}>
      <Icon name="close" />
    </button>
  );
}
