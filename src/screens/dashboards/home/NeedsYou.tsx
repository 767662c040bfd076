import { useDispatch } from 'react-redux';
import { countText } from '../../../../sagas/features/dashboards/home/card.rules';
import { selectChangesSince, selectNeedsYou } from '../../../../sagas/features/dashboards/home/visit.selectors';
import { changesSeen } from '../../../../sagas/features/dashboards/home/visit.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkButton } from '../../../ui/Button';
import { Link } from '../../../ui/Link';

/** The person's open work in one line above the cards, and since when the cards show changes. */
export function NeedsYou() {
  const waiting = useAppSelector(selectNeedsYou);
  return (
    <>
      {waiting !== null && <Waiting waiting={waiting} />}
      <Since />
    </>
  );
}

function Waiting({ waiting }: { readonly waiting: NonNullable<ReturnType<typeof selectNeedsYou>> }) {
  if (waiting.length === 0) return <span className="quiet">Nothing waits for you.</span>;
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

function Since() {
  const dispatch = useDispatch();
  const since = useAppSelector(selectChangesSince);
  if (since === null) return null;
  return (
    <p className="changes-since">
      Since you last looked, {since} <LinkButton onClick={() => dispatch(changesSeen())}>Mark as seen</LinkButton>
    </p>
  );
}
