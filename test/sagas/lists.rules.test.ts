/** The rules of lists as tables and properties: the address, the filters, the pages. */
import fc from 'fast-check';
import { ORGANIZATION_TYPES, type OrganizationType } from '../../contract/base/organizations';
import { lists } from '../../contract/lists/catalog';
import {
  LIST_NAMES,
  LIST_PAGE_SIZES,
  visibleTo,
  type ListDefinition,
  type ListFilter,
} from '../../contract/lists/list';
import { droppedText, narrow } from '../../sagas/features/lists/dependentFilters';
import { filterText } from '../../sagas/features/lists/filterText';
import { isDay } from '../../sagas/base/dates';
import { rangeFault, isSingleChoice } from '../../sagas/features/lists/filterValues';
import {
  directionOf,
  lastPage,
  nextSort,
  openFilters,
  rangeOf,
  readQuery,
  typedPage,
  writeQuery,
  type ListQuery,
} from '../../sagas/features/lists/listQuery';
import { cases } from '../support/cases';
import { joinValues, searchOf, splitValues } from '../../sagas/navigation/routes/queryText';
describe('the address', () => {
  const text = fc.string({ minLength: 1, maxLength: 30 });
  const isoDay = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10));
  const side = <T>(of: fc.Arbitrary<T>) =>
    fc.tuple(fc.option(of), fc.option(of)).filter(([a, b]) => a !== null || b !== null);
  const inOrder = <T extends string | number>(a: T | null, b: T | null): string =>
    a !== null && b !== null && a > b ? `${b}..${a}` : `${a ?? ''}..${b ?? ''}`;
  const values = (filter: ListFilter, type: OrganizationType): fc.Arbitrary<string[]> => {
    switch (filter.kind) {
      case 'options': {
        const known = filter.options.filter(visibleTo(type)).map(({ value }) => value);
        return fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: isSingleChoice(filter) ? 1 : 4 });
      }
      case 'lookup':
        return ['states', 'recruiters', 'reviewers', 'endReasons', 'declineReasons', 'pushedReasons'].includes(
          filter.lookup,
        )
          ? fc.uniqueArray(text, { minLength: 1, maxLength: 4 })
          : fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 4 });
      case 'dates':
        return side(isoDay).map(([a, b]) => [inOrder(a, b)]);
      case 'numbers':
        return side(fc.integer({ min: -9999, max: 9999 })).map(([a, b]) => [inOrder(a, b)]);
      case 'flag':
        return fc.constantFrom('yes', 'no').map((value) => [value]);
      case 'record':
        return fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 1 });
      case 'change':
        return fc.constantFrom('entered@2026-02-28T23:59:59.999Z', 'left@2024-02-29T00:00:00Z').map((value) => [value]);
    }
  };
  const question = fc
    .record({ name: fc.constantFrom(...LIST_NAMES), type: fc.constantFrom(...ORGANIZATION_TYPES) })
    .chain(({ name, type }) => {
      const definition: ListDefinition = lists[name];
      const sorts = Object.entries(definition.columns).flatMap(([each, { sortable, hiddenFrom }]) =>
        sortable && !hiddenFrom?.includes(type) ? [each, `-${each}`] : [],
      );
      const columns = Object.keys(definition.columns).filter((each) => visibleTo(type)(definition.columns[each]!));
      const filters = fc
        .subarray([...openFilters(definition, type, {})])
        .map((chosen) => chosen.slice(0, 5))
        .chain((chosen) => fc.record(Object.fromEntries(chosen.map(([key, filter]) => [key, values(filter, type)]))));
      const query: fc.Arbitrary<ListQuery> = fc.record({
        filters: filters,
        q: fc.string({ maxLength: 40 }),
        sort: fc.constantFrom(definition.sort, ...sorts),
        page: fc.integer({ min: 1, max: 999_999 }),
        size: fc.constantFrom(...LIST_PAGE_SIZES),
        columns: fc.option(fc.shuffledSubarray(columns)),
      });
      return fc.record({ definition: fc.constant(definition), type: fc.constant(type), query });
    });

  it.each([
    ['postedAt=2026-03-31..2026-03-01', 'postedAt', '2026-03-01..2026-03-31'],
    ['billRate=80..9.5', 'billRate', '9.5..80'],
    ['openingsLeft=..3', 'openingsLeft', '..3'],
  ])('%s: a reversed range is swapped', (search, name, range) => {
    const { query, ignored } = readQuery(lists.jobs, 'VMS', {}, new URLSearchParams(search));
    expect([query.filters[name], ignored]).toEqual([[range], []]);
  });

  it('contains the whole query', () => {
    fc.assert(
      fc.property(question, ({ definition, type, query }) => {
        const address = searchOf(writeQuery(definition, {}, query, new URLSearchParams('clientId=x')));
        const read = readQuery(definition, type, {}, new URLSearchParams(address));
        expect(read).toEqual({ query, ignored: [] });
        expect(new URLSearchParams(address).get('clientId')).toBe('x');
      }),
      { numRuns: cases('list queries in the address', { usual: 1_000, long: 100_000 }) },
    );
  });

  it('never fails on a hand-written address, and requests nothing that the list does not know', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '__proto__',
        'constructor',
        '..',
        '-',
        ',,,',
        '\\',
        '%',
        '0',
        '-1',
        '1e9',
        '2026-02-30..',
        '..2026-13-01',
        'yes,no',
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...LIST_NAMES),
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.constantFrom(
                'status',
                'page',
                'size',
                'sort',
                'columns',
                'q',
                'hot',
                'startDate',
                'client',
                '__proto__',
              ),
              fc.string(),
            ),
            hostile,
          ),
        ),
        (name, pairs) => {
          const definition: ListDefinition = lists[name];
          const { query } = readQuery(definition, 'AGENCY', {}, new URLSearchParams(pairs));
          expect(Object.keys(query.filters).every((key) => Object.hasOwn(definition.filters, key))).toBe(true);
          expect((query.columns ?? []).every((key) => Object.hasOwn(definition.columns, key))).toBe(true);
          expect(query.page).toBeGreaterThanOrEqual(1);
          expect(LIST_PAGE_SIZES).toContain(query.size);
          expect(Object.hasOwn(definition.columns, query.sort.replace(/^-/, ''))).toBe(true);
        },
      ),
      { numRuns: cases('hostile list addresses', { usual: 500, long: 50_000 }) },
    );
  });

  it('names what it left out of a link', () => {
    const read = readQuery(
      lists.jobs,
      'VMS',
      {},
      new URLSearchParams('jobStatusIds=OPEN,NOPE&hot=maybe&client=notAnId'),
    );
    expect(read.query.filters).toEqual({ jobStatusIds: ['OPEN'] });
    expect(read.ignored).toEqual(['Status', 'Facility', 'Hot']);
  });

  it('names columns once each, and none that this organization may not see', () => {
    const read = (search: string) => readQuery(lists.jobs, 'AGENCY', {}, new URLSearchParams(search));
    const known = read('columns=status,number,status');
    expect([known.query.columns, known.ignored]).toEqual([['status', 'number'], []]);
    const unknown = read('columns=salesRep,number,constructor');
    expect([unknown.query.columns, unknown.ignored]).toEqual([['number'], ['Columns']]);
    expect(['', 'columns=', 'columns=gone'].map((search) => read(search).query.columns)).toEqual([null, [], []]);
  });

  it('cannot override the fixed conditions of the page', () => {
    const fixed = { documentStatus: ['PENDING_REVIEW'] };
    const { query } = readQuery(
      lists.complianceDocuments,
      'VMS',
      fixed,
      new URLSearchParams('documentStatus=APPROVED'),
    );
    expect(query.filters).toEqual(fixed);
  });

  it('escapes commas and backslashes in values', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (list) =>
        expect(splitValues(joinValues(list))).toEqual(list),
      ),
    );
  });
});

describe('filters', () => {
  const OPTIONS = {
    facilities: [
      { value: 'f1', label: 'Lakeside' },
      { value: 'f2', label: 'Harbor' },
    ],
    departments: [
      { value: 'd1', label: 'ICU', parent: 'f1' },
      { value: 'd2', label: 'ER', parent: 'f2' },
    ],
  };

  it('drop departments of facilities that are not chosen, and name them', () => {
    const narrowed = narrow(lists.jobs, { client: ['f1'], department: ['d1', 'd2'] }, OPTIONS);
    expect(narrowed.filters['department']).toEqual(['d1']);
    expect(droppedText(narrowed.dropped)).toContain('Department ER');
  });

  it('keep unknown values', () => {
    const filters = { client: ['f1'], department: ['unknown'] };
    expect(narrow(lists.jobs, filters, OPTIONS)).toEqual({ filters, dropped: [] });
    expect(narrow(lists.jobs, { department: ['d2'] }, OPTIONS).dropped).toEqual([]);
  });

  it.each([
    ['jobStatusIds', ['OPEN', 'ON_HOLD'], 'Open, On-Hold'],
    ['jobStatusIds', ['OPEN', 'ON_HOLD', 'CLOSED'], '3 chosen'],
    ['client', ['f2'], 'Harbor'],
    ['client', ['unknown'], '1 chosen'],
    ['postedAt', ['2026-01-05..'], 'from 01/05/2026'],
    ['postedAt', ['..2026-01-05'], 'up to 01/05/2026'],
    ['billRate', ['50..62.5'], '$50 to $62.5'],
    ['number', ['7..7'], '7'],
    ['hot', ['no'], 'No'],
  ] as const)('%s set to %j reads %j', (name, values, text) => {
    expect(filterText(lists.jobs.filters[name], values, OPTIONS)).toBe(text);
  });

  it('name a text by itself, also one that is not among the choices', () => {
    expect(filterText(lists.candidates.filters.recruiter, ['Ann Lee'], {})).toBe('Ann Lee');
  });

  it.each([
    ['dates', '2026-01-05', '2026-01-04', /must not come after/],
    ['dates', '1989-12-31', '', /between 01\/01\/1990/],
    ['dates', '2026-02-30', '', /between/],
    ['numbers', 'ten', '', /at most two decimals/],
    ['numbers', '20', '3', /must not come after/],
    ['numbers', '1.234', '', /two decimals/],
  ] as const)('refuse the range of %s %j to %j with a message', (kind, from, to, sentence) => {
    expect(rangeFault(kind, { from, to })).toMatch(sentence);
  });

  it('accept open and empty ranges', () => {
    expect(rangeFault('numbers', { from: '', to: '' })).toBeNull();
    expect(rangeFault('numbers', { from: '-3', to: '' })).toBeNull();
    expect(isDay('2024-02-29')).toBe(true);
    expect(isDay('2026-02-29')).toBe(false);
  });
});

describe('pages and order', () => {
  it.each([
    [1, 50, 50, 214, '1–50 of 214'],
    [5, 50, 14, 214, '201–214 of 214'],
    [1, 50, 50, null, '1–50 of …'],
    [1, 50, 0, 0, '0'],
    [3, 500, 500, 1234567, '1,001–1,500 of 1,234,567'],
  ])('page %d of %d with %d rows of %s is %j', (page, size, shown, total, text) => {
    expect(rangeOf(page, size, shown, total)).toBe(text);
  });

  it('accepts only existing pages', () => {
    expect(['1', ' 7 ', '8', '0', 'x', '1.5', ''].map((text) => typedPage(text, 7))).toEqual([
      1,
      7,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([0, 1, 50, 51].map((total) => lastPage(50, total))).toEqual([1, 1, 1, 2]);
  });

  it('sorts ascending, descending, and back to the default order', () => {
    expect(nextSort('-postedAt', 'number', '-postedAt')).toBe('number');
    expect(nextSort('number', 'number', '-postedAt')).toBe('-number');
    expect(nextSort('-number', 'number', '-postedAt')).toBe('-postedAt');
    expect(nextSort('-postedAt', 'postedAt', '-postedAt')).toBe('postedAt');
    expect(nextSort('name', 'name', 'name')).toBe('-name');
    expect(directionOf('-number', 'number')).toBe('descending');
  });
});
