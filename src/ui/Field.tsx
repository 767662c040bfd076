import type { ReactNode } from 'react';
import { Icon } from './Icon';

export const errorIdOf = (id: string) => `${id}-error`;
export const hintIdOf = (id: string) => `${id}-hint`;

/** Ids for aria-describedby; undefined where there is nothing to point at. */
export function describedBy(...ids: readonly (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A label above its control, and what is wrong with it below. */
export function Field({ id, label, error, className, children }: FieldProps) {
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error && (
        <p id={errorIdOf(id)} className="field-error" role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
