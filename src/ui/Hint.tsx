import { useId, useState, type ReactNode } from 'react';
import { Icon } from './Icon';
import './theme/hint.css';

interface HintProps {
  /** What pressing or pointing at it tells: 'How is Spend computed?' */
  readonly name: string;
  readonly children: ReactNode;
}

/** A word of explanation, shown on hover and on focus; Escape puts it away. */
export function Hint({ name, children }: HintProps) {
  const id = useId();
  const [away, setAway] = useState(false);
  return (
    <span
      className={away ? 'hint is-away' : 'hint'}
      onPointerEnter={() => setAway(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAway(true);
      }}
    >
      <button
        type="button"
        className="hint-button"
        aria-label={name}
        aria-describedby={id}
        onFocus={() => setAway(false)}
      >
        <Icon name="help" />
      </button>
      <span id={id} role="tooltip" className="hint-text">
        {children}
      </span>
    </span>
  );
}
