import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { itemsOf } from './arrowKeys';
import './theme/popover.css';

interface PopoverProps {
  /** What the button shows; where that is no text, `name` says it. */
  readonly label: ReactNode;
  readonly name?: string;
  /** What the panel is about. */
  readonly title: string;
  readonly look?: 'button' | 'chip';
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onOpen?: () => void;
  readonly children: (close: () => void) => ReactNode;
}

const CONTROLS = 'input:not(:disabled), select:not(:disabled), button:not(:disabled), a[href]';
const EDGE_PX = 8;

/**
 * A button with a panel of controls beside it. The panel takes the focus; Escape closes it and gives the focus back,
 * a press or a step elsewhere closes it and leaves the focus there.
 */
export function Popover({ label, name, title, look = 'button', buttonRef, onOpen, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const shown = panel.current;
    if (!open || shown === null) return;
    const beyond = shown.getBoundingClientRect().right - (document.documentElement.clientWidth - EDGE_PX);
    if (beyond > 0) shown.style.marginLeft = `${-beyond}px`;
    (itemsOf(shown, CONTROLS)[0] ?? shown).focus();
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      const target = event.target as Node;
      if (target.isConnected && !place.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);

  const button = () => place.current?.querySelector<HTMLButtonElement>('button[aria-expanded]');
  const close = () => {
    setOpen(false);
    button()?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // One press closes one thing.
    event.stopPropagation();
    close();
  };

  return (
    <div ref={place} className="popover" onKeyDown={onKey}>
      <button
        ref={buttonRef}
        type="button"
        className={look === 'chip' ? 'chip-button' : 'tool-button'}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        {label}
      </button>
      {open && (
        <div ref={panel} id={id} className="popover-panel" role="dialog" aria-label={title} tabIndex={-1}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
