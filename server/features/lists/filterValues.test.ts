import { lists } from '../../../contract/lists/catalog';
import { LIST_NAMES, type ListDefinition } from '../../../contract/lists/list';
import { checkFilters, searchWords } from './filterValues';

const ID = '0b5b1f3e-8f0e-4c55-9b0c-3f8a5a3a1a11';

test.each([
  ['jobs', 'jobStatusIds', ['OPEN', 'CLOSED'], ['OPEN', 'CLOSED']],
  ['jobs', 'client', [ID], [ID]],
  ['jobs', 'hot', ['no'], false],
  ['jobs', 'postedAt', ['2026-01-01..2026-02-28'], { from: '2026-01-01', to: '2026-02-28' }],
  ['jobs', 'postedAt', ['..2026-02-28'], { from: null, to: '2026-02-28' }],
  ['jobs', 'openingsLeft', ['1..'], { from: 1, to: null }],
  ['timesheets', 'variance', ['-2.5..2.5'], { from: -2.5, to: 2.5 }],
  ['timesheets', 'view', ['facility'], ['facility']],
] as const)('%s: %s takes %j', (list, param, values, expected) => {
  expect(checkFilters(list, { [param]: values }, 'VMS')).toEqual({ [param]: expected });
});

test('a filter without values is ignored', () => {
  expect(checkFilters('jobs', { jobStatusIds: [] }, 'VMS')).toEqual({});
});

test.each([
  ['jobs', 'jobStatusIds', ['open'], 'Status'],
  ['jobs', 'client', ['1'], 'Facility'],
  ['jobs', 'client', [`${ID}' or true --`], 'Facility'],
  ['jobs', 'hot', ['true'], 'Hot'],
  ['jobs', 'hot', ['yes', 'no'], 'Hot'],
  ['jobs', 'postedAt', ['2026-02-30..'], 'Posted'],
  ['jobs', 'postedAt', ['..'], 'Posted'],
  ['jobs', 'postedAt', ['2026-01-01'], 'Posted'],
  ['jobs', 'postedAt', ['2026-01-01..2026-02-01..2026-03-01'], 'Posted'],
  ['jobs', 'openingsLeft', ['1e9..'], 'Openings Left'],
  ['jobs', 'openingsLeft', ['1..', '2..'], 'Openings Left'],
  ['assignments', 'endsInDays', ['..50001'], '-50,000 to 50,000'],
  ['submissions', 'ageHours', ['-1000001..'], '-1,000,000 to 1,000,000'],
  ['timesheets', 'view', ['facility', 'supplier'], 'View'],
  ['jobs', 'owner', ['x'], 'owner'],
  ['jobs', '__proto__x', ['x'], '__proto__x'],
  ['jobs', 'constructor', ['x'], 'constructor'],
] as const)('%s: %s does not take %j, and the sentence names it', (list, param, values, named) => {
  expect(() => checkFilters(list, { [param]: values }, 'VMS')).toThrow(
    expect.objectContaining({ body: { errorCode: 'request.invalid', errorMessage: expect.stringContaining(named) } }),
  );
});

test.each(LIST_NAMES)('%s: hidden filters are unknown', (list) => {
  const { filters }: ListDefinition = lists[list];
  for (const [param, { hiddenFrom = [] }] of Object.entries(filters)) {
    for (const type of hiddenFrom)
      expect(() => checkFilters(list, { [param]: ['x'] }, type)).toThrow('request.invalid');
  }
});

test('a supplier cannot filter by good pay', () => {
  const good = { status: ['REVERSE_INVOICE_GOOD_PAY'] };
  expect(() => checkFilters('reverseInvoices', good, 'AGENCY')).toThrow('request.invalid');
  expect(checkFilters('reverseInvoices', good, 'VMS')).toEqual(good);
});

test('the words of a search are matched literally', () => {
  expect(searchWords('  50%  a_b \\ 100123 ').map(({ pattern, number }) => [pattern, number])).toEqual([
    ['%50\\%%', null],
    ['%a\\_b%', null],
    ['%\\\\%', null],
    ['%100123%', 100_123],
  ]);
  expect(searchWords(undefined)).toEqual([]);
});
