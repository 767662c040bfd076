/** A dashboard server in virtual time: every request has an answer that is different from all others. */
import { END, buffers, eventChannel, type EventChannel } from 'redux-saga';
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import { TIME_FRAMES } from '../../contract/dashboards/filter';
import { statusesFor, type Widget } from '../../contract/dashboards/widgets';
import type { EndpointName } from '../../contract/endpoints';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { WidgetCall } from '../../sagas/features/dashboards/home/widgets';
import type { HttpAnswer, HttpCall, HttpLine } from '../../sagas/base/ports/network';
import { token } from './scriptedServer';
import { createBrowser, type Browser } from './browser';
import { openTab } from './tab';
import { USER } from './user';
import { createVirtualClock, type VirtualClock } from './virtualClock';

export const FACILITY = 'a0000000-0000-4000-8000-000000000001';
export const OTHER_FACILITY = 'a0000000-0000-4000-8000-000000000002';
export const DEPARTMENT = 'd0000000-0000-4000-8000-000000000001';
export const GONE = 'e0000000-0000-4000-8000-000000000009';
export const NURSE = 'b0000000-0000-4000-8000-000000000001';
export const ICU = 'c0000000-0000-4000-8000-000000000001';

export const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
export const refusal = (status: number, errorCode: string, errorMessage: string): HttpAnswer =>
  json({ errorCode, errorMessage }, status);

export const savedSearch = (facts: object = {}) => ({
  id: 'f0000000-0000-4000-8000-000000000001',
  searchName: 'ICU, this year',
  public: false,
  default: false,
  canDeleted: true,
  filter: JSON.stringify({ form: { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] }, chips: [] }),
  ...facts,
});

export const OPTIONS = {
  professions: [{ value: NURSE, label: 'Registered Nurse' }],
  specialties: [{ value: ICU, label: 'ICU', professionId: NURSE }],
  jobTypes: [{ value: 'TRAVEL', label: 'Travel' }],
  organizationOfferingDTO: [],
  agencyNames: [] as { value: string; label: string }[],
  salesRep: [],
  clientNames: [
    { value: FACILITY, label: 'Lakeside' },
    { value: OTHER_FACILITY, label: 'Harbor' },
  ],
  divisions: [],
  savedFilters: [] as ReturnType<typeof savedSearch>[],
  timeFrames: TIME_FRAMES.map((value) => ({ value, label: value.toLowerCase(), from: '2026-01-01', to: '2026-01-31' })),
  widgetStatuses: [] as { value: string; label: string }[],
  widgetPreferences: '',
  canPublish: true,
};

const CARD_OF: Readonly<Record<WidgetCall, Widget>> = {
  submissionsWidget: 'SUBMISSIONS',
  agencySubmissionsWidget: 'SUBMISSIONS',
  jobsWidget: 'JOBS',
  agencyJobsWidget: 'JOBS',
  assignmentsWidget: 'ASSIGNMENTS',
  agencyAssignmentsWidget: 'ASSIGNMENTS',
  activeComplianceWidget: 'COMPLIANCE',
  bookedComplianceWidget: 'COMPLIANCE',
  timesheetWidget: 'TIMESHEET',
  invoiceWidget: 'INVOICE',
};
export const cardOf = (endpoint: EndpointName): Widget | undefined =>
  (CARD_OF as Partial<Record<EndpointName, Widget>>)[endpoint];

/** A different number for each request, used as its total. */
export function createNumbers() {
  const known = new Map<string, number>();
  return (endpoint: string, body: unknown): number => {
    const key = `${endpoint} ${JSON.stringify(body)}`;
    const number = known.get(key) ?? known.size + 1;
    known.set(key, number);
    return number;
  };
}

const PERIOD = { from: '2026-01-01', to: '2026-01-31' };

/** The answer of a card's call: statuses counted 0, 1, 2 and so on. */
export function cardAnswer(widget: Widget, total: number, body: unknown): HttpAnswer {
  const statuses = statusesFor(widget, 'VMS').map((value, index) => ({ value, label: value, count: index }));
  const answers: Readonly<Record<Widget, () => object>> = {
    SUBMISSIONS: () => ({ period: PERIOD, total, grandTotal: total, submissionStatuses: statuses }),
    JOBS: () => ({
      period: PERIOD,
      total,
      grandTotal: total,
      jobStatuses: statuses,
      hotJob: 1,
      newlyPosted: 2,
      pendingReview: 3,
      totalOpenings: 9,
    }),
    ASSIGNMENTS: () => ({
      period: PERIOD,
      assignmentCount: { total },
      assignmentStatuses: statuses.map(({ value, label, count }) => ({ value, name: label, y: count })),
    }),
    COMPLIANCE: () => ({
      total,
      filesDue: 4,
      docsPendingReview: 5,
      docsExpringFifteenDays: 6,
      complianceStatuses: statuses,
    }),
    TIMESHEET: () => ({
      period: PERIOD,
      view: (body as { clientToggle?: boolean }).clientToggle ? 'facility' : 'supplier',
      total,
      disputes: 1,
      adjustments: 0,
      timesheetStatuses: statuses,
    }),
    INVOICE: () => ({ period: PERIOD, total, totalDue: 123_456, totalPending: 0, invoiceStatuses: statuses }),
  };
  return json(answers[widget]());
}

const UNAVAILABLE = refusal(503, 'server.unavailable', 'The server is busy.');

export interface TimedReply {
  readonly reply: HttpAnswer | 'unreachable';
  readonly ms?: number;
}
export type Script = Partial<Record<EndpointName, (call: HttpCall) => TimedReply>>;

export interface DashboardHarness {
  readonly user?: Partial<UserInfo>;
  readonly permissions?: readonly Permission[];
  readonly options?: Partial<typeof OPTIONS>;
  readonly script?: Script;
  readonly browser?: Browser;
  readonly clock?: ReturnType<typeof createVirtualClock>;
  readonly at?: string;
  /** How long a card's answer takes, or that it fails. */
  readonly card?: (widget: Widget, call: HttpCall) => Partial<TimedReply> | undefined;
}

/** The answer of a batch, each line after its own time; a call that cannot be answered is a 503 in its line. */
export const batchLines = (
  clock: VirtualClock,
  { body }: HttpCall,
  replyOf: (call: HttpCall) => TimedReply | undefined,
): EventChannel<HttpLine> =>
  eventChannel<HttpLine>((emit) => {
    const { calls } = body as { calls: { call: EndpointName; body: HttpCall['body'] }[] };
    let left = calls.length;
    const callOffs = calls.map((each, index) => {
      const reply = replyOf({ endpoint: each.call, timeoutMs: 0, ...(each.body && { body: each.body }) });
      return clock.at(reply?.ms ?? 10, () => {
        const answer = reply?.reply === 'unreachable' || reply === undefined ? UNAVAILABLE : reply.reply;
        emit({
          type: 'line',
          value: { index, status: answer.status, [answer.status === 200 ? 'body' : 'error']: answer.body },
        });
        if (--left === 0) emit(END);
      });
    });
    return () => callOffs.forEach((callOff) => callOff());
  }, buffers.expanding(8));

/** A signed-in tab at the home dashboard, over the real root saga. */
export async function atDashboard(scene: DashboardHarness = {}) {
  const clock = scene.clock ?? createVirtualClock();
  const browser = scene.browser ?? createBrowser(clock);
  const numberOf = createNumbers();
  const user = { ...USER, permissions: [...(scene.permissions ?? PERMISSIONS)], ...scene.user };
  const usual: Script = {
    sessionCheck: () => ({ reply: json({ accessStatus: 'LOGGED_IN', userName: user.userName }) }),
    token: () => ({ reply: json(token()) }),
    userInfo: () => ({ reply: json(user) }),
    fetchImmediateBroadcasts: () => ({ reply: json({ broadcasts: [] }) }),
    fetchImmediateRoleUpdates: () => ({ reply: json({ roleUpdates: [] }) }),
    websocketContext: () => ({ reply: json({ context: 'the-ticket' }) }),
    notificationContext: () => ({ reply: json({ context: 'reader' }) }),
    dashboardFilters: () => ({ reply: json({ ...OPTIONS, ...scene.options }) }),
    dashboardDepartments: () => ({ reply: json({ departments: [{ value: DEPARTMENT, label: 'ICU North' }] }) }),
    saveDashboardFilter: () => ({ reply: json({ id: GONE }) }),
    deleteDashboardFilter: () => ({ reply: json({ id: GONE }) }),
    saveWidgetPreferences: () => ({ reply: json({ id: GONE }) }),
    saveStatusPreferences: () => ({ reply: json({ id: GONE }) }),
    needsYou: () => ({ reply: json({ figures: [] }) }),
    homeChanges: () => ({ reply: json({ since: null, figures: [] }) }),
  };
  const requests: HttpCall[] = [];
  const cardReply = (call: HttpCall): TimedReply | undefined => {
    const widget = cardOf(call.endpoint);
    if (widget === undefined) return undefined;
    requests.push(call);
    const usually = { ms: 10, reply: cardAnswer(widget, numberOf(call.endpoint, call.body), call.body) };
    return { ...usually, ...scene.card?.(widget, call) };
  };
  const tab = openTab({
    clock,
    browser,
    answer(call, _, send) {
      if (call.endpoint === 'dashboardBatch')
        return void clock.at(5, () => send(json(batchLines(clock, call, cardReply))));
      const card = cardReply(call);
      const reply = scene.script?.[call.endpoint]?.(call) ??
        card ??
        usual[call.endpoint]?.(call) ?? { reply: refusal(404, 'not.found', 'No.') };
      clock.at(reply.ms ?? 10, () => send(reply.reply));
    },
  });
  tab.goTo(scene.at ?? '/vms/dashboard');
  tab.start();
  await clock.advance(600);
  return {
    tab,
    clock,
    browser,
    numberOf,
    calls: (endpoint: EndpointName) =>
      (cardOf(endpoint) === undefined ? tab.sent : requests).filter((call) => call.endpoint === endpoint),
    /** Every requested card, alone or in a batch. */
    cardCalls: () => requests,
    search: () => tab.state().location!.search,
    notices: () => tab.state().notices!.shown.map(({ text }) => text),
    async dispatch(action: Parameters<typeof tab.store.dispatch>[0], ms = 60) {
      tab.store.dispatch(action);
      await clock.advance(ms);
    },
  };
}
