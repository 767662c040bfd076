/** Which user gets which card, its content, and refusals. */
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import { HOME_DASHBOARD_PERMISSIONS, type Permission } from '../../../contract/base/permissions';
import type { BatchCall } from '../../../contract/dashboards/batch.endpoints';
import { TIME_FRAMES, type Period } from '../../../contract/dashboards/filter';
import { homeDashboardEndpoints } from '../../../contract/dashboards/home.endpoints';
import { codesFor } from '../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../contract/endpoints';
import { parseSaved } from '../../../sagas/features/dashboards/filters/savedFilter';
import { periodOf, timeFramePeriod } from '../../../server/features/dashboards/period';
import { startListWorld, type ListWorld } from '../lists/support';
import { cardsOf, numberOf, today, type Party } from './support';

// Many calls in a test; the machine may be busy.

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const request = (party: Party, call: BatchCall, body: object = {}) =>
  world.send(party, 'POST', homeDashboardEndpoints[call].path, bodyFor(call, body));
const bodyFor = (call: BatchCall, body: object = {}) =>
  /[jJ]obsWidget$/.test(call) ? { notificationDate: today(), ...body } : body;
const CALLS = Object.keys(homeDashboardEndpoints) as BatchCall[];

/** The calls that each permission opens: for suppliers, for all others. */
const OPENS: Readonly<Record<(typeof HOME_DASHBOARD_PERMISSIONS)[number], readonly [BatchCall[], BatchCall[]]>> = {
  VMS_DASHBOARD_NEXUS_DASHBOARD_SUBMISSIONS: [['agencySubmissionsWidget'], ['submissionsWidget']],
  VMS_DASHBOARD_NEXUS_DASHBOARD_JOBS: [['agencyJobsWidget', 'agencyJobTypes'], ['jobsWidget']],
  VMS_DASHBOARD_NEXUS_DASHBOARD_ASSIGNMENTS: [
    ['agencyAssignmentsWidget', 'assignmentsWidget', 'upcomingAssignments'],
    ['assignmentsWidget', 'upcomingAssignments'],
  ],
  VMS_DASHBOARD_NEXUS_DASHBOARD_ACTIVE_COMPLIANCE: [['activeComplianceWidget'], ['activeComplianceWidget']],
  VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE: [['bookedComplianceWidget'], ['bookedComplianceWidget']],
  VMS_DASHBOARD_TIMESHEET_DASHBOARD_WIDGET: [['timesheetWidget'], ['timesheetWidget']],
  VMS_DASHBOARD_INVOICE_DASHBOARD_WIDGET: [['invoiceWidget'], ['invoiceWidget']],
};

/** The calls that are answered for a new user of this kind of organization with only these permissions. */
async function answered(type: OrganizationType, permissions: readonly Permission[]): Promise<BatchCall[]> {
  const { fixtures } = world.server;
  const code = `CARDS${type}`;
  if (!made.has(code)) await fixtures.organization(code, { type });
  made.add(code);
  const client = world.server.client();
  const user = await fixtures.user(code, { userType: type === 'OWNER' ? 'OWNER' : type, permissions });
  const { access_token: token } = await client.signedIn(user);
  const open: BatchCall[] = [];
  for (const call of CALLS) {
    const { status, json } = await client.post(homeDashboardEndpoints[call].path, bodyFor(call), { token });
    if (status === 200) open.push(call);
    else
      expect([call, status, json]).toEqual([call, 401, expect.objectContaining({ errorCode: 'server.unauthorized' })]);
  }
  return open.sort();
}
const made = new Set<string>();

describe.each(['VMS', 'CLIENT', 'AGENCY'] as const)('of %s', (party) => {
  test.each(HOME_DASHBOARD_PERMISSIONS)('%s opens only its card', async (permission) => {
    const [suppliers, others] = OPENS[permission];
    expect(await answered(party, [permission])).toEqual([...(party === 'AGENCY' ? suppliers : others)].sort());
  });

  test('users without permissions get no numbers', async () => {
    expect(await answered(party, ['MENU_JOB', 'SUBMENU_VMS_HOME_DASHBOARD'])).toEqual([]);
  });

  test('the answer has all shown codes and no hidden ones', async () => {
    for (const card of cardsOf(party)) {
      const { json } = await request(party, card.call, card.extra);
      const shown = codesFor(card.widget, party);
      const all = codesFor(card.widget, 'OWNER');
      const present = all.filter((code) => numberOf(code, json) !== undefined);
      expect([card.call, present]).toEqual([card.call, all.filter((code) => shown.includes(code as never))]);
    }
  });
});

test('the two views of compliance together need both permissions', async () => {
  const both = await answered('AGENCY', [
    'VMS_DASHBOARD_NEXUS_DASHBOARD_ACTIVE_COMPLIANCE',
    'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE',
  ]);
  expect(both).toEqual(['activeComplianceWidget', 'agencyComplianceStats', 'bookedComplianceWidget']);
  const stats = (await request('AGENCY', 'agencyComplianceStats')).json;
  const [active, booked] = [
    (await request('AGENCY', 'activeComplianceWidget')).json,
    (await request('AGENCY', 'bookedComplianceWidget')).json,
  ];
  for (const name of ['total', 'filesDue', 'docsExpringFifteenDays', 'hundred', 'lessThantwentyFive']) {
    expect([name, stats[name]]).toEqual([name, Number(active[name]) + Number(booked[name])]);
  }
});

describe('the names of the numbers', () => {
  const YEAR = { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' };
  type Names = readonly (readonly [code: string, name: string])[];
  const SUBMISSIONS: Names = [
    ['SUBMITTED', 'submitted'],
    ['QUALIFIED', 'qualified'],
    ['INTERVIEWING', 'interviewing'],
    ['OFFERED', 'offered'],
    ['OFFER_ACCEPTED', 'offerAccepted'],
    ['OFFER_REJECTED', 'offerRejected'],
    ['REJECTED', 'rejeted'],
    ['WITHDRAWN', 'withdrawn'],
  ];
  const JOBS: Names = [
    ['OPEN_WITHOUT_SUBMISSION', 'openWithoutSubmission'],
    ['OPEN_WITH_SUBMISSION', 'openWithSubmission'],
    ['ON_HOLD', 'onHold'],
    ['EXTENSION', 'extension'],
    ['CLOSED_FILLED', 'closedFilled'],
    ['CLOSED_OTHER', 'closedOther'],
  ];
  const BANDS: Names = [
    ['LESS_TWENTYFIVE', 'lessThantwentyFive'],
    ['TWENTYFIVE_FIFTY', 'twentyFiveToFifty'],
    ['FIFTY_SEVENTYFIVE', 'fiftyOneToSeventyFive'],
    ['SEVENTYFIVE_NINTYNINE', 'seventySixToNintyNine'],
    ['HUNDRED', 'hundred'],
  ];
  const ASSIGNMENTS: Names = [
    ['ACTIVE', 'active'],
    ['BOOKED', 'booked'],
    ['EARLY_TERM', 'earlyTerm'],
    ['CANCELLED', 'cancelled'],
    ['EXTENSIONS_DUE', 'extensionsDue'],
    ['COMPLETED', 'completed'],
    ['PERM', 'perm'],
  ];

  test.each<[BatchCall, string, Names]>([
    ['submissionsWidget', 'submissionStatuses', SUBMISSIONS],
    ['jobsWidget', 'jobStatuses', JOBS],
    ['activeComplianceWidget', 'complianceStatuses', BANDS],
    ['bookedComplianceWidget', 'complianceStatuses', BANDS],
  ])(
    'are those of the answer of %s, including irregular ones, and each of its %s has its count',
    async (call, list, names) => {
      const { json } = await request('VMS', call, YEAR);
      const items = json[list] as { value: string; label: string; count: number }[];
      expect(items.map(({ value }) => value)).toEqual(names.map(([code]) => code));
      expect(items.map(({ count }) => count)).toEqual(names.map(([, name]) => json[name]));
      expect(json['total']).toBe(items.reduce((sum, { count }) => sum + count, 0));
      // Otherwise two of them could be exchanged.
      expect(new Set(items.map(({ count }) => count)).size).toBeGreaterThan(2);
    },
  );

  test('of new submissions and of all of them', async () => {
    const { json } = await request('VMS', 'submissionsWidget', YEAR);
    expect((json['submissionStatuses'] as { label: string }[])[0]?.label).toBe('New');
    expect(json['grandTotal']).toBe(json['total']);
  });

  test.each<[Party, BatchCall, readonly string[]]>([
    ['VMS', 'jobsWidget', ['grandTotal', 'hotJob', 'newlyPosted', 'pendingReview', 'totalOpenings']],
    ['CLIENT', 'jobsWidget', ['grandTotal', 'hotJob', 'newlyPosted', 'pendingApproval', 'totalOpenings']],
    ['AGENCY', 'agencyJobsWidget', ['grandTotal', 'hotJob', 'newlyPosted', 'totalOpenings']],
    ['VMS', 'activeComplianceWidget', ['filesDue', 'docsPendingReview', 'docsExpringFifteenDays']],
    ['VMS', 'timesheetWidget', ['disputes', 'adjustments']],
    ['VMS', 'invoiceWidget', ['totalDue', 'totalPending']],
  ])('for %s, %s has the numbers %j besides its statuses', async (party, call, names) => {
    const { json } = await request(party, call, YEAR);
    const numbers = Object.keys(json).filter((name) => typeof json[name] === 'number');
    const ofStatuses = [...JOBS, ...BANDS].map(([, name]) => name);
    const others = numbers.filter((name) => ![...ofStatuses, 'total', 'hotWithoutSubmission'].includes(name));
    expect(others.sort()).toEqual([...names].sort());
  });

  test('of assignments are in the order of their statuses', async () => {
    const { json } = await request('VMS', 'assignmentsWidget', YEAR);
    const items = json['assignmentStatuses'] as { value: string; name: string; y: number }[];
    const counts = json['assignmentCount'] as Record<string, number>;
    expect(items.map(({ value }) => value)).toEqual(ASSIGNMENTS.map(([code]) => code));
    expect(items.map(({ y }) => y)).toEqual(ASSIGNMENTS.map(([, name]) => counts[name]));
    expect(Object.keys(counts).sort()).toEqual([...ASSIGNMENTS.map(([, name]) => name), 'total'].sort());
    expect(new Set(items.map(({ y }) => y)).size).toBeGreaterThan(2);
  });

  test('of assignments add up without due extensions', async () => {
    const { json } = await request('VMS', 'assignmentsWidget', { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' });
    const counts = json['assignmentCount'] as Record<string, number>;
    const { total, extensionsDue, ...statuses } = counts;
    expect(extensionsDue).toBeGreaterThan(0);
    expect(total).toBe(Object.values(statuses).reduce((sum, n) => sum + n, 0));
    const { from, to } = json['period'] as Period;
    const all = await world.post('VMS', 'assignments', 'total', { filters: { period: [`${from}..${to}`] } });
    expect(all.json['total']).toBe(total);
  });
});

test.each(['VMS', 'CLIENT', 'AGENCY'] as const)(
  'the grand total of jobs, for %s, is their total with those not posted yet: over all time each job of the list',
  async (party) => {
    const call = party === 'AGENCY' ? 'agencyJobsWidget' : 'jobsWidget';
    const options = await world.send(party, 'GET', '/api-client/v1/dashboard/filters?dashboard=HOME');
    const { clientNames, professions } = options.json as unknown as ResponseOf<'dashboardFilters'>;
    const listed = async (filters: object) =>
      Number((await world.post(party, 'jobs', 'total', { filters })).json['total']);
    let waiting = 0;
    for (const [filter, filters] of [
      [{}, {}],
      [{ clientIds: [clientNames[0]!.value] }, { client: [clientNames[0]!.value] }],
      // No tally has this filter.
      [{ professionIds: [professions[0]!.value] }, { profession: [professions[0]!.value] }],
    ] as const) {
      const pending = ['PENDING_APPROVAL', 'PENDING_REVIEW'];
      // Suppliers see jobs once they are posted.
      const unposted = party === 'AGENCY' ? 0 : await listed({ ...filters, jobStatusIds: pending });
      for (const days of [{ timeFrame: 'WEEKLY_LAST_SEVEN_DAYS' }, { dateRange: ['1990-01-01', '2100-12-31'] }]) {
        const { json } = await request(party, call, { ...filter, ...days });
        expect([filter, days, json['grandTotal']]).toEqual([filter, days, Number(json['total']) + unposted]);
        if ('dateRange' in days) expect([filter, json['grandTotal']]).toEqual([filter, await listed(filters)]);
      }
      waiting += unposted;
    }
    expect(waiting > 0).toBe(party !== 'AGENCY');
  },
);

test.each(['VMS', 'CLIENT'] as const)(
  'without a facility the departments are all that %s may see, with one those of the facility',
  async (party) => {
    const departmentsOf = async (clientIds: readonly string[]) => {
      const { json } = await world.send(party, 'POST', '/api-client/v1/dashboard/departments', { clientIds });
      return (json as unknown as ResponseOf<'dashboardDepartments'>).departments;
    };
    const { json } = await world.send(party, 'GET', '/api-client/v1/dashboard/filters?dashboard=HOME');
    const clientIds = (json as unknown as ResponseOf<'dashboardFilters'>).clientNames.map(({ value }) => value);
    const all = await departmentsOf([]);
    expect(all).toEqual(await departmentsOf(clientIds));
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
    const ofOne = (await departmentsOf(clientIds.slice(0, 1))).map(({ value }) => value);
    expect(ofOne.length).toBeGreaterThan(0);
    expect(ofOne.length < all.length).toBe(clientIds.length > 1);
    expect(all.map(({ value }) => value)).toEqual(expect.arrayContaining(ofOne));
  },
);

test('openings are the remaining positions of open jobs, and the total due is the unpaid amount', async () => {
  const range = { dateRange: ['1990-01-01', '2100-12-31'] };
  const one = async (query: string) => Number((await sql.raw<{ n: string }>(query).execute(world.owner)).rows[0]?.n);
  expect((await request('VMS', 'jobsWidget', range)).json['totalOpenings']).toBe(
    await one("select sum(openings - openings_filled) as n from jobs where status = 'OPEN'"),
  );
  const { json } = await request('VMS', 'invoiceWidget', range);
  expect(json['totalDue']).toBe(
    await one('select sum(total_cents) as n from invoices where client_id is not null and paid_on is null'),
  );
  expect(json['totalPending']).toBe(
    await one('select sum(total_cents) as n from invoices where agency_id is not null and paid_on is null'),
  );
  expect(Number(json['totalDue'])).toBeGreaterThan(0);
  for (const party of ['CLIENT', 'AGENCY'] as const) {
    const answer = await request(party, 'invoiceWidget', range);
    expect([party, answer.status]).toEqual([party, 200]);
    for (const amount of ['totalDue', 'totalPending']) expect(answer.json).not.toHaveProperty(amount);
  }
});

test('job types are of open jobs, and upcoming assignments of four weeks', async () => {
  const types = (await request('AGENCY', 'agencyJobTypes', { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' })).json;
  const jobs = (await request('AGENCY', 'agencyJobsWidget', { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' })).json;
  expect(types['total']).toBe(Number(jobs['openWithSubmission']) + Number(jobs['openWithoutSubmission']));
  const before = today();
  const weeks = (await request('VMS', 'upcomingAssignments')).json['weeks'] as {
    from: string;
    to: string;
    count: number;
  }[];
  expect(weeks).toHaveLength(4);
  expect(weeks.every(({ from, to }) => new Date(from).getUTCDay() === 0 && new Date(to).getUTCDay() === 6)).toBe(true);
  // The request may have been before or after midnight.
  const days = [before, today()];
  expect(days.some((date) => weeks[0] !== undefined && weeks[0].from <= date && date <= weeks[0].to)).toBe(true);
});

describe('refused with a message that names the fault', () => {
  const id = crypto.randomUUID();
  test.each<[string, Party, BatchCall, object, RegExp]>([
    ['a supplier as a filter of a facility', 'CLIENT', 'submissionsWidget', { agencyIds: [id] }, /'Supplier'/],
    ['a sales representative of a supplier', 'AGENCY', 'agencySubmissionsWidget', { salesRepIds: [id] }, /'Sales Rep'/],
    ['departments of a supplier', 'AGENCY', 'invoiceWidget', { departmentIds: [id] }, /'Department'/],
    ['an unknown time frame', 'VMS', 'jobsWidget', { timeFrame: 'FORTNIGHT' }, /no such time frame/],
    ['a range that ends before it begins', 'VMS', 'jobsWidget', { dateRange: ['2026-03-02', '2026-03-01'] }, /swap/],
    ['a year before 1990', 'VMS', 'jobsWidget', { dateRange: ['1989-12-31', '2026-03-01'] }, /1990 to 2100/],
    ['a year after 2100', 'VMS', 'jobsWidget', { dateRange: ['2026-03-01', '2101-01-01'] }, /1990 to 2100/],
    ['a day that does not exist', 'VMS', 'jobsWidget', { dateRange: ['2026-02-30', '2026-03-01'] }, /date range\b/],
    ['half a range', 'VMS', 'jobsWidget', { dateRange: ['2026-02-28'] }, /date range\b/],
    ['a job type there is not', 'VMS', 'invoiceWidget', { jobTypes: ['SEASONAL'] }, /'Job Type'/],
    ['half an id', 'VMS', 'submissionsWidget', { clientIds: ['1234'] }, /^The clients cannot be used/],
    ['both toggles', 'VMS', 'timesheetWidget', { agencyToggle: true, clientToggle: true }, /one status at a time/],
    ['an unknown field', 'VMS', 'submissionsWidget', { offeringSubofferingIds: [id] }, /^This request is not valid\./],
  ])('%s', async (_what, party, call, body, sentence) => {
    const { status, json } = await request(party, call, body);
    expect([status, json['errorCode']]).toEqual([400, 'request.invalid']);
    expect(json['errorMessage']).toMatch(sentence);
  });

  test('jobs without the user’s date', async () => {
    const { status, json } = await world.send('VMS', 'POST', homeDashboardEndpoints.jobsWidget.path, {});
    expect([status, json['errorMessage']]).toEqual([400, 'Please fill in the notification date.']);
  });
});

describe('the period', () => {
  test.each([
    ['WEEKLY_LAST_SEVEN_DAYS', '2026-02-23'],
    ['MONTHLY_LAST_THIRTY_DAYS', '2026-01-31'],
    ['QUARTERLY_LAST_NINETY_DAYS', '2025-12-02'],
    ['YEARLY_LAST_TWELVE_MONTHS', '2025-03-02'],
    ['YEAR_TO_DATE', '2026-01-01'],
  ] as const)('%s begins on %s', (frame, from) => {
    expect(timeFramePeriod(frame, '2026-03-01')).toEqual({ from, to: '2026-03-01' });
  });

  test('twelve months before the last of February begin on a day that exists', () => {
    expect(timeFramePeriod('YEARLY_LAST_TWELVE_MONTHS', '2024-02-28').from).toBe('2023-03-01');
  });

  test('of a range overrides the time frame, and the default is the last thirty days', async () => {
    const range = { dateRange: ['2026-01-02', '2026-01-02'] };
    expect(periodOf({ ...range, timeFrame: 'YEAR_TO_DATE' }, today())).toEqual({
      from: '2026-01-02',
      to: '2026-01-02',
    });
    const before = today();
    const { period } = (await request('VMS', 'submissionsWidget')).json;
    // The request may have been before or after midnight.
    expect([before, today()].map((date) => timeFramePeriod('MONTHLY_LAST_THIRTY_DAYS', date))).toContainEqual(period);
    const { json } = await world.send('VMS', 'GET', '/api-client/v1/dashboard/filters?dashboard=HOME');
    const frames = json['timeFrames'] as { value: string; label: string }[];
    expect(frames.map(({ value }) => value)).toEqual(TIME_FRAMES);
    expect(frames.map(({ label }) => label)).toEqual([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Last 12 months',
      'Year to date',
    ]);
  });
});

test('an offering reads as its name, a dash and its sub-offering', async () => {
  const { json } = await world.send('VMS', 'GET', '/api-client/v1/dashboard/filters?dashboard=HOME');
  const items = json['organizationOfferingDTO'] as Record<'value' | 'offeringId' | 'subofferingId', string>[];
  const { rows } = await sql<{ id: string; sub: string; text: string }>`
    select o.id, s.id as sub, o.name || ' - ' || s.name as text
    from offerings o join sub_offerings s on s.offering_id = o.id
    where o.tenant_id = ${world.scopes.VMS.tenantId}::uuid`.execute(world.owner);
  const byText = (one: readonly string[], other: readonly string[]) => (one.join() < other.join() ? -1 : 1);
  expect(items.map(({ value, offeringId, subofferingId }) => [value, offeringId, subofferingId]).sort(byText)).toEqual(
    rows.map(({ text, id, sub }) => [text, id, sub]).sort(byText),
  );
  expect(items.length).toBeGreaterThan(1);
});

test('the demo has own and colleagues’ saved searches, whose values are available', async () => {
  const { json } = await world.send('VMS', 'GET', '/api-client/v1/dashboard/filters?dashboard=HOME');
  const { savedFilters, professions, specialties } = json as unknown as ResponseOf<'dashboardFilters'>;
  expect(savedFilters.map(({ searchName, canDeleted, public: open }) => [searchName, canDeleted, open])).toEqual([
    ['ICU, last 90 days', true, false],
    ['Therapists this year', false, true],
  ]);
  const offered = [...professions, ...specialties];
  for (const { filter } of savedFilters) {
    const { form, chips } = parseSaved(filter) ?? { form: null, chips: [] };
    expect(chips.length).toBeGreaterThan(0);
    for (const { field, value, label } of chips) {
      expect([value, label]).toEqual([value, offered.find((option) => option.value === value)?.label]);
      expect(form?.[field]).toContain(value);
    }
  }
});
