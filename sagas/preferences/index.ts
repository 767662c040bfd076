/** The pure rules that the dialog renders with. */
export type { Preference, PreferenceGroups } from '../../machines/preferences/preferences.records';
export { cellOf, COLUMN_LABELS, columnsFor, found, SEARCH_MAX_LENGTH, searchText, type Column } from './rules';
