import type { ReactNode } from 'react';
import { Label } from 'semantic-ui-react';
import { Icon } from './Icon';
import './theme/chip.css';

interface ChipProps {
  /** The filter that the chip represents. */
  readonly name: string;
  /** Its value no longer exists. */
  readonly isDead?: boolean;
  readonly onRemove: () => void;
  /** The button of class `chip-button` that opens the filter. */
  readonly children: ReactNode;
}

/** An active filter. Semantic's own icon to remove a label takes no focus, so the button is ours. */
export function Chip({ name, isDead = false, onRemove, children }: ChipProps) {
  return (
    <Label as="span" className={isDead ? 'chip is-dead' : 'chip'}>
      {children}
      <button type="button" className="chip-remove" aria-label={`Remove filter ${name}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </Label>
  );
}

/** The name of a filter and its value. */
export const ChipText = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    <span className="chip-label">{label}:</span> <span className="chip-text">{text}</span>
  </>
);
