/** The card requests of each kind of organization on the home dashboard, and random filters for them. */
import fc from 'fast-check';
import { TIME_ZONE_HEADER } from '../../../contract/base/values';
import type { BatchCall } from '../../../contract/dashboards/batch.endpoints';
import { drillTarget, totalTargets, type DrillContext, type DrillTarget } from '../../../contract/dashboards/drill';
import {
  TIME_FRAMES,
  translateFilters,
  offersChoice,
  type ChoiceField,
  type DashboardFilter,
  type Period,
} from '../../../contract/dashboards/filter';
import { homeDashboardEndpoints } from '../../../contract/dashboards/home.endpoints';
import { codesFor, type Widget, type WidgetCode } from '../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../contract/endpoints';
import type { ListWorld } from '../lists/support';

export type Party = 'VMS' | 'CLIENT' | 'AGENCY';
export type Filter = DashboardFilter & { readonly clientId?: string };

/** A card as seen by one kind of organization, with its toggle in one position. */
export interface Card {
  readonly party: Party;
  readonly widget: Widget;
  readonly call: BatchCall;
  readonly extra: object;
  readonly context: DrillContext;
}

/** The current date in UTC. A run may cross midnight, so it must not be stored. */
export const today = (): string => day(0);

/** How a card is requested, and what its numbers lead to in this position of its toggle. */
type Position = readonly [call: BatchCall, extra?: object, context?: Partial<DrillContext>];

/** A record of all widgets, so that none is left out of the comparisons with the lists. */
const positionsOf = (party: Party): Readonly<Record<Widget, readonly Position[]>> => {
  const supplier = party === 'AGENCY';
  return {
    SUBMISSIONS: [[supplier ? 'agencySubmissionsWidget' : 'submissionsWidget']],
    JOBS: [[supplier ? 'agencyJobsWidget' : 'jobsWidget', { notificationDate: today() }]],
    ASSIGNMENTS: [[supplier ? 'agencyAssignmentsWidget' : 'assignmentsWidget']],
    COMPLIANCE: [['activeComplianceWidget'], ['bookedComplianceWidget', {}, { complianceView: 'BOOKED' }]],
    TIMESHEET:
      party === 'VMS'
        ? [
            ['timesheetWidget', { agencyToggle: true, clientToggle: false }],
            ['timesheetWidget', { agencyToggle: false, clientToggle: true }, { timesheetView: 'facility' }],
          ]
        : [['timesheetWidget']],
    INVOICE: [['invoiceWidget']],
  };
};

export const cardsOf = (party: Party): Card[] =>
  (Object.entries(positionsOf(party)) as [Widget, readonly Position[]][]).flatMap(([widget, positions]) =>
    positions.map(([call, extra = {}, context = {}]) => ({
      party,
      widget,
      call,
      extra,
      context: { type: party, complianceView: 'ACTIVE', timesheetView: 'supplier', today: today(), ...context },
    })),
  );

/** The number of a code in a card's answer. */
export function numberOf(code: WidgetCode, answer: Record<string, unknown>): number | undefined {
  const items = (answer['submissionStatuses'] ??
    answer['jobStatuses'] ??
    answer['complianceStatuses'] ??
    answer['timesheetStatuses'] ??
    answer['invoiceStatuses'] ??
    []) as { value: string; count: number }[];
  const names = (answer['assignmentStatuses'] ?? []) as { value: string; y: number }[];
  const item = items.find(({ value }) => value === code)?.count ?? names.find(({ value }) => value === code)?.y;
  return item ?? (answer[TILES[code] ?? ''] as number | undefined);
}

const TILES: Partial<Record<WidgetCode, string>> = {
  HOT_JOB: 'hotJob',
  HOT_WITHOUT_SUBMISSION: 'hotWithoutSubmission',
  NEWLY_POSTED: 'newlyPosted',
  PENDING_REVIEW: 'pendingReview',
  PENDING_APPROVAL: 'pendingApproval',
  FILES_DUE: 'filesDue',
  DOCS_PENDING_REVIEW: 'docsPendingReview',
  DOCS_EXPIRING_FIFTEEN_DAYS: 'docsExpringFifteenDays',
  DISPUTES: 'disputes',
  ADJUSTMENTS: 'adjustments',
};

/** Current states, regardless of the time frame: what a facility or a supplier considers open today. */
export const STOCK: Readonly<Record<Widget, readonly string[]>> = {
  SUBMISSIONS: [],
  JOBS: [
    'OPEN_WITHOUT_SUBMISSION',
    'OPEN_WITH_SUBMISSION',
    'ON_HOLD',
    'EXTENSION',
    'HOT_JOB',
    'HOT_WITHOUT_SUBMISSION',
    'PENDING_REVIEW',
    'PENDING_APPROVAL',
  ],
  ASSIGNMENTS: ['ACTIVE', 'BOOKED', 'EXTENSIONS_DUE'],
  COMPLIANCE: [
    'FILES_DUE',
    'DOCS_PENDING_REVIEW',
    'DOCS_EXPIRING_FIFTEEN_DAYS',
    'LESS_TWENTYFIVE',
    'TWENTYFIVE_FIFTY',
    'FIFTY_SEVENTYFIVE',
    'SEVENTYFIVE_NINTYNINE',
    'HUNDRED',
  ],
  TIMESHEET: ['MISSING', 'SAVED', 'SUBMITTED', 'DISPUTES'],
  INVOICE: ['INVOICE_DUE', 'INVOICE_PAST_DUE', 'REVERSE_INVOICE_PENDING', 'REVERSE_INVOICE_GOOD_PAY'],
};
/** Counted by another date than that of the list's period. */
export const DATED: Readonly<Partial<Record<string, string>>> = {
  CLOSED_FILLED: 'closedAt',
  CLOSED_OTHER: 'closedAt',
  INVOICE_PAID: 'paidOn',
  REVERSE_INVOICE_PAID: 'paidOn',
};

/** Counted besides the statuses, or part of one: not in the total. */
const IN_NO_TOTAL = [
  'HOT_JOB',
  'HOT_WITHOUT_SUBMISSION',
  'NEWLY_POSTED',
  'PENDING_REVIEW',
  'PENDING_APPROVAL',
  'EXTENSIONS_DUE',
  'FILES_DUE',
  'DOCS_PENDING_REVIEW',
  'DOCS_EXPIRING_FIFTEEN_DAYS',
  'DISPUTES',
  'ADJUSTMENTS',
];

export interface Cell {
  readonly shown: number | undefined;
  readonly listed: unknown;
  /** Everything needed to reproduce it. */
  readonly what: string;
}

/** The card's number for each code, and the row count of its list. */
export async function cellsOf(world: ListWorld, card: Card, filter: Filter, zone = 'UTC'): Promise<Cell[]> {
  const { path } = homeDashboardEndpoints[card.call];
  const inZone = { [TIME_ZONE_HEADER]: zone };
  const { status, json, text } = await world.send(card.party, 'POST', path, { ...filter, ...card.extra }, inZone);
  if (status !== 200) throw new Error(`${card.party} ${card.call} ${JSON.stringify(filter)}: ${status} ${text}`);
  const period = (json['period'] as Period | undefined) ?? null;
  const cells: Cell[] = [];
  for (const code of codesFor(card.widget, card.party)) {
    const target = drillTarget(card.widget, code, card.context);
    const isLimited = code !== 'NEWLY_POSTED' && !STOCK[card.widget].includes(code);
    cells.push(await cellOf(target, isLimited ? period : null, code, numberOf(code, json), DATED[code]));
  }
  for (const kind of ['stock', 'flow'] as const) {
    const codes = codesFor(card.widget, card.party).filter(
      (code) => !IN_NO_TOTAL.includes(code) && STOCK[card.widget].includes(code) === (kind === 'stock'),
    );
    const totals = totalTargets(card.widget, kind, card.context);
    expect(totals.flatMap((total) => total.codes).sort()).toEqual([...codes].sort());
    for (const total of totals) {
      const shown = total.codes.reduce((sum, code) => sum + (numberOf(code, json) ?? 0), 0);
      const by = DATED[total.codes[0] ?? ''];
      cells.push(await cellOf(total.target, kind === 'flow' ? period : null, `total of ${kind}`, shown, by));
    }
  }
  return cells;

  async function cellOf(
    target: DrillTarget,
    within: Period | null,
    name: string,
    shown: number | undefined,
    by?: string,
  ): Promise<Cell> {
    const { filters } = translateFilters(target.list, filter, within, card.party, by);
    const body = {
      filters: { ...target.fixed, ...target.query, ...filters },
      ...(filter.clientId && { clientId: filter.clientId }),
    };
    const total = await world.send(card.party, 'POST', `/api-user/v1/lists/${target.list}/total`, body, inZone);
    const filterText = JSON.stringify({ ...filter, ...card.extra });
    return {
      shown,
      listed: total.json['total'] ?? total.text,
      what: `${card.party} ${zone} ${card.call} ${filterText}: ${name} -> ${target.list} ${JSON.stringify(body)}`,
    };
  }
}

type Choices = Partial<Record<ChoiceField, readonly string[]>>;

/** The values available to this party. */
export async function choicesOf(world: ListWorld, party: Party): Promise<Choices> {
  const { json } = await world.send(party, 'GET', '/api-client/v1/dashboard/filters?dashboard=HOME');
  const options = json as unknown as ResponseOf<'dashboardFilters'>;
  const values = (items: readonly { readonly value: string }[] | undefined) => items?.map(({ value }) => value) ?? [];
  const clientIds = values(options.clientNames);
  const departments = offersChoice('departmentIds', party)
    ? (await world.send(party, 'POST', '/api-client/v1/dashboard/departments', { clientIds })).json['departments']
    : [];
  const choices: Choices = {
    clientIds,
    departmentIds: values(departments as { value: string }[]),
    professionIds: values(options.professions),
    specialtyIds: values(options.specialties),
    agencyIds: values(options.agencyNames),
    salesRepIds: values(options.salesRep),
    jobTypes: values(options.jobTypes),
    offeringIds: options.organizationOfferingDTO.map(({ offeringId }) => offeringId),
    subOfferingIds: options.organizationOfferingDTO.map(({ subofferingId }) => subofferingId),
  };
  return Object.fromEntries(Object.entries(choices).filter(([, of]) => of.length > 0));
}

/** The date this many days from today. */
export const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** Few fields at a time with several values each, so that some rows match. */
export function filterArbitrary(choices: Choices): fc.Arbitrary<Filter> {
  const fields = Object.entries(choices).map(([field, values]) =>
    fc
      .uniqueArray(fc.constantFrom(...new Set(values)), {
        minLength: 1,
        maxLength: Math.max(2, Math.ceil(values.length / 2)),
      })
      .map((chosen): [string, string[]] => [field, chosen]),
  );
  const chosen = fc
    .shuffledSubarray(fields, { minLength: 0, maxLength: Math.min(2, fields.length) })
    .chain((some) => fc.tuple(...some))
    .map((pairs) => Object.fromEntries(pairs));
  const days = fc.oneof(
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 3, arbitrary: fc.constantFrom(...TIME_FRAMES).map((timeFrame) => ({ timeFrame })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.integer({ min: -300, max: -30 }), fc.integer({ min: 0, max: 400 }))
        .map(([from, length]) => ({ dateRange: [day(from), day(from + length)] })),
    },
  );
  const { clientIds = [] } = choices;
  const shell =
    clientIds.length === 0
      ? fc.constant(undefined)
      : fc.option(fc.constantFrom(...clientIds), { nil: undefined, freq: 5 });
  return fc
    .tuple(chosen, days, shell)
    .map(([form, when, clientId]) => ({ ...form, ...when, ...(clientId && { clientId }) }));
}
