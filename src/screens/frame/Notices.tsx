import { useDispatch } from 'react-redux';
import {
  noticeDismissed,
  noticesHeld,
  noticesReleased,
  selectNotices,
} from '../../../sagas/base/notices/notices.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/Icon';
import { withRequestId } from '../../ui/prerendered/Message';
import '../../ui/theme/iconButton.css';

const ICONS: Record<string, IconName> = { positive: 'check', info: 'info', warning: 'warning', negative: 'alert' };

/** Always in the page, so that screen readers announce new notices. */
export function Notices() {
  const notices = useAppSelector(selectNotices);
  const dispatch = useDispatch();
  const hold = () => dispatch(noticesHeld());
  const release = () => dispatch(noticesReleased());
  return (
    <div
      className="notice-list"
      role="status"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {notices.map(({ id, tone, text, undo }) => (
        <div key={id} className={`notice ${tone}`}>
          <Icon name={ICONS[tone] ?? 'info'} />
          <p>{withRequestId(text)}</p>
          {undo && (
            <LinkButton
              onClick={() => {
                dispatch(undo);
                dispatch(noticeDismissed({ id }));
                release();
              }}
            >
              Undo
            </LinkButton>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label="Dismiss"
            onClick={() => {
              dispatch(noticeDismissed({ id }));
              release();
            }}
          >
            <Icon name="close" />
          </button>
          {undo && <span className="notice-time" aria-hidden="true" />}
        </div>
      ))}
    </div>
  );
}
