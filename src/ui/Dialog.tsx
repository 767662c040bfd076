import { useEffect, useState, type ReactNode } from 'react';
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

const TITLE_ID = 'dialog-title';

/**
 * A dialog over the page, on Semantic's Modal. What lies behind takes no focus and no clicks while it is open;
 * Escape closes it, and the focus goes back to where it was.
 */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  // Taken before a field of the dialog takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    return () => {
      page?.removeAttribute('inert');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [opener]);

  return (
    <Modal
      open
      className={LOOKS[size ?? 'usual']}
      role="dialog"
      aria-modal="true"
      aria-labelledby={TITLE_ID}
      closeOnDimmerClick={false}
      onClose={onClose}
    >
      <h2 id={TITLE_ID} className="header">
        {title}
      </h2>
      <div className="content">{children}</div>
    </Modal>
  );
}
