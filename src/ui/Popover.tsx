import { useId, useState, type ReactNode, type Ref } from 'react';
import { AnchoredPopup } from './AnchoredPopup';
import { itemsOf } from './arrowKeys';
import './theme/popover.css';

interface PopoverProps {
  /** Content of the button; if that is not text, `name` is its label. */
  readonly label: ReactNode;
  readonly name?: string;
  /** Label of the panel. */
  readonly title: string;
  readonly variant?: 'button' | 'chip';
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onOpen?: () => void;
  readonly children: (close: () => void) => ReactNode;
}

const CONTROLS = 'input:not(:disabled), select:not(:disabled), button:not(:disabled), a[href]';

/**
 * A button with a panel of controls. The panel takes the focus. Escape closes it and returns the focus; a press or
 * focus outside closes it and leaves the focus there.
 */
export function Popover({ label, name, title, variant = 'button', buttonRef, onOpen, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const buttonId = useId();

  const focusPanel = () => {
    const panel = document.getElementById(id);
    if (panel !== null) (itemsOf(panel, CONTROLS)[0] ?? panel).focus({ preventScroll: true });
  };
  const close = () => {
    setOpen(false);
    document.getElementById(buttonId)?.focus();
  };

  return (
    <AnchoredPopup
      className="popover"
      open={open}
      onLeave={() => setOpen(false)}
      onEscape={close}
      onShown={focusPanel}
      panel={{ id, className: 'popover-panel', role: 'dialog', 'aria-label': title, tabIndex: -1 }}
      button={
        <button
          ref={buttonRef}
          id={buttonId}
          type="button"
          className={variant === 'chip' ? 'chip-button' : 'ui compact button'}
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
      }
    >
      {children(close)}
    </AnchoredPopup>
  );
}
