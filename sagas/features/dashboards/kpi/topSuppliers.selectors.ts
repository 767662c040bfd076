/** The rankings of suppliers. */
import { createSelector } from 'reselect';
import { TOP_SUPPLIER_WIDGETS, type TopSupplierCode } from '../../../../contract/dashboards/kpiDashboards';
import { ratioOf, ratioText } from '../../../../contract/dashboards/kpiRules';
import type { KpiUnit } from '../../../../contract/dashboards/kpiDefinition';
import { kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { selectUser } from '../../../session/session.selectors';
import { topId, topWidgets } from './kpiDashboards';
import { frameOf, type Frame } from './cardFrame';
import { tickText } from './chartData';
import { countText } from '../../../base/numbers';
import { basisText, thousandsText, valueText } from './kpi.format';
import { selectKpi } from './kpi.slice';
import { reportLink, selectReportContext } from './reportLinks';

type Row = ResponseOf<'topSuppliers'>['records'][number];

export interface TopRow {
  readonly agencyId: string;
  readonly name: string;
  /** In the unit that `TopView.column` names; null for a ratio without an offer. */
  readonly value: number | null;
  readonly text: string;
  /** What it is computed from: '6 of 6'. */
  readonly detail: string | null;
  /** The number of rows behind the value; null if it is no measure of quality. */
  readonly volume: number | null;
  /** The list of the rows behind it; null if the user may not open it. */
  readonly to: string | null;
}
export interface TopView extends Frame {
  readonly kind: 'table' | 'bar' | 'ratio';
  readonly unit: KpiUnit;
  /** Unit of the values. */
  readonly column: string;
  /** Heading of the volumes; null if the value is itself a count. */
  readonly volumeColumn: string | null;
  /** The first ten, or all of them. */
  readonly rows: readonly TopRow[];
  /** Below the minimum volume. */
  readonly apart: readonly TopRow[];
  /** '13 more at 100.00%', or '30 more, 4 of them at 5': those after the first ten. */
  readonly more: string | null;
  /** A sentence instead of bars, if zero is best and all ten have it. */
  readonly zeros: string | null;
  /** A sentence instead of bars, if all suppliers are below the minimum volume. */
  readonly unranked: string | null;
  /** Why some suppliers are listed apart; null for rankings without a minimum volume. */
  readonly least: string | null;
  /** How many suppliers there are in all, and whether all are shown. */
  readonly count: number;
  readonly showsAll: boolean;
  /** The report behind the ranking; null if the user may not open it. */
  readonly to: string | null;
}

/** Which field of a row holds the value depends on the ranking. */
export function readRow(code: TopSupplierCode, row: Row): Omit<TopRow, 'to' | 'agencyId' | 'name'> {
  const { unit } = kpi(TOP_SUPPLIER_WIDGETS[code].kpi);
  const volume = VOLUME_COLUMNS[code] === undefined ? null : row.volume;
  if (code === 'highestrevenue') {
    const dollars = row.agencyRevenueDlr ?? 0;
    return { value: dollars, text: thousandsText(dollars), detail: null, volume };
  }
  if (code === 'submittaltooffered') {
    const [up, down] = [row.ratioUp ?? 0, row.ratioDown ?? 0];
    return { value: ratioOf(up, down), text: ratioText(up, down), detail: `${up} to ${down}`, volume };
  }
  const value = (code === 'retentionrate' ? row.retentionRate : row.value) ?? row.assignmentsCount ?? 0;
  const detail = unit === 'percent' ? basisText(unit, row) : null;
  return { value, text: valueText(unit, value), detail, volume };
}

const COLUMNS = { percent: 'Percent', ratio: 'Ratio', days: 'Days', count: 'Count', cents: 'Spend' } as const;

/** What the volume of a ranking counts. */
const VOLUME_COLUMNS: Partial<Readonly<Record<TopSupplierCode, string>>> = {
  timetohire: 'Bookings',
  rejectedsubmissions: 'Submissions',
  submittaltooffered: 'Submissions',
  fillrate: 'Positions',
  timetostart: 'Starts',
  retentionrate: 'Due to end',
  assignmentcompletionrate: 'Ended',
  lowestcancellations: 'Ended',
  earlyterms: 'Ended',
};
/** The text for zero, in rankings where zero is the best value. */
const ZERO_WORDS: Partial<Readonly<Record<TopSupplierCode, string>>> = {
  rejectedsubmissions: 'no rejected submissions',
  lowestcancellations: 'no cancellations',
  earlyterms: 'no early terms',
};

/** A value on the axis of a ranking; spend is ranked in dollars. */
export function rankTick(unit: KpiUnit, value: number): string {
  if (unit === 'percent') return `${value}%`;
  return tickText(unit === 'cents' ? 'dollars' : 'count', value);
}

/** How the suppliers after the first ten compare with the tenth. */
function moreText(first: readonly TopRow[], others: readonly TopRow[]): string | null {
  const last = first.at(-1);
  if (last === undefined || others.length === 0) return null;
  const equal = others.filter(({ text }) => text === last.text).length;
  const all = `${countText(others.length)} more`;
  if (equal === 0) return all;
  return equal === others.length ? `${all} at ${last.text}` : `${all}, ${countText(equal)} of them at ${last.text}`;
}

/** The rankings of suppliers that the user may see, in order. */
export const selectTopCards = createSelector(
  [selectKpi, selectUser, selectReportContext],
  ({ cards, whole }, user, context): readonly TopView[] =>
    topWidgets(user).map((code) => {
      const { title, kpi: of, kind } = TOP_SUPPLIER_WIDGETS[code];
      const id = topId(code);
      const data = cards[id]?.data ?? null;
      const answer = data !== null && 'records' in data ? data : null;
      const { unit } = kpi(of);
      const read = (some: readonly Row[] = []): readonly TopRow[] =>
        some.map((row) => ({
          agencyId: row.agencyId,
          name: row.agencyName,
          ...readRow(code, row),
          to:
            context === null || answer === null
              ? null
              : reportLink(of, answer.period, context, { agencyIds: [row.agencyId] }),
        }));
      const [first, others, apart] = [read(answer?.records), read(answer?.others), read(answer?.apart)];
      const ranked = [...first, ...others];
      const isUnranked = ranked.length === 0 && apart.length > 0;
      const showsAll = isUnranked || whole[id] === true;
      const zeros = ranked.filter(({ value }) => value === 0).length;
      const word = ZERO_WORDS[code];
      const least = answer?.minimumVolume ?? 0;
      return {
        ...frameOf(id, title, [of], cards[id], answer === null || ranked.length + apart.length === 0),
        kind,
        unit,
        column: COLUMNS[unit],
        volumeColumn: VOLUME_COLUMNS[code] ?? null,
        rows: showsAll ? ranked : first,
        apart: showsAll ? apart : [],
        more: showsAll ? null : moreText(first, others),
        zeros:
          word !== undefined && first.length > 0 && first.every(({ value }) => value === 0)
            ? `${countText(zeros)} of ${countText(ranked.length)} suppliers have ${word}; those with the most come first.`
            : null,
        unranked: isUnranked
          ? `No supplier has at least ${least} cases, so none is ranked. Choose fewer cases or a longer time frame.`
          : null,
        least:
          least > 0 && apart.length > 0
            ? `${countText(apart.length)} with fewer than ${least} ${(VOLUME_COLUMNS[code] ?? 'cases').toLowerCase()} are listed apart`
            : null,
        count: ranked.length + apart.length,
        showsAll,
        to: context === null || answer === null ? null : reportLink(of, answer.period, context),
      };
    }),
);
