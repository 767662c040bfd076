/** Filters that depend on another: departments of a facility, specialties of a profession. */
import type { ListDefinition } from '../../../contract/lists/list';
import type { LookupName } from '../../../contract/lists/lookups';
import type { ListOptions } from './lists.slice';
import type { Filters } from '../../navigation/routes/queryText';

const PARENTS: Partial<Record<LookupName, LookupName>> = {
  departments: 'facilities',
  specialties: 'professions',
  subOfferings: 'offerings',
};

const NO_VALUES: readonly string[] = [];

/** The chosen parents that limit this look-up's options; empty if all are offered. */
export function parentsOf(definition: ListDefinition, lookup: LookupName, filters: Filters): readonly string[] {
  const parent = PARENTS[lookup];
  const entry = Object.entries(definition.filters).find(
    ([, filter]) => filter.kind === 'lookup' && filter.lookup === parent,
  );
  return entry === undefined ? NO_VALUES : (filters[entry[0]] ?? NO_VALUES);
}

/** The parent's name, to distinguish options of the same name. */
export const parentLookup = (lookup: LookupName): LookupName | undefined => PARENTS[lookup];

export interface Narrowed {
  readonly filters: Filters;
  /** Labels of chosen values that no longer fit, by filter label. */
  readonly dropped: readonly { readonly filter: string; readonly labels: readonly string[] }[];
}

/** Drops children of unselected parents; keeps ids whose options are not loaded yet. */
export function narrow(definition: ListDefinition, filters: Filters, options: ListOptions): Narrowed {
  const kept: Record<string, readonly string[]> = { ...filters };
  const dropped: { filter: string; labels: readonly string[] }[] = [];
  for (const [name, filter] of Object.entries(definition.filters)) {
    const chosen = filters[name];
    if (filter.kind !== 'lookup' || chosen === undefined) continue;
    const parents = parentsOf(definition, filter.lookup, filters);
    if (parents.length === 0) continue;
    const foreign = (options[filter.lookup] ?? []).filter(
      ({ value, parent }) => chosen.includes(value) && parent !== undefined && !parents.includes(parent),
    );
    if (foreign.length === 0) continue;
    kept[name] = chosen.filter((value) => !foreign.some((option) => option.value === value));
    dropped.push({ filter: filter.label, labels: foreign.map(({ label }) => label) });
  }
  return { filters: kept, dropped };
}

/** The dropped values, as a sentence. */
export function droppedText(dropped: Narrowed['dropped']): string {
  const what = dropped.map(({ filter, labels }) => `${filter} ${labels.join(', ')}`).join('; ');
  return `Removed, because it no longer matches the other filters: ${what}.`;
}
