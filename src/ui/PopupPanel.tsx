import type { AriaAttributes, ReactNode } from 'react';
import { Popup } from 'semantic-ui-react';

export interface PopupPanelProps extends Pick<AriaAttributes, 'aria-label'> {
  readonly className: string;
  readonly id?: string;
  readonly role?: string;
  readonly tabIndex?: number;
  /** The element the panel is positioned beside and rendered in, so that Tab moves from the button into it. */
  readonly place: HTMLElement;
  /** Which edges are aligned, if there is room. */
  readonly align: 'start' | 'end';
  /** The panel is rendered, but not positioned yet. */
  readonly onShown: () => void;
  readonly children: ReactNode;
}

const EDGE_PX = 8;
/** Offset along the button and distance from it, in CSS pixels. */
export const POPUP_OFFSET: [number, number] = [0, 6];
/** A panel is flipped and shifted to stay inside the window. */
export const POPUP_MODIFIERS = [
  { name: 'flip', options: { padding: EDGE_PX } },
  { name: 'preventOverflow', options: { padding: EDGE_PX, altAxis: true } },
];

/**
 * The panel of an `AnchoredPopup`, on Semantic's Popup. Semantic's Escape handling is off, because it would also close
 * a dialog around it.
 */
export function PopupPanel({ className, place, align, onShown, children, ...rest }: PopupPanelProps) {
  return (
    <Popup
      {...rest}
      className={`anchored-panel ${className}`}
      open
      onMount={onShown}
      closeOnEscape={false}
      closeOnDocumentClick={false}
      context={place}
      mountNode={place}
      basic
      position={align === 'start' ? 'bottom left' : 'bottom right'}
      offset={POPUP_OFFSET}
      popperModifiers={POPUP_MODIFIERS}
    >
      {children}
    </Popup>
  );
}
