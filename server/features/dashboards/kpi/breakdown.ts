/** One KPI: its figure, by its own definition, and the same by facility, department, specialty or supplier. */
import { sql } from 'kysely';
import { breakdownsFor, type Breakdown } from '../../../../contract/dashboards/kpiBreakdown';
import type { Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { rollingMonths } from '../../../base/dates';
import { ApiError } from '../../../base/errors';
import { alphabeticalOrder } from '../../../database';
import { oneOfIds } from '../../lists/predicates';
import type { Sql } from '../../lists/source';
import type { DashboardQuery } from '../query';
import { sumsOf } from '../sumRequest';
import { figuresOf, kpiValue, periodsOf, sumRequestsOf, type KpiValue } from './kpiValues';
import { monthly } from './series';
import { sumQuantities } from './sums';

type Answer = ResponseOf<'kpiFigure'>;
type Group = NonNullable<Answer['groups']>[number];

/**
 * The figure of one KPI, and of its groups if `by` is given. Throws ApiError (`request.invalid`) for a breakdown that
 * this organization does not have.
 */
export async function kpiFigure(
  query: DashboardQuery,
  code: Kpi,
  by: Breakdown | 'month' | undefined,
): Promise<Answer> {
  const { [code]: figure } = await figuresOf(query, [code]);
  if (figure === undefined) throw new Error(`${code} was not computed.`);
  const answer: Answer = { ...periodsOf(query), figure };
  if (by === undefined) return answer;
  return { ...answer, groups: by === 'month' ? await months(query, code) : await groups(query, code, by) };
}

const plain = ({ value, numerator, denominator }: KpiValue) => ({ value, numerator, denominator });

async function months(query: DashboardQuery, code: Kpi): Promise<Group[]> {
  const { today } = query;
  const names = rollingMonths(today);
  const { [code]: values } = await monthly(query, [code], today);
  return values.map((value, index) => ({ id: names[index] ?? '', label: names[index] ?? '', ...plain(value) }));
}

async function groups(query: DashboardQuery, code: Kpi, by: Breakdown): Promise<Group[]> {
  if (!breakdownsFor(query.scope.organizationType).includes(by)) {
    throw new ApiError('request.invalid', {
      sentence: `Figures cannot be broken down by ${by} here. Please choose another one.`,
    });
  }
  const grouped = await sumQuantities(query, sumRequestsOf(code, query.period), by);
  const ids = [...grouped.keys()];
  const { rows } = await sql<{ id: string; label: string }>`
    select x.id, x.label from (${NAMES[by]} where ${oneOfIds(sql`r.id`, ids)}) x
    order by ${alphabeticalOrder('x.label')}, x.id`.execute(query.queries);
  return rows
    .map(({ id, label }) => ({ id, label, ...plain(kpiValue(code, sumsOf(grouped, id))) }))
    .filter(({ numerator, denominator }) => numerator !== 0 || denominator !== 0);
}

const NAMES: Readonly<Record<Breakdown, Sql>> = {
  facility: sql`select r.id, r.name as label from facilities r`,
  department: sql`select r.id, f.name || ' - ' || r.name as label from departments r join facilities f on f.id = r.client_id`,
  specialty: sql`select r.id, r.name as label from specialties r`,
  supplier: sql`select r.id, r.name as label from suppliers r`,
};
