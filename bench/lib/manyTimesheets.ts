/** Multiplies the demo's timesheets to a million: copies of the same weeks, further and further back. */
import type { Client } from 'pg';
import type { Database } from '../../server/database';

const WEEKS_OF_DEMO = 53;

export async function multiplyTimesheets(database: Pick<Database, 'withOwner'>, wanted: number): Promise<number> {
  return database.withOwner(async (client) => {
    const before = await count(client);
    const copies = Math.max(0, Math.ceil((wanted - before) / before));
    await client.query('set maintenance_work_mem = 262144');
    await client.query(
      `insert into timesheets select
         gen_random_uuid(), number + 10000000 * copy, tenant_id, client_id, agency_id, assignment_id,
         week_ending - ${WEEKS_OF_DEMO} * 7 * copy, facility_status, supplier_status, scheduled_minutes, regular_minutes,
         overtime_minutes, holiday_minutes, on_call_minutes, miles, expense_cents, bill_cents,
         submitted_at - copy * interval '371 days', submitted_by, approved_at - copy * interval '371 days', approved_by,
         finalized_at - copy * interval '371 days', disputed_at - copy * interval '371 days', dispute_reason,
         dispute_resolved_at - copy * interval '371 days', correction, invoice_id, reverse_invoice_id
       from timesheets, generate_series(1, $1::integer) copy limit $2::bigint`,
      [copies, Math.max(0, wanted - before)],
    );
    await client.query('vacuum analyze timesheets');
    return count(client);
  });
}

async function count(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>('select count(*) as n from timesheets');
  return Number(rows[0]?.n);
}
