import { FormField } from 'semantic-ui-react';
import { FieldError, type FieldProps } from './Field';

/** A label above its control and an error below, on Semantic's field. */
export function LabelledField({ id, label, error, children }: Omit<FieldProps, 'className'>) {
  return (
    <FormField>
      <label htmlFor={id}>{label}</label>
      {children}
      <FieldError id={id} error={error} />
    </FormField>
  );
}
