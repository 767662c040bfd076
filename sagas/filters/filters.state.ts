import type { ResponseOf } from '../../contract';
import type { Dashboard } from '../../contract/dashboardFilters.endpoints';
import type { FilterForm } from './filter.form';
import type { DrawerTab } from './filters.intents';

export type FilterOptions = ResponseOf<'dashboardFilters'>;
export type SavedSearch = FilterOptions['savedFilters'][number];
export type Departments = ResponseOf<'dashboardDepartments'>['departments'];

/** Whose filters hold: the bar says it. */
export type Won =
  { readonly by: 'address' | 'session' | 'default' | 'chosen' } | { readonly by: 'search'; readonly name: string };

export interface FiltersState {
  /** The dashboard whose filters are settled; null while none is shown, or while it is not clear yet what holds. */
  readonly settled: Dashboard | null;
  readonly won: Won;
  readonly options: Readonly<Partial<Record<Dashboard, FilterOptions>>>;
  readonly optionsStatus: 'waiting' | 'there' | 'failed';
  /** Of the facilities that were last asked about. */
  readonly departments: { readonly clientIds: readonly string[]; readonly choices: Departments } | null;
  readonly drawer: DrawerTab | null;
  /** What stands in the drawer; null where it is what is in effect. */
  readonly draft: FilterForm | null;
  /** What was dropped from the draft because it no longer fits, as a sentence. */
  readonly dropped: string | null;
  /** A search is being saved or deleted. */
  readonly saving: boolean;
  /** The save that was asked for last came to this. */
  readonly saveFailure: string | null;
  /** Counts the saves that went well: a dialog that sees another number closes. */
  readonly saves: number;
}

export const NO_FILTERS: FiltersState = {
  settled: null,
  won: { by: 'default' },
  options: {},
  optionsStatus: 'waiting',
  departments: null,
  drawer: null,
  draft: null,
  dropped: null,
  saving: false,
  saveFailure: null,
  saves: 0,
};
