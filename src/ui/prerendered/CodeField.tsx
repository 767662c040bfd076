import type { FormEvent } from 'react';
import { AUTHENTICATION_CODE_MAX_LENGTH } from '../../../contract/base/limits';
import { Field, describedBy, errorIdOf } from '../Field';

/**
 * The digits of a pasted, typed or autofilled code: '123 456' and '123-456' are 123456. A maximum length of the input
 * would cut '123 456' before the space is removed.
 */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, AUTHENTICATION_CODE_MAX_LENGTH);
}

interface CodeFieldProps {
  readonly id: string;
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly invalid?: boolean;
  readonly autoFocus?: boolean;
  readonly describedBy?: string | undefined;
  /** Called with the digits on each change, also by autofill. */
  readonly onDigits: (digits: string) => void;
}

/** A single input for the whole code, for password managers, phones and pasting. */
export function CodeField({
  id,
  label,
  error,
  invalid = false,
  autoFocus,
  describedBy: described,
  onDigits,
}: CodeFieldProps) {
  const tidy = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const digits = digitsOf(input.value);
    // Setting the value moves the caret to its end, so it is set only if something was removed.
    if (digits !== input.value) input.value = digits;
    onDigits(digits);
  };
  return (
    <Field id={id} label={label} error={error} className="code-field">
      <div className="ui input">
        <input
          id={id}
          name="code"
          type="text"
          inputMode="numeric"
          autoFocus={autoFocus}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onInput={tidy}
          aria-invalid={invalid || error ? true : undefined}
          aria-describedby={describedBy(error && errorIdOf(id), described)}
        />
      </div>
    </Field>
  );
}
