/** Notification preferences of the caller, in their own scope. */
import { sql } from 'kysely';
import type { NotificationConfig } from '../../../contract/notifications/kinds';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import {
  completed,
  preferenceGroups,
  refusalOf,
  type Preference,
  type PreferenceChange,
  type PreferenceGroups,
  type PreferenceOwner,
} from './preferences';

type Caller = Pick<Scope, 'organizationType' | 'organizationId'> & { readonly userId: string };

/** The modules that the organization has switched on. */
export async function readConfigs(queries: Queries, organizationId: string): Promise<readonly NotificationConfig[]> {
  const row = await queries
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select('notification_configs')
    .executeTakeFirstOrThrow();
  return row.notification_configs;
}

/** The caller's preferences by category, defaults included. */
export async function readPreferences(queries: Queries, caller: Caller): Promise<PreferenceGroups> {
  const user = await queries
    .selectFrom('users')
    .where('id', '=', caller.userId)
    .select('agency_user_type')
    .executeTakeFirstOrThrow();
  const owner: PreferenceOwner = {
    organizationType: caller.organizationType,
    agencyUserType: user.agency_user_type,
    permissions: await permissionsOf(queries, caller.userId),
    configs: await readConfigs(queries, caller.organizationId),
  };
  const saved = await queries
    .selectFrom('notification_preferences')
    .where('user_id', '=', caller.userId)
    .select([
      'id',
      'sub_category_code as subCategoryCode',
      'notification',
      sql<boolean>`email_notification and not is_mail_refused`.as('emailNotification'),
      'mobile_notification as mobileNotification',
      'all_notification as allNotification',
    ])
    .execute();
  return preferenceGroups(owner, saved);
}

/**
 * Saves the given flags, all or none: throws `request.invalid` with the reason if a change is not allowed. Waiting
 * emails and pushes that are turned off are given up.
 */
export async function savePreferences(
  queries: Queries,
  caller: Caller,
  records: readonly PreferenceChange[],
): Promise<void> {
  const codes = new Set(records.map(({ subCategoryCode }) => subCategoryCode));
  if (codes.size < records.length) {
    throw new ApiError('request.invalid', { sentence: 'A preference occurs twice. Please reload and try again.' });
  }
  const rows = (await readPreferences(queries, caller)).flatMap(({ subCategories }) => subCategories);
  const current = new Map(rows.map((row) => [row.subCategoryCode, row]));
  const saved: { readonly before: Preference; readonly change: PreferenceChange; readonly after: Preference }[] = [];
  for (const record of records) {
    const before = current.get(record.subCategoryCode);
    const change = completed(record, before);
    const refusal = refusalOf(change, before);
    if (refusal !== null) throw new ApiError('request.invalid', { sentence: `${refusal} Nothing was saved.` });
    if (before !== undefined) saved.push({ before, change, after: { ...before, ...change } });
  }
  for (const { change, after } of saved) await saveChange(queries, caller, change, after);
  const turnedOff = (isOn: (row: Preference) => boolean): string[] =>
    saved.filter(({ before, after }) => isOn(before) && !isOn(after)).map(({ after }) => after.subCategoryCode);
  const mailed = turnedOff((row) => row.emailNotification);
  const pushed = turnedOff((row) => row.notification && row.mobileNotification);
  if (mailed.length + pushed.length === 0) return;
  await sql`select notification_stop_waiting(${mailed}::text[], ${pushed}::text[])`.execute(queries);
}

/** Inserts the row as it is after the change. Of one that is there only the given flags change. */
async function saveChange(
  queries: Queries,
  caller: Caller,
  change: PreferenceChange,
  after: Preference,
): Promise<void> {
  const turnsMailOn = change.emailNotification === true;
  await queries
    .insertInto('notification_preferences')
    .values({
      user_id: caller.userId,
      organization_id: caller.organizationId,
      sub_category_code: change.subCategoryCode,
      ...columnsOf(after),
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'sub_category_code']).doUpdateSet({
        ...columnsOf(change),
        is_mail_refused: sql<boolean>`notification_preferences.is_mail_refused and not ${turnsMailOn}::boolean`,
      }),
    )
    .execute();
}

/** A column whose flag is absent is undefined, and is not updated. */
const columnsOf = <F extends PreferenceChange>(flags: F) => ({
  notification: flags.notification as F['notification'],
  email_notification: flags.emailNotification as F['emailNotification'],
  mobile_notification: flags.mobileNotification as F['mobileNotification'],
  all_notification: flags.allNotification as F['allNotification'],
});
