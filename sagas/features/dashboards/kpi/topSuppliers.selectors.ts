/** The rankings of suppliers. */
import { createSelector } from 'reselect';
import { TOP_SUPPLIER_WIDGETS, type TopSupplierCode } from '../../../../contract/dashboards/kpiBoards';
import { ratioOf, ratioText } from '../../../../contract/dashboards/kpiRules';
import { kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { selectUser } from '../../../session/session.selectors';
import { topId, topWidgets } from './boards';
import { frameOf, type Frame } from './cardFrame';
import { thousandsText, valueText } from './kpi.format';
import { selectKpi } from './kpi.selectors';
import { reportLink, selectAsker } from './reportLinks';

type Row = ResponseOf<'topSuppliers'>['records'][number];

export interface TopRow {
  readonly agencyId: string;
  readonly name: string;
  readonly value: number;
  readonly text: string;
  /** What it consists of, if the answer says so. */
  readonly detail: string | null;
  readonly to: string | null;
}
export interface TopView extends Frame {
  readonly kind: 'table' | 'bar' | 'ratio';
  /** Has a scale from 0 to 100. */
  readonly percent: boolean;
  /** Unit of the values. */
  readonly column: string;
  readonly rows: readonly TopRow[];
  readonly to: string | null;
}

/** Which field of a row holds the value depends on the ranking. */
export function readRow(code: TopSupplierCode, row: Row): Omit<TopRow, 'to' | 'agencyId' | 'name'> {
  const { unit } = kpi(TOP_SUPPLIER_WIDGETS[code].kpi);
  if (code === 'highestrevenue') {
    const dollars = row.agencyRevenueDlr ?? 0;
    return { value: dollars, text: thousandsText(dollars), detail: null };
  }
  if (code === 'submittaltooffered') {
    const [up, down] = [row.ratioUp ?? 0, row.ratioDown ?? 0];
    const detail = `${row.submittedCount ?? up} submitted, ${row.offeredCount ?? down} offered`;
    return { value: ratioOf(up, down) ?? 0, text: ratioText(up, down), detail };
  }
  const value = (code === 'retentionrate' ? row.retentionRate : row.value) ?? row.assignmentsCount ?? 0;
  const detail = row.positions === undefined ? null : `${row.assignmentsCount ?? 0} of ${row.positions} positions`;
  return { value, text: valueText(unit, value), detail };
}

const COLUMNS = { percent: 'Percent', ratio: 'Ratio', days: 'Days', count: 'Count', cents: 'Spend' } as const;

export const selectTopCards = createSelector(
  [selectKpi, selectUser, selectAsker],
  ({ cards }, user, asker): readonly TopView[] =>
    topWidgets(user).map((code) => {
      const { title, kpi: of, kind } = TOP_SUPPLIER_WIDGETS[code];
      const id = topId(code);
      const data = cards[id]?.data ?? null;
      const answer = data !== null && 'records' in data ? data : null;
      const { unit } = kpi(of);
      return {
        ...frameOf(id, title, [of], cards[id], answer === null || answer.records.length === 0),
        kind,
        percent: unit === 'percent',
        column: COLUMNS[unit],
        rows: (answer?.records ?? []).map((row) => ({
          agencyId: row.agencyId,
          name: row.agencyName,
          ...readRow(code, row),
          to:
            asker === null || answer === null
              ? null
              : reportLink(of, answer.period, asker, { agencyIds: [row.agencyId] }),
        })),
        to: asker === null || answer === null ? null : reportLink(of, answer.period, asker),
      };
    }),
);
