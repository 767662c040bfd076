/** The rows of the Notification Preferences dialog, and which of them have changed. */
import type { BodyOf, ResponseOf } from '../../contract/endpoints';

export type PreferenceGroups = ResponseOf<'notificationPreferences'>;
export type Preference = PreferenceGroups[number]['subCategories'][number];
export type PreferenceRecord = BodyOf<'saveNotificationPreferences'>['records'][number];

const FLAGS = ['notification', 'emailNotification', 'mobileNotification', 'allNotification'] as const;
type Flag = (typeof FLAGS)[number];

type Groups<Row> = readonly { readonly subCategories: readonly Row[] }[];
/** As the server has them. A flag is null while its value is not known, because the answer to its change was lost. */
export type SavedGroups = Groups<Pick<Preference, 'subCategoryCode'> & Readonly<Record<Flag, boolean | null>>>;

const rowsOf = <Row>(groups: Groups<Row>) => groups.flatMap(({ subCategories }) => subCategories);

/**
 * The flags of each row that differ or are not known, to be saved. The others may have been changed elsewhere in the
 * meantime.
 */
export function changedRecords(before: SavedGroups, after: PreferenceGroups): PreferenceRecord[] {
  const was = new Map(rowsOf(before).map((row) => [row.subCategoryCode, row]));
  return rowsOf(after).flatMap((row) => {
    const { subCategoryCode } = row;
    const changed = FLAGS.filter((flag) => row[flag] !== was.get(subCategoryCode)?.[flag]);
    if (changed.length === 0) return [];
    const flags: Omit<PreferenceRecord, 'subCategoryCode'> = Object.fromEntries(
      changed.map((flag) => [flag, row[flag]]),
    );
    return [{ subCategoryCode, ...flags }];
  });
}
