import { useDispatch } from 'react-redux';
import { selectWindow } from '../../../sagas/base/window';
import { longDayText, shortWeekdayText } from '../../../sagas/base/calendar';
import { dayText } from '../../../sagas/base/dates';
import {
  selectWeek,
  type ShownCell,
  type ShownUnit,
  type Week,
} from '../../../sagas/features/schedule/schedule.selectors';
import { scheduleReloadRequested } from '../../../sagas/features/schedule/schedule.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { LinkTabs } from '../../ui/LinkTabs';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { printPage } from '../../ui/printing';
import '../../ui/theme/schedule.css';
import { ToolButton } from '../../ui/ToolButton';

const MEANINGS = {
  PRN: 'Everyone who works by the shift, and the openings of orders that no one has taken yet.',
  IRP: 'The internal pool: people who have worked at the facility before, and openings that they could take.',
} as const;

/** Who works where in a week, by unit and shift, and which shifts are open. */
export function ScheduleScreen() {
  const week = useAppSelector(selectWeek);
  const narrow = useAppSelector(selectWindow).breakpoint === 'mobile';
  const dispatch = useDispatch();
  if (week === null) return null;
  const { kind, days, units, more, error, tabs } = week;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <section className="schedule" aria-label="Weekly Schedule">
      <div className="schedule-head">
        <div>
          <h1 key={kind} tabIndex={-1}>
            {kind === 'IRP' ? 'IRP Weekly Schedule' : 'Weekly Schedule'}
          </h1>
          <span className="schedule-week" role="status">
            {dayText(first)} – {dayText(last)}
          </span>
        </div>
        <nav className="schedule-steps" aria-label="Weeks">
          <Link className="ui compact icon button" to={week.previous} aria-label="Previous week">
            <Icon name="previous" />
          </Link>
          <Link className="ui compact button" to={week.now}>
            This week
          </Link>
          <Link className="ui compact icon button" to={week.next} aria-label="Next week">
            <Icon name="next" />
          </Link>
          <ToolButton onClick={printPage}>Print</ToolButton>
        </nav>
      </div>
      <LinkTabs name="Kinds of schedules" tabs={tabs} />
      <p className="quiet">{MEANINGS[kind]} Days are derived from hours and shift, starting on Monday.</p>
      {error !== null && (
        <Message tone="negative">
          The schedule could not be loaded. {error}{' '}
          <LinkButton onClick={() => dispatch(scheduleReloadRequested())}>Retry</LinkButton>
        </Message>
      )}
      {units === null && error === null && <Loader>Loading</Loader>}
      {units?.length === 0 && (
        <p className="schedule-none">
          No one works by the shift this week, and no order is open for it. Choose another week, or look under PRN,
          Orders.
        </p>
      )}
      {units !== null &&
        units.length > 0 &&
        (narrow ? <ByDay week={week} units={units} /> : <Grid week={week} units={units} />)}
      {more && <p className="quiet">Only the first units are shown. Choose a facility to see the others.</p>}
    </section>
  );
}

interface UnitsProps {
  readonly week: Week;
  readonly units: readonly ShownUnit[];
}

const unitName = ({ facility, department, shift }: ShownUnit) => (
  <>
    <strong>{department}</strong> <span className="quiet">{facility}</span> <span>{shift}</span>
  </>
);

function Grid({ week: { days, today }, units }: UnitsProps) {
  return (
    <div className="schedule-frame" tabIndex={0} role="group" aria-label="Week">
      <table className="schedule-grid">
        <caption className="visually-hidden">Who works where</caption>
        <thead>
          <tr>
            <th scope="col">Unit and shift</th>
            {days.map((day) => (
              <th key={day} scope="col" className={day === today ? 'is-today' : undefined}>
                {shortWeekdayText(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={`${unit.facility} ${unit.department} ${unit.shift}`}>
              <th scope="row">{unitName(unit)}</th>
              {unit.cells.map((cell) => (
                <td key={cell.day} className={cell.day === today ? 'is-today' : undefined}>
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ cell: { people, gaps } }: { readonly cell: ShownCell }) {
  if (people.length === 0 && gaps.length === 0) return null;
  return (
    <ul>
      {people.map(({ name, to, booked }) => (
        <li key={to ?? name}>
          {to === null ? name : <Link to={to}>{name}</Link>}
          {booked && <small> booked</small>}
        </li>
      ))}
      {gaps.map(({ number, openings, to }) => {
        const text = `${openings} open · ${number}`;
        return (
          <li key={number} className="schedule-gap">
            {to === null ? text : <Link to={to}>{text}</Link>}
          </li>
        );
      })}
    </ul>
  );
}

/** On a phone the days are below each other. */
function ByDay({ week: { days }, units }: UnitsProps) {
  return (
    <div className="schedule-days">
      {days.map((day, index) => {
        const here = units.flatMap((unit) => {
          const cell = unit.cells[index];
          return cell && cell.people.length + cell.gaps.length > 0 ? [{ unit, cell }] : [];
        });
        return (
          <section key={day} aria-label={longDayText(day)}>
            <h2>{longDayText(day)}</h2>
            {here.length === 0 && <p className="quiet">No one.</p>}
            {here.map(({ unit, cell }) => (
              <div key={`${unit.facility} ${unit.department} ${unit.shift}`} className="schedule-unit">
                <h3>{unitName(unit)}</h3>
                <Cell cell={cell} />
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}
