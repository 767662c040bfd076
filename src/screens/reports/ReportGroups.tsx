import type { CSSProperties } from 'react';
import { useDispatch } from 'react-redux';
import { kpiRetried, reportGroupChosen } from '../../../sagas/features/dashboards/kpi/kpi.slice';
import { selectReportGroups, type GroupsView } from '../../../sagas/features/dashboards/kpi/reportGroups.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Link } from '../../ui/Link';
import '../../ui/theme/chart.css';
import '../../ui/theme/kpi.css';
import '../../ui/theme/report.css';

/** Chooses the column to group the rows by. Renders nothing for reports without groups. */
export function GroupChoice() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectReportGroups);
  if (view === null) return null;
  return (
    <label className="group-choice">
      Group by
      <select
        value={view.by ?? ''}
        onChange={({ target }) => dispatch(reportGroupChosen({ by: target.value === '' ? null : target.value }))}
      >
        <option value="">Nothing</option>
        {view.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The rows of a report, grouped by one of its columns. Renders nothing until one is chosen. */
export function ReportGroups() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectReportGroups);
  if (view === null || view.by === null) return null;
  const { id, label, note, error, more, isInBands, rows } = view;
  return (
    <section className="report-groups" aria-label="Groups" aria-busy={rows === null && error === null}>
      {error !== null && (
        <p role="status">
          {error} <LinkButton onClick={() => dispatch(kpiRetried({ id }))}>Retry</LinkButton>
        </p>
      )}
      {note !== null && <p role="status">{note}</p>}
      {rows !== null && rows.length > 0 && <Groups view={view} />}
      {more > 0 && (
        <p className="quiet">
          {more} more by {label.toLowerCase()}
          {isInBands ? '' : ' with fewer rows'} {more === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
    </section>
  );
}

function Groups({ view: { label, columns, rows } }: { readonly view: GroupsView }) {
  return (
    <div className="chart-table report-group-table" role="region" aria-label={`By ${label.toLowerCase()}`} tabIndex={0}>
      <table className="rank-table">
        <caption className="visually-hidden">Rows by {label.toLowerCase()}</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col" className="rank-scale">
              Share of the largest
            </th>
            <th scope="col">Rows</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map(({ label: name, rows: count, share, values, to }) => (
            <tr key={to ?? name}>
              <th scope="row">{name}</th>
              <td className="rank-bar">
                <span style={{ '--share': `${100 * share}%` } as CSSProperties} />
              </td>
              <td>{to === null ? count : <Link to={to}>{count}</Link>}</td>
              {values.map((value, index) => (
                <td key={columns[index]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
