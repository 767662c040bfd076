import type { CSSProperties } from 'react';
import { useDispatch } from 'react-redux';
import { kpiRetried } from '../../../sagas/features/dashboards/kpi/kpi.slice';
import {
  selectReportTotals,
  selectTotalledCount,
  selectTotalsRequest,
} from '../../../sagas/features/dashboards/kpi/reportTotals.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import '../../ui/theme/report.css';

/** Sums and means of the columns over all rows of the report. */
export function ReportTotals() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectReportTotals);
  const isComing = useAppSelector(selectTotalsRequest) !== null && view === null;
  // Whatever comes is as high as its place, so that the rows below do not move.
  const lines = { '--lines': useAppSelector(selectTotalledCount) } as CSSProperties;
  if (isComing) return <p className="report-totals" style={lines} aria-hidden="true" />;
  if (view === null || view.columns?.length === 0) {
    return view?.error == null ? null : (
      <p className="report-totals" style={lines} role="status">
        {view.error} <LinkButton onClick={() => dispatch(kpiRetried({ id: view.id }))}>Retry</LinkButton>
      </p>
    );
  }
  const { rows, columns } = view;
  if (columns === null) {
    return (
      <p className="report-totals" style={lines}>
        Adding up {rows} rows takes too long. Set filters to see sums and averages.
      </p>
    );
  }
  return (
    <dl className="report-totals" style={lines} aria-label={`Over all ${rows} rows`}>
      {columns.map(({ name, label, sum, mean, of }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {sum !== null && (
              <>
                <strong>{sum}</strong> in all,{' '}
              </>
            )}
            {mean === null ? 'no values' : <>average {sum === null ? <strong>{mean}</strong> : mean}</>}
            {of !== null && ` of ${of}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
