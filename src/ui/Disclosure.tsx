import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { AnchoredPopup } from './AnchoredPopup';
import { itemsOf, moveFocus } from './arrowKeys';
import './theme/disclosure.css';

interface DisclosureProps {
  /** Content of the button; if that is not text, `name` is its label. */
  readonly label: ReactNode;
  readonly name?: string;
  readonly className?: string;
  /** The side of the button that the panel is aligned with. */
  readonly align?: 'start' | 'end';
  /** Links and buttons. Choosing one closes the panel. */
  readonly children: ReactNode;
}

const CHOICES = 'a[href], button:not(:disabled)';

/**
 * A button and the panel it opens. Arrow keys move into the panel and within it; Escape closes it and returns the
 * focus; moving the focus away closes it. Nothing requires hovering.
 */
export function Disclosure({ label, name, className = '', align = 'start', children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const [enterAt, setEnterAt] = useState<'first' | 'last' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const choices = () => itemsOf(document.getElementById(id), CHOICES);

  const enter = (at: 'first' | 'last') =>
    choices()
      .at(at === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true });

  const show = (at: typeof enterAt) => {
    setEnterAt(at);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const at = event.key === 'ArrowDown' ? 'first' : 'last';
    if (open) enter(at);
    else show(at);
  };

  return (
    <AnchoredPopup
      className={`disclosure ${className}`}
      align={align}
      open={open}
      onLeave={() => setOpen(false)}
      onEscape={close}
      onShown={() => enterAt !== null && enter(enterAt)}
      panel={{ id, className: 'disclosure-panel' }}
      button={
        <button
          ref={button}
          type="button"
          className="disclosure-button"
          aria-label={name}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => (open ? setOpen(false) : show(null))}
          onKeyDown={onButtonKey}
        >
          {label}
        </button>
      }
    >
      <div
        onKeyDown={(event) => moveFocus(event, choices(), 'vertical')}
        onClick={(event) => (event.target as Element).closest(CHOICES) && close()}
      >
        {children}
      </div>
    </AnchoredPopup>
  );
}
