import { sql } from 'kysely';
import { statusesFor } from '../../../contract/dashboard';
import type { ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import { codeMeasures, reckon, statusItems, sum, sumWith, targetOf } from '../counts';

const OWED = { status: ['INVOICE_DUE', 'INVOICE_PAST_DUE'] };
const PENDING = { status: ['REVERSE_INVOICE_PENDING', 'REVERSE_INVOICE_GOOD_PAY'] };
const AMOUNT = sql`r.total_cents`;

export async function invoiceWidget(asked: Asked): Promise<ResponseOf<'invoiceWidget'>> {
  const { scope, period } = asked;
  const byList = codeMeasures('INVOICE', asked, targetOf('INVOICE', asked));
  if (scope.organizationType === 'VMS') {
    byList.set('invoices', {
      ...byList.get('invoices'),
      totalDue: sumWith(AMOUNT, OWED),
    });
    byList.set('reverseInvoices', {
      ...byList.get('reverseInvoices'),
      totalPending: sumWith(AMOUNT, PENDING),
    });
  }
  const { totalDue, totalPending, ...counts } = await reckon(asked, byList);
  const statuses = statusesFor('INVOICE', scope.organizationType);
  return {
    period,
    total: sum(statuses, counts),
    ...(totalDue !== undefined && { totalDue }),
    ...(totalPending !== undefined && { totalPending }),
    invoiceStatuses: statusItems('INVOICE', statuses, counts),
  };
}
