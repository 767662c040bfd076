import type { InvoiceStatus } from '../base/statuses';
import { defineList, optionsOf } from './list';
import { changeFilter, periodFilter, supplierColumn, supplierFilter } from './common';

const STATUSES = optionsOf<Exclude<InvoiceStatus, `REVERSE_${string}`>>({
  INVOICE_DUE: 'Due',
  INVOICE_PAID: 'Paid',
  INVOICE_PAST_DUE: 'Past Due',
});
/** Suppliers see 'Pending' until the invoice is paid. */
const REVERSE_STATUSES = optionsOf<Extract<InvoiceStatus, `REVERSE_${string}`>>(
  { REVERSE_INVOICE_PENDING: 'Pending', REVERSE_INVOICE_GOOD_PAY: 'Good Pay', REVERSE_INVOICE_PAID: 'Paid' },
  { REVERSE_INVOICE_GOOD_PAY: ['AGENCY'] },
);

/** Invoices to facilities. */
export const invoicesList = defineList({
  title: 'Invoices',
  noun: { one: 'invoice', many: 'invoices' },
  anyOf: ['MENU_INVOICING', 'SUBMENU_TIMESHEET_INVOICE'],
  hiddenFrom: ['AGENCY'],
  columns: {
    number: { label: 'Invoice', kind: 'number', sortable: true },
    status: { label: 'Status', kind: 'status', options: STATUSES, sortable: true },
    facility: { label: 'Facility', kind: 'text', sortable: true },
    total: { label: 'Total', kind: 'money', sortable: true },
    dueOn: { label: 'Due', kind: 'date', sortable: true },
    daysPastDue: { label: 'Days Past Due', kind: 'number', sortable: true },
    paidOn: { label: 'Paid', kind: 'date', sortable: true },
    amount: { label: 'Amount', kind: 'money', sortable: true },
    adjustment: { label: 'Adjustments', kind: 'money', sortable: true },
    hours: { label: 'Hours', kind: 'hours', sortable: true },
    issuedOn: { label: 'Issued', kind: 'date', sortable: true },
    periodEnd: { label: 'Period To', kind: 'date', sortable: true },
    periodStart: { label: 'Period From', kind: 'date', initiallyHidden: true },
    purchaseOrder: { label: 'PO', kind: 'text', sortable: true, initiallyHidden: true },
    items: { label: 'Items', kind: 'number', sortable: true, initiallyHidden: true },
    paidAmount: { label: 'Paid Amount', kind: 'money', initiallyHidden: true },
    remittanceNumber: { label: 'Remittance', kind: 'text', initiallyHidden: true },
    emailedTo: { label: 'Emailed To', kind: 'text', initiallyHidden: true },
  },
  filters: {
    status: { label: 'Status', kind: 'options', options: STATUSES },
    client: { label: 'Facility', kind: 'lookup', lookup: 'facilities' },
    pastDue: {
      label: 'Days Past Due',
      kind: 'options',
      options: [
        { value: '1_30', label: '1-30' },
        { value: '31_60', label: '31-60' },
        { value: '61_90', label: '61-90' },
        { value: 'OVER_90', label: 'Over 90' },
      ],
    },
    period: periodFilter('When it was issued.'),
    change: changeFilter,
    issuedOn: { label: 'Issued', kind: 'dates' },
    dueOn: { label: 'Due', kind: 'dates' },
    paidOn: { label: 'Paid', kind: 'dates' },
    total: { label: 'Total', kind: 'numbers', unit: 'dollars' },
  },
  sort: '-issuedOn',
  searches: 'invoice, facility, PO or remittance',
});

/** Payments to suppliers. */
export const reverseInvoicesList = defineList({
  title: 'Reverse Invoices',
  noun: { one: 'reverse invoice', many: 'reverse invoices' },
  anyOf: ['MENU_INVOICING', 'SUBMENU_TIMESHEET_REVERSE_INVOICE'],
  columns: {
    number: { label: 'Reverse Invoice', kind: 'number', sortable: true },
    status: { label: 'Status', kind: 'status', options: REVERSE_STATUSES, sortable: true },
    supplier: supplierColumn,
    netPay: { label: 'Net Pay', kind: 'money', sortable: true },
    paidOn: { label: 'Pay Date', kind: 'date', sortable: true },
    goodPayOn: {
      label: 'Good Pay',
      kind: 'date',
      sortable: true,
      hiddenFrom: ['AGENCY'],
      hint: 'When the facility paid.',
    },
    gross: { label: 'Gross', kind: 'money', sortable: true },
    adjustment: { label: 'Adjustments', kind: 'money', sortable: true },
    fee: { label: 'VMS Fee', kind: 'money', sortable: true },
    issuedOn: { label: 'Issued', kind: 'date', sortable: true },
    periodEnd: { label: 'Period To', kind: 'date', sortable: true },
    hours: { label: 'Hours', kind: 'hours', sortable: true, initiallyHidden: true },
    periodStart: { label: 'Period From', kind: 'date', initiallyHidden: true },
    clientInvoices: {
      label: 'Facility Invoices',
      kind: 'text',
      hiddenFrom: ['AGENCY'],
      hint: 'Where the same timesheets were billed.',
      initiallyHidden: true,
    },
    items: { label: 'Items', kind: 'number', sortable: true, initiallyHidden: true },
    feePercent: { label: 'VMS Fee %', kind: 'percent', initiallyHidden: true },
    dueOn: { label: 'Due', kind: 'date', sortable: true, initiallyHidden: true },
    paidAmount: { label: 'Paid Amount', kind: 'money', initiallyHidden: true },
    remittanceNumber: { label: 'Remittance', kind: 'text', sortable: true, initiallyHidden: true },
    emailedTo: { label: 'Emailed To', kind: 'text', initiallyHidden: true },
  },
  filters: {
    status: { label: 'Status', kind: 'options', options: REVERSE_STATUSES },
    supplier: supplierFilter,
    client: { label: 'Facility', kind: 'lookup', lookup: 'facilities' },
    period: periodFilter('When it was issued.'),
    change: changeFilter,
    issuedOn: { label: 'Issued', kind: 'dates' },
    paidOn: { label: 'Pay Date', kind: 'dates' },
    netPay: { label: 'Net Pay', kind: 'numbers', unit: 'dollars' },
    clientInvoicePaid: { label: 'Facility invoice paid', kind: 'flag', hiddenFrom: ['AGENCY'] },
  },
  sort: '-issuedOn',
  searches: 'reverse invoice, supplier or remittance',
});
