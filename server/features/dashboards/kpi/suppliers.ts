/** Supplier comparison: scorecards and rankings. */
import { sql } from 'kysely';
import {
  SUPPLIER_CARDS,
  TOP_SUPPLIERS,
  TOP_SUPPLIER_WIDGETS,
  type SupplierCard,
  type TopSupplierCode,
  type TopSupplierWidget,
} from '../../../../contract/dashboards/kpiDashboards';
import { MINIMUM_VOLUME } from '../../../../contract/dashboards/kpiRules';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { alphabeticalOrder } from '../../../database';
import { oneOfIds } from '../../lists/predicates';
import { aggregateInMemory } from '../../lists/totals';
import type { DashboardQuery } from '../query';
import { sumsOf } from '../sumRequest';
import { periodsOf, kpiValue, shown, sumRequestsOf, type KpiValue } from './kpiValues';
import { sumQuantities } from './sums';

interface Supplier {
  readonly id: string;
  readonly name: string;
}
type Score = NonNullable<ResponseOf<'supplierKpiBoard'>[SupplierCard]>[number];
type TopRow = ResponseOf<'topSuppliers'>['records'][number];

/**
 * Ranks within the whole program: `query` covers all suppliers. `only` limits which suppliers are answered; the others
 * only affect the rank.
 */
export async function scorecards(
  query: DashboardQuery,
  only: readonly string[] | null,
  own: boolean,
): Promise<ResponseOf<'supplierKpiBoard'>> {
  const { period, previousPeriod } = periodsOf(query);
  const suppliers = await suppliersOf(query, null);
  const cards = Object.entries(SUPPLIER_CARDS) as [SupplierCard, Kpi][];
  await aggregateInMemory(query.queries);
  const grouped = await sumQuantities(
    query,
    cards.flatMap(([, code]) => [
      ...sumRequestsOf(code, period, 'now'),
      ...sumRequestsOf(code, previousPeriod, 'before'),
    ]),
    'supplier',
  );
  const answer: ResponseOf<'supplierKpiBoard'> = { period, previousPeriod };
  for (const [card, code] of cards) {
    const all = suppliers.map(({ id }) => ({ id, ...kpiValue(code, sumsOf(grouped, id), 'now') }));
    const values = all.flatMap(({ value }) => (value === null ? [] : value));
    const highest = Math.max(0, ...values);
    answer[card] = all
      .filter(({ id }) => only === null || only.includes(id))
      .map(({ id, value, denominator: base }): Score => {
        const before = kpiValue(code, sumsOf(grouped, id), 'before');
        const previous = shown(code, before);
        const limit = own ? Math.max(value ?? 0, previous ?? 0) : highest;
        return {
          agencyId: id,
          currentCount: value ?? 0,
          max: kpi(code).unit === 'percent' ? 100 : limit,
          rank: value === null ? 0 : rankOf(value, values, kpi(code).better),
          ranked: values.length,
          previousCount: previous,
          base,
          previousBase: before.denominator,
        };
      });
  }
  return answer;
}

/** Equal values share a rank. */
const rankOf = (value: number, all: readonly number[], better: 'more' | 'less'): number =>
  1 + all.filter((other) => (better === 'more' ? other > value : other < value)).length;

/**
 * All suppliers of a ranking; those without a value are left out. Suppliers below the minimum volume are listed
 * separately. Equal values are ordered by evidence, then by name.
 */
export async function topSuppliers(
  query: DashboardQuery,
  code: TopSupplierCode,
  minimum: number = MINIMUM_VOLUME,
): Promise<ResponseOf<'topSuppliers'>> {
  const widget: TopSupplierWidget = TOP_SUPPLIER_WIDGETS[code];
  await aggregateInMemory(query.queries);
  const grouped = await sumQuantities(query, sumRequestsOf(widget.kpi, query.period), 'supplier');
  const sign = widget.order === 'ascending' ? 1 : -1;
  const minimumVolume = isByVolume(widget) ? 0 : minimum;
  const rows = (await suppliersOf(query, [...grouped.keys()]))
    .map((supplier): Ranked => {
      const value = kpiValue(widget.kpi, sumsOf(grouped, supplier.id));
      return { supplier, ...value, rankedBy: exact(widget.kpi, value), volume: volumeOf(widget.kpi, value) };
    })
    .filter((row) => isListed(code, row))
    .sort((a, b) => compare(sign, a, b) || b.volume - a.volume);
  const answered = (some: readonly Ranked[]): TopRow[] =>
    some.map(({ supplier, volume, ...row }) => ({
      agencyId: supplier.id,
      agencyName: supplier.name,
      numerator: row.numerator,
      denominator: row.denominator,
      volume,
      ...fieldsOf(code, row),
    }));
  const enough = rows.filter(({ volume }) => volume >= minimumVolume);
  return {
    period: query.period,
    minimumVolume,
    records: answered(enough.slice(0, TOP_SUPPLIERS)),
    others: answered(enough.slice(TOP_SUPPLIERS)),
    apart: answered(rows.filter(({ volume }) => volume < minimumVolume)),
  };
}

interface Ranked extends KpiValue {
  readonly supplier: Supplier;
  /** Null for a ratio without an offer, which comes last. */
  readonly rankedBy: number | null;
  readonly volume: number;
}

/** By the exact value, not the rounded one. */
function compare(sign: 1 | -1, { rankedBy: a }: Ranked, { rankedBy: b }: Ranked): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** Where more is better, a count is its own evidence. */
const isByVolume = ({ kpi: code, order }: TopSupplierWidget): boolean =>
  order === 'descending' && ['count', 'cents'].includes(kpi(code).unit);

const volumeOf = (code: Kpi, { numerator, denominator }: KpiValue): number =>
  kpi(code).unit === 'ratio' ? numerator : kpi(code).unit === 'cents' ? 0 : denominator;

function isListed(code: TopSupplierCode, { value, numerator }: KpiValue): boolean {
  if (code === 'retentionrate') return value !== null && value > 0;
  return value !== null || (code === 'submittaltooffered' && numerator > 0);
}

function exact(code: Kpi, { numerator, denominator, sum }: KpiValue): number | null {
  const { unit } = kpi(code);
  if (unit === 'count' || unit === 'cents') return numerator;
  return denominator === 0 ? null : sum / denominator;
}

function fieldsOf(code: TopSupplierCode, { numerator, denominator, value: computed }: KpiValue): Partial<TopRow> {
  const value = computed ?? 0;
  switch (code) {
    case 'highestrevenue':
      return { agencyRevenueDlr: numerator / 100 };
    case 'retentionrate':
      return { retentionRate: value };
    case 'submittaltooffered':
      return { submittedCount: numerator, offeredCount: denominator, ratioUp: numerator, ratioDown: denominator };
    case 'fillrate':
      return { assignmentsCount: numerator, positions: denominator, value };
    case 'searchtopagencies':
      return { assignmentsCount: numerator, value };
    case 'highestsubmissions':
      return { submittedCount: numerator, value };
    default:
      return { value };
  }
}

/** By name, then by id, so that the order is stable. */
export async function suppliersOf(
  { queries, scope }: DashboardQuery,
  ids: readonly string[] | null,
): Promise<readonly Supplier[]> {
  const { rows } = await sql<Supplier>`
    select r.id, r.name from suppliers r
    where r.tenant_id = ${scope.tenantId}::uuid ${ids === null ? sql`` : sql`and ${oneOfIds(sql`r.id`, ids)}`}
    order by ${alphabeticalOrder('r.name')}, r.id`.execute(queries);
  return rows;
}
