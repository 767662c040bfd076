import { useEffect, useId, useState, type ReactNode } from 'react';
import { Modal } from 'semantic-ui-react';
import './theme/dialog.css';

interface DialogProps {
  readonly title: string;
  /** `wide` is for tables, `large` for what needs the window: a document. */
  readonly size?: 'wide' | 'large';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Whole words: the build keeps the rules of those that it finds. */
const LOOKS = { usual: 'dialog', wide: 'dialog is-wide', large: 'dialog is-large' } as const;

let openDialogs = 0;

/**
 * A dialog over the page, on Semantic's Modal. What lies behind takes no focus and no clicks while it is open;
 * Escape closes it, and the focus goes back to where it was.
 */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const titleId = useId();
  // Taken before a field of the dialog takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    openDialogs++;
    return () => {
      // One may lie over another: the page is free again once the last is closed.
      if (--openDialogs === 0) page?.removeAttribute('inert');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [opener]);

  return (
    <Modal
      open
      className={LOOKS[size ?? 'usual']}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      closeOnDimmerClick={false}
      onClose={onClose}
    >
      <h2 id={titleId} className="header">
        {title}
      </h2>
      <div className="content">{children}</div>
    </Modal>
  );
}
