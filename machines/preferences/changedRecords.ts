/** The rows of the Notification Preferences dialog, and which of them have changed. */
import type { BodyOf, ResponseOf } from '../../contract/endpoints';

export type PreferenceGroups = ResponseOf<'notificationPreferences'>;
export type Preference = PreferenceGroups[number]['subCategories'][number];
export type PreferenceRecord = BodyOf<'saveNotificationPreferences'>['records'][number];

const recordOf = (row: Preference): PreferenceRecord => ({
  subCategoryCode: row.subCategoryCode,
  notification: row.notification,
  emailNotification: row.emailNotification,
  mobileNotification: row.mobileNotification,
  allNotification: row.allNotification,
});

const recordsOf = (groups: PreferenceGroups) => groups.flatMap(({ subCategories }) => subCategories.map(recordOf));

/** The changed rows, to be saved. */
export function changedRecords(before: PreferenceGroups, after: PreferenceGroups): PreferenceRecord[] {
  const was = new Map(recordsOf(before).map((record) => [record.subCategoryCode, JSON.stringify(record)]));
  return recordsOf(after).filter((record) => was.get(record.subCategoryCode) !== JSON.stringify(record));
}
