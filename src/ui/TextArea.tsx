import type { ReactNode, TextareaHTMLAttributes } from 'react';
import { TextArea as SemanticTextArea } from 'semantic-ui-react';
import { describedBy, errorIdOf, hintIdOf } from './Field';
import { LabelledField } from './LabelledField';
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
  // Semantic's types do not allow `undefined`, React's do.
  const native: Readonly<Record<string, unknown>> = rest;
  return (
    <LabelledField id={id} label={label} error={error}>
      <SemanticTextArea
        {...native}
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
    </LabelledField>
  );
}
