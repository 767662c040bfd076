import { useId, useState, type ReactNode } from 'react';
import { Popup } from 'semantic-ui-react';
import { POPUP_MODIFIERS, POPUP_OFFSET } from './PopupPanel';
import { Icon } from './Icon';
import './theme/popup.css';
import './theme/hint.css';

interface HintProps {
  /** Label of the button: 'How is Spend computed?' */
  readonly name: string;
  readonly children: ReactNode;
}

/** An explanation, shown on hover and on focus; Escape hides it. For screen readers it is the button's description. */
export function Hint({ name, children }: HintProps) {
  const id = useId();
  // While the tooltip is closed, a hidden text is the description; a screen reader never meets both.
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <span ref={setPlace} className="hint">
      <Popup
        className="hint-text"
        id={id}
        role="tooltip"
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        trigger={
          <button type="button" className="hint-button" aria-label={name} aria-describedby={id}>
            <Icon name="help" />
          </button>
        }
        on={['hover', 'focus']}
        hoverable
        mountNode={place ?? undefined}
        basic
        position="bottom left"
        offset={POPUP_OFFSET}
        popperModifiers={POPUP_MODIFIERS}
      >
        {children}
      </Popup>
      {!isOpen && (
        <span id={id} hidden>
          {children}
        </span>
      )}
    </span>
  );
}
