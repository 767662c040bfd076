import { useState } from 'react';
import type { StoreLike } from '../../tape';

interface StatesProps {
  readonly states: Readonly<Record<string, string>>;
  readonly store: StoreLike | null;
  /** Shown again for each entry. */
  readonly at: number;
}

/** The machines, and what the store holds, part by part. */
export function States({ states, store, at }: StatesProps) {
  const parts = Object.entries((store?.getState() ?? {}) as Readonly<Record<string, unknown>>);
  return (
    <div className="tape-states" role="region" aria-label={`State after entry ${at}`} tabIndex={0}>
      <dl>
        {Object.entries(states).map(([machine, state]) => (
          <div key={machine}>
            <dt>{machine}</dt>
            <dd>{state}</dd>
          </div>
        ))}
      </dl>
      {parts.map(([name, value]) => (
        <Part key={name} name={name} value={value} />
      ))}
    </div>
  );
}

/** Written out only where somebody looks. */
function Part({ name, value }: { readonly name: string; readonly value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <pre>{JSON.stringify(value, null, 1)}</pre>}
    </details>
  );
}
