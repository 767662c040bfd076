import type { FormEvent } from 'react';
import { AUTHENTICATION_CODE_MAX_LENGTH } from '../../contract';
import { Field, describedBy, errorIdOf } from './Field';

/**
 * The digits of a code as somebody pasted, typed or had it filled in: '123 456' and '123-456' are 123456.
 * A length limit on the input itself would cut '123 456' before the blank is gone.
 */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, AUTHENTICATION_CODE_MAX_LENGTH);
}

interface CodeFieldProps {
  readonly id: string;
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  /** Called on each change, whoever made it, with the digits so far. */
  readonly onDigits: (digits: string) => void;
}

/** One input for the whole code: what managers and phones fill, and what can be pasted into. */
export function CodeField({ id, label, error, invalid = false, describedBy: described, onDigits }: CodeFieldProps) {
  const tidy = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const digits = digitsOf(input.value);
    // Writing the value moves the caret to its end, so it is written only where something had to go.
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
