/** The dashboards' knowledge of lists, which is needed before a list is opened, equals the lists' definitions. */
import { ORGANIZATION_TYPES } from '../../contract/base/organizations';
import { drillTarget } from '../../contract/dashboards/drill';
import { CHOICE_FILTERS, LIST_FILTER_OF, choiceFiltersOf, translateFilters } from '../../contract/dashboards/filter';
import { REPORT_PAGES } from '../../contract/dashboards/kpiReports';
import { WIDGETS, codesFor } from '../../contract/dashboards/widgets';
import { lists } from '../../contract/lists/catalog';
import { visibleTo, type ListDefinition, type ListName } from '../../contract/lists/list';
import { ROUTES } from '../../sagas/navigation/routes/resolve';

const NAMES = [...Object.values(LIST_FILTER_OF), 'period'] as const;
const LISTS = Object.keys(CHOICE_FILTERS) as ListName[];

it.each(LISTS)('names the filters that %s has', (list) => {
  const { filters }: ListDefinition = lists[list];
  for (const type of ORGANIZATION_TYPES) {
    const defined = NAMES.filter((name) => filters[name] !== undefined && visibleTo(type)(filters[name]));
    expect([...choiceFiltersOf(list, type)].sort()).toEqual([...defined].sort());
  }
});

it('omits filters that a list does not have, and names them', () => {
  const period = { from: '2026-01-01', to: '2026-01-31' };
  expect(translateFilters('jobs', { agencyIds: ['a'], jobTypes: ['TRAVEL'] }, period, 'VMS')).toEqual({
    filters: { jobType: ['TRAVEL'], period: ['2026-01-01..2026-01-31'] },
    ignoredFilters: ['agencyIds'],
  });
  expect(translateFilters('complianceFiles', {}, period, 'VMS')).toEqual({ filters: {}, ignoredFilters: ['period'] });
});

it('knows every list that a number leads to', () => {
  const context = { type: 'VMS', complianceView: 'ACTIVE', timesheetView: 'supplier', today: '2026-01-15' } as const;
  const behind = WIDGETS.flatMap((widget) =>
    codesFor(widget, 'VMS').map((code) => drillTarget(widget, code as never, context).list),
  );
  expect(LISTS).toEqual(expect.arrayContaining([...behind, ...Object.keys(REPORT_PAGES)]));
});

const TYPES_AT = { owner: ['OWNER'], subowner: ['OWNER'], vms: ['VMS'], facility: ['CLIENT'], supplier: ['AGENCY'] };

it('opens no list that is hidden from the user', () => {
  const hidden = Object.entries(ROUTES).flatMap(([root, routes]) =>
    routes.flatMap(({ path, list }) => {
      const hiddenFrom: readonly string[] = (list && (lists[list.name] as ListDefinition).hiddenFrom) ?? [];
      const types = TYPES_AT[root as keyof typeof TYPES_AT];
      return types.some((type) => hiddenFrom.includes(type)) ? [`${root}/${path}`] : [];
    }),
  );
  expect(hidden).toEqual([]);
});
