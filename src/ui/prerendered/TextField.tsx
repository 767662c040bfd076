import type { InputHTMLAttributes } from 'react';
import { Field, describedBy, errorIdOf } from '../Field';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  readonly id: string;
  readonly label: string;
  /** The field's name for the browser, password managers and FormData. */
  readonly name: string;
  readonly error?: string | null | undefined;
}

/**
 * A single-line text field. Names and codes are not prose, so autocorrection, capitalization and spell checking are
 * off.
 */
export function TextField({ id, label, error, type = 'text', ...rest }: TextFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      <div className="ui input">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          id={id}
          type={type}
          aria-invalid={error ? true : rest['aria-invalid']}
          aria-describedby={describedBy(error && errorIdOf(id), rest['aria-describedby'])}
        />
      </div>
    </Field>
  );
}
