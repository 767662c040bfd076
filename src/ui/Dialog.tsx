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

const MODAL = '[role="dialog"][aria-modal="true"]';

/** Where the focus returns after the dialog that was opened last. */
let lastOpeners: readonly HTMLElement[] = [];

/** What has the focus; if that is in a dialog and is removed with it, the focus returns to the opener of that dialog. */
function findOpeners(): readonly HTMLElement[] {
  const { activeElement, body } = document;
  const found = activeElement instanceof HTMLElement && activeElement !== body ? [activeElement] : [];
  if (document.querySelector(MODAL) === null) return found;
  return [...found, ...lastOpeners.filter((each) => each.isConnected)];
}

/**
 * A dialog over the page, on Semantic's Modal. The page behind it is inert while it is open; Escape closes it, and the
 * focus returns to where it was.
 */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const titleId = useId();
  // Stored before a field of the dialog takes the focus.
  const [openers] = useState(findOpeners);
  useEffect(() => {
    const release = coverPage('dialog');
    lastOpeners = openers;
    return () => {
      release();
      lastOpeners = openers.slice(1);
      const opener = openers.find((each) => each.isConnected);
      const above = [...document.querySelectorAll(MODAL)].at(-1);
      // The dialog that takes the place of this one has the focus already.
      if (above === undefined || above.contains(opener ?? null)) opener?.focus();
    };
  }, [openers]);

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
