import { useEffect, useId, useState, type ReactNode } from 'react';
import { Modal } from 'semantic-ui-react';
import { coverPage } from './inertPage';
import './theme/dialog.css';

interface DialogProps {
  readonly title: string;
  /** `wide` is for tables, `large` for documents. */
  readonly size?: 'wide' | 'large';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Complete class names, because the build keeps only rules whose class names it finds. */
const CLASSES = { usual: 'dialog', wide: 'dialog is-wide', large: 'dialog is-large' } as const;

/** There, Escape empties the field first. */
const isFilledSearch = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';

/**
 * A dialog over the page, on Semantic's Modal. The page behind it is inert while it is open; Escape closes it, and the
 * focus returns to where it was.
 */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const titleId = useId();
  // Stored before a field of the dialog takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const release = coverPage('dialog');
    return () => {
      release();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [opener]);

  return (
    <Modal
      open
      className={CLASSES[size ?? 'usual']}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      closeOnDimmerClick={false}
      onClose={({ target }: { readonly target: EventTarget }) => !isFilledSearch(target) && onClose()}
    >
      <h2 id={titleId} className="header">
        {title}
      </h2>
      <div className="content">{children}</div>
    </Modal>
  );
}
