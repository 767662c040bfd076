import type { ReactNode } from 'react';
import { Checkbox } from 'semantic-ui-react';
import { describedBy, hintIdOf } from './Field';
import './theme/formControls.css';

interface CheckFieldProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly name: string;
  readonly type?: 'checkbox' | 'radio';
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  /** Why it cannot be changed. It can still be focused, and shows the reason. */
  readonly locked?: string | null;
}

/** A checkbox or radio button with its label. */
export function CheckField(props: CheckFieldProps) {
  const { id, label, name, type = 'checkbox', checked, onChange, hint, locked = null } = props;
  const note = locked ?? hint;
  return (
    <div className={locked === null ? 'check-field' : 'check-field is-locked'}>
      <Checkbox
        id={id}
        name={name}
        type={type}
        radio={type === 'radio'}
        checked={checked}
        readOnly={locked !== null}
        label={<label htmlFor={id}>{label}</label>}
        aria-disabled={locked !== null || undefined}
        aria-describedby={describedBy(note !== undefined && note !== null && hintIdOf(id))}
        onChange={(_, data) => onChange(data.checked === true)}
      />
      {note !== undefined && note !== null && (
        <p id={hintIdOf(id)} className="control-hint">
          {note}
        </p>
      )}
    </div>
  );
}
