import { useEffect, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { whenIdle, whenPainted } from '../ports/idle';
import { loadable } from './loadable';
import type { PopupPanelProps } from './PopupPanel';
import './theme/popup.css';

/** Popper is loaded after the page is painted, because no panel is open before. */
const Panel = loadable(async () => (await import(/* webpackChunkName: "popup" */ './PopupPanel')).PopupPanel, <></>);

interface AnchoredPopupProps {
  /** Opens and closes the panel; exposes its state as `aria-expanded`. */
  readonly button: ReactElement;
  readonly open: boolean;
  /** Called on a press or focus outside. */
  readonly onLeave: () => void;
  /** Called on Escape in the panel or on the button. */
  readonly onEscape: () => void;
  /** Where to focus in the panel. Without scrolling, because the panel is positioned after that. */
  readonly onShown?: () => void;
  readonly align?: 'start' | 'end';
  readonly className: string;
  readonly panel: Omit<PopupPanelProps, 'place' | 'align' | 'onShown' | 'children'>;
  readonly children: ReactNode;
}

/** A button and a panel beside it. */
export function AnchoredPopup(props: AnchoredPopupProps) {
  const { button, open, onLeave, onEscape, onShown = nothing, align = 'start', className, panel, children } = props;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => void whenPainted().then(whenIdle).then(Panel.preload), []);
  useEffect(() => {
    if (!open) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && !place?.contains(target)) onLeave();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open, place, onLeave]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // Escape closes only the innermost panel.
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  };
  return (
    <div ref={setPlace} className={`popup-place ${className}`} onKeyDown={onKeyDown}>
      {button}
      {open && place !== null && (
        <Panel {...panel} place={place} align={align} onShown={onShown}>
          {children}
        </Panel>
      )}
    </div>
  );
}

const nothing = () => undefined;
