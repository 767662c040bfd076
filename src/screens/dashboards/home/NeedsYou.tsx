import { useDispatch } from 'react-redux';
import { countText } from '../../../../sagas/base/numbers';
import { selectNeedsYou, selectSince } from '../../../../sagas/features/dashboards/home/visit.selectors';
import { changesSeen } from '../../../../sagas/features/dashboards/home/visit.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkButton } from '../../../ui/Button';
import { Link } from '../../../ui/Link';

/** The user's open work in one line above the cards, and since when the cards show changes, or that there are none. */
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
  if (waiting.length === 0) return <span className="quiet">Nothing is waiting for you.</span>;
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
  const since = useAppSelector(selectSince);
  if (since === null) return null;
  return (
    <p className="changes-since">
      {since.text}
      {since.isNews && (
        <>
          {' '}
          <LinkButton onClick={() => dispatch(changesSeen())}>Mark as seen</LinkButton>
        </>
      )}
    </p>
  );
}
