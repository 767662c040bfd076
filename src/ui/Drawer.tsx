import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Sidebar } from 'semantic-ui-react';
import { Icon } from './Icon';
import { coverPage } from './inertPage';
import './theme/drawer.css';
import './theme/iconButton.css';

interface DrawerProps {
  readonly title: string;
  readonly side?: 'left' | 'right';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A panel over one side of the page. The page behind it is inert while it is open; Escape and a press outside close it,
 * and the focus returns to where it was.
 */
export function Drawer({ title, side = 'left', onClose, children }: DrawerProps) {
  const [opener] = useState(() => document.activeElement);
  // A press in a dialog that was opened from the drawer is not outside it.
  const [backdrop, setBackdrop] = useState<HTMLElement | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const release = coverPage('drawer');
    return () => {
      release();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);
  useEffect(() => first.current?.focus(), [backdrop]);

  return createPortal(
    <div ref={setBackdrop} className="drawer-backdrop">
      {backdrop !== null && (
        <Sidebar
          visible
          direction={side}
          className="drawer"
          target={backdrop}
          onHide={onClose}
          role="dialog"
          aria-modal="true"
          aria-label={title}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && onClose()}
        >
          <div className="drawer-head">
            <h2>{title}</h2>
            <button ref={first} type="button" className="icon-button" aria-label={`Close ${title}`} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          <div className="drawer-body">{children}</div>
        </Sidebar>
      )}
    </div>,
    document.body,
  );
}
