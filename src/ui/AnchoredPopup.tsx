import { useEffect, useState, type KeyboardEventHandler, type ReactElement, type ReactNode } from 'react';
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
  /** Where to focus in the panel. Without scrolling, because the panel is positioned after that. */
  readonly onShown?: () => void;
  readonly align?: 'start' | 'end';
  readonly className: string;
  readonly panel: Omit<PopupPanelProps, 'place' | 'align' | 'onShown' | 'children'>;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly children: ReactNode;
}

/** A button and a panel beside it. */
export function AnchoredPopup(props: AnchoredPopupProps) {
  const { button, open, onLeave, onShown = nothing, align = 'start', className, panel, onKeyDown, children } = props;
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
