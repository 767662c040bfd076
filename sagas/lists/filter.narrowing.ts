/** Filters that depend on another: the departments of a facility, the specialties of a profession. */
import type { ListDefinition, LookupName } from '../../contract/lists';
import type { Filters } from './list.query';
import type { ListOptions } from './lists.reducer';

const PARENTS: Partial<Record<LookupName, LookupName>> = {
  departments: 'facilities',
  specialties: 'professions',
  subOfferings: 'offerings',
};

const NO_VALUES: readonly string[] = [];

/** The chosen values that narrow down what this look-up offers; none where everything is offered. */
export function parentsOf(definition: ListDefinition, lookup: LookupName, filters: Filters): readonly string[] {
  const parent = PARENTS[lookup];
  const entry = Object.entries(definition.filters).find(
    ([, filter]) => filter.kind === 'lookup' && filter.lookup === parent,
  );
  return entry === undefined ? NO_VALUES : (filters[entry[0]] ?? NO_VALUES);
}

/** The name of what stands above this look-up, for telling options of the same name apart. */
export const parentLookup = (lookup: LookupName): LookupName | undefined => PARENTS[lookup];

export interface Narrowed {
  readonly filters: Filters;
  /** Labels of chosen values that no longer fit, by the label of their filter. */
  readonly dropped: readonly { readonly filter: string; readonly labels: readonly string[] }[];
}

/** Without the chosen values that belong to something that is not chosen. What is not known stays. */
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

/** A sentence for the person. */
export function droppedText(dropped: Narrowed['dropped']): string {
  const what = dropped.map(({ filter, labels }) => `${filter} ${labels.join(', ')}`).join('; ');
  return `Left out because it belongs to something that is not chosen: ${what}.`;
}
