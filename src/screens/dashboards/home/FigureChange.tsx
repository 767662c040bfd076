import type { Widget } from '../../../../contract/dashboards/widgets';
import { countText } from '../../../../sagas/base/numbers';
import { selectFigureChange } from '../../../../sagas/features/dashboards/home/visit.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Link } from '../../../ui/Link';

interface FigureChangeProps {
  readonly widget: Widget;
  readonly code: string;
  readonly label: string;
}

/** How many rows entered and left a figure since the person's last visit, each a link to these rows. */
export function FigureChange({ widget, code, label }: FigureChangeProps) {
  const change = useAppSelector(selectFigureChange)(widget, code);
  if (change === null) return null;
  const { entered, left, enteredTo, leftTo } = change;
  return (
    <>
      <Part sign="+" count={entered} to={enteredTo} name={`${countText(entered)} entered ${label}`} />
      <Part sign="−" count={left} to={leftTo} name={`${countText(left)} left ${label}`} />
    </>
  );
}

interface PartProps {
  readonly sign: string;
  readonly count: number;
  readonly to: string | null;
  /** In words. */
  readonly name: string;
}

function Part({ sign, count, to, name }: PartProps) {
  if (count === 0) return null;
  const text = sign + countText(count);
  if (to === null)
    return (
      <span>
        <span aria-hidden="true">{text}</span>
        <span className="visually-hidden">{name}</span>
      </span>
    );
  return (
    <Link to={to} aria-label={`${text}: ${name}`} title={`${name} since you last looked`}>
      {text}
    </Link>
  );
}
