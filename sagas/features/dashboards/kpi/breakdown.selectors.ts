/** One KPI by facility, department, specialty or supplier: the panel, and what opens it. */
import { createSelector } from 'reselect';
import { BREAKDOWN_FIELD, breakdownsOf, type Breakdown } from '../../../../contract/dashboards/kpiBreakdown';
import { MINIMUM_BASE } from '../../../../contract/dashboards/kpiRules';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { selectUser } from '../../../session/session.selectors';
import { breakdownId } from './boards';
import { frameOf, type Frame } from './cardFrame';
import { basisText, figureText } from './kpi.format';
import { selectKpi } from './kpi.slice';
import { selectOpenBreakdown } from './kpiAddress';
import { reportLink, selectAsker } from './reportLinks';

const NAMES: Readonly<Record<Breakdown, string>> = {
  facility: 'Facility',
  department: 'Department',
  specialty: 'Specialty',
  supplier: 'Supplier',
};

export interface BreakdownRow {
  readonly id: string;
  readonly label: string;
  readonly value: number | null;
  readonly text: string;
  /** '6 of 12' */
  readonly basis: string;
  /** Too few to compare. */
  readonly isThin: boolean;
  readonly to: string | null;
}
export interface BreakdownView extends Frame {
  readonly code: Kpi;
  readonly by: Breakdown;
  readonly byName: string;
  readonly choices: readonly { readonly value: Breakdown; readonly label: string }[];
  readonly percent: boolean;
  /** The best first. */
  readonly rows: readonly BreakdownRow[];
  /** The figure over all of them. */
  readonly all: { readonly text: string; readonly basis: string } | null;
}

/** What a card's KPIs can be broken down by first; null where there is nothing to choose. */
export const selectBreakdownStart = createSelector([selectUser], (user) => (code: Kpi): Breakdown | null => {
  if (user === null) return null;
  return breakdownsOf(code, user.organizationType)[0] ?? null;
});

/** Null while no breakdown is open. */
export const selectBreakdown = createSelector(
  [selectKpi, selectOpenBreakdown, selectUser, selectAsker],
  ({ cards }, open, user, asker): BreakdownView | null => {
    if (open === null || user === null) return null;
    const { kpi: code, by } = open;
    const { unit, title, better } = kpi(code);
    const card = cards[breakdownId(code, by)];
    // Only kpiFigure answers a card of this id.
    const answer = (card?.data ?? null) as ResponseOf<'kpiFigure'> | null;
    const groups = answer?.groups ?? [];
    const sign = better === 'more' ? -1 : 1;
    const rows = groups.map(({ id, label, ...figure }): BreakdownRow => {
      const more = { [BREAKDOWN_FIELD[by]]: [id] };
      return {
        id,
        label,
        value: figure.value,
        text: figureText(unit, figure),
        basis: basisText(unit, figure),
        isThin: isRelative(code) && figure.denominator < MINIMUM_BASE,
        to: asker === null || answer === null ? null : reportLink(code, answer.period, asker, more),
      };
    });
    rows.sort(
      (a, b) =>
        Number(a.isThin) - Number(b.isThin) ||
        Number(a.value === null) - Number(b.value === null) ||
        sign * ((a.value ?? 0) - (b.value ?? 0)),
    );
    return {
      ...frameOf(breakdownId(code, by), `${title} by ${NAMES[by].toLowerCase()}`, [code], card, groups.length === 0),
      code,
      by,
      byName: NAMES[by],
      choices: breakdownsOf(code, user.organizationType).map((value) => ({ value, label: NAMES[value] })),
      percent: unit === 'percent',
      rows,
      all: answer === null ? null : { text: figureText(unit, answer.figure), basis: basisText(unit, answer.figure) },
    };
  },
);

const isRelative = (code: Kpi): boolean => !['count', 'cents'].includes(kpi(code).unit);
