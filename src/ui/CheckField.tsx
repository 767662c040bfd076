import type { InputHTMLAttributes, ReactNode } from 'react';
import { describedBy, hintIdOf } from './Field';
import './theme/formControls.css';

interface CheckFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'type'> {
  readonly id: string;
  readonly label: ReactNode;
  readonly name: string;
  readonly type?: 'checkbox' | 'radio';
  readonly hint?: ReactNode;
  /** Why it cannot be changed. It can still be reached, and says so. */
  readonly locked?: string | null;
}

/** A box or a button to tick, with its words beside it. */
export function CheckField({ id, label, hint, locked = null, type = 'checkbox', onChange, ...rest }: CheckFieldProps) {
  const said = locked ?? hint;
  return (
    <div className={locked === null ? 'check-field' : 'check-field is-locked'}>
      <label htmlFor={id}>
        <input
          {...rest}
          id={id}
          type={type}
          aria-disabled={locked !== null || undefined}
          aria-describedby={describedBy(said !== undefined && said !== null && hintIdOf(id))}
          onChange={(event) => locked === null && onChange?.(event)}
        />
        <span>{label}</span>
      </label>
      {said !== undefined && said !== null && (
        <p id={hintIdOf(id)} className="control-hint">
          {said}
        </p>
      )}
    </div>
  );
}
