/** The lists' rules as tables and properties: the address, the cells, the filters, the pages. */
import fc from 'fast-check';
import { ORGANIZATION_TYPES, type OrganizationType } from '../../contract/base/organizations';
import { PERMISSIONS } from '../../contract/base/permissions';
import { lists } from '../../contract/lists/catalog';
import {
  LIST_NAMES,
  LIST_PAGE_SIZES,
  visibleTo,
  type ListDefinition,
  type ListFilter,
} from '../../contract/lists/list';
import { linksFrom } from '../../sagas/features/lists/cellLinks';
import { formatCell } from '../../sagas/features/lists/cellText';
import { droppedText, narrow } from '../../sagas/features/lists/dependentFilters';
import { filterText } from '../../sagas/features/lists/filterText';
import { isDay } from '../../sagas/base/dates';
import { rangeFault, takesOne } from '../../sagas/features/lists/filterValues';
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
import { resolve } from '../../sagas/navigation/routes/resolve';
import { USER } from '../support/user';
import { cases } from '../support/cases';
import { joinValues, searchOf, splitValues } from '../../sagas/navigation/routes/queryText';

const column = (name: string, kind: Parameters<typeof formatCell>[0]['kind'], options = []) => ({
  name,
  kind,
  label: name,
  options,
});

describe('a cell', () => {
  it.each([
    ['money', 123456, '$1,234.56'],
    ['money', -50, '-$0.50'],
    ['money', 0, '$0.00'],
    ['rate', 6250, '$62.50/h'],
    ['percent', 99.5, '99.5%'],
    ['percent', 0, '0%'],
    ['hours', 2190, '36.50'],
    ['number', 12345, '12,345'],
    ['date', '2026-03-08', '03/08/2026'],
    ['text', '<b onclick=x>', '<b onclick=x>'],
    ['flag', true, 'Yes'],
    ['flag', false, 'No'],
    ['money', null, ''],
    ['text', '', ''],
    ['status', 'NEW_ONE', 'NEW_ONE'],
  ] as const)('of kind %s shows %j as %j', (kind, value, text) => {
    expect(formatCell(column('x', kind), value).text).toBe(text);
  });

  it('has the decimals of its column, all of them: 1.30 stands below 1.42', () => {
    const days = { ...column('days', 'number'), decimals: 2 };
    expect([1.3, 1.42, 2, 1234.5].map((value) => formatCell(days, value).text)).toEqual([
      '1.30',
      '1.42',
      '2.00',
      '1,234.50',
    ]);
  });

  it('leaves numbers alone that things are called by', () => {
    expect(formatCell(column('number', 'number'), 104076).text).toBe('104076');
    expect(formatCell(column('invoiceNumber', 'number'), 300609).text).toBe('300609');
  });

  it.each([
    ['America/Los_Angeles', '03/07/2026 11:30 PM', '03/07/2026, 11:30:05 PM PST'],
    ['Asia/Kolkata', '03/08/2026 1:00 PM', '03/08/2026, 1:00:05 PM GMT+5:30'],
    ['UTC', '03/08/2026 7:30 AM', '03/08/2026, 7:30:05 AM UTC'],
  ])('shows a moment as people in %s have it', (zone, text, exact) => {
    const cell = formatCell(column('x', 'instant'), '2026-03-08T07:30:05.000Z', undefined, zone);
    expect({ text: cell.text, exact: cell.exact }).toEqual({ text, exact });
  });

  it.each([
    // Half an hour before clocks are set forward in Los Angeles.
    ['America/Los_Angeles', 'UTC', '2026-03-08T09:30:00Z', '03/08/2026 1:30 AM PST'],
    ['America/Los_Angeles', 'UTC', '2026-03-08T10:30:00Z', '03/08/2026 3:30 AM PDT'],
    ['Pacific/Kiritimati', 'Pacific/Niue', '2026-12-31T10:30:00Z', '01/01/2027 12:30 AM GMT+14'],
    ['America/New_York', 'America/Detroit', '2026-11-23T04:30:00Z', '11/22/2026 11:30 PM'],
    ['America/Phoenix', 'America/Denver', '2026-01-15T12:00:00Z', '01/15/2026 5:00 AM'],
    // A day without a time.
    ['America/New_York', 'America/Detroit', '2026-11-23T05:00:00Z', '11/23/2026'],
    ['Pacific/Kiritimati', 'Pacific/Niue', '2026-12-31T10:00:00Z', '01/01/2027'],
    ['America/New_York', 'America/Detroit', '2026-11-23T05:00:01Z', '11/23/2026 12:00 AM'],
    ['America/Phoenix', 'America/Denver', '2026-07-15T12:00:00Z', '07/15/2026 5:00 AM MST'],
    ['Mars/Olympus', 'America/Denver', '2026-07-15T12:00:00Z', '07/15/2026 12:00 PM UTC'],
  ])('shows a moment at a facility in %s to somebody in %s', (zone, viewer, iso, text) => {
    expect(formatCell(column('x', 'instant'), iso, zone, viewer).text).toBe(text);
  });

  it('shows a calendar date as the same day in every zone, on every day of ten years', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3650 }),
        fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago'),
        (n, zone) => {
          const iso = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
          const [year, month, day] = iso.split('-');
          expect(formatCell(column('x', 'date'), iso, zone).text).toBe(`${month}/${day}/${year}`);
        },
      ),
    );
  });
});

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
        return fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: takesOne(filter) ? 1 : 4 });
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
      });
      return fc.record({ definition: fc.constant(definition), type: fc.constant(type), query });
    });

  it.each([
    ['postedAt=2026-03-31..2026-03-01', 'postedAt', '2026-03-01..2026-03-31'],
    ['billRate=80..9.5', 'billRate', '9.5..80'],
    ['openingsLeft=..3', 'openingsLeft', '..3'],
  ])('%s: a range that begins after it ends is turned around', (search, name, range) => {
    const { query, ignored } = readQuery(lists.jobs, 'VMS', {}, new URLSearchParams(search));
    expect([query.filters[name], ignored]).toEqual([[range], []]);
  });

  it('says the whole query', () => {
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
              fc.constantFrom('status', 'page', 'size', 'sort', 'q', 'hot', 'startDate', 'client', '__proto__'),
              fc.string(),
            ),
            hostile,
          ),
        ),
        (name, pairs) => {
          const definition: ListDefinition = lists[name];
          const { query } = readQuery(definition, 'AGENCY', {}, new URLSearchParams(pairs));
          expect(Object.keys(query.filters).every((key) => Object.hasOwn(definition.filters, key))).toBe(true);
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

  it('cannot override what the page itself fixes', () => {
    const fixed = { documentStatus: ['PENDING_REVIEW'] };
    const { query } = readQuery(
      lists.complianceDocuments,
      'VMS',
      fixed,
      new URLSearchParams('documentStatus=APPROVED'),
    );
    expect(query.filters).toEqual(fixed);
  });

  it('keeps commas and backslashes of values apart from its own', () => {
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

  it('drop departments of facilities that are not chosen, and say which', () => {
    const narrowed = narrow(lists.jobs, { client: ['f1'], department: ['d1', 'd2'] }, OPTIONS);
    expect(narrowed.filters['department']).toEqual(['d1']);
    expect(droppedText(narrowed.dropped)).toContain('Department ER');
  });

  it('keep what they know nothing about', () => {
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

  it.each([
    ['dates', '2026-01-05', '2026-01-04', /must not come after/],
    ['dates', '1989-12-31', '', /between 01\/01\/1990/],
    ['dates', '2026-02-30', '', /between/],
    ['numbers', 'ten', '', /at most two decimals/],
    ['numbers', '20', '3', /must not come after/],
    ['numbers', '1.234', '', /two decimals/],
  ] as const)('refuse the range of %s %j to %j with a sentence', (kind, from, to, sentence) => {
    expect(rangeFault(kind, { from, to })).toMatch(sentence);
  });

  it('take open and empty ranges', () => {
    expect(rangeFault('numbers', { from: '', to: '' })).toBeNull();
    expect(rangeFault('numbers', { from: '-3', to: '' })).toBeNull();
    expect(isDay('2024-02-29')).toBe(true);
    expect(isDay('2026-02-29')).toBe(false);
  });
});

describe('pages and order', () => {
  it.each([
    [1, 50, 50, 214, '1-50 of 214'],
    [5, 50, 14, 214, '201-214 of 214'],
    [1, 50, 50, null, '1-50 of …'],
    [1, 50, 0, 0, '0'],
    [3, 500, 500, 1234567, '1,001-1,500 of 1,234,567'],
  ])('page %d of %d with %d rows of %s is %j', (page, size, shown, total, text) => {
    expect(rangeOf(page, size, shown, total)).toBe(text);
  });

  it('takes only pages that there are', () => {
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

  it('goes up, down, and back to the order of the list', () => {
    expect(nextSort('-postedAt', 'number', '-postedAt')).toBe('number');
    expect(nextSort('number', 'number', '-postedAt')).toBe('-number');
    expect(nextSort('-number', 'number', '-postedAt')).toBe('-postedAt');
    expect(nextSort('-postedAt', 'postedAt', '-postedAt')).toBe('postedAt');
    expect(nextSort('name', 'name', 'name')).toBe('-name');
    expect(directionOf('-number', 'number')).toBe('descending');
  });
});

describe('links of cells', () => {
  const manager = { ...USER, permissions: [...PERMISSIONS] };
  const row = {
    id: 'b0000000-0000-4000-8000-000000000001',
    number: 104076,
    submissions: 3,
    facility: 'Lakeside',
    openJobs: 0,
  };

  it('lead to the list that has what they count', () => {
    expect(linksFrom(manager, 'jobs', '')('submissions', row)).toBe('/vms/jobs/submissions?jobNumber=104076..104076');
    expect(linksFrom(manager, 'facilities', '?clientId=c')('openJobs', { ...row, openJobs: 2 })).toBe(
      `/vms/jobs?clientId=c&jobStatusIds=OPEN&client=${row.id}`,
    );
  });

  it('are text for a zero, for users who may not open the list, and for nothing', () => {
    expect(linksFrom(manager, 'facilities', '')('openJobs', row)).toBeNull();
    expect(linksFrom({ ...USER, permissions: ['MENU_JOB'] }, 'jobs', '')('submissions', row)).toBeNull();
    expect(linksFrom(manager, 'jobs', '')('shift', row)).toBeNull();
    expect(linksFrom(manager, 'jobs', '')('toString', row)).toBeNull();
  });

  it('lead to the record that they name, by its id', () => {
    const other = 'b0000000-0000-4000-8000-000000000002';
    const named = { ...row, candidate: 'Quinn, Ada', candidateId: other, jobNumber: 7, jobNumberId: other };
    expect(linksFrom(manager, 'submissions', '?clientId=c')('number', named)).toBe(
      `/vms/jobs/submissions/${row.id}?clientId=c`,
    );
    expect(linksFrom(manager, 'submissions', '')('candidate', named)).toBe(`/vms/allCandidates/${other}`);
    expect(linksFrom(manager, 'timesheets', '')('jobNumber', named)).toBe(`/vms/jobs/${other}`);
    // Of two of the same name each leads to its own.
    expect(linksFrom(manager, 'submissions', '')('candidate', { ...named, candidateId: row.id })).toBe(
      `/vms/allCandidates/${row.id}`,
    );
    const task = { ...row, subject: 'ASSIGNMENT', subjectNumber: 7, subjectNumberId: other };
    expect(linksFrom(manager, 'tasks', '')('subjectNumber', task)).toBe(`/vms/assignments/${other}`);
    const supplier = { ...manager, userType: 'AGENCY', organizationType: 'AGENCY' } as const;
    expect(linksFrom(supplier, 'jobs', '')('number', row)).toBe(`/supplier/jobs/view/${row.id}`);
    // Facilities have invoices, suppliers are paid by reverse invoices.
    const billed = { ...row, invoiceNumber: 7, invoiceNumberId: other };
    expect(linksFrom(manager, 'timesheets', '')('invoiceNumber', billed)).toBe(
      `/vms/timesheets/invoicetimesheet/${other}`,
    );
    expect(linksFrom(supplier, 'timesheets', '')('invoiceNumber', billed)).toBeNull();
    expect(
      linksFrom({ ...manager, permissions: ['MENU_SUBMISSIONS'] }, 'submissions', '')('candidate', named),
    ).toBeNull();
  });

  it('always lead to a page of the person', () => {
    const users = [
      manager,
      { ...manager, userType: 'CLIENT', organizationType: 'CLIENT' } as const,
      { ...manager, userType: 'AGENCY', organizationType: 'AGENCY' } as const,
    ];
    for (const user of users)
      for (const name of LIST_NAMES)
        for (const each of Object.keys(lists[name].columns)) {
          const to = linksFrom(user, name, '')(each, { ...row, [each]: 5, [`${each}Id`]: row.id });
          if (to !== null) expect({ to, kind: resolve(user, to.split('?')[0]!).kind }).toEqual({ to, kind: 'screen' });
        }
  });
});
