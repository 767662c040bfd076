import type { InputHTMLAttributes } from 'react';
import { Field, describedBy, errorIdOf } from '../Field';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  readonly id: string;
  readonly label: string;
  /** The field's name for the browser, password managers and FormData. */
  readonly name: string;
  readonly error?: string | null | undefined;
}

/** Attributes of the input. Names and codes are not prose: no autocorrection, capitalization or spell checking. */
export const textInput = ({ id, label: _, error, type = 'text', ...rest }: TextFieldProps) =>
  ({
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    ...rest,
    id,
    type,
    'aria-invalid': error ? true : rest['aria-invalid'],
    'aria-describedby': describedBy(error && errorIdOf(id), rest['aria-describedby']),
  }) as const;

/** A single-line text field, without Semantic's Input. */
export function TextField(props: TextFieldProps) {
  const { id, label, error } = props;
  return (
    <Field id={id} label={label} error={error}>
      <div className="ui input">
        <input {...textInput(props)} />
      </div>
    </Field>
  );
}
