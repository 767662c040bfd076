/** Sums and means of a report's columns, over all its rows and not only those of the page. */
import { createSelector } from 'reselect';
import type { ResponseOf } from '../../../../contract/endpoints';
import { failureText } from '../../../base/http/failureText';
import { formatCell, meanText } from '../../lists/cellText';
import { criteriaOf, selectAllColumns, selectIsReport, selectListRequest } from '../../lists/lists.selectors';
import type { CardRequest } from '../cards/card';
import type { KpiRequest } from './kpiDashboards';
import { countText } from '../../../base/numbers';
import { selectKpi } from './kpi.slice';

const REPORT_TOTALS = 'reportTotals';

/** Null on pages that are not a report, and for reports without a column that adds up. */
export const selectTotalsRequest = createSelector(
  [selectListRequest, selectIsReport, selectAllColumns],
  (shown, isReport, all): (KpiRequest & CardRequest) | null => {
    if (shown === null || !isReport || !all.some(({ totals }) => totals !== undefined)) return null;
    const body = criteriaOf(shown) as KpiRequest['body'];
    const { list } = shown;
    return { id: REPORT_TOTALS, call: 'listTotals', params: { list }, body, key: JSON.stringify([list, body]) };
  },
);

/** How many columns are added up. */
export const selectTotalledCount = createSelector(
  [selectAllColumns],
  (all) => all.filter(({ totals }) => totals !== undefined).length,
);

export interface TotalView {
  readonly name: string;
  readonly label: string;
  /** Null where a sum makes no sense, and without values. */
  readonly sum: string | null;
  /** Null where no row has a value. */
  readonly mean: string | null;
  /** How many rows have a value, where not all do. */
  readonly of: string | null;
}
export interface TotalsView {
  readonly id: string;
  readonly rows: string;
  /** Null where adding up took too long. */
  readonly columns: readonly TotalView[] | null;
  readonly error: string | null;
}

/** Null until it is loaded, without rows, and on other pages. */
export const selectReportTotals = createSelector(
  [selectKpi, selectTotalsRequest, selectAllColumns],
  ({ cards }, request, all): TotalsView | null => {
    const card = cards[REPORT_TOTALS];
    if (request === null || card?.key !== request.key) return null;
    const error = card.failure === null ? null : failureText(card.failure);
    // Only listTotals answers a card of this id.
    const data = card.data as ResponseOf<'listTotals'> | null;
    if (data === null) return error === null ? null : { id: REPORT_TOTALS, rows: '', columns: [], error };
    if (data.rows === 0) return null;
    const columns = data.columns?.flatMap(({ name, count, sum, mean }): readonly TotalView[] => {
      const column = all.find((each) => each.name === name);
      if (column === undefined) return [];
      const { label, totals } = column;
      // The other kinds have their unit in the text or in the label.
      const unit = column.kind === 'hours' ? ' h' : '';
      if (mean === null) return [{ name, label, sum: null, mean, of: null }];
      return [
        {
          name,
          label,
          sum: totals === 'sum' ? formatCell(column, sum).text + unit : null,
          mean: meanText(column, mean) + unit,
          of: count === data.rows ? null : countText(count),
        },
      ];
    });
    return { id: REPORT_TOTALS, rows: countText(data.rows), columns: columns ?? null, error };
  },
);
