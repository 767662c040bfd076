import type { InputHTMLAttributes } from 'react';
import { Field, describedBy, errorIdOf } from './Field';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  readonly id: string;
  readonly label: string;
  /** The browser, password managers and FormData know the field by it. */
  readonly name: string;
  readonly error?: string | null | undefined;
}

/** One line of text. Names and codes are not prose: nothing corrects, capitalises or underlines them. */
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
