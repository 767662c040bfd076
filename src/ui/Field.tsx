import type { ReactNode } from 'react';
import { Icon } from './Icon';

/** Id of the error below a field, for `aria-describedby`. */
export const errorIdOf = (id: string) => `${id}-error`;
/** Id of the hint below a field, for `aria-describedby`. */
export const hintIdOf = (id: string) => `${id}-hint`;

/** Ids for aria-describedby; undefined without a hint or an error. */
export function describedBy(...ids: readonly (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}

export interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The version for the sign-in page, which does not load Semantic: a label above its control, an error below. */
export function Field({ id, label, error, className, children }: FieldProps) {
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The error below a field, announced when it appears. */
export function FieldError({ id, error }: Pick<FieldProps, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <p id={errorIdOf(id)} className="field-error" role="alert">
      <Icon name="alert" />
      {error}
    </p>
  );
}
