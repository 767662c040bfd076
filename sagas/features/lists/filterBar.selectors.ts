/** What the filter bar shows: set filters in words, and the options. */
import { createSelector } from 'reselect';
import { visibleTo, type ListFilter, type ListOption } from '../../../contract/lists/list';
import { hasIds, type LookupName } from '../../../contract/lists/lookups';
import { parentLookup, parentsOf } from './dependentFilters';
import { filterText } from './filterText';
import { openFilters } from './listQuery';
import { selectListAt, selectListOptions, selectLists, selectReadQuery } from './lists.selectors';
import type { ListOptions } from './lists.slice';

export interface OpenFilter {
  readonly name: string;
  readonly filter: ListFilter;
  readonly values: readonly string[];
  /** Its values, in words. */
  readonly text: string;
}

/** The filters this user can set, with their values. */
export const selectOpenFilters = createSelector(
  [selectListAt, selectReadQuery, selectListOptions],
  (at, read, options): readonly OpenFilter[] =>
    at === null || read === null
      ? []
      : openFilters(at.definition, at.type, at.fixed).map(([name, filter]) => {
          const values = read.query.filters[name] ?? [];
          return { name, filter, values, text: values.length === 0 ? '' : filterText(filter, values, options) };
        }),
);

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The parent's name, if options of the same name have different parents; or that it is no longer there. */
  readonly of?: string;
}

export interface Choices {
  readonly state: 'ready' | 'loading' | 'missing';
  /** By filter name, for options and look-ups. */
  readonly of: Readonly<Record<string, readonly Choice[]>>;
}

/** The options of the filters; departments are those of the chosen facilities, and so on. */
export const selectChoices = createSelector(
  [selectListAt, selectReadQuery, selectListOptions, selectLists],
  (at, read, options, state): Choices => {
    if (at === null || read === null) return { state: 'loading', of: {} };
    const visible = visibleTo<ListOption>(at.type);
    const choicesOf = (name: string, filter: ListFilter): readonly Choice[] => {
      if (filter.kind === 'options') return filter.options.filter(visible);
      if (filter.kind !== 'lookup') return [];
      const { lookup } = filter;
      const { filters } = read.query;
      return [
        ...lookupChoices(lookup, parentsOf(at.definition, lookup, filters), options),
        ...(options[lookup] === undefined ? [] : unknownValues(lookup, filters[name], options).map(goneChoice(lookup))),
      ];
    };
    return {
      state: state?.options[at.name] ? 'ready' : state?.optionsMissing === at.name ? 'missing' : 'loading',
      of: Object.fromEntries(
        Object.entries(at.definition.filters).map(([name, filter]) => [name, choicesOf(name, filter)]),
      ),
    };
  },
);

function lookupChoices(lookup: LookupName, parents: readonly string[], options: ListOptions): readonly Choice[] {
  const all = options[lookup] ?? [];
  const above = parentLookup(lookup);
  const names = new Map((above === undefined ? [] : (options[above] ?? [])).map(({ value, label }) => [value, label]));
  return all
    .filter(({ parent }) => parents.length === 0 || parent === undefined || parents.includes(parent))
    .map(({ value, label, parent }) => {
      const of = parent === undefined || parents.length === 1 ? undefined : names.get(parent);
      return { value, label, ...(of !== undefined && { of }) };
    });
}

/** Those of the values that are not among the options. */
function unknownValues(lookup: LookupName, values: readonly string[] = [], options: ListOptions): readonly string[] {
  const known = new Set(options[lookup]?.map(({ value }) => value));
  return values.filter((value) => !known.has(value));
}

const GONE = 'No longer there';
/** Offered, so that it can be removed. */
const goneChoice =
  (lookup: LookupName) =>
  (value: string): Choice =>
    hasIds(lookup) ? { value, label: GONE } : { value, label: value, of: GONE };

/** A chosen id has no name yet. */
export const selectNamesNeeded = createSelector([selectOpenFilters, selectListOptions], (filters, options) =>
  filters.some(
    ({ filter, values }) =>
      filter.kind === 'lookup' && hasIds(filter.lookup) && unknownValues(filter.lookup, values, options).length > 0,
  ),
);
