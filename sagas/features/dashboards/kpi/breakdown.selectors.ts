/** One KPI by facility, department, specialty or supplier: the panel, and what opens it. */
import { createSelector } from 'reselect';
import { BREAKDOWN_FIELD, partsOverlap, type Breakdown } from '../../../../contract/dashboards/kpiBreakdown';
import { MINIMUM_BASE } from '../../../../contract/dashboards/kpiRules';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { breakdownId } from './kpiDashboards';
import { frameOf, type Frame } from './cardFrame';
import { basisText, figureText } from './kpi.format';
import { selectScoredSupplier, selectSuppliers } from './kpi.selectors';
import { selectKpi } from './kpi.slice';
import { selectBreakdowns, selectOpenBreakdown } from './kpiAddress';
import { reportLink, selectReportContext } from './reportLinks';

const NAMES: Readonly<Record<Breakdown, string>> = {
  facility: 'Facility',
  department: 'Department',
  specialty: 'Specialty',
  supplier: 'Supplier',
};

export interface BreakdownRow {
  readonly id: string;
  readonly label: string;
  /** In the unit of the KPI, rounded as shown; null if there is nothing to compute it from. */
  readonly value: number | null;
  readonly text: string;
  /** '6 of 12' */
  readonly basis: string;
  /** Too few to compare. */
  readonly isThin: boolean;
  /** The list of the rows behind it; null if the user may not open it. */
  readonly to: string | null;
}
export interface BreakdownView extends Frame {
  readonly code: Kpi;
  readonly by: Breakdown;
  readonly byName: string;
  readonly choices: readonly { readonly value: Breakdown; readonly label: string }[];
  readonly percent: boolean;
  /** Why the parts do not add up to the whole; null if they do. */
  readonly note: string | null;
  /** Best first; of equal values, that with more rows behind it; those with too few come last. */
  readonly rows: readonly BreakdownRow[];
  /** The figure over all of them. */
  readonly all: { readonly text: string; readonly basis: string } | null;
}

/** What KPIs are broken down by first; null where there is nothing to choose. */
export const selectBreakdownStart = createSelector([selectBreakdowns], ([first]): Breakdown | null => first ?? null);

/** Null while no breakdown is open. */
export const selectBreakdown = createSelector(
  [selectKpi, selectOpenBreakdown, selectBreakdowns, selectReportContext, selectScoredSupplier, selectSuppliers],
  ({ cards }, open, breakdowns, context, scored, suppliers): BreakdownView | null => {
    if (open === null) return null;
    const { kpi: code, by } = open;
    const { unit, title, better } = kpi(code);
    const card = cards[breakdownId(code, by)];
    // Only kpiFigure answers a card of this id.
    const answer = (card?.data ?? null) as ResponseOf<'kpiFigure'> | null;
    const groups = answer?.groups ?? [];
    const ofOne = scored === null ? {} : { agencyIds: [scored] };
    const name = suppliers.find(({ value }) => value === scored)?.label;
    const sign = better === 'more' ? -1 : 1;
    const isThin = (denominator: number): boolean => isRelative(code) && denominator < MINIMUM_BASE;
    const ordered = [...groups].sort(
      (a, b) =>
        Number(isThin(a.denominator)) - Number(isThin(b.denominator)) ||
        Number(a.value === null) - Number(b.value === null) ||
        sign * ((a.value ?? 0) - (b.value ?? 0)) ||
        b.denominator - a.denominator,
    );
    const rows = ordered.map(({ id, label, ...figure }): BreakdownRow => {
      const more = { ...ofOne, [BREAKDOWN_FIELD[by]]: [id] };
      return {
        id,
        label,
        value: figure.value,
        text: figureText(unit, figure),
        basis: basisText(unit, figure),
        isThin: isThin(figure.denominator),
        to: context === null || answer === null ? null : reportLink(code, answer.period, context, more),
      };
    });
    return {
      ...frameOf(
        breakdownId(code, by),
        `${title} by ${NAMES[by].toLowerCase()}${name === undefined ? '' : `: ${name}`}`,
        [code],
        card,
        groups.length === 0,
      ),
      code,
      by,
      byName: NAMES[by],
      choices: breakdowns.map((value) => ({ value, label: NAMES[value] })),
      percent: unit === 'percent',
      note: partsOverlap(code, by) ? 'A job counts for each supplier that submitted candidates to it.' : null,
      rows,
      all: answer === null ? null : { text: figureText(unit, answer.figure), basis: basisText(unit, answer.figure) },
    };
  },
);

const isRelative = (code: Kpi): boolean => !['count', 'cents'].includes(kpi(code).unit);
