/** Notification preferences of the caller, in their own scope. */
import { sql } from 'kysely';
import type { NotificationConfig } from '../../../contract/notifications/kinds';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import {
  preferenceGroups,
  refusalOf,
  type PreferenceGroups,
  type PreferenceOwner,
  type PreferenceRecord,
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
 * Saves all or none: throws `request.invalid` with the reason if a record is not allowed. Waiting emails and pushes
 * that are turned off are given up.
 */
export async function savePreferences(
  queries: Queries,
  caller: Caller,
  records: readonly PreferenceRecord[],
): Promise<void> {
  const codes = new Set(records.map(({ subCategoryCode }) => subCategoryCode));
  if (codes.size < records.length) {
    throw new ApiError('request.invalid', { sentence: 'A preference occurs twice. Please reload and try again.' });
  }
  const rows = (await readPreferences(queries, caller)).flatMap(({ subCategories }) => subCategories);
  const current = new Map(rows.map((row) => [row.subCategoryCode, row]));
  for (const record of records) {
    const refusal = refusalOf(record, current.get(record.subCategoryCode));
    if (refusal !== null) throw new ApiError('request.invalid', { sentence: `${refusal} Nothing was saved.` });
  }
  if (records.length === 0) return;
  await queries
    .insertInto('notification_preferences')
    .values(
      records.map((record) => ({
        user_id: caller.userId,
        organization_id: caller.organizationId,
        sub_category_code: record.subCategoryCode,
        notification: record.notification,
        email_notification: record.emailNotification,
        mobile_notification: record.mobileNotification,
        all_notification: record.allNotification,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'sub_category_code']).doUpdateSet((row) => ({
        notification: row.ref('excluded.notification'),
        email_notification: row.ref('excluded.email_notification'),
        mobile_notification: row.ref('excluded.mobile_notification'),
        all_notification: row.ref('excluded.all_notification'),
        is_mail_refused: sql<boolean>`notification_preferences.is_mail_refused and not excluded.email_notification`,
      })),
    )
    .execute();
  const turnedOff = (isOn: (row: PreferenceRecord) => boolean): string[] =>
    records.flatMap((record) => {
      const before = current.get(record.subCategoryCode);
      return before && isOn(before) && !isOn(record) ? [record.subCategoryCode] : [];
    });
  const mailed = turnedOff((row) => row.emailNotification);
  const pushed = turnedOff((row) => row.notification && row.mobileNotification);
  if (mailed.length + pushed.length === 0) return;
  await sql`select notification_stop_waiting(${mailed}::text[], ${pushed}::text[])`.execute(queries);
}
