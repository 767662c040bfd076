import type { SelectHTMLAttributes } from 'react';
import { describedBy, errorIdOf } from './Field';
import { LabelledField } from './LabelledField';
import './theme/formControls.css';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'> {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly error?: string | null | undefined;
}

/** A native select, for few options. */
export function SelectField({ id, label, choices, error, ...rest }: SelectFieldProps) {
  return (
    <LabelledField id={id} label={label} error={error}>
      <select
        {...rest}
        id={id}
        className="select-control"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(error && errorIdOf(id), rest['aria-describedby'])}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </LabelledField>
  );
}
