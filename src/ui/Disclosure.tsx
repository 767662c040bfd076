import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { itemsOf, moveFocus } from './arrowKeys';
import './theme/disclosure.css';

interface DisclosureProps {
  /** What the button shows; where that is no text, `name` says it. */
  readonly label: ReactNode;
  readonly name?: string;
  readonly className?: string;
  /** On which side of the button the panel begins. */
  readonly align?: 'start' | 'end';
  /** Links and buttons. Choosing one closes the panel. */
  readonly children: ReactNode;
}

const CHOICES = 'a[href], button:not(:disabled)';

/**
 * A button and the panel it opens. Arrow keys go into the panel and about in it, Escape closes it and gives the focus
 * back, and so does going elsewhere; nothing needs a pointer that hovers.
 */
export function Disclosure({ label, name, className = '', align = 'start', children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const [enterAt, setEnterAt] = useState<'first' | 'last' | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    if (enterAt !== null)
      itemsOf(panel.current, CHOICES)
        .at(enterAt === 'first' ? 0 : -1)
        ?.focus();
    const leave = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open, enterAt]);

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
    if (open)
      itemsOf(panel.current, CHOICES)
        .at(at === 'first' ? 0 : -1)
        ?.focus();
    else show(at);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // One press closes one thing.
    event.stopPropagation();
    close();
  };

  return (
    <div ref={place} className={`disclosure ${className}`} onKeyDown={onKey}>
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
      {open && (
        <div
          ref={panel}
          id={id}
          className={align === 'end' ? 'disclosure-panel at-end' : 'disclosure-panel'}
          onKeyDown={(event) => moveFocus(event, itemsOf(panel.current, CHOICES), 'vertical')}
          onClick={(event) => (event.target as Element).closest(CHOICES) && close()}
        >
          {children}
        </div>
      )}
    </div>
  );
}
