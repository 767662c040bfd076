import type { ReactNode } from 'react';
import { Statistic, StatisticLabel, StatisticValue } from 'semantic-ui-react';
import { Link } from './Link';
import { RollingNumber } from './RollingNumber';

interface TileProps {
  readonly value: string;
  readonly label: ReactNode;
  /** The list behind the value; null without a link. */
  readonly to: string | null;
  readonly isZero: boolean;
}

/** A number with its label, linked to its rows if possible. */
export function Tile({ value, label, to, isZero }: TileProps) {
  const inside = (
    <>
      <StatisticValue as="span" className="tile-count">
        <RollingNumber text={value} of={to} />
      </StatisticValue>
      <StatisticLabel as="span" className="tile-label">
        {label}
      </StatisticLabel>
    </>
  );
  if (to !== null)
    return (
      <Statistic as={Link} to={to} className="tile">
        {inside}
      </Statistic>
    );
  return (
    <Statistic as="span" className={isZero ? 'tile is-zero' : 'tile'}>
      {inside}
    </Statistic>
  );
}
