/** Suppliers beside each other: their scorecards, and who comes first. */
import { sql } from 'kysely';
import {
  kpi,
  SUPPLIER_CARDS,
  TOP_SUPPLIER_WIDGETS,
  TOP_SUPPLIERS,
  type Kpi,
  type SupplierCard,
  type TopSupplierCode,
  type TopSupplierWidget,
} from '../../../contract/dashboard/kpi';
import type { ResponseOf } from '../../../contract';
import { oneOfIds } from '../../lists/predicates';
import type { Asked } from '../asked';
import { periodsOf } from './figures';
import { reckon } from './reckon';
import { sumsOf } from './sought';
import { reckoned, soughtFor, type Reckoned } from './values';

interface Supplier {
  readonly id: string;
  readonly name: string;
}
type Score = NonNullable<ResponseOf<'supplierKpiBoard'>[SupplierCard]>[number];
type TopRow = ResponseOf<'topSuppliers'>['records'][number];

/**
 * Of the whole programme: `asked` sees all of it and names no supplier, whoever asks. `only` are those that are answered;
 * what others have is then in nothing but the rank.
 */
export async function scorecards(
  asked: Asked,
  only: readonly string[] | null,
  own: boolean,
): Promise<ResponseOf<'supplierKpiBoard'>> {
  const { period, previousPeriod } = periodsOf(asked);
  const suppliers = await suppliersOf(asked, null);
  const cards = Object.entries(SUPPLIER_CARDS) as [SupplierCard, Kpi][];
  await withRoom(asked);
  const grouped = await reckon(
    asked,
    cards.flatMap(([, code]) => [...soughtFor(code, period, 'now'), ...soughtFor(code, previousPeriod, 'before')]),
    'supplier',
  );
  const answer: ResponseOf<'supplierKpiBoard'> = { period, previousPeriod };
  for (const [card, code] of cards) {
    const all = suppliers.map(({ id }) => ({ id, ...reckoned(code, sumsOf(grouped, id), 'now') }));
    const values = all.flatMap(({ value }) => (value === null ? [] : value));
    const highest = Math.max(0, ...values);
    answer[card] = all
      .filter(({ id }) => only === null || only.includes(id))
      .map(({ id, value }): Score => {
        const previous = reckoned(code, sumsOf(grouped, id), 'before').value;
        const limit = own ? Math.max(value ?? 0, previous ?? 0) : highest;
        return {
          agencyId: id,
          currentCount: value ?? 0,
          max: kpi(code).unit === 'percent' ? 100 : limit,
          rank: value === null ? 0 : rankOf(value, values, kpi(code).better),
          ranked: values.length,
          previousCount: previous,
        };
      });
  }
  return answer;
}

/** Equals share a rank. */
const rankOf = (value: number, all: readonly number[], better: 'more' | 'less'): number =>
  1 + all.filter((other) => (better === 'more' ? other > value : other < value)).length;

export async function topSuppliers(asked: Asked, code: TopSupplierCode): Promise<ResponseOf<'topSuppliers'>> {
  const widget: TopSupplierWidget = TOP_SUPPLIER_WIDGETS[code];
  await withRoom(asked);
  const grouped = await reckon(asked, soughtFor(widget.kpi, asked.period), 'supplier');
  const sign = widget.order === 'ascending' ? 1 : -1;
  const rows = (await suppliersOf(asked, [...grouped.keys()]))
    .map((supplier) => ({ supplier, ...reckoned(widget.kpi, sumsOf(grouped, supplier.id)) }))
    .filter((row): row is typeof row & { value: number } => row.value !== null && isListed(code, row.value))
    // By what decides and not by what is shown, so that a rounded ratio does not hide who is better; then by name.
    .sort((a, b) => sign * (exact(widget.kpi, a) - exact(widget.kpi, b)));
  return {
    period: asked.period,
    records: rows.slice(0, TOP_SUPPLIERS).map(({ supplier, ...row }) => ({
      agencyId: supplier.id,
      agencyName: supplier.name,
      ...fieldsOf(code, row),
    })),
  };
}

const isListed = (code: TopSupplierCode, value: number): boolean => code !== 'retentionrate' || value > 0;

function exact(code: Kpi, { numerator, denominator }: Reckoned): number {
  const { unit } = kpi(code);
  return unit === 'count' || unit === 'cents' ? numerator : numerator / denominator;
}

function fieldsOf(code: TopSupplierCode, row: Reckoned & { readonly value: number }): Partial<TopRow> {
  const { numerator, denominator, value } = row;
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

/**
 * For a year of all suppliers: so that it is added up in memory, by supplier and not in their order, whatever few rows
 * the planner expects behind row-level security. Ends with the transaction.
 */
const withRoom = ({ queries }: Asked) =>
  sql`select set_config('work_mem', '64MB', true), set_config('enable_sort', 'off', true)`.execute(queries);

/** By name, then by id: in this order whatever else is equal. */
async function suppliersOf({ queries, scope }: Asked, ids: readonly string[] | null): Promise<readonly Supplier[]> {
  const { rows } = await sql<Supplier>`
    select r.id, r.name from suppliers r
    where r.tenant_id = ${scope.tenantId}::uuid ${ids === null ? sql`` : sql`and ${oneOfIds(sql`r.id`, ids)}`}
    order by r.name, r.id`.execute(queries);
  return rows;
}
