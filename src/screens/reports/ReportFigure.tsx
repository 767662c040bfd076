import { useDispatch } from 'react-redux';
import { kpiRetried } from '../../../sagas/features/dashboards/kpi/kpi.slice';
import {
  selectReportFigure,
  type FormulaPart,
  type RowsLink,
} from '../../../sagas/features/dashboards/kpi/reportFigure.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Hint } from '../../ui/Hint';
import { Link } from '../../ui/Link';
import '../../ui/theme/report.css';

/**
 * The figure as its formula, '205 of 400 = 51.25%', each number a link to its rows. Renders nothing if the report was
 * not opened from a figure.
 */
export function ReportFigure() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectReportFigure);
  if (view === null) return null;
  const { id, title, period, definition, formula, isLoaded, error } = view;
  return (
    <section className="report-figure" aria-label={`${title}, ${period}`} aria-busy={!isLoaded && error === null}>
      <h2>
        {title}
        <Hint name={`How is ${title} computed?`}>{definition.text}</Hint>
        <span className="quiet">{period}</span>
      </h2>
      {error !== null && (
        <p role="status">
          {error} <LinkButton onClick={() => dispatch(kpiRetried({ id }))}>Retry</LinkButton>
        </p>
      )}
      {(isLoaded || error === null) && (
        <>
          <p className="report-formula">
            {formula.parts.map((part, index) => (
              <span key={part.words}>
                {index > 0 && ` ${formula.between} `}
                <FormulaNumber part={part} />
              </span>
            ))}
            {formula.parts.length > 1 && <strong> = {formula.value}</strong>}
          </p>
          <dl className="report-rows">
            {formula.parts.map(({ text, words, rows }) => (
              <div key={words}>
                <dt>{text}</dt>
                <dd>
                  {words}
                  {rows.length > 1 && rows.map((row) => <Rows key={row.to} row={row} />)}
                  {rows.length === 1 && rows[0]?.isShown && <span className="quiet"> (below)</span>}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

/** A link to the rows, if they are in one report. */
function FormulaNumber({ part: { text, words, rows } }: { readonly part: FormulaPart }) {
  const [only] = rows;
  if (only === undefined || rows.length > 1) return <>{text}</>;
  return (
    <Link to={only.to} aria-current={only.isShown ? 'true' : undefined} aria-label={`${text}: ${words}`}>
      {text}
    </Link>
  );
}

function Rows({ row: { label, to, isShown } }: { readonly row: RowsLink }) {
  return (
    <Link to={to} className="report-part" aria-current={isShown ? 'true' : undefined}>
      {label}
    </Link>
  );
}
