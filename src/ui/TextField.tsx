import { Input } from 'semantic-ui-react';
import { describedBy, errorIdOf } from './Field';
import { LabelledField } from './LabelledField';
import type { TextFieldProps } from './prerendered/TextField';

/**
 * A single-line text field. Names and codes are not prose, so autocorrection, capitalization and spell checking are
 * off.
 */
export function TextField({ id, label, error, type = 'text', ...rest }: TextFieldProps) {
  return (
    <LabelledField id={id} label={label} error={error}>
      <Input>
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
      </Input>
    </LabelledField>
  );
}
