import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './Icon';
import './theme/drawer.css';

interface DrawerProps {
  readonly title: string;
  readonly side?: 'left' | 'right';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A panel over one side of the page. What lies behind takes no focus and no clicks while it is open; Escape and a press
 * beside it close it, and the focus goes back to where it was.
 */
export function Drawer({ title, side = 'left', onClose, children }: DrawerProps) {
  const [opener] = useState(() => document.activeElement);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    first.current?.focus();
    return () => {
      page?.removeAttribute('inert');
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);

  return createPortal(
    <div className="drawer-backdrop" onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div
        className={side === 'left' ? 'drawer at-left' : 'drawer at-right'}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <div className="drawer-head">
          <h2>{title}</h2>
          <button ref={first} type="button" className="icon-button" aria-label={`Close ${title}`} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="drawer-body">{children}</div>
      </div>
    </div>,
    document.body,
  );
}
