import { Input } from 'semantic-ui-react';
import { LabelledField } from './LabelledField';
import { textInput, type TextFieldProps } from './prerendered/TextField';

/** A single-line text field. */
export function TextField(props: TextFieldProps) {
  const { id, label, error } = props;
  return (
    <LabelledField id={id} label={label} error={error}>
      <Input>
        <input {...textInput(props)} />
      </Input>
    </LabelledField>
  );
}
