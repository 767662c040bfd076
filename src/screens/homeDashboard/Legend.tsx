import type { CardNumber } from '../../../sagas/homeDashboard/cards.selectors';
import { countText, percentText } from '../../../sagas/homeDashboard/index';
import { Swatch } from '../../ui/chart';
import { Link } from '../../ui/Link';

/** What the colours mean, with the figures; each leads to its rows. */
export function Legend({ numbers }: { readonly numbers: readonly CardNumber[] }) {
  return (
    <ul className="card-legend">
      {numbers.map(({ code, label, count, percent, colour, to }) => {
        const inside = (
          <>
            {colour !== null && <Swatch colour={colour} />}
            <span className="legend-label">{label}</span>
            <span className="legend-count">{countText(count)}</span>
            {percent !== null && <span className="legend-share">{percentText(percent)}</span>}
          </>
        );
        return (
          <li key={code}>
            {to === null ? (
              <span className={count === 0 ? 'legend-row is-zero' : 'legend-row'}>{inside}</span>
            ) : (
              <Link className="legend-row" to={to}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
