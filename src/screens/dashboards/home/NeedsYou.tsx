import { countText } from '../../../../sagas/features/dashboards/home/card.rules';
import { selectNeedsYou } from '../../../../sagas/features/dashboards/home/needsYou.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Link } from '../../../ui/Link';

/** What waits for this person, in one line above the cards. */
export function NeedsYou() {
  const waiting = useAppSelector(selectNeedsYou);
  if (waiting === null) return null;
  if (waiting.length === 0) return <span className="quiet">Nothing on these cards waits for you.</span>;
  return (
    <ul>
      {waiting.map(({ code, label, count, to }) => {
        const inside = (
          <>
            <strong>{countText(count)}</strong> {label}
          </>
        );
        return <li key={code}>{to === null ? <span>{inside}</span> : <Link to={to}>{inside}</Link>}</li>;
      })}
    </ul>
  );
}
