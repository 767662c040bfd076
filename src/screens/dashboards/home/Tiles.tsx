import type { CSSProperties } from 'react';
import { useDispatch } from 'react-redux';
import { SUM_MEANINGS } from '../../../../contract/dashboards/widgets';
import { countText } from '../../../../sagas/base/numbers';
import { kindText } from '../../../../sagas/features/dashboards/home/card.rules';
import {
  selectComplianceView,
  selectComplianceViews,
  selectHasTimesheetToggle,
  selectTimesheetView,
} from '../../../../sagas/features/dashboards/home/cardRequests.selectors';
import type { CardView } from '../../../../sagas/features/dashboards/home/cards.selectors';
import { complianceViewChosen, timesheetViewChosen } from '../../../../sagas/features/dashboards/home/home.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { loadable } from '../../../ui/loadable';
import { Tile } from '../../../ui/Tile';

/** Loaded after the cards; its place is kept. */
export const FigureChange = loadable(
  async () => (await import(/* webpackChunkName: "needs-you" */ './FigureChange')).FigureChange,
  <></>,
);

/** The numbers beside the chart, and the toggle between two sides. */
export function Tiles({ view }: { readonly view: CardView }) {
  const openings = view.totalOpenings;
  if (view.tiles.length === 0 && view.toggle === undefined) return null;
  return (
    <div className="card-tiles">
      {view.toggle === 'complianceView' && <ComplianceToggle />}
      {view.toggle === 'timesheetView' && <TimesheetToggle />}
      {view.tiles.map(({ code, label, count, color, to, meaning }) => (
        <div
          key={code}
          className="tile-place"
          style={color === null ? undefined : ({ '--tile-edge': `var(--chart-${color})` } as CSSProperties)}
        >
          <Tile
            value={countText(count)}
            label={
              <>
                {label} {view.totals.length > 1 && <small title={meaning.reason}>{kindText(meaning)}</small>}
              </>
            }
            to={to}
            isZero={count === 0}
          />
          <span className="figure-change">
            <FigureChange widget={view.widget} code={code} label={label} />
          </span>
        </div>
      ))}
      {openings !== null && (
        <Tile
          value={countText(openings)}
          label={
            <>
              Total Openings{' '}
              {view.totals.length > 1 && (
                <small title={SUM_MEANINGS.totalOpenings.reason}>{kindText(SUM_MEANINGS.totalOpenings)}</small>
              )}
            </>
          }
          to={view.totalOpeningsTo}
          isZero={openings === 0}
        />
      )}
    </div>
  );
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

/** A choice only for those who may see both. */
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
