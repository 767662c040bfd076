import { useState, type KeyboardEvent } from 'react';
import { Field, describedBy, errorIdOf, hintIdOf } from '../Field';
import { Icon } from '../Icon';
import type { TextFieldProps } from './TextField';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** A new value hides the password again, as every submission should. */
  readonly hideAgain?: unknown;
  /** What the password must be, below the field. */
  readonly rules?: string;
}

/** A password field that can reveal its value and warns about Caps Lock. */
export function PasswordField({ id, label, error, hideAgain, rules, ...rest }: PasswordFieldProps) {
  const [shownFor, setShownFor] = useState<{ readonly occasion: unknown } | null>(null);
  const rulesId = `${id}-rules`;
  const [capsLock, setCapsLock] = useState(false);
  const shown = shownFor !== null && shownFor.occasion === hideAgain;
  const notice = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Field id={id} label={label} error={error}>
      <div className="ui revealing input">
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={notice}
          onKeyUp={notice}
          aria-invalid={error ? true : rest['aria-invalid']}
          aria-describedby={describedBy(
            error && errorIdOf(id),
            rules && rulesId,
            capsLock && hintIdOf(id),
            rest['aria-describedby'],
          )}
        />
        <button
          type="button"
          className="reveal"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setShownFor(shown ? null : { occasion: hideAgain })}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
      {rules && (
        <p id={rulesId} className="field-hint">
          {rules}
        </p>
      )}
      <div role="status">
        {capsLock && (
          <p id={hintIdOf(id)} className="field-hint caps-lock">
            <Icon name="warning" />
            Caps Lock is on.
          </p>
        )}
      </div>
    </Field>
  );
}
