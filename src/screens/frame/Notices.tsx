import { useLayoutEffect, type MouseEvent } from 'react';
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

interface UndoProps {
  readonly id: string;
  readonly onClick: (event: MouseEvent) => void;
}

function Undo({ id, onClick }: UndoProps) {
  // When its time is over, the focus stays on the notice.
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id === undoId(id)) document.getElementById(dismissId(id))?.focus();
    },
    [id],
  );
  return (
    <LinkButton id={undoId(id)} onClick={onClick}>
      Undo
    </LinkButton>
  );
}

const undoId = (id: string): string => `notice-undo-${id}`;
const dismissId = (id: string): string => `notice-dismiss-${id}`;

/** Always in the page, so that screen readers announce new notices. */
export function Notices() {
  const notices = useAppSelector(selectNotices);
  const dispatch = useDispatch();
  const hold = () => dispatch(noticesHeld());
  const release = () => dispatch(noticesReleased());
  const dismiss = (id: string, { detail }: MouseEvent) => {
    dispatch(noticeDismissed({ id }));
    release();
    if (detail > 0) return;
    // By keyboard: the button is gone with the notice, so another one takes the focus, at last the page.
    const other = notices.find((notice) => notice.id !== id);
    document.getElementById(other ? dismissId(other.id) : 'page')?.focus({ preventScroll: true });
  };
  return (
    <div
      className="notice-list"
      role="status"
      // A second notice does not repeat the first.
      aria-atomic="false"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {notices.map(({ id, tone, text, undo, undoMs }) => (
        <div key={id} className={`notice ${tone}`}>
          <Icon name={ICONS[tone] ?? 'info'} />
          <p>{withRequestId(text)}</p>
          {undo && (
            <Undo
              id={id}
              onClick={(event) => {
                dispatch(undo);
                dismiss(id, event);
              }}
            />
          )}
          <button
            type="button"
            id={dismissId(id)}
            className="icon-button"
            aria-label="Dismiss"
            onClick={(event) => dismiss(id, event)}
          >
            <Icon name="close" />
          </button>
          {undo && (
            <span
              className={undoMs === undefined ? 'notice-time' : 'notice-time is-running'}
              style={undoMs === undefined ? {} : { animationDuration: `${undoMs}ms` }}
              aria-hidden="true"
            />
          )}
        </div>
      ))}
    </div>
  );
}
