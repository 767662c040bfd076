/**
 * Gives columns, functions and codes of earlier migrations the names that the rest of the code uses. Function bodies
 * refer to each other and to columns by text, so each that mentions an old name is created again with the new one.
 */
import { sql, type Kysely } from 'kysely';

const COLUMNS: readonly (readonly [table: string, from: string, to: string])[] = [
  ['refresh_tokens', 'token_box', 'encrypted_token'],
  ['two_factor_challenges', 'code_box', 'encrypted_code'],
  ['mail_outbox', 'subject_box', 'encrypted_subject'],
  ['mail_outbox', 'text_box', 'encrypted_text'],
  ['notification_reminders', 'told_at', 'sent_at'],
];

const INDEXES: readonly (readonly [from: string, to: string])[] = [
  ['refresh_tokens_boxed', 'refresh_tokens_encrypted'],
  ['notification_reminders_told', 'notification_reminders_sent'],
];

const FUNCTIONS: readonly (readonly [from: string, to: string])[] = [
  ['notification_tell', 'notification_send'],
  ['role_update_tell', 'role_update_send'],
  ['submission_counts_anew', 'rebuild_submission_counts'],
  ['tallies_anew', 'rebuild_tallies'],
];

const IN_BODIES: readonly (readonly [from: string, to: string])[] = [
  ...COLUMNS.map(([, from, to]) => [from, to] as const),
  ...FUNCTIONS,
  ['told_user_id', 'recipient_id'],
  ['is_told', 'is_notified'],
  ['can tell of it', 'can notify others of it'],
  ["'PROGRAMME'", "'PROGRAM'"],
];

const replaced = IN_BODIES.reduce(
  (text, [from, to]) => sql`replace(${text}, ${sql.lit(from)}, ${sql.lit(to)})`,
  sql`pg_get_functiondef(p.oid)`,
);

/**
 * A function whose result type changes cannot be replaced, so it is dropped and created again. As before, all roles may
 * execute it.
 */
const recreateFunctions = sql`
  do $do$
  declare f record;
  begin
    for f in
      select p.oid::regprocedure as name, pg_get_function_result(p.oid) as result, ${replaced} as definition
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) = current_user
        and p.prokind = 'f' and ${replaced} <> pg_get_functiondef(p.oid)
    loop
      if f.result ~ 'told_user_id|_box' then
        execute format('drop function %s', f.name);
      end if;
      execute f.definition;
    end loop;
  end $do$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, from, to] of COLUMNS) {
    await sql`alter table ${sql.id(table)} rename column ${sql.id(from)} to ${sql.id(to)}`.execute(db);
  }
  for (const [from, to] of INDEXES) await sql`alter index ${sql.id(from)} rename to ${sql.id(to)}`.execute(db);
  for (const [from, to] of FUNCTIONS) await sql`alter function ${sql.id(from)} rename to ${sql.id(to)}`.execute(db);
  await sql`alter table submission_days drop constraint submission_days_kind_check`.execute(db);
  await sql`update submission_days set kind = 'PROGRAM' where kind = 'PROGRAMME'`.execute(db);
  await sql`
    alter table submission_days add constraint submission_days_kind_check
    check (kind in ('PROGRAM', 'CLIENT', 'AGENCY'))`.execute(db);
  await recreateFunctions.execute(db);
  // Quotation marks within JSON strings are escaped, so only keys match.
  await sql`
    update notification_contents set content = replace(content::text, '"colour":', '"color":')::json
    where content::text like '%"colour":%'`.execute(db);
}
