import { sql } from 'kysely';
import type { Scope } from '../../database';
import {
  allOf,
  anyOf,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  today,
  whether,
  withinDates,
  withinNumbers,
} from '../predicates';
import { field, joined, type ListSource, own, ownNullable, shown, type Sql } from '../source';
import { OF } from './ofJobs';

const PAST_DUE = sql`case when r.paid_on is null and r.due_on < ${today} then ${today} - r.due_on end`;
const BUCKETS: Readonly<Record<string, readonly [from: number, to: number | null]>> = {
  '1_30': [1, 30],
  '31_60': [31, 60],
  '61_90': [61, 90],
  OVER_90: [91, null],
};

export const invoicesSource: ListSource<'invoices'> = {
  table: sql`invoices r`,
  own: (scope) =>
    allOf([
      scope.organizationType === 'AGENCY' ? sql`false` : partyTo(scope, 'r', { client: 'client_id' }),
      sql`r.client_id is not null`,
    ]),
  joins: OF.facility.join,
  columns: {
    number: own('number'),
    status: own('status'),
    facility: joined(sql`f.name`, OF.facility),
    periodStart: field('period_start'),
    periodEnd: own('period_end'),
    purchaseOrder: field('purchase_order'),
    items: field('items'),
    hours: field('minutes'),
    amount: field('amount_cents'),
    adjustment: field('adjustment_cents'),
    total: own('total_cents'),
    issuedOn: own('issued_on'),
    dueOn: own('due_on'),
    daysPastDue: shown(PAST_DUE),
    paidOn: ownNullable('paid_on'),
    paidAmount: field('paid_cents'),
    remittanceNumber: field('remittance_number'),
    emailedTo: field('emailed_to'),
  },
  filters: {
    status: (values) => oneOf(sql`r.status`, values),
    client: (values) => oneOfIds(sql`r.client_id`, values),
    pastDue: (values) =>
      anyOf(
        values.map((value) => {
          const [from, to] = BUCKETS[value] ?? [1, 0];
          return withinNumbers(sql`(${PAST_DUE})`, { from, to });
        }),
      ),
    period: (range) => withinDates(sql`r.issued_on`, range),
    issuedOn: (range) => withinDates(sql`r.issued_on`, range),
    dueOn: (range) => withinDates(sql`r.due_on`, range),
    total: (range) => withinNumbers(sql`r.total_cents`, range, 100),
  },
  concerns: (ids) => oneOfIds(sql`r.client_id`, ids),
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    contains(sql`r.purchase_order`, word),
    contains(sql`r.remittance_number`, word),
    sql`r.client_id in (select fs.id from facilities fs where ${contains(sql`fs.name`, word)})`,
  ],
};

/** A supplier is told that it is pending until it is paid; that the facility has paid is between the other two. */
export const reverseInvoiceStatus = (scope: Scope): Sql =>
  scope.organizationType === 'AGENCY'
    ? sql`case r.status when 'REVERSE_INVOICE_GOOD_PAY' then 'REVERSE_INVOICE_PENDING' else r.status end`
    : sql`r.status`;

const sheets = (condition: Sql): Sql =>
  sql`exists (select from timesheets t where t.reverse_invoice_id = r.id and ${condition})`;
const forClients = (ids: readonly string[]): Sql => sheets(oneOfIds(sql`t.client_id`, ids));

export const reverseInvoicesSource: ListSource<'reverseInvoices'> = {
  table: sql`invoices r`,
  // What a supplier is paid is not the facility's to see.
  own: (scope) =>
    allOf([
      scope.organizationType === 'CLIENT' ? sql`false` : partyTo(scope, 'r', { agency: 'agency_id' }),
      sql`r.agency_id is not null`,
    ]),
  joins: OF.supplier.join,
  columns: {
    number: own('number'),
    supplier: joined(sql`s.name`, OF.supplier),
    status: {
      value: reverseInvoiceStatus,
      sort: { keys: [reverseInvoiceStatus], nullable: false },
    },
    periodStart: field('period_start'),
    periodEnd: own('period_end'),
    clientInvoices: shown(sql`(
      select string_agg(distinct i.number::text, ', ' order by i.number::text)
      from timesheets t join invoices i on i.id = t.invoice_id where t.reverse_invoice_id = r.id)`),
    items: field('items'),
    hours: field('minutes'),
    gross: field('amount_cents'),
    adjustment: field('adjustment_cents'),
    feePercent: shown(sql`round(r.fee_cents * 100.0 / nullif(r.amount_cents, 0), 2)::double precision`),
    fee: field('fee_cents'),
    netPay: own('total_cents'),
    issuedOn: own('issued_on'),
    dueOn: field('due_on'),
    goodPayOn: ownNullable('good_pay_on'),
    paidOn: ownNullable('paid_on'),
    paidAmount: field('paid_cents'),
    remittanceNumber: field('remittance_number'),
    emailedTo: field('emailed_to'),
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
      whether(
        sql`exists (select from timesheets t join invoices i on i.id = t.invoice_id
          where t.reverse_invoice_id = r.id and i.status = 'INVOICE_PAID')`,
        wanted,
      ),
  },
  concerns: forClients,
  search: (word) => [
    ...isNumber(sql`r.number`, word),
    contains(sql`r.remittance_number`, word),
    sql`r.agency_id in (select ss.id from suppliers ss where ${contains(sql`ss.name`, word)})`,
  ],
};
