/** Who may request which KPI: removing a permission removes exactly its part. */
import { sql } from 'kysely';
import type { Permission } from '../../../../contract/base/permissions';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  SUPPLIER_KPI_PERMISSION,
  TOP_SUPPLIERS_TILE,
  TOP_SUPPLIER_CODES,
  TOP_SUPPLIER_WIDGETS,
  type KpiWidget,
} from '../../../../contract/dashboards/kpiDashboards';
import { startListWorld, type Kind, type ListWorld } from '../../lists/support';
import { request, flagsOf, pathOf, withoutPermission, type KpiCall } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const FRAME = ['vmsName', 'period', 'previousPeriod', 'months', 'figures'];
const partsOf = (answer: object): string[] => [
  ...Object.keys(answer).filter((name) => !FRAME.includes(name)),
  ...Object.keys((answer as { figures?: object }).figures ?? {}).map((name) => `figures.${name}`),
];

/** The parts of the answer that belong to a widget. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'businessAnalysis SUBMITTAL_TO_OFFER': ['submittalToOfferRatio', 'figures.SUBMITTAL_TO_OFFER'],
  'businessAnalysis FILL_RATE': ['fillRatePercentage', 'figures.FILL_RATE'],
  'businessAnalysis DECLINED_RATE': ['declinePercentage', 'figures.DECLINED_RATE'],
  'businessAnalysis RETENTION_RATE': ['retentionPercentage', 'figures.RETENTION_RATE'],
  'businessAnalysis SPEND': ['datasets', 'revenueDateRange'],
  'businessAnalysis TIME_TO_FILL': ['timeToFillDataset'],
  'businessAnalysis SUBMITTED_TO_BOOKED': ['timeToHire'],
  'businessAnalysis OFFERED_TO_BOOKED': [
    'timeFromSubmittedToOffer',
    'timeFromOfferedToAccept',
    'timeFromOfferedToBook',
  ],
  'businessAnalysis FILE_COMPLETION': ['fileCompletionDTO'],
  'businessAnalysis PUSHED_STARTS': ['pushedStartData'],
  'businessAnalysis ASSIGNMENTS_HISTORY': ['completedAssignments'],
  'facilityKpiDashboard SUBMITTAL_TO_OFFER': ['submittalToOfferRatio', 'figures.SUBMITTAL_TO_OFFER'],
  'facilityKpiDashboard ON_TIME_STARTS': ['onTimeStartPercent', 'figures.ON_TIME_STARTS'],
  'facilityKpiDashboard COMPLETION_RATE': ['assignmentCompletePercent', 'figures.COMPLETION_RATE'],
  'facilityKpiDashboard CANCELLATION_RATE': ['cancellationPercent', 'figures.CANCELLATION_RATE'],
  'facilityKpiDashboard EARLY_TERM_RATE': ['earlyTermPercent', 'figures.EARLY_TERM_RATE'],
  'facilityKpiDashboard RETENTION_RATE': ['retentionPercentage', 'figures.RETENTION_RATE'],
  'facilityKpiDashboard SPEND': ['datasets', 'revenueDateRange'],
  'facilityKpiDashboard TIME_TO_FILL': ['timeToFillDataset'],
  'facilityKpiDashboard FILE_COMPLETION': ['fileCompletionDTO'],
};

const DASHBOARDS: readonly (readonly [Kind, 'businessAnalysis' | 'facilityKpiDashboard', Record<string, KpiWidget>])[] =
  [
    ['VMS', 'businessAnalysis', BUSINESS_ANALYSIS],
    ['CLIENT', 'facilityKpiDashboard', FACILITY_KPI],
  ];
const WIDGETS = DASHBOARDS.flatMap(([kind, call, dashboard]) =>
  Object.entries(dashboard).map(([name, widget]) => [`${call} ${name}`, kind, call, widget] as const),
);

test.each(DASHBOARDS)('%s gets exactly the parts of %s that its flags request', async (kind, call, dashboard) => {
  const all = Object.keys(dashboard).flatMap((name) => PARTS[`${call} ${name}`] ?? [`nothing known of ${name}`]);
  expect(partsOf(await request(world, kind, call)).sort()).toEqual([...all].sort());
  const off = Object.fromEntries(Object.keys(flagsOf(call)).map((flag) => [flag, false]));
  expect(partsOf(await request(world, kind, call, off))).toEqual([]);
});

test.each(WIDGETS)('%s is requested by its flag alone', async (name, kind, call, { flag }) => {
  const off = Object.fromEntries(Object.keys(flagsOf(call)).map((each) => [each, each === flag]));
  expect(partsOf(await request(world, kind, call, off)).sort()).toEqual([...(PARTS[name] ?? [])].sort());
});

const dashboards = new Map<string, Promise<object>>();
/** Requested once, because no test leaves a permission changed. */
function wholeBoard(kind: Kind, call: 'businessAnalysis' | 'facilityKpiDashboard'): Promise<object> {
  const dashboard = dashboards.get(call) ?? request(world, kind, call);
  dashboards.set(call, dashboard);
  return dashboard;
}

test.each(WIDGETS)('without its permission only %s is missing', async (name, kind, call, { permission }) => {
  const before = partsOf(await wholeBoard(kind, call));
  const after = await withoutPermission(world, kind, permission, () => request(world, kind, call));
  const gone = before.filter((part) => !partsOf(after).includes(part));
  expect({ permission, gone: gone.sort() }).toEqual({ permission, gone: [...(PARTS[name] ?? [])].sort() });
});

type KpiRequest = readonly [KpiCall, string];
const RANKINGS: readonly (readonly [Permission, KpiRequest])[] = [
  ...TOP_SUPPLIER_CODES.map((code) => [TOP_SUPPLIER_WIDGETS[code].permission, ['topSuppliers', code]] as const),
  [TOP_SUPPLIERS_TILE.permission, ['topSuppliersTimeToFill', '']],
  [SUPPLIER_KPI_PERMISSION, ['supplierKpiBoard', '']],
];

test.each(RANKINGS)('%s is required only for the ranking %s', async (permission, wanted) => {
  const statuses = (): Promise<string[]> =>
    Promise.all(
      RANKINGS.map(async ([, [call, widget]]) => {
        const { status } = await world.send('VMS', 'POST', pathOf(call, widget), {});
        return `${call} ${widget}: ${status}`;
      }),
    );
  const expected = RANKINGS.map(([, [call, widget]]) => {
    const refused = call === wanted[0] && widget === wanted[1];
    return `${call} ${widget}: ${refused ? 401 : 200}`;
  });
  expect(await withoutPermission(world, 'VMS', permission, statuses)).toEqual(expected);
});

test.each([
  ['AGENCY', 'businessAnalysis', ''],
  ['AGENCY', 'facilityKpiDashboard', ''],
  ['AGENCY', 'topSuppliersTimeToFill', ''],
  ...TOP_SUPPLIER_CODES.map((code) => ['AGENCY', 'topSuppliers', code] as const),
  ['CLIENT', 'businessAnalysis', ''],
  ['CLIENT', 'supplierKpiBoard', ''],
  ['CLIENT', 'topSuppliers', 'highestrevenue'],
  ['CLIENT', 'topSuppliersTimeToFill', ''],
  ['OWNER', 'businessAnalysis', ''],
  ['OWNER', 'supplierKpiBoard', ''],
] as const)('%s is refused %s %s', async (kind, call, widget) => {
  const { status, json } = await world.send(kind, 'POST', pathOf(call, widget), flagsOf(call));
  expect([status, json['errorCode']]).toEqual([401, 'server.unauthorized']);
});

test('an unknown time frame is refused with a message, also for the spend', async () => {
  for (const [body, sentence] of [
    [{ timeFrame: 'FORTNIGHT' }, 'There is no such time frame. Please choose one of the options.'],
    [{ billingTimeFrame: 'FORTNIGHT' }, 'There is no such billing time frame. Please choose one of the options.'],
  ] as const) {
    const { status, json } = await world.send('VMS', 'POST', pathOf('businessAnalysis'), {
      fetchRevenueData: true,
      ...body,
    });
    expect([status, json['errorMessage']]).toEqual([400, sentence]);
  }
  expect((await world.send('VMS', 'POST', pathOf('topSuppliers', 'mostloved'), {})).status).toBe(400);
});

test('many requests of one user are answered in turn or refused with a retry time, and delay no one else', async () => {
  const times = 40;
  const answers: Promise<{ status: number; headers: Record<string, unknown>; json: Record<string, unknown> }>[] = [];
  const refused: unknown[] = [];
  await world.owner.transaction().execute(async (holder) => {
    await sql`lock table assignments, submissions, jobs in access exclusive mode`.execute(holder);
    for (let count = 0; count < times; count += 1) {
      // All of them count together.
      const call = count % 2 === 0 ? 'businessAnalysis' : 'supplierComparison';
      const body = call === 'businessAnalysis' ? flagsOf(call) : { agencyIds: [world.scopes.AGENCY.organizationId] };
      const answer = world.send('VMS', 'POST', pathOf(call), body);
      answers.push(answer);
      void answer.then(({ status, headers, json }) =>
        refused.push([status, headers['retry-after'], json['errorCode']]),
      );
    }
    while (refused.length < times - 36) await new Promise((resolve) => setTimeout(resolve, 10));
    const other = await world.send('CLIENT', 'GET', '/api-websocket/v1/websocket/wscontext');
    expect(other.status).toBe(200);
    expect(refused).toEqual(Array(times - 36).fill([429, '2', 'too.many.requests']));
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(36);
});
