/** The figure that led to a report, on top of its rows: as a formula whose numbers lead to what they count. */
import { createSelector } from 'reselect';
import {
  CHOICE_FIELDS,
  LIST_FILTER_OF,
  choiceFiltersOf,
  type ChoiceField,
  type DashboardFilter,
  type Period,
} from '../../../../contract/dashboards/filter';
import { REPORT_PAGES } from '../../../../contract/dashboards/kpiReports';
import { KPI_CODES, kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { Quantity } from '../../../../contract/dashboards/kpiDefinition';
import { ownFilters } from '../../../../contract/dashboards/reportRows';
import { isDay } from '../../../base/dates';
import { failureText } from '../../../base/http/failureText';
import {
  selectClientId,
  selectPersistentQuery,
  selectQuery,
  selectRoute,
} from '../../../navigation/location/location.selectors';
import { splitValues } from '../../../navigation/routes/queryText';
import { selectUser } from '../../../session/session.selectors';
import type { CardRequest } from '../cards/card';
import type { KpiRequest } from './kpiDashboards';
import { definitionOf, periodText, type Definition } from './cardFrame';
import { countText } from '../../../base/numbers';
import { daysText, dollarsText, figureText } from './kpi.format';
import { selectKpi } from './kpi.slice';
import { selectKpiOfReport } from './kpiAddress';
import { rowsLink, type ReportContext } from './reportLinks';

const REPORT_FIGURE = 'report';

interface FigureRequest {
  readonly code: Kpi;
  readonly form: DashboardFilter;
  readonly period: Period;
}

const quantitiesOf = (code: Kpi): readonly Quantity[] => {
  const { of, among = [], opens } = kpi(code);
  return [opens, ...of, ...among];
};

/**
 * The dashboard filter in the report's address. The figure is computed with it, regardless of other filters of the
 * rows.
 */
const selectFigureRequest = createSelector(
  [selectUser, selectRoute, selectKpiOfReport, selectQuery],
  (user, route, code, query): FigureRequest | null => {
    const list = route?.list?.name;
    if (user === null || code === null || list === undefined) return null;
    const quantity = quantitiesOf(code).find((each) => each.list === list);
    if (quantity === undefined) return null;
    const [from = '', to = ''] = query.get(quantity.dated ?? 'period')?.split('..') ?? [];
    if (!isDay(from) || !isDay(to)) return null;
    const known = choiceFiltersOf(list, user.organizationType);
    const form = CHOICE_FIELDS.flatMap((field): readonly (readonly [ChoiceField, readonly string[]])[] => {
      const given = query.get(LIST_FILTER_OF[field]);
      const isSet = given !== null && given !== '' && known.includes(LIST_FILTER_OF[field]);
      return isSet ? [[field, splitValues(given)]] : [];
    });
    return { code, form: Object.fromEntries(form), period: { from, to } };
  },
);

/** Null on pages that are not reports, and without a KPI in the address. */
export const selectReportRequest = createSelector(
  [selectFigureRequest, selectClientId],
  (figure, clientId): (KpiRequest & CardRequest) | null => {
    if (figure === null) return null;
    const { code, form, period } = figure;
    const body = { ...form, ...(clientId !== null && { clientId }), dateRange: [period.from, period.to] };
    const request = { id: REPORT_FIGURE, call: 'kpiFigure', params: { kpi: code }, body } as const;
    return { ...request, key: JSON.stringify([code, body]) };
  },
);

export interface RowsLink {
  readonly label: string;
  readonly to: string;
  /** Whether these are the rows below. */
  readonly isShown: boolean;
}
/** One number of the formula, what it counts, and its rows. */
export interface FormulaPart {
  readonly text: string;
  readonly words: string;
  readonly rows: readonly RowsLink[];
}
export interface ReportFigureView {
  readonly id: string;
  readonly title: string;
  readonly period: string;
  readonly definition: Definition;
  readonly formula: { readonly parts: readonly FormulaPart[]; readonly value: string; readonly between: string };
  /** Until it is loaded, the formula has zeros, which take its place but must not be shown. */
  readonly isLoaded: boolean;
  readonly error: string | null;
}

const NO_FIGURE = { value: 0, numerator: 0, denominator: 0 };
const BETWEEN = { percent: 'of', ratio: 'to', days: 'of', count: '', cents: '' } as const;

/** The KPI above its report, with the rows it is computed from; null for reports without one. */
export const selectReportFigure = createSelector(
  [selectKpi, selectFigureRequest, selectUser, selectPersistentQuery, selectRoute, selectQuery],
  ({ cards }, request, user, persistentQuery, route, query): ReportFigureView | null => {
    if (request === null || user === null) return null;
    const { code, form, period } = request;
    const { title, unit, numerator, denominator, of, among } = kpi(code);
    const card = cards[REPORT_FIGURE];
    const data = card?.data ?? null;
    const figure = data !== null && 'figure' in data ? data.figure : null;
    const shown = figure ?? NO_FIGURE;
    const context: ReportContext = { user, form, persistentQuery };
    const list = route?.list?.name;
    const filtersOf = (quantity: Quantity) => ownFilters(quantity, user.organizationType);
    const narrowing = [...new Set(quantitiesOf(code).flatMap((quantity) => Object.keys(filtersOf(quantity))))];
    const rowsOf = (quantities: readonly Quantity[]): readonly RowsLink[] =>
      quantities.flatMap((quantity) => {
        const to = rowsLink(quantity, code, period, context);
        const filters = filtersOf(quantity);
        const isShown =
          quantity.list === list && narrowing.every((name) => (query.get(name) ?? '') === (filters[name] ?? []).join());
        return to === null ? [] : [{ label: labelOf(quantity), to, isShown }];
      });
    const number = { percent: countText, ratio: countText, days: dayNumber, count: countText, cents: inDollars }[unit];
    const parts = (top: number, bottom: number): readonly FormulaPart[] => [
      { text: number(top), words: numerator, rows: unit === 'days' ? [] : rowsOf(of) },
      ...(among === undefined ? [] : [{ text: countText(bottom), words: denominator ?? '', rows: rowsOf(among) }]),
    ];
    return {
      id: REPORT_FIGURE,
      title,
      period: periodText(period),
      definition: definitionOf(code),
      formula: {
        parts: parts(shown.numerator, shown.denominator),
        value: figureText(unit, shown),
        between: BETWEEN[unit],
      },
      isLoaded: figure !== null,
      error: card?.failure == null ? null : failureText(card.failure),
    };
  },
);

const dayNumber = (days: number): string => `${daysText(days)} days`;
const inDollars = (cents: number): string => dollarsText(cents / 100);

/** The count of exactly these rows, or their report. */
function labelOf(quantity: Quantity): string {
  const count = KPI_CODES.find((code) => kpi(code).unit === 'count' && kpi(code).of[0] === quantity);
  return count === undefined ? REPORT_PAGES[quantity.list].title : kpi(count).title;
}
