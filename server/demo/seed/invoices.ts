/** Invoices from finalized timesheets, week by week: one to each facility, a reverse invoice to each supplier. */
import type { Insertable } from 'kysely';
import type { Schema } from '../../database';
import { isoDay, type Day } from './calendar';
import type { Parties } from './organizations';
import type { Random } from './random';
import type { Timesheet } from './timesheets';

type Row = Insertable<Schema['invoices']>;

const FIRST_NUMBER = 300_001;
const NUMBERS_PER_BATCH = 10_000;
const ISSUED_AFTER_DAYS = 8;
/** Invoices due within this many days may still be unpaid, which makes 6 % of a year's invoices past due. */
const LATE_DAYS = 90;
const LATE = 0.24;
const ADJUSTED = 0.05;

export interface Billing {
  readonly invoices: readonly Row[];
  readonly timesheets: readonly Insertable<Schema['timesheets']>[];
}

/**
 * One invoice for each facility and week, and one reverse invoice for each supplier and week, of the timesheets that
 * both sides have finalized.
 */
export function buildInvoices(
  random: Random,
  parties: Parties,
  sheets: readonly Timesheet[],
  batch: number,
  today: Day,
): Billing {
  const billable = sheets.filter(({ week, supplier_status, facility_status }) => {
    return week + ISSUED_AFTER_DAYS <= today && supplier_status === 'FINALIZED' && facility_status === 'FINALIZED';
  });
  const invoices: Row[] = [];
  const invoiceOf = new Map<string, { invoice?: string; reverse?: string }>();
  const next = (): number => FIRST_NUMBER + batch * NUMBERS_PER_BATCH + invoices.length;
  for (const [key, group] of groupBy(billable, ({ week, client_id }) => `${week}/${client_id}`)) {
    const facility = parties.facilities.find(({ id }) => key.endsWith(id));
    const row = invoice(random, group, facility?.name ?? '', next(), today);
    invoices.push(row);
    for (const { id } of group) invoiceOf.set(id, { invoice: row.id });
  }
  for (const [key, group] of groupBy(billable, ({ week, agency_id }) => `${week}/${agency_id}`)) {
    const supplier = parties.suppliers.find(({ id }) => key.endsWith(id));
    const row = reverseInvoice(random, group, supplier?.name ?? '', supplier?.fee_basis_points ?? 0, next(), today);
    invoices.push(row);
    for (const { id } of group) invoiceOf.set(id, { ...invoiceOf.get(id), reverse: row.id });
  }
  const timesheets = sheets.map(({ week: _week, ...sheet }) => {
    const billed = invoiceOf.get(sheet.id);
    return { ...sheet, invoice_id: billed?.invoice ?? null, reverse_invoice_id: billed?.reverse ?? null };
  });
  return { invoices, timesheets };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function invoice(random: Random, group: readonly Timesheet[], name: string, number: number, today: Day): Row {
  const base = common(random, group, name, number, 0);
  const issued = (group[0]?.week ?? today) + ISSUED_AFTER_DAYS;
  const due = issued + random.pick([30, 30, 45]);
  const late = due < today && due >= today - LATE_DAYS && random.chance(LATE);
  const paidOn = due - random.int(-4, 9);
  const paid = !late && paidOn <= today;
  return {
    ...base,
    client_id: group[0]?.client_id ?? null,
    agency_id: null,
    status: paid ? 'INVOICE_PAID' : due < today ? 'INVOICE_PAST_DUE' : 'INVOICE_DUE',
    purchase_order: `PO-${random.int(10_000, 99_999)}`,
    issued_on: isoDay(issued),
    due_on: isoDay(due),
    good_pay_on: null,
    ...payment(random, paid, paidOn, base.total_cents),
  };
}

function reverseInvoice(
  random: Random,
  group: readonly Timesheet[],
  name: string,
  feeBasisPoints: number,
  number: number,
  today: Day,
): Row {
  const base = common(random, group, name, number, feeBasisPoints);
  const issued = (group[0]?.week ?? today) + ISSUED_AFTER_DAYS;
  const due = issued + 45;
  // Good to pay once the facility has paid.
  const goodPay = issued + random.int(30, 44);
  const paidOn = goodPay + random.int(3, 10);
  const paid = paidOn <= today;
  return {
    ...base,
    client_id: null,
    agency_id: group[0]?.agency_id ?? null,
    status: paid ? 'REVERSE_INVOICE_PAID' : goodPay <= today ? 'REVERSE_INVOICE_GOOD_PAY' : 'REVERSE_INVOICE_PENDING',
    purchase_order: null,
    issued_on: isoDay(issued),
    due_on: isoDay(due),
    good_pay_on: goodPay <= today ? isoDay(goodPay) : null,
    ...payment(random, paid, paidOn, base.total_cents),
  };
}

function common(random: Random, group: readonly Timesheet[], name: string, number: number, feeBasisPoints: number) {
  const week = group[0]?.week ?? 0;
  const sum = (value: (sheet: Timesheet) => number | undefined): number =>
    group.reduce((total, sheet) => total + (value(sheet) ?? 0), 0);
  const amount = sum(({ bill_cents }) => bill_cents);
  const adjustment = random.chance(ADJUSTED) ? -random.int(50, 900) * 100 : 0;
  const fee = Math.round((amount * feeBasisPoints) / 10_000);
  return {
    id: random.uuid(),
    number,
    tenant_id: group[0]?.tenant_id ?? '',
    period_start: isoDay(week - 6),
    period_end: isoDay(week),
    items: group.length,
    minutes: sum(
      (sheet) => (sheet.regular_minutes ?? 0) + (sheet.overtime_minutes ?? 0) + (sheet.holiday_minutes ?? 0),
    ),
    amount_cents: amount,
    adjustment_cents: adjustment,
    fee_cents: fee,
    total_cents: amount + adjustment - fee,
    emailed_to: `billing@${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example`,
  };
}

function payment(random: Random, paid: boolean, on: Day, cents: number) {
  return {
    paid_on: paid ? isoDay(on) : null,
    paid_cents: paid ? cents : null,
    remittance_number: paid ? `ACH-${random.int(1_000_000, 9_999_999)}` : null,
  };
}
