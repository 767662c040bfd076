/** An invoice to a facility, or a reverse invoice to a supplier, with its timesheets. */
import { sql } from 'kysely';
import type { InvoiceStatus } from '../../../contract/base/statuses';
import { noonOf } from '../../base/dates';
import type { Queries, Scope } from '../../database';
import { day, hours, money, words } from '../../platform/pdf/format';
import { facts, heading, table, text, type Block, type PdfDocument } from '../../platform/pdf/document';

export interface InvoiceItem {
  /** Of the timesheet. */
  readonly number: number;
  readonly person: string | null;
  readonly facility: string | null;
  readonly minutes: number;
  readonly overtimeMinutes: number;
  readonly cents: number;
}

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;
export interface Invoice extends Row {
  /** By the number of the timesheet; at most LINES_MAX. */
  readonly lines: readonly InvoiceItem[];
  /** How many timesheets there are that `lines` could list. */
  readonly lineCount: number;
}

/** About as many as fit on MAX_PAGES. */
const LINES_MAX = 1_500;

function readRow(queries: Queries, id: string) {
  return queries
    .selectFrom('invoices as i')
    .leftJoin('facilities as f', 'f.id', 'i.client_id')
    .leftJoin('suppliers as s', 's.id', 'i.agency_id')
    .innerJoin('organizations as o', 'o.id', 'i.tenant_id')
    .where('i.id', '=', id)
    .selectAll('i')
    .select(['f.name as facility', 's.name as supplier', 'o.name as manager'])
    .executeTakeFirst();
}

/** Suppliers see 'pending' until they are paid, as in their list. */
const shownStatus = (status: InvoiceStatus, { organizationType }: Scope): InvoiceStatus =>
  status === 'REVERSE_INVOICE_GOOD_PAY' && organizationType === 'AGENCY' ? 'REVERSE_INVOICE_PENDING' : status;

/** Null when it is not visible to `queries`, which are in the scope. */
export async function readInvoice(queries: Queries, id: string, scope: Scope): Promise<Invoice | null> {
  const row = await readRow(queries, id);
  if (row === undefined) return null;
  const lines = await queries
    .selectFrom('timesheets as t')
    .leftJoin('assignments as a', 'a.id', 't.assignment_id')
    .leftJoin('candidates as c', 'c.id', 'a.candidate_id')
    .leftJoin('facilities as f', 'f.id', 't.client_id')
    .where(row.client_id === null ? 't.reverse_invoice_id' : 't.invoice_id', '=', id)
    .select([
      't.number',
      'c.first_name',
      'c.last_name',
      'f.name as facility',
      't.regular_minutes',
      't.holiday_minutes',
      't.overtime_minutes as overtimeMinutes',
      't.bill_cents as cents',
      sql<number>`(count(*) over ())::integer`.as('count'),
    ])
    .orderBy('t.number')
    .limit(LINES_MAX)
    .execute();
  return {
    ...row,
    status: shownStatus(row.status, scope),
    lineCount: lines[0]?.count ?? 0,
    lines: lines.map(({ first_name, last_name, regular_minutes, holiday_minutes, count: _, ...line }) => ({
      ...line,
      person: first_name === null ? null : `${first_name} ${last_name ?? ''}`,
      minutes: regular_minutes + holiday_minutes,
    })),
  };
}

/** The invoice with its total and lines. */
export function invoicePdf(invoice: Invoice): PdfDocument {
  const reverse = invoice.client_id === null;
  const kind = reverse ? 'Reverse invoice' : 'Invoice';
  return {
    title: `${kind} ${invoice.number}`,
    sender: invoice.manager,
    reference: `${kind} ${invoice.number}`,
    createdAt: noonOf(invoice.issued_on),
    blocks: [
      facts(
        [reverse ? 'Pays' : 'Billed to', reverse ? invoice.supplier : invoice.facility],
        ['Period', `${day(invoice.period_start)} to ${day(invoice.period_end)}`],
        ['Issued', day(invoice.issued_on)],
        ['Due', day(invoice.due_on)],
        ['Status', words(invoice.status.replace(/^(REVERSE_)?INVOICE_/, ''))],
        ['Purchase order', invoice.purchase_order],
        ['Sent to', invoice.emailed_to],
      ),
      // Before the timesheets, of which a long invoice shows only the first.
      heading('Sum'),
      facts(
        ['Timesheets', String(invoice.items)],
        ['Hours', hours(invoice.minutes)],
        ['Amount', money(invoice.amount_cents)],
        ['Adjustment', money(invoice.adjustment_cents)],
        ...(reverse && invoice.fee_cents !== 0 ? ([['Fee', money(-invoice.fee_cents)]] as const) : []),
        ['Total', money(invoice.total_cents)],
        ['Paid', invoice.paid_cents === null ? 'Not yet' : `${money(invoice.paid_cents)} on ${day(invoice.paid_on)}`],
        ['Remittance', invoice.remittance_number],
      ),
      heading('Timesheets'),
      invoice.lines.length === 0
        ? text('There is no timesheet on this invoice that you may see.')
        : timesheets(invoice),
      ...leftOut(invoice),
    ],
  };
}

const count = (many: number): string => many.toLocaleString('en-US');

const leftOut = ({ lines, lineCount }: Invoice): readonly Block[] =>
  lines.length < lineCount
    ? [text(`Only the first ${count(lines.length)} of ${count(lineCount)} timesheets are listed.`)]
    : [];

const timesheets = (invoice: Invoice) =>
  table(
    [
      { title: 'Timesheet', share: 2 },
      { title: 'Name', share: 4 },
      { title: 'Facility', share: 5 },
      { title: 'Hours', share: 2, number: true },
      { title: 'Overtime', share: 2, number: true },
      { title: 'Amount', share: 3, number: true },
    ],
    invoice.lines.map((line) => [
      String(line.number),
      line.person ?? '–',
      line.facility ?? '–',
      hours(line.minutes),
      hours(line.overtimeMinutes),
      money(line.cents),
    ]),
  );
