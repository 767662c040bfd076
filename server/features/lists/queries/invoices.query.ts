import { sql } from 'kysely';
import type { Scope } from '../../../database';
import {
  allOf,
  anyOf,
  contains,
  facilityNamed,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  today,
  conditionIs,
  withinDates,
  withinNumbers,
} from '../predicates';
import {
  unsortedColumn,
  joinedColumn,
  type ListSource,
  column,
  nullableColumn,
  computed,
  measured,
  type Sql,
} from '../source';
import { JOINS } from './jobColumns';

const pastDue = (scope: Scope): Sql =>
  sql`case when r.paid_on is null and r.due_on < ${today(scope)} then ${today(scope)} - r.due_on end`;
const BUCKETS: Readonly<Record<string, readonly [from: number, to: number | null]>> = {
  '1_30': [1, 30],
  '31_60': [31, 60],
  '61_90': [61, 90],
  OVER_90: [91, null],
};

export const invoicesSource: ListSource<'invoices'> = {
  table: sql`invoices r`,
  visible: (scope) =>
    allOf([
      scope.organizationType === 'AGENCY' ? sql`false` : partyTo(scope, 'r', { client: 'client_id' }),
      sql`r.client_id is not null`,
    ]),
  joins: JOINS.facility.join,
  ids: { facility: sql`r.client_id` },
  columns: {
    number: column('number'),
    status: column('status'),
    facility: joinedColumn(sql`f.name`, JOINS.facility),
    periodStart: unsortedColumn('period_start'),
    periodEnd: column('period_end'),
    purchaseOrder: nullableColumn('purchase_order'),
    items: column('items'),
    hours: column('minutes'),
    amount: column('amount_cents'),
    adjustment: column('adjustment_cents'),
    total: column('total_cents'),
    issuedOn: column('issued_on'),
    dueOn: column('due_on'),
    daysPastDue: measured(computed(pastDue)),
    paidOn: nullableColumn('paid_on'),
    paidAmount: unsortedColumn('paid_cents'),
    remittanceNumber: unsortedColumn('remittance_number'),
    emailedTo: unsortedColumn('emailed_to'),
  },
  filters: {
    status: (values) => oneOf(sql`r.status`, values),
    client: (values) => oneOfIds(sql`r.client_id`, values),
    pastDue: (values, scope) =>
      anyOf(
        values.map((value) => {
          const [from, to] = BUCKETS[value] ?? [1, 0];
          return withinNumbers(sql`(${pastDue(scope)})`, { from, to });
        }),
      ),
    period: (range) => withinDates(sql`r.issued_on`, range),
    issuedOn: (range) => withinDates(sql`r.issued_on`, range),
    dueOn: (range) => withinDates(sql`r.due_on`, range),
    paidOn: (range) => withinDates(sql`r.paid_on`, range),
    total: (range) => withinNumbers(sql`r.total_cents`, range, 100),
  },
  ofClients: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    contains(sql`r.purchase_order`, word),
    contains(sql`r.remittance_number`, word),
    facilityNamed(sql`r.client_id`, word),
  ],
};

/** Suppliers see 'pending' until they are paid; the step in between is internal. */
const reverseInvoiceStatus = (scope: Scope): Sql =>
  scope.organizationType === 'AGENCY'
    ? sql`case r.status when 'REVERSE_INVOICE_GOOD_PAY' then 'REVERSE_INVOICE_PENDING' else r.status end`
    : sql`r.status`;

const sheets = (condition: Sql): Sql =>
  sql`exists (select from timesheets t where t.reverse_invoice_id = r.id and ${condition})`;
const forClients = (ids: readonly string[]): Sql => sheets(oneOfIds(sql`t.client_id`, ids));

export const reverseInvoicesSource: ListSource<'reverseInvoices'> = {
  table: sql`invoices r`,
  // Facilities must not see what suppliers are paid.
  visible: (scope) =>
    allOf([
      scope.organizationType === 'CLIENT' ? sql`false` : partyTo(scope, 'r', { agency: 'agency_id' }),
      sql`r.agency_id is not null`,
    ]),
  joins: JOINS.supplier.join,
  ids: { supplier: sql`r.agency_id` },
  columns: {
    number: column('number'),
    supplier: joinedColumn(sql`s.name`, JOINS.supplier),
    status: {
      value: reverseInvoiceStatus,
      sort: { keys: [reverseInvoiceStatus], nullable: false },
    },
    periodStart: unsortedColumn('period_start'),
    periodEnd: column('period_end'),
    clientInvoices: computed(sql`(
      select string_agg(distinct i.number::text, ', ' order by i.number::text)
      from timesheets t join invoices i on i.id = t.invoice_id where t.reverse_invoice_id = r.id)`),
    items: column('items'),
    hours: column('minutes'),
    gross: column('amount_cents'),
    adjustment: column('adjustment_cents'),
    feePercent: computed(sql`round(r.fee_cents * 100.0 / nullif(r.amount_cents, 0), 2)::double precision`),
    fee: column('fee_cents'),
    netPay: column('total_cents'),
    issuedOn: column('issued_on'),
    dueOn: column('due_on'),
    goodPayOn: nullableColumn('good_pay_on'),
    paidOn: nullableColumn('paid_on'),
    paidAmount: unsortedColumn('paid_cents'),
    remittanceNumber: nullableColumn('remittance_number'),
    emailedTo: unsortedColumn('emailed_to'),
  },
  filters: {
    status: (values, scope) => oneOf(sql`(${reverseInvoiceStatus(scope)})`, values),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    client: forClients,
    period: (range) => withinDates(sql`r.issued_on`, range),
    issuedOn: (range) => withinDates(sql`r.issued_on`, range),
    paidOn: (range) => withinDates(sql`r.paid_on`, range),
    netPay: (range) => withinNumbers(sql`r.total_cents`, range, 100),
    clientInvoicePaid: (wanted) =>
      conditionIs(
        sql`exists (select from timesheets t join invoices i on i.id = t.invoice_id
          where t.reverse_invoice_id = r.id and i.status = 'INVOICE_PAID')`,
        wanted,
      ),
  },
  ofClients: forClients,
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    contains(sql`r.remittance_number`, word),
    sql`r.agency_id in (select ss.id from suppliers ss where ${contains(sql`ss.name`, word)})`,
  ],
};
