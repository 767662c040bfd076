/**
 * A submission keeps when the deal sheet of its offer was approved: this is a change of the record, also if the rate
 * stays the same. Empty timesheets of the weeks after an assignment ended early are gone.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`alter table submissions add column deal_approved_at timestamptz`,
  sql`comment on column submissions.deal_approved_at is
    'When the deal sheet of its offer was approved; null: it was not, or at the offered rate before this was kept.'`,
  // Without a new version: nothing changes for those who look at it.
  sql`
    update submissions x set deal_approved_at = e.at from (
      select v.record_id, max(v.at) as at from record_events v
      where v.record_table = 'submissions' and v.action = 'approveDeal' group by v.record_id) e
    where e.record_id = x.id`,
  sql`
    create trigger submissions_deal_version before update on submissions for each row
    when (old.deal_approved_at is distinct from new.deal_approved_at) execute function next_version()`,
  sql`
    delete from timesheets t using assignments a
    where a.id = t.assignment_id and a.status = 'EARLY_TERM' and t.supplier_status in ('MISSING', 'SAVED')
      and t.week_ending - 6 > a.ended_on
      and t.regular_minutes + t.overtime_minutes + t.holiday_minutes + t.on_call_minutes + t.miles + t.expense_cents = 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
