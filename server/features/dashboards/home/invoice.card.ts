import { sql } from 'kysely';
import { owedTarget } from '../../../../contract/dashboards/drill';
import { statusesFor } from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { DashboardQuery } from '../query';
import { sum } from '../counts';
import { asOfNow, measuresByList, countRows, statusItems, sumMatching, targetOf } from './countRows';

const OWED = owedTarget('invoices').query;
const PENDING = owedTarget('reverseInvoices').query;
const AMOUNT = sql`r.total_cents`;

/** Invoices by status; for managers with the amounts due. */
export async function invoiceWidget(query: DashboardQuery): Promise<ResponseOf<'invoiceWidget'>> {
  const { scope, period } = query;
  const byList = measuresByList('INVOICE', query, targetOf('INVOICE', query));
  if (scope.organizationType === 'VMS') {
    byList.set('invoices', {
      ...byList.get('invoices'),
      totalDue: asOfNow(sumMatching(AMOUNT, OWED)),
    });
    byList.set('reverseInvoices', {
      ...byList.get('reverseInvoices'),
      totalPending: asOfNow(sumMatching(AMOUNT, PENDING)),
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
