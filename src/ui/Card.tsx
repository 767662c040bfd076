import type { ReactNode } from 'react';
import { Placeholder, PlaceholderLine, Card as SemanticCard } from 'semantic-ui-react';

interface CardProps {
  readonly id?: string;
  /** Id of its heading. */
  readonly labelledBy: string;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** A section of a dashboard with its own background. */
export function Card({ id, labelledBy, busy, children }: CardProps) {
  return (
    <SemanticCard as="section" id={id} aria-labelledby={labelledBy} aria-busy={busy}>
      {children}
    </SemanticCard>
  );
}

/** A placeholder of the same size as the figures, to avoid a layout shift. */
export function FigureSkeleton({ variant }: { readonly variant: 'card' | 'stat' }) {
  const line = <PlaceholderLine className="skeleton-line" />;
  return (
    <Placeholder className={SKELETONS[variant]} role="status" aria-label="Loading the numbers">
      {variant === 'card' && <div className="skeleton-figure" />}
      {line}
      {line}
    </Placeholder>
  );
}

const SKELETONS = { card: 'card-skeleton', stat: 'stat-skeleton' } as const;
