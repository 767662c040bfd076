import { useDispatch } from 'react-redux';
import {
  handOffLinkRemoved,
  handOffLinkUsed,
  selectHandOffLink,
} from '../../../sagas/features/handOffs/handOffs.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import '../../ui/theme/iconButton.css';

/** Shown if the browser blocked the new tab: a link that the person presses is allowed. */
export function HandOffLink() {
  const link = useAppSelector(selectHandOffLink);
  const dispatch = useDispatch();
  const leave = () => dispatch(handOffLinkRemoved());
  const use = () => dispatch(handOffLinkUsed());
  return (
    <div className="hand-off" role="status">
      {link !== null && (
        <div className="notice info">
          <Icon name="external" />
          <div className="notice-text">
            Your browser did not open a new tab.{' '}
            {link.fields === null ? (
              <a href={link.url} target="_blank" rel="noopener noreferrer" onClick={use}>
                Open {link.name}
              </a>
            ) : (
              <form method="post" action={link.url} target="_blank" onSubmit={use}>
                {Object.entries(link.fields).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <button type="submit" className="link">
                  Open {link.name}
                </button>
              </form>
            )}
          </div>
          <button type="button" className="icon-button" aria-label="Dismiss" onClick={leave}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
