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
  /** Why it cannot be changed. It remains focusable and shows the reason. */
  readonly locked?: string | null;
}

/** A checkbox or radio button with its label. */
export function CheckField(props: CheckFieldProps) {
  const { id, label, name, type = 'checkbox', checked, onChange, hint, locked = null } = props;
  const said = locked ?? hint;
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
        aria-describedby={describedBy(said !== undefined && said !== null && hintIdOf(id))}
        onChange={(_, data) => onChange(data.checked === true)}
      />
      {said !== undefined && said !== null && (
        <p id={hintIdOf(id)} className="control-hint">
          {said}
        </p>
      )}
    </div>
  );
}
