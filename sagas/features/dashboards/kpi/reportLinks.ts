/** Links to the report behind a figure, with its filters. Null if the user may not open it. */
import { createSelector } from 'reselect';
import type { DashboardFilter, Period } from '../../../../contract/dashboards/filter';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { Quantity } from '../../../../contract/dashboards/kpiDefinition';
import { reportRows } from '../../../../contract/dashboards/reportRows';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import { selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { narrowedTo } from '../../../navigation/routes/listAddress';
import { resolve, rootOf } from '../../../navigation/routes/resolve';
import { selectUser } from '../../../session/session.selectors';
import { selectEffectiveForm } from '../filters/choices.selectors';
import { KPI_PARAM } from './kpiAddress';

export interface ReportContext {
  readonly user: UserInfo;
  readonly form: DashboardFilter;
  /** The query that is kept from page to page. */
  readonly persistentQuery: string;
}

/** The rows that a KPI opens. `more` adds filters: the supplier of a row. */
export const reportLink = (
  code: Kpi,
  period: Period,
  context: ReportContext,
  more: DashboardFilter = {},
): string | null => rowsLink(kpi(code).opens, code, period, context, more);

/**
 * The rows of one quantity of a KPI. The address names the KPI, so that its figure is shown above them. Null if the
 * user may not open the report.
 */
export function rowsLink(
  quantity: Quantity,
  code: Kpi,
  period: Period,
  { user, form, persistentQuery }: ReportContext,
  more: DashboardFilter = {},
): string | null {
  const { path, filters } = reportRows(quantity, { ...form, ...more }, period, user.organizationType);
  const pathname = `/${rootOf(user)}/${path}`;
  if (resolve(user, pathname).kind !== 'screen') return null;
  const persistent = new URLSearchParams(persistentQuery);
  persistent.set(KPI_PARAM, code);
  return narrowedTo(pathname, { filters }, persistent.toString());
}

/** Null until the filter is known. */
export const selectReportContext = createSelector(
  [selectUser, selectEffectiveForm, selectPersistentQuery],
  (user, form, persistentQuery): ReportContext | null =>
    user === null || form === null ? null : { user, form, persistentQuery },
);
