import { sql } from 'kysely';
import { statusesFor } from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { DashboardQuery } from '../query';
import { sum } from '../counts';
import { measuresByList, countRows, statusItems, sumMatching, targetOf } from './countRows';

const OWED = { status: ['INVOICE_DUE', 'INVOICE_PAST_DUE'] };
const PENDING = { status: ['REVERSE_INVOICE_PENDING', 'REVERSE_INVOICE_GOOD_PAY'] };
const AMOUNT = sql`r.total_cents`;

/** Invoices by status; for managers with the amounts due. */
export async function invoiceWidget(query: DashboardQuery): Promise<ResponseOf<'invoiceWidget'>> {
  const { scope, period } = query;
  const byList = measuresByList('INVOICE', query, targetOf('INVOICE', query));
  if (scope.organizationType === 'VMS') {
    byList.set('invoices', {
      ...byList.get('invoices'),
      totalDue: sumMatching(AMOUNT, OWED),
    });
    byList.set('reverseInvoices', {
      ...byList.get('reverseInvoices'),
      totalPending: sumMatching(AMOUNT, PENDING),
    });
  }
  const { totalDue, totalPending, ...counts } = await countRows(query, byList);
  const statuses = statusesFor('INVOICE', scope.organizationType);
  return {
    period,
    total: sum(statuses, counts),
    ...(totalDue !== undefined && { totalDue }),
    ...(totalPending !== undefined && { totalPending }),
    invoiceStatuses: statusItems('INVOICE', statuses, counts),
  };
}
