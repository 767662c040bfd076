import type { ReactNode, TextareaHTMLAttributes } from 'react';
import { Field, describedBy, errorIdOf, hintIdOf } from './Field';
import './theme/formControls.css';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
}

/** Several lines of text. */
export function TextArea({ id, label, hint, error, ...rest }: TextAreaProps) {
  return (
    <Field id={id} label={label} error={error}>
      <textarea
        {...rest}
        id={id}
        className="text-area"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(error && errorIdOf(id), hint !== undefined && hintIdOf(id))}
      />
      {hint !== undefined && (
        <p id={hintIdOf(id)} className="control-hint">
          {hint}
        </p>
      )}
    </Field>
  );
}
