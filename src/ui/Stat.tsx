import type { ElementType, ReactNode } from 'react';
import { Statistic, StatisticValue } from 'semantic-ui-react';

/** The line of a large figure and what rates it. */
export function StatLine({ isDim = false, children }: { readonly isDim?: boolean; readonly children: ReactNode }) {
  return (
    <Statistic as="p" className={isDim ? 'stat-line is-dim' : 'stat-line'}>
      {children}
    </Statistic>
  );
}

interface StatValueProps {
  /** A link to the rows behind the figure, which takes `to`. */
  readonly as?: ElementType;
  readonly to?: string;
  readonly isZero?: boolean;
  readonly children: ReactNode;
}

/** The number of a tile, muted if zero. */
export function StatValue({ as = 'span', isZero = false, ...rest }: StatValueProps) {
  return <StatisticValue {...rest} as={as} className={isZero ? 'stat-value is-zero' : 'stat-value'} />;
}
