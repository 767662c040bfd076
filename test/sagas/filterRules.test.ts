/** A dashboard's filters as data: in the address, in a saved text, typed. */
import fc from 'fast-check';
import { CHOICE_FIELDS, offersChoice } from '../../contract/dashboards/filter';
import { readForm, searchWith, writeForm } from '../../sagas/features/dashboards/filters/filterAddress';
import { dayText } from '../../sagas/base/dates';
import {
  DEFAULT_FORM,
  defaultRange,
  fieldsOf,
  formText,
  narrowed,
  normalForm,
  offersField,
  rangeFault,
  sameForm,
  typedDay,
  type FilterPlace,
  type FormInput,
} from '../../sagas/features/dashboards/filters/filterForm';
import { parseSaved, savedText } from '../../sagas/features/dashboards/filters/savedFilter';
import { cases } from '../support/cases';

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const range = fc.tuple(day, day).map((days): [string, string] => days.sort());
const form: fc.Arbitrary<FormInput> = fc.record(
  {
    ...Object.fromEntries(
      CHOICE_FIELDS.map((field) => [
        field,
        fc.uniqueArray(field === 'jobTypes' ? fc.constantFrom('TRAVEL', 'PERM', 'PER_DIEM') : fc.uuid(), {
          maxLength: 8,
        }),
      ]),
    ),
    billingTimeFrame: fc.constantFrom('YEAR_TO_DATE', 'WEEKLY_LAST_SEVEN_DAYS'),
    timeFrame: fc.constantFrom('YEAR_TO_DATE', 'MONTHLY_LAST_THIRTY_DAYS', 'WEEKLY_LAST_SEVEN_DAYS'),
    dateRange: range,
  },
  { requiredKeys: [] },
);
const HOME: FilterPlace = { dashboard: 'HOME', tab: null, type: 'VMS' };
const PLACES: readonly FilterPlace[] = [
  HOME,
  { dashboard: 'KPI', tab: 'bussiness-analysis', type: 'VMS' },
  { dashboard: 'KPI', tab: 'top-supplier', type: 'VMS' },
  { dashboard: 'KPI', tab: 'supplier-dashboard', type: 'VMS' },
  { dashboard: 'FACILITY_KPI', tab: null, type: 'CLIENT' },
  { dashboard: 'SUPPLIER_KPI', tab: null, type: 'AGENCY' },
];
const RUNS = cases('filter forms in the address', { usual: 400, long: 50_000 });

it('is read unchanged from the address, with any other parameters, and takes at most 2,000 characters', () => {
  fc.assert(
    fc.property(form, fc.constantFrom(...PLACES), (input, place) => {
      const any = narrowed(input, place);
      const search = searchWith(any, new URLSearchParams({ clientId: 'kept', q: 'a&b' }));
      const params = new URLSearchParams(search);
      const { form: read, ignored } = readForm(params, place);
      expect(formText(read)).toBe(formText(any));
      expect(ignored).toEqual([]);
      expect(params.get('clientId')).toBe('kept');
      expect(searchWith(read, params)).toBe(search);
      const values = CHOICE_FIELDS.flatMap((field) => any[field] ?? []).length;
      if (values <= 45) expect(search.length).toBeLessThanOrEqual(2_000);
    }),
    { numRuns: RUNS },
  );
});

it('is the same in a saved text', () => {
  fc.assert(
    fc.property(form, (any) => {
      expect(parseSaved(savedText({ form: normalForm(any), chips: [] }))?.form).toEqual(normalForm(any));
    }),
    { numRuns: RUNS / 4 },
  );
});

it.each([
  ['{', null],
  ['null', null],
  ['[]', null],
  ['{"form":7}', null],
  ['{"form":{}}', DEFAULT_FORM],
  [
    '{"form":{"clientIds":"x","jobTypes":[1,"PERM"],"dateRange":["2026-02-30","2026-03-01"],"new":1}}',
    { ...DEFAULT_FORM, jobTypes: ['PERM'] },
  ],
])('a saved text %s is read as far as it is valid', (text, expected) => {
  expect(parseSaved(text)?.form ?? null).toEqual(expected);
});

it('ignores invalid parts of the address, and names them', () => {
  const params = new URLSearchParams(
    'client=nonsense&frame=drop%20table&days=2026-03-01..2026-02-01&jobType=TRAVEL,%3Cb%3E&supplier=0b2c3d4e-0000-4000-8000-000000000001',
  );
  const { form: read, ignored } = readForm(params, { ...HOME, type: 'CLIENT' });
  expect(read).toEqual({ ...DEFAULT_FORM, jobTypes: ['TRAVEL'] });
  expect(ignored).toEqual(['Facility', 'Supplier', 'Job Type', 'Time Frame', 'Date Range']);
});

it('accepts an id in either case, and merges a repeated parameter into one list', () => {
  const [one, two] = ['0b2c3d4e-0000-4000-8000-00000000000a', '0b2c3d4e-0000-4000-8000-00000000000b'];
  const params = new URLSearchParams(`client=${one.toUpperCase()},${one}&client=${two}&jobType=TRAVEL&jobType=PERM`);
  expect(readForm(params, HOME)).toEqual({
    form: { ...DEFAULT_FORM, clientIds: [one, two], jobTypes: ['TRAVEL', 'PERM'] },
    ignored: [],
  });
  expect(sameForm({ clientIds: [one.toUpperCase()] }, { clientIds: [one] })).toBe(true);
});

it('shows that values no longer exist', () => {
  expect(readForm(new URLSearchParams('kept=1f0c9a7e'), HOME)).toEqual({
    form: DEFAULT_FORM,
    ignored: ['filters that are no longer kept'],
  });
});

it('has no parameter at all for the default', () => {
  expect(writeForm(DEFAULT_FORM, new URLSearchParams()).toString()).toBe('');
  expect(sameForm({}, DEFAULT_FORM)).toBe(true);
});

it.each([
  [
    'VMS',
    [
      'clientIds',
      'departmentIds',
      'professionIds',
      'specialtyIds',
      'agencyIds',
      'salesRepIds',
      'jobTypes',
      'offeringIds',
      'subOfferingIds',
    ],
  ],
  [
    'CLIENT',
    ['clientIds', 'departmentIds', 'professionIds', 'specialtyIds', 'jobTypes', 'offeringIds', 'subOfferingIds'],
  ],
  ['AGENCY', ['clientIds', 'professionIds', 'specialtyIds', 'jobTypes', 'offeringIds', 'subOfferingIds']],
] as const)('%s filters by its own fields', (type, fields) => {
  expect(CHOICE_FIELDS.filter((field) => offersChoice(field, type))).toEqual(fields);
});

it.each([
  ['03/31/2026', '2026-03-31'],
  ['02/29/2028', '2028-02-29'],
  ['02/29/2026', null],
  ['3/31/2026', null],
  ['03-31-2026', null],
  ['03/31/26', null],
  ['2026-03-31', null],
  ['13/01/2026', null],
  ['', null],
])('typed as %j it is the date %j', (text, expected) => {
  expect(typedDay(text)).toBe(expected);
  if (expected !== null) expect(dayText(expected)).toBe(text);
});

it.each([
  ['1990-01-01', '2100-12-31', null],
  ['1989-12-31', '2026-01-01', 'Please choose days between 01/01/1990 and 12/31/2100.'],
  ['2026-01-01', '2101-01-01', 'Please choose days between 01/01/1990 and 12/31/2100.'],
  ['2026-03-02', '2026-03-01', 'The first day comes after the last. Please swap them.'],
  ['2026-03-01', '', 'Please give both days as MM/DD/YYYY.'],
])('from %s to %s: %s', (from, to, fault) => {
  expect(rangeFault(from, to)).toBe(fault);
});

it('begins with the year', () => {
  expect(defaultRange('2026-11-21')).toEqual(['2026-01-01', '2026-11-21']);
});

const ALL_BUT = (...missing: string[]) => CHOICE_FIELDS.filter((field) => !missing.includes(field));
it.each([
  ['the home dashboard of a managing organization', HOME, ALL_BUT(), []],
  [
    'the home dashboard of a supplier',
    { dashboard: 'HOME' as const, tab: null, type: 'AGENCY' as const },
    ALL_BUT('agencyIds', 'salesRepIds', 'departmentIds'),
    ['dateRange'],
  ],
  [
    'the home dashboard of a facility',
    { dashboard: 'HOME' as const, tab: null, type: 'CLIENT' as const },
    ALL_BUT('agencyIds', 'salesRepIds'),
    [],
  ],
  ['business analysis', PLACES[1]!, ALL_BUT('agencyIds'), ['billingTimeFrame']],
  ['supplier ranking', PLACES[2]!, ALL_BUT('agencyIds'), []],
  ['the Supplier KPI tab', PLACES[3]!, ALL_BUT(), ['dateRange']],
  ['the facility KPI dashboard', PLACES[4]!, ALL_BUT('agencyIds', 'salesRepIds'), ['billingTimeFrame']],
  ["a supplier's scorecard", PLACES[5]!, ALL_BUT('agencyIds', 'salesRepIds', 'departmentIds'), ['dateRange']],
  [
    'the KPI dashboard of anybody else',
    { ...PLACES[1]!, type: 'CLIENT' as const },
    ALL_BUT('agencyIds', 'salesRepIds', 'departmentIds'),
    ['billingTimeFrame'],
  ],
])('%s is filtered by its own fields', (_, place, fields, others) => {
  expect(fieldsOf(place)).toEqual(fields);
  const both = ['dateRange', 'billingTimeFrame'] as const;
  expect(both.filter((field) => offersField(field, place))).toEqual(others);
});

it('has at most one supplier on the supplier tab, and none on the other tabs', () => {
  const two = { agencyIds: ['0b2c3d4e-0000-4000-8000-000000000001', '0b2c3d4e-0000-4000-8000-000000000002'] };
  const params = writeForm(two, new URLSearchParams());
  expect(readForm(params, PLACES[3]!)).toEqual({
    form: { ...DEFAULT_FORM, agencyIds: [two.agencyIds[0]] },
    ignored: [],
  });
  expect(readForm(params, PLACES[1]!)).toEqual({ form: DEFAULT_FORM, ignored: ['Supplier'] });
  expect(narrowed(two, PLACES[2]!)).toEqual(DEFAULT_FORM);
});
