/** The rows of a report in groups, with sums and means; each group leads to its rows. */
import { createSelector } from 'reselect';
import type { ListFilter } from '../../../../contract/lists/list';
import type { ResponseOf } from '../../../../contract/endpoints';
import { failureText } from '../../../base/http/failureText';
import { selectPathname, selectQuery } from '../../../navigation/location/location.selectors';
import { searchOf } from '../../../navigation/routes/queryText';
import { formatCell, meanText } from '../../lists/cellText';
import { writeQuery } from '../../lists/listQuery';
import {
  criteriaOf,
  GROUP,
  selectAllColumns,
  selectGroupable,
  selectGroupedBy,
  selectListAt,
  selectListRequest,
} from '../../lists/lists.selectors';
import type { CardRequest } from '../cards/card';
import type { KpiRequest } from './kpiDashboards';
import { countText } from '../../../base/numbers';
import { selectKpi } from './kpi.slice';

const REPORT_GROUPS_CARD = 'reportGroups';

/** Null without a grouping. */
export const selectGroupsRequest = createSelector(
  [selectListRequest, selectGroupedBy],
  (shown, by): (KpiRequest & CardRequest) | null => {
    if (shown === null || by === null) return null;
    const body = { ...criteriaOf(shown), by: by.name } as KpiRequest['body'];
    const { list } = shown;
    return { id: REPORT_GROUPS_CARD, call: 'listGroups', params: { list }, body, key: JSON.stringify([list, body]) };
  },
);

export interface GroupRow {
  readonly label: string;
  readonly rows: string;
  /** Of the rows of the largest group, 0 to 1. */
  readonly share: number;
  /** One for each of the columns. */
  readonly values: readonly string[];
  /** The report with only this group's rows; null for rows without a value. */
  readonly to: string | null;
}
export interface GroupsView {
  readonly id: string;
  /** The column, and all that can be chosen. */
  readonly by: string | null;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly columns: readonly string[];
  /** Null until they are loaded, and without a grouping. */
  readonly rows: readonly GroupRow[] | null;
  /** How many groups are not shown: those with the fewest rows, or the highest bands. */
  readonly more: number;
  readonly isInBands: boolean;
  /** A sentence in place of the groups. */
  readonly note: string | null;
  readonly error: string | null;
}

const NOTHING = { columns: [], rows: null, more: 0, note: null, error: null } as const;
const TOO_LONG = 'Adding up these groups takes too long. Set filters to see them.';

/** Null on pages whose rows cannot be grouped. */
export const selectReportGroups = createSelector(
  [
    selectKpi,
    selectGroupable,
    selectGroupedBy,
    selectGroupsRequest,
    selectListRequest,
    selectListAt,
    selectAllColumns,
    selectPathname,
    selectQuery,
  ],
  ({ cards }, groupable, by, request, shown, at, all, pathname, params): GroupsView | null => {
    if (groupable.length === 0 || shown === null || at === null || pathname === null) return null;
    const chooser = {
      id: REPORT_GROUPS_CARD,
      by: by?.name ?? null,
      label: by?.label ?? '',
      isInBands: by?.groups?.band !== undefined,
      choices: groupable.map(({ name, label }) => ({ value: name, label })),
    };
    const card = cards[REPORT_GROUPS_CARD];
    if (request === null || by === null || card?.key !== request.key) return { ...chooser, ...NOTHING };
    const error = card.failure === null ? null : failureText(card.failure);
    // Only listGroups answers a card of this id.
    const answer = card.data as ResponseOf<'listGroups'> | null;
    if (answer === null) return { ...chooser, ...NOTHING, error };
    if (answer.groups === null) return { ...chooser, ...NOTHING, note: TOO_LONG, error };
    const name = by.groups?.filter ?? '';
    const filter = at.definition.filters[name];
    const left = new URLSearchParams(params);
    left.delete(GROUP);
    const linkTo = (value: string): string => {
      const narrowed = filter === undefined ? [value] : [withinBoth(filter, shown.query.filters[name]?.[0], value)];
      const filters = { ...shown.query.filters, [name]: narrowed };
      return pathname + searchOf(writeQuery(at.definition, at.fixed, { ...shown.query, filters, page: 1 }, left));
    };
    const measured = (answer.groups[0]?.columns ?? []).flatMap(
      ({ name: column }) => all.find((each) => each.name === column) ?? [],
    );
    const most = Math.max(1, ...answer.groups.map(({ rows }) => rows));
    return {
      ...chooser,
      columns: measured.flatMap(({ label, totals }) => [
        ...(totals === 'sum' ? [`${label}, sum`] : []),
        `${label}, average`,
      ]),
      rows: answer.groups.map(({ value, label, rows, columns }) => ({
        label: label === '' ? 'None' : label,
        rows: countText(rows),
        share: rows / most,
        values: measured.flatMap((column) => {
          const total = columns.find((each) => each.name === column.name);
          const sum = formatCell(column, total?.sum ?? null).text;
          return [...(column.totals === 'sum' ? [sum] : []), meanText(column, total?.mean ?? null)].map(
            (text) => text || '–',
          );
        }),
        to: value === null ? null : linkTo(value),
      })),
      more: answer.more,
      note: null,
      error,
    };
  },
);

/** The part of a range 'from..to' that is in both, such as the part of a month within a period. */
export function withinBoth({ kind }: Pick<ListFilter, 'kind'>, given: string | undefined, value: string): string {
  if (given === undefined || (kind !== 'dates' && kind !== 'numbers')) return value;
  const [from = '', to = ''] = given.split('..');
  const [low = '', high = ''] = value.split('..');
  const isAfter = (a: string, b: string): boolean => (kind === 'dates' ? a > b : Number(a) > Number(b));
  return `${from !== '' && isAfter(from, low) ? from : low}..${to !== '' && isAfter(high, to) ? to : high}`;
}
