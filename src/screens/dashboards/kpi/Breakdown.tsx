import { useEffect, useRef, type CSSProperties } from 'react';
import { useDispatch } from 'react-redux';
import { BREAKDOWNS } from '../../../../contract/dashboards/kpiBreakdown';
import type { Kpi } from '../../../../contract/dashboards/kpis';
import { selectBreakdown, selectBreakdownStart } from '../../../../sagas/features/dashboards/kpi/breakdown.selectors';
import type { Definition } from '../../../../sagas/features/dashboards/kpi/cardFrame';
import { kpiBreakdownChosen } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Icon } from '../../../ui/Icon';
import { Popover } from '../../../ui/Popover';
import { SelectField } from '../../../ui/SelectField';
import { ToolButton } from '../../../ui/ToolButton';
import { KpiCard } from './KpiCard';
import { ReportLink } from './ReportLink';

/** Opens the panel with this KPI by its parts. */
export function BreakDownButton({ of }: { readonly of: Definition }) {
  const dispatch = useDispatch();
  const by = useAppSelector(selectBreakdownStart);
  if (by === null) return null;
  return (
    <ToolButton
      icon="breakdown"
      iconOnly
      title={`Break down ${of.title}`}
      aria-label={`Break down ${of.title}`}
      onClick={() => dispatch(kpiBreakdownChosen({ kpi: of.code, by }))}
    />
  );
}

interface BreakDownChoiceProps {
  readonly title: string;
  readonly definitions: readonly Definition[];
}

/** The same for a card with several KPIs: one button, which lets the user choose the KPI. */
export function BreakDownChoice({ title, definitions }: BreakDownChoiceProps) {
  const dispatch = useDispatch();
  const by = useAppSelector(selectBreakdownStart);
  const [first, ...others] = definitions;
  if (first === undefined || by === null) return null;
  if (others.length === 0) return <BreakDownButton of={first} />;
  const name = `Break down ${title}`;
  return (
    <Popover title={name} name={name} label={<Icon name="breakdown" />}>
      {(close) => (
        <div className="card-save">
          {definitions.map((of) => (
            <ToolButton
              key={of.code}
              onClick={() => {
                close();
                dispatch(kpiBreakdownChosen({ kpi: of.code, by }));
              }}
            >
              {of.title}
            </ToolButton>
          ))}
        </div>
      )}
    </Popover>
  );
}

/** One KPI by facility, department, specialty or supplier, above the cards of its dashboard. */
export function BreakdownPanel() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectBreakdown);
  const place = useRef<HTMLDivElement>(null);
  const code: Kpi | undefined = view?.code;
  useEffect(() => {
    if (code === undefined) return;
    const { activeElement: opener, body } = document;
    place.current?.focus();
    place.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      // Only if it was lost with the panel: the button that opens another breakdown keeps it.
      if (document.activeElement !== body) return;
      const isThere = opener instanceof HTMLElement && opener !== body && opener.isConnected;
      (isThere ? opener : document.getElementById('page'))?.focus();
    };
  }, [code]);
  if (view === null) return null;
  const { by, byName, choices, rows, percent, all, period, note } = view;
  const most = percent ? 100 : Math.max(1, ...rows.map(({ value }) => value ?? 0));
  const hasBasis = rows.some(({ basis }) => basis !== '');
  return (
    <div ref={place} className="kpi-breakdown" tabIndex={-1}>
      <KpiCard
        view={view}
        tools={
          <>
            <SelectField
              id="kpi-breakdown"
              name="breakdown"
              label="By"
              value={by}
              choices={choices}
              onChange={({ target }) => {
                const next = BREAKDOWNS.find((each) => each === target.value);
                if (next !== undefined) dispatch(kpiBreakdownChosen({ kpi: view.code, by: next }));
              }}
            />
            <ToolButton
              icon="close"
              iconOnly
              aria-label="Close the breakdown"
              onClick={() => dispatch(kpiBreakdownChosen(null))}
            />
          </>
        }
        foot={
          <>
            <span className="quiet">{period}</span>
            {all !== null && (
              <span>
                All: {all.text}
                {all.basis !== '' && ` (${all.basis})`}
              </span>
            )}
            {note !== null && <span className="quiet">{note}</span>}
          </>
        }
      >
        <div className="chart-table" role="region" aria-label={`${view.title}, table`} tabIndex={0}>
          <table className="rank-table">
            <caption className="visually-hidden">{view.title}</caption>
            <thead>
              <tr>
                <th scope="col">{byName}</th>
                <th scope="col" className="rank-scale">
                  {percent ? '0–100%' : 'Share of the highest'}
                </th>
                {hasBasis && <th scope="col">Based on</th>}
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, label, value, text, basis, isThin, to }) => (
                <tr key={id} className={isThin ? 'is-thin' : undefined}>
                  <th scope="row">{label}</th>
                  <td className="rank-bar">
                    <span style={{ '--share': `${Math.min(100, (100 * (value ?? 0)) / most)}%` } as CSSProperties} />
                  </td>
                  {hasBasis && <td className="rank-volume">{basis}</td>}
                  <td>
                    {to === null ? (
                      text
                    ) : (
                      <ReportLink to={to} plain>
                        {text}
                      </ReportLink>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </KpiCard>
    </div>
  );
}
