import { useId, type ReactNode } from 'react';

interface FactorSectionProps {
  readonly title: string;
  /** The state in a word or two. */
  readonly state: string;
  readonly about: string;
  readonly children?: ReactNode;
}

/** One factor of the user. */
export function FactorSection({ title, state, about, children }: FactorSectionProps) {
  const id = useId();
  return (
    <section className="form-card security-section" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="security-state">{state}</span>
      </h2>
      <p>{about}</p>
      {children && <div className="security-actions">{children}</div>}
    </section>
  );
}
