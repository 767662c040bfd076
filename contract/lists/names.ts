/** Apart from the definitions, which the app loads when the first list is opened. */
export const LIST_NAMES = [
  'facilities',
  'suppliers',
  'candidates',
  'users',
  'jobs',
  'prnOrders',
  'submissions',
  'assignments',
  'complianceFiles',
  'complianceDocuments',
  'timesheets',
  'invoices',
  'reverseInvoices',
  'tasks',
  'supplierUsers',
  'roles',
  'broadcasts',
] as const;
export type ListName = (typeof LIST_NAMES)[number];
