/** The pages of compliance files and documents, of timesheets and of invoices. */
import { ACTIVITY, type RecordDefinition } from './record';

const complianceFile = {
  noun: 'Compliance File',
  name: 'assignmentNumber',
  about: ['candidate', 'specialty'],
  status: 'status',
  facts: [
    'candidate',
    'facility',
    'supplier',
    'startDate',
    'completionPercent',
    'required',
    'missing',
    'inReview',
    'declined',
    'expired',
    'nextExpiry',
  ],
  details: {},
  tabs: {
    documents: { label: 'Documents', show: 'list', list: 'complianceDocuments', filter: 'assignmentId' },
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'For',
          facts: ['candidate', 'assignmentNumber', 'jobNumber', 'facility', 'department', 'specialty', 'supplier'],
        },
        {
          title: 'Progress',
          facts: [
            'completionPercent',
            'required',
            'missing',
            'inReview',
            'declined',
            'expired',
            'nextExpiry',
            'lastUploadAt',
            'completedAt',
          ],
        },
        { title: 'Start', facts: ['startDate', 'daysToStart'] },
      ],
    },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const document = {
  noun: 'Document',
  name: 'name',
  about: ['candidate'],
  status: 'status',
  facts: ['candidate', 'kind', 'dueOn', 'expiresOn', 'uploadedAt', 'uploadedBy', 'assignmentNumber', 'facility'],
  details: {
    fileCompletion: { label: 'File Completion', kind: 'percent' },
  },
  tabs: {
    paper: { label: 'Document', show: 'pdf' },
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        { title: 'Document', facts: ['kind', 'dueOn', 'issuedOn', 'expiresOn', 'uploadedAt', 'uploadedBy'] },
        { title: 'Review', facts: ['status', 'reviewedBy', 'reviewedAt', 'timesDeclined', 'declineReason'] },
        {
          title: 'For',
          facts: [
            'candidate',
            'assignmentNumber',
            'assignmentStatus',
            'startDate',
            'facility',
            'supplier',
            'fileCompletion',
          ],
        },
      ],
    },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const timesheet = {
  noun: 'Timesheet',
  name: 'number',
  about: ['candidate'],
  status: 'facilityStatus',
  facts: [
    'candidate',
    'weekEnding',
    'facility',
    'supplier',
    'supplierStatus',
    'regular',
    'overtime',
    'bill',
    'disputed',
    'disputeReason',
  ],
  details: {
    billRate: { label: 'Bill Rate', kind: 'rate' },
    shift: { label: 'Shift', kind: 'text' },
    worked: { label: 'Worked', kind: 'hours' },
    disputedAt: { label: 'Disputed', kind: 'instant' },
    disputeResolvedAt: { label: 'Dispute Resolved', kind: 'instant' },
  },
  tabs: {
    days: {
      label: 'Days',
      show: 'table',
      noun: { one: 'day', many: 'days' },
      columns: {
        weekday: { label: 'Weekday', kind: 'text' },
        day: { label: 'Day', kind: 'date' },
        scheduled: { label: 'Scheduled', kind: 'hours' },
        regular: { label: 'Regular', kind: 'hours' },
        overtime: { label: 'Overtime', kind: 'hours' },
        holiday: { label: 'Holiday', kind: 'hours' },
        total: { label: 'Total', kind: 'hours' },
        rate: { label: 'Bill Rate', kind: 'rate' },
        amount: { label: 'Amount', kind: 'money', hint: 'Overtime and holidays at one and a half times the rate.' },
      },
      note: 'Hours are entered per week. The days shown here are estimated from the length of the shift, with overtime last. The totals are as entered.',
      empty: 'No hours have been entered for this week.',
      sumId: 'sum',
    },
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'Hours',
          facts: ['scheduled', 'regular', 'overtime', 'holiday', 'worked', 'variance', 'onCall', 'shift'],
        },
        { title: 'Money', facts: ['billRate', 'bill', 'miles', 'expenses', 'invoiceNumber', 'reverseInvoiceNumber'] },
        {
          title: 'Steps',
          facts: [
            'supplierStatus',
            'facilityStatus',
            'submittedAt',
            'submittedBy',
            'approvedAt',
            'approvedBy',
            'finalizedAt',
          ],
        },
        {
          title: 'Disputes and adjustments',
          facts: ['disputed', 'disputeReason', 'disputedAt', 'disputeResolvedAt', 'correction'],
        },
        { title: 'For', facts: ['candidate', 'assignmentNumber', 'facility', 'department', 'supplier'] },
      ],
    },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const SUMS = {
  label: 'Totals',
  show: 'table',
  noun: { one: 'line', many: 'lines' },
  columns: {
    line: { label: 'Line', kind: 'text' },
    items: { label: 'Timesheets', kind: 'number' },
    hours: { label: 'Hours', kind: 'hours' },
    amount: { label: 'Amount', kind: 'money' },
  },
  empty: 'Nothing has been billed.',
  sumId: 'Total',
} as const;

const invoice = {
  noun: 'Invoice',
  name: 'number',
  about: ['facility'],
  status: 'status',
  facts: [
    'facility',
    'periodStart',
    'periodEnd',
    'total',
    'issuedOn',
    'dueOn',
    'daysPastDue',
    'paidOn',
    'purchaseOrder',
  ],
  details: {},
  tabs: {
    totals: SUMS,
    timesheets: { label: 'Timesheets', show: 'list', list: 'timesheets', filter: 'invoiceId' },
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'Invoice',
          facts: ['facility', 'purchaseOrder', 'periodStart', 'periodEnd', 'items', 'hours', 'emailedTo'],
        },
        { title: 'Money', facts: ['amount', 'adjustment', 'total', 'paidAmount'] },
        { title: 'Payment', facts: ['issuedOn', 'dueOn', 'daysPastDue', 'paidOn', 'remittanceNumber'] },
      ],
    },
    paper: { label: 'PDF', show: 'pdf' },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const reverseInvoice = {
  noun: 'Reverse Invoice',
  name: 'number',
  about: ['supplier'],
  status: 'status',
  facts: ['supplier', 'periodStart', 'periodEnd', 'netPay', 'issuedOn', 'goodPayOn', 'paidOn', 'clientInvoices'],
  details: {},
  tabs: {
    totals: SUMS,
    timesheets: { label: 'Timesheets', show: 'list', list: 'timesheets', filter: 'reverseInvoiceId' },
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'Reverse invoice',
          facts: ['supplier', 'clientInvoices', 'periodStart', 'periodEnd', 'items', 'hours', 'emailedTo'],
        },
        { title: 'Money', facts: ['gross', 'adjustment', 'feePercent', 'fee', 'netPay', 'paidAmount'] },
        { title: 'Payment', facts: ['issuedOn', 'dueOn', 'goodPayOn', 'paidOn', 'remittanceNumber'] },
      ],
    },
    paper: { label: 'PDF', show: 'pdf' },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

export const backOfficeRecords = { complianceFile, document, timesheet, invoice, reverseInvoice } as const;
