import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Modal } from 'semantic-ui-react';
import { coverPage } from './inertPage';
import { isFocusLost, useReturnedFocus } from './returnedFocus';
import './theme/dialog.css';

interface DialogProps {
  readonly title: string;
  /** `wide` is for tables, `large` for documents. */
  readonly size?: 'wide' | 'large';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Semantic closes on a key press only; its types know presses of a mouse, which cannot compose a word. */
interface EscapePress {
  readonly target: EventTarget;
  readonly isComposing?: boolean;
}

/** Complete class names, because the build keeps only rules whose class names it finds. */
const CLASSES = { usual: 'dialog', wide: 'dialog is-wide', large: 'dialog is-large' } as const;

/** There, Escape first empties a search field or closes an open panel. Semantic hears it before they do. */
const usesEscape = (target: EventTarget): boolean =>
  (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') ||
  (target instanceof Element && target.closest('.popup-place:has([aria-expanded="true"])') !== null);

/** Held down since it opened the dialog, Enter must not press what gets the focus in it. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}

/**
 * A dialog over the page, on Semantic's Modal. The page behind it is inert while it is open; Escape closes it, and the
 * focus returns to where it was.
 */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const titleId = useId();
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  // Must end before the focus returns, because an inert page cannot be focused.
  useEffect(() => coverPage('dialog'), []);
  useReturnedFocus(heading?.closest('[role="dialog"]') ?? null);
  useFocusInside(heading);

  return (
    <Modal
      open
      className={CLASSES[size ?? 'usual']}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      closeOnDimmerClick={false}
      onKeyDown={ignoreHeldEnter}
      onClose={({ target, isComposing }: EscapePress) => !isComposing && !usesEscape(target) && onClose()}
    >
      <h2 ref={setHeading} id={titleId} className="header" tabIndex={-1}>
        {title}
      </h2>
      <div className="content">{children}</div>
    </Modal>
  );
}

/** The heading takes the focus if nothing else in its dialog does, and when what has it there is removed. */
function useFocusInside(heading: HTMLElement | null): void {
  useEffect(() => {
    const dialog = heading?.closest('[role="dialog"]');
    if (!heading || !dialog) return;
    if (!dialog.contains(document.activeElement)) heading.focus({ preventScroll: true });
    let last = document.activeElement;
    const note = () => void (last = document.activeElement);
    const removals = new MutationObserver(() => {
      if (last?.isConnected === false && isFocusLost()) heading.focus({ preventScroll: true });
    });
    dialog.addEventListener('focusin', note);
    removals.observe(dialog, { childList: true, subtree: true });
    return () => {
      dialog.removeEventListener('focusin', note);
      removals.disconnect();
    };
  }, [heading]);
}
