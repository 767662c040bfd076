import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { CardView } from '../../../sagas/homeDashboard/cards.selectors';
import { complianceViewChosen, timesheetViewChosen } from '../../../sagas/homeDashboard/homeDashboard.intents';
import { countText } from '../../../sagas/homeDashboard/index';
import {
  selectComplianceView,
  selectComplianceViews,
  selectHasTimesheetToggle,
  selectTimesheetView,
} from '../../../sagas/homeDashboard/requests.selectors';
import { useAppSelector } from '../../app/state';
import { Swatch } from '../../ui/chart';
import { Link } from '../../ui/Link';

/** The numbers beside the chart, and whose they are. */
export function Tiles({ view }: { readonly view: CardView }) {
  const openings = view.totalOpenings;
  if (view.tiles.length === 0 && view.widget !== 'COMPLIANCE' && view.widget !== 'TIMESHEET') return null;
  return (
    <div className="card-tiles">
      {view.widget === 'COMPLIANCE' && <ComplianceToggle />}
      {view.widget === 'TIMESHEET' && <TimesheetToggle />}
      {view.tiles.map(({ code, label, count, colour, to }) => (
        <Tile key={code} to={to} zero={count === 0}>
          <span className="tile-count">{countText(count)}</span>
          <span className="tile-label">
            {colour !== null && <Swatch colour={colour} />}
            {label}
          </span>
        </Tile>
      ))}
      {openings !== null && (
        <Tile to={null} zero={openings === 0}>
          <span className="tile-count">{countText(openings)}</span>
          <span className="tile-label">Total Openings</span>
        </Tile>
      )}
    </div>
  );
}

function Tile({
  to,
  zero,
  children,
}: {
  readonly to: string | null;
  readonly zero: boolean;
  readonly children: ReactNode;
}) {
  if (to !== null)
    return (
      <Link className="tile" to={to}>
        {children}
      </Link>
    );
  return <span className={zero ? 'tile is-zero' : 'tile'}>{children}</span>;
}

interface ToggleProps<V extends string> {
  readonly name: string;
  readonly choices: readonly (readonly [V, string])[];
  readonly value: V;
  readonly onChoose: (value: V) => void;
}

function Toggle<V extends string>({ name, choices, value, onChoose }: ToggleProps<V>) {
  return (
    <div className="card-toggle" role="group" aria-label={name}>
      {choices.map(([each, label]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
          {label}
        </button>
      ))}
    </div>
  );
}

const COMPLIANCE_VIEWS = [
  ['ACTIVE', 'Active'],
  ['BOOKED', 'Booked'],
] as const;

/** Only who may see both can choose. */
function ComplianceToggle() {
  const dispatch = useDispatch();
  const views = useAppSelector(selectComplianceViews);
  const value = useAppSelector(selectComplianceView);
  if (views.length < 2) return <span className="card-fixed">{value === 'ACTIVE' ? 'Active' : 'Booked'}</span>;
  return (
    <Toggle
      name="Whose files"
      choices={COMPLIANCE_VIEWS}
      value={value}
      onChoose={(each) => dispatch(complianceViewChosen(each))}
    />
  );
}

const TIMESHEET_VIEWS = [
  ['supplier', 'Supplier'],
  ['facility', 'Facility'],
] as const;

function TimesheetToggle() {
  const dispatch = useDispatch();
  const value = useAppSelector(selectTimesheetView);
  if (!useAppSelector(selectHasTimesheetToggle)) return null;
  return (
    <Toggle
      name="Whose status"
      choices={TIMESHEET_VIEWS}
      value={value}
      onChoose={(each) => dispatch(timesheetViewChosen(each))}
    />
  );
}
