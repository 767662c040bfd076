/**
 * The cards of the home dashboard with a scripted server, in virtual time: the real root saga, machines and reducers.
 */
import type { NotificationCategory } from '../../contract/notifications/categories';
import type { FileRef } from '../../machines/references';
import { HOME_DASHBOARD_PERMISSIONS, PERMISSIONS } from '../../contract/base/permissions';
import { WIDGETS, type Widget } from '../../contract/dashboards/widgets';
import { selectForm } from '../../sagas/features/dashboards/filters/filters.selectors';
import { filterApplied } from '../../sagas/features/dashboards/filters/filters.slice';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { ordered } from '../../sagas/features/dashboards/home/arrangement';
import { toggled } from '../../sagas/features/dashboards/home/arrangementChanges';
import {
  selectArrangement,
  selectComplianceView,
  selectComplianceViews,
  selectLinkedView,
  selectShownCards,
  selectStatuses,
} from '../../sagas/features/dashboards/home/cardRequests.selectors';
import { selectCardView } from '../../sagas/features/dashboards/home/cards.selectors';
import {
  cardRetried,
  cardsArranged,
  complianceViewChosen,
  statusesArranged,
  statusesClosed,
  timesheetViewChosen,
  tooManySelected,
} from '../../sagas/features/dashboards/home/home.slice';
import { recordActionsDone } from '../../sagas/features/recordActions/recordActions.intents';
import { fileChosen, importPressed } from '../../sagas/features/timesheetImport/timesheetImport.slice';
import { selectIsWallDisplay, selectIsFrameless } from '../../sagas/navigation/location/location.selectors';
import { selectSharedAddress } from '../../sagas/features/dashboards/home/share.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { notificationOf } from '../support/notificationServer';
import { createVirtualClock } from '../support/virtualClock';
import { FACILITY, GONE, OPTIONS, atDashboard, cardOf, json, refusal, savedSearch } from '../support/dashboardServer';
type Harness = Awaited<ReturnType<typeof atDashboard>>;
const view = ({ tab }: Harness, widget: Widget) => selectCardView(tab.state())(widget)!;
const eventOf = (sequence: number, categoryCode: NotificationCategory) =>
  eventsApplied({ events: [{ sequence, notification: notificationOf(sequence, { categoryCode }) }], live: true });
const shareOfTotal = (count: number, total: number) => Number(((100 * count) / total).toFixed(2));
const form = ({ tab }: Harness) => selectForm(tab.state());

describe('the cards', () => {
  it.each(WIDGETS)('%s is neither shown nor requested without its permission', async (widget) => {
    const mine: Readonly<Record<Widget, RegExp>> = {
      SUBMISSIONS: /DASHBOARD_SUBMISSIONS$/,
      JOBS: /DASHBOARD_JOBS$/,
      ASSIGNMENTS: /DASHBOARD_ASSIGNMENTS$/,
      COMPLIANCE: /_COMPLIANCE$/,
      TIMESHEET: /TIMESHEET_DASHBOARD/,
      INVOICE: /INVOICE_DASHBOARD/,
    };
    const gone = HOME_DASHBOARD_PERMISSIONS.filter((code) => mine[widget].test(code));
    const at = await atDashboard({
      permissions: PERMISSIONS.filter((code) => !(gone as readonly string[]).includes(code)),
    });
    expect(selectShownCards(at.tab.state())).toEqual(WIDGETS.filter((each) => each !== widget));
    expect(at.cardCalls().map(({ endpoint }) => cardOf(endpoint))).toEqual(WIDGETS.filter((each) => each !== widget));
  });

  it('each show their own answer, and a failed one does not affect the others', async () => {
    const at = await atDashboard({
      card: (widget) =>
        widget === 'JOBS'
          ? { reply: 'unreachable' }
          : widget === 'INVOICE'
            ? { ms: 30_000, reply: 'unreachable' }
            : undefined,
    });
    const others: Partial<Record<Widget, string>> = { JOBS: 'failed', INVOICE: 'loading' };
    expect(WIDGETS.map((widget) => view(at, widget).phase)).toEqual(WIDGETS.map((each) => others[each] ?? 'full'));
    expect(view(at, 'JOBS').error).toBe('The service is busy at the moment. Please wait a little and try again.');
    const before = at.cardCalls().length;
    await at.dispatch(cardRetried({ widget: 'JOBS' }));
    expect(at.cardCalls()).toHaveLength(before + 1);
  });

  it('are requested again soon after midnight, for the next day, while yesterday’s numbers are still shown', async () => {
    // A quarter of an hour before midnight on the eve of a leap day, in any time zone of the machine.
    const clock = createVirtualClock(new Date(2028, 1, 28, 23, 45).getTime());
    const at = await atDashboard({ clock });
    const days = () =>
      at.calls('jobsWidget').map(({ body }) => (body as { readonly notificationDate: string }).notificationDate);
    expect([days(), at.cardCalls().length]).toEqual([['2028-02-28'], WIDGETS.length]);
    // It may still be yesterday for the server. Half a minute is random, so that browsers do not all ask in one second.
    await clock.advance(new Date(2028, 1, 29, 0, 1, 30).getTime() - 1 - clock.now());
    expect(at.cardCalls()).toHaveLength(WIDGETS.length);
    await clock.advance(1_000);
    expect([days(), at.cardCalls().length]).toEqual([['2028-02-28', '2028-02-29'], 2 * WIDGETS.length]);
    expect(WIDGETS.map((widget) => view(at, widget).phase)).toEqual(WIDGETS.map(() => 'full'));
    await clock.advance(24 * 3_600_000);
    expect(days().at(-1)).toBe('2028-03-01');
  });

  it('are requested again after midnight although some were just before, when it was still yesterday for the server', async () => {
    const clock = createVirtualClock(new Date(2028, 1, 28, 23, 59, 40).getTime());
    const at = await atDashboard({ clock });
    await clock.advance(40_000);
    await at.dispatch(cardRetried({ widget: 'INVOICE' }));
    // The jobs are asked for with their day.
    expect(
      at
        .cardCalls()
        .slice(WIDGETS.length)
        .map(({ endpoint }) => cardOf(endpoint)),
    ).toEqual(['JOBS', 'INVOICE']);
    await clock.advance(90_000);
    expect(
      at
        .cardCalls()
        .slice(WIDGETS.length + 2)
        .map(({ endpoint }) => cardOf(endpoint)),
    ).toEqual(WIDGETS);
  });

  it('keep the last numbers of the same filter if a newer request fails, and never show those of another', async () => {
    let fails = false;
    const at = await atDashboard({ card: () => (fails ? { reply: 'unreachable' } : undefined) });
    fails = true;
    await at.dispatch(cardRetried({ widget: 'JOBS' }));
    expect(view(at, 'JOBS')).toMatchObject({ phase: 'full', error: expect.any(String) as string });
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }));
    expect(view(at, 'JOBS')).toMatchObject({ phase: 'failed', total: 0, statuses: [] });
  });

  it('are requested again if an event arrived during the request, because the answer may be older', async () => {
    const at = await atDashboard({ card: (widget) => (widget === 'JOBS' ? { ms: 6_000 } : undefined) });
    expect(view(at, 'JOBS').phase).toBe('loading');
    await at.dispatch(eventOf(1, 'JOB'));
    const jobs = () => at.cardCalls().filter(({ endpoint }) => cardOf(endpoint) === 'JOBS').length;
    await at.clock.advance(3_000);
    expect(jobs()).toBe(1);
    await at.clock.advance(5_000);
    expect([jobs(), view(at, 'JOBS')]).toEqual([2, expect.objectContaining({ phase: 'full', stale: true }) as unknown]);
    await at.clock.advance(6_100);
    expect([jobs(), view(at, 'JOBS')]).toEqual([
      2,
      expect.objectContaining({ phase: 'full', stale: false }) as unknown,
    ]);
    // The card answered in time is not requested again.
    expect(at.cardCalls().filter(({ endpoint }) => cardOf(endpoint) === 'INVOICE')).toHaveLength(1);
  });

  it('are requested again after an event, even while a card hidden before its answer is stale', async () => {
    const at = await atDashboard({ card: (widget) => (widget === 'JOBS' ? { ms: 6_000 } : undefined) });
    await at.dispatch(eventOf(1, 'JOB'));
    await at.dispatch(cardsArranged({ cards: toggled(selectArrangement(at.tab.state()), 'JOBS')! }));
    await at.clock.advance(8_000);
    const invoices = () => at.cardCalls().filter(({ endpoint }) => cardOf(endpoint) === 'INVOICE').length;
    expect(invoices()).toBe(1);
    await at.dispatch(eventOf(2, 'BACK_OFFICE'));
    await at.clock.advance(2_100);
    expect(invoices()).toBe(2);
  });

  it('are not requested again on return within 15 s, and shown immediately after that', async () => {
    const at = await atDashboard();
    await at.dispatch(navigateRequested({ to: '/vms/jobs' }));
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(100);
    expect(at.cardCalls()).toHaveLength(WIDGETS.length);
    await at.dispatch(navigateRequested({ to: '/vms/jobs' }), 20_000);
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(1);
    expect(view(at, 'JOBS').phase).toBe('full');
    await at.clock.advance(100);
    expect(at.cardCalls()).toHaveLength(2 * WIDGETS.length);
  });

  it.each(['approve', 'approve.undo'])(
    'are requested again on return within 15 s if the user has changed records meanwhile (%s)',
    async (action) => {
      const at = await atDashboard();
      await at.dispatch(navigateRequested({ to: '/vms/jobs' }));
      await at.dispatch(recordActionsDone({ kind: 'document', action, done: [GONE] }), 5_000);
      expect(at.cardCalls()).toHaveLength(WIDGETS.length);
      at.tab.goTo('/vms/dashboard');
      await at.clock.advance(100);
      expect(at.cardCalls()).toHaveLength(2 * WIDGETS.length);
      expect(view(at, 'COMPLIANCE')).toMatchObject({ phase: 'full', stale: false });
    },
  );

  it('of timesheets is requested again on return within 15 s if the user has imported some', async () => {
    const checked = { fileProblem: null, lines: [], problems: 0 };
    const at = await atDashboard({
      script: {
        checkTimesheetFile: () => ({ reply: json(checked) }),
        importTimesheets: () => ({ reply: json({ ...checked, imported: 1 }) }),
      },
    });
    await at.dispatch(navigateRequested({ to: '/vms/timesheets/import' }), 500);
    await at.dispatch(fileChosen({ file: '<file:1>' as FileRef, fileName: 'week.csv', size: 9 }));
    await at.dispatch(importPressed(), 5_000);
    expect(at.notices()).toEqual(['1 timesheet was imported and submitted.']);
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(100);
    expect(at.cardCalls().map(({ endpoint }) => cardOf(endpoint))).toEqual([...WIDGETS, 'TIMESHEET']);
  });

  it('are requested again soon if the user is back immediately after changing records', async () => {
    const at = await atDashboard();
    await at.dispatch(navigateRequested({ to: '/vms/jobs' }));
    await at.dispatch(recordActionsDone({ kind: 'job', action: 'hold', done: [GONE] }));
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(100);
    expect(view(at, 'JOBS')).toMatchObject({ phase: 'full', stale: true });
    await at.clock.advance(3_000);
    expect([at.cardCalls().length, view(at, 'JOBS').stale]).toEqual([12, false]);
  });

  it('lead to the rows they count', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?client=${FACILITY}&jobType=TRAVEL` });
    const of = (widget: Widget, code: string) =>
      [...view(at, widget).statuses, ...view(at, widget).tiles].find((number) => number.code === code)?.to;
    expect(of('SUBMISSIONS', 'QUALIFIED')).toBe(
      `/vms/jobs/submissions?submission_status=QUALIFIED&client=${FACILITY}&jobType=TRAVEL&period=2026-01-01..2026-01-31`,
    );
    expect(of('COMPLIANCE', 'TWENTYFIVE_FIFTY')).toBe(
      `/vms/compliance/25to50?status=ACTIVE&client=${FACILITY}&jobType=TRAVEL`,
    );
    expect(of('INVOICE', 'REVERSE_INVOICE_PAID')).toContain(
      '/vms/timesheets/reverseinvoicetimesheet?status=REVERSE_INVOICE_PAID',
    );
    expect(view(at, 'INVOICE').ignored).toEqual(['Not filtered by Job Type']);
    // A zero is not a link.
    expect(of('SUBMISSIONS', 'SUBMITTED')).toBeNull();
  });

  it('name the filters that they ignore, and which of their numbers do', async () => {
    const all = { agencyNames: [{ value: GONE, label: 'Aspen' }] };
    const at = await atDashboard({ at: `/vms/dashboard?supplier=${GONE}&jobType=TRAVEL`, options: all });
    expect(
      WIDGETS.map((widget) => [widget, view(at, widget).ignored]).filter(([, ignored]) => ignored!.length),
    ).toEqual([
      ['JOBS', ['Not filtered by Supplier']],
      ['INVOICE', ['Invoices are not filtered by Supplier, Job Type', 'Reverse invoices are not filtered by Job Type']],
    ]);
  });

  it('separate stock from flow, total each, and link both', async () => {
    const at = await atDashboard({ at: `/vms/dashboard?client=${FACILITY}` });
    const period = 'period=2026-01-01..2026-01-31';
    const numbers = (widget: Widget) =>
      Object.fromEntries([...view(at, widget).statuses, ...view(at, widget).tiles].map((each) => [each.code, each]));
    // The script counts the statuses of each card 0, 1, 2 and so on.
    const invoices = numbers('INVOICE');
    expect(invoices['INVOICE_PAST_DUE']).toMatchObject({
      meaning: { kind: 'stock' },
      // Of the invoices only: payables to suppliers are a separate total.
      percent: shareOfTotal(2, 0 + 2),
    });
    expect(invoices['INVOICE_PAST_DUE']!.to).toBe(
      `/vms/timesheets/invoicetimesheet?status=INVOICE_PAST_DUE&client=${FACILITY}`,
    );
    expect(invoices['INVOICE_PAID']!.to).toContain('paidOn=2026-01-01..2026-01-31');
    const page = (path: string, status: string) => `/vms/timesheets/${path}?status=${status}&client=${FACILITY}`;
    const paid = '&paidOn=2026-01-01..2026-01-31';
    expect(view(at, 'INVOICE').totals.map(({ label, count, to }) => [label, count, to])).toEqual([
      ['Invoices now', 0 + 2, page('invoicetimesheet', 'INVOICE_DUE,INVOICE_PAST_DUE')],
      ['Reverse now', 3 + 4, page('reverseinvoicetimesheet', 'REVERSE_INVOICE_PENDING,REVERSE_INVOICE_GOOD_PAY')],
      ['Invoices in period', 1, page('invoicetimesheet', 'INVOICE_PAID') + paid],
      ['Reverse in period', 5, page('reverseinvoicetimesheet', 'REVERSE_INVOICE_PAID') + paid],
    ]);
    expect(view(at, 'INVOICE').totalDueTo).toBe(
      `/vms/timesheets/invoicetimesheet?status=INVOICE_DUE,INVOICE_PAST_DUE&client=${FACILITY}`,
    );
    expect(view(at, 'JOBS').totals.map(({ label, count, to }) => [label, count, to])).toEqual([
      ['Total now', 0 + 1 + 2 + 3, `/vms/jobs?jobStatusIds=OPEN,ON_HOLD,EXTENSION&client=${FACILITY}`],
      ['Total in period', 4 + 5, `/vms/jobs?jobStatusIds=CLOSED&client=${FACILITY}&closedAt=2026-01-01..2026-01-31`],
    ]);
    expect(numbers('JOBS')['NEWLY_POSTED']!.to).not.toContain('&period=');
    // Assignments with a due extension are also active, so they are not added to the total.
    expect(numbers('ASSIGNMENTS')['EXTENSIONS_DUE']).toMatchObject({ count: 4, within: 'Active' });
    expect(view(at, 'ASSIGNMENTS').totals[0]).toMatchObject({
      label: 'Total now',
      count: 0 + 1,
      to: `/vms/assignments/viewAll?status=ACTIVE,BOOKED&client=${FACILITY}`,
    });
    expect(view(at, 'SUBMISSIONS').totals.map(({ kind, to }) => [kind, to])).toEqual([
      ['flow', `/vms/jobs/submissions?client=${FACILITY}&${period}`],
    ]);
    expect(view(at, 'COMPLIANCE').totals.map(({ kind, to }) => [kind, to])).toEqual([
      ['stock', `/vms/compliance/viewAll?status=ACTIVE&client=${FACILITY}`],
    ]);
  });

  it('fill the window of a wall display, by address only', async () => {
    const board = await atDashboard({ at: '/vms/dashboard?board=1&frame=YEAR_TO_DATE' });
    expect([selectIsWallDisplay(board.tab.state()), selectIsFrameless(board.tab.state())]).toEqual([true, true]);
    expect(form(board)).toEqual({ timeFrame: 'YEAR_TO_DATE' });
    const list = await atDashboard({ at: '/vms/jobs?board=1' });
    expect([selectIsWallDisplay(list.tab.state()), selectIsFrameless(list.tab.state())]).toEqual([false, false]);
  });

  it('are the same for everyone who opens the copied link, regardless of preferences, and are not saved', async () => {
    const mine = await atDashboard({ at: `/vms/dashboard?client=${FACILITY}` });
    await mine.dispatch(complianceViewChosen('BOOKED'));
    await mine.dispatch(timesheetViewChosen('facility'));
    await mine.dispatch(cardsArranged({ cards: toggled(selectArrangement(mine.tab.state()), 'INVOICE')! }));
    await mine.dispatch(cardsArranged({ cards: ordered(selectArrangement(mine.tab.state()), ['TIMESHEET', 'JOBS']) }));
    await mine.dispatch(
      statusesArranged({
        widget: 'JOBS',
        statuses: ordered(toggled(selectStatuses(mine.tab.state())('JOBS'), 'ON_HOLD')!, ['EXTENSION']),
      }),
    );
    const shown = (scene: Harness) =>
      selectShownCards(scene.tab.state()).map((widget) => [
        widget,
        view(scene, widget).statuses.map(({ code, to }) => [code, to]),
      ]);
    const address = selectSharedAddress(mine.tab.state())!;
    const theirs = await atDashboard({
      at: address,
      user: { userId: 'another' },
      options: { savedFilters: [savedSearch({ default: true })], widgetPreferences: '[{"code":"INVOICE"}]' },
    });
    expect(shown(theirs)).toEqual(shown(mine));
    expect(form(theirs)).toEqual(form(mine));
    // Until users arrange it themselves.
    await theirs.dispatch(cardsArranged({ cards: ordered(selectArrangement(theirs.tab.state()), ['JOBS']) }), 1_000);
    expect(theirs.search()).not.toContain('cards=');
    expect(selectShownCards(theirs.tab.state())[0]).toBe('JOBS');
    expect(theirs.calls('saveStatusPreferences')).toHaveLength(0);
  });

  it('in a link that the user may not see are named and left out', async () => {
    const at = await atDashboard({
      at: '/vms/dashboard?cards=INVOICE,JOBS,NONSENSE,COMPLIANCE&files=BOOKED&statuses=JOBS.ON_HOLD,COMPLIANCE,JOBS.',
      permissions: PERMISSIONS.filter((code) => !/INVOICE_DASHBOARD|BOOKED_COMPLIANCE/.test(code)),
    });
    expect(selectShownCards(at.tab.state())).toEqual(['JOBS', 'COMPLIANCE']);
    expect(view(at, 'JOBS').statuses.map(({ code }) => code)).toEqual(['ON_HOLD']);
    expect(selectLinkedView(at.tab.state()).hidden).toEqual(['Invoice', 'Compliance Booked']);
    expect(at.cardCalls().map(({ endpoint }) => endpoint)).toEqual(['jobsWidget', 'activeComplianceWidget']);
  });

  it('carry the selected side and view in their links', async () => {
    const at = await atDashboard();
    await at.dispatch(timesheetViewChosen('facility'));
    await at.dispatch(complianceViewChosen('BOOKED'));
    expect(at.calls('timesheetWidget').at(-1)!.body).toMatchObject({ agencyToggle: false, clientToggle: true });
    expect(view(at, 'TIMESHEET').statuses[1]!.to).toContain('view=facility');
    expect(at.calls('bookedComplianceWidget')).toHaveLength(1);
    expect(view(at, 'COMPLIANCE').statuses[1]!.to).toContain('status=BOOKED');
  });

  it.each([
    ['ACTIVE', 'BOOKED', 'activeComplianceWidget'],
    ['BOOKED', 'ACTIVE', 'bookedComplianceWidget'],
  ] as const)('of compliance are fixed to %s for those who may not see %s', async (view, hidden, call) => {
    const missing = `VMS_DASHBOARD_NEXUS_DASHBOARD_${hidden}_COMPLIANCE`;
    const at = await atDashboard({
      permissions: PERMISSIONS.filter((code) => code !== missing),
      at: `/vms/dashboard?files=${hidden}`,
    });
    const shown = () => [selectComplianceViews(at.tab.state()), selectComplianceView(at.tab.state())];
    expect(shown()).toEqual([[view], view]);
    await at.dispatch(complianceViewChosen(hidden), 1_000);
    expect(shown()).toEqual([[view], view]);
    const calls = at.cardCalls().map(({ endpoint }) => endpoint);
    expect(calls.filter((name) => name.endsWith('ComplianceWidget'))).toEqual([call]);
  });

  it('of a facility request its own status without a toggle, and show no figure that the answer does not have', async () => {
    const whole = { period: { from: '2026-01-01', to: '2026-01-31' }, total: 1 };
    const answers: Partial<Record<Widget, object>> = {
      TIMESHEET: { ...whole, view: 'facility', timesheetStatuses: [] },
      INVOICE: { ...whole, invoiceStatuses: [] },
    };
    const at = await atDashboard({
      at: '/facility/dashboard',
      user: { userType: 'CLIENT', userTypeIds: ['CLIENT'], organizationType: 'CLIENT', applicationTypeId: 'CLIENT' },
      card: (widget) => (answers[widget] ? { reply: json(answers[widget]) } : undefined),
    });
    expect(at.calls('timesheetWidget')[0]!.body).toEqual({ timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' });
    // Neither disputes nor adjustments.
    expect(view(at, 'TIMESHEET')).toMatchObject({ total: 1, tiles: [] });
    const none = { totalDue: null, totalDueTo: null, totalPending: null, totalPendingTo: null };
    expect(view(at, 'INVOICE')).toMatchObject({ title: 'Invoicing', total: 1, ...none });
  });

  it('are arranged: several moves are saved once and confirmed once, and undo restores the previous arrangement', async () => {
    const at = await atDashboard();
    const before = selectArrangement(at.tab.state());
    await at.dispatch(cardsArranged({ cards: ordered(before, ['JOBS', 'SUBMISSIONS']) }));
    await at.dispatch(cardsArranged({ cards: toggled(selectArrangement(at.tab.state()), 'INVOICE')! }), 1_000);
    expect(at.calls('saveWidgetPreferences')).toHaveLength(1);
    const shown = () => at.tab.state().notices!.shown.map(({ tone, text, undo }) => [tone, text, undo !== undefined]);
    expect(shown()).toEqual([['positive', 'Your arrangement of the cards has been saved.', true]]);
    expect(selectShownCards(at.tab.state())).toEqual(['JOBS', 'SUBMISSIONS', 'ASSIGNMENTS', 'COMPLIANCE', 'TIMESHEET']);
    await at.dispatch(at.tab.state().notices!.shown.at(-1)!.undo!, 1_000);
    expect(selectArrangement(at.tab.state())).toEqual(before);
    expect(at.calls('saveWidgetPreferences')).toHaveLength(2);
    expect(shown().at(-1)).toEqual(['positive', 'The earlier arrangement of your cards is back.', false]);
  });

  it('are arranged again right after they were saved: undo takes back the last move only', async () => {
    let loads = 0;
    const at = await atDashboard({
      script: { dashboardFilters: () => ({ reply: json(OPTIONS), ms: loads++ === 0 ? 10 : 20_000 }) },
    });
    const move = (first: Widget) =>
      at.dispatch(cardsArranged({ cards: ordered(selectArrangement(at.tab.state()), [first]) }), 1_000);
    await move('JOBS');
    const saved = selectArrangement(at.tab.state());
    await move('INVOICE');
    await at.dispatch(at.tab.state().notices!.shown.at(-1)!.undo!, 1_000);
    expect(selectArrangement(at.tab.state())).toEqual(saved);
    const sent = at.calls('saveWidgetPreferences').map(({ body }) => body as { filter: string; before: string });
    const [first, second] = sent.map(({ filter }) => filter);
    expect(sent).toEqual([
      { filter: first, before: '' },
      { filter: second, before: first },
      { filter: first, before: second },
    ]);
    // What was saved is known.
    expect(at.calls('dashboardFilters')).toHaveLength(1);
  });

  it('are moved twice: only the last move is offered to undo, because undoing the first would discard both', async () => {
    const at = await atDashboard();
    const move = (first: Widget) =>
      at.dispatch(cardsArranged({ cards: ordered(selectArrangement(at.tab.state()), [first]) }), 1_000);
    await move('JOBS');
    const once = selectArrangement(at.tab.state());
    await move('INVOICE');
    const offered = at.tab.state().notices!.shown.flatMap(({ undo }) => undo ?? []);
    expect(offered).toHaveLength(1);
    await at.dispatch(offered[0]!, 1_000);
    expect(selectArrangement(at.tab.state())).toEqual(once);
  });

  it('stay as arranged if saving fails, with a message', async () => {
    const at = await atDashboard({
      script: { saveWidgetPreferences: () => ({ reply: refusal(503, 'service.unavailable', 'Not today.') }) },
    });
    await at.dispatch(cardsArranged({ cards: ordered(selectArrangement(at.tab.state()), ['INVOICE']) }), 1_000);
    expect(selectShownCards(at.tab.state())[0]).toBe('INVOICE');
    expect(at.notices()).toEqual([expect.stringMatching(/^Not today\. The cards stay as you see them/)]);
  });

  it.each([
    [401, 'server.unauthorized', 'You do not have permission to change the statuses of this card.'],
    [409, 'conflict', 'Somebody else changed them.'],
    [500, 'server.error', 'The statuses could not be saved.'],
    [503, 'service.unavailable', 'Nothing is saved during maintenance.'],
  ] as const)(
    'show the server’s message if statuses are refused with %s, and the page stays',
    async (status, code, said) => {
      const at = await atDashboard({
        script: { saveStatusPreferences: () => ({ reply: refusal(status, code, said) }) },
      });
      const fewer = toggled(selectStatuses(at.tab.state())('JOBS'), 'ON_HOLD')!;
      await at.dispatch(statusesArranged({ widget: 'JOBS', statuses: fewer }));
      await at.dispatch(statusesClosed({ widget: 'JOBS' }));
      expect(at.notices()).toEqual([said]);
      expect(at.tab.state().location!.pathname).toBe('/vms/dashboard');
    },
  );

  it('save chosen statuses when the selector closes, and revert if that fails', async () => {
    let fails = false;
    const at = await atDashboard({
      script: {
        saveStatusPreferences: () => ({
          reply: fails
            ? refusal(500, 'unknown.error', 'Not now.')
            : { status: 200, body: { id: GONE }, retryAfterSeconds: null },
        }),
      },
    });
    const statuses = () => selectStatuses(at.tab.state())('JOBS');
    const fewer = toggled(statuses(), 'ON_HOLD')!;
    await at.dispatch(statusesArranged({ widget: 'JOBS', statuses: fewer }));
    expect(view(at, 'JOBS').statuses.map(({ code }) => code)).not.toContain('ON_HOLD');
    expect(at.calls('saveStatusPreferences')).toHaveLength(0);
    fails = true;
    await at.dispatch(statusesClosed({ widget: 'JOBS' }));
    expect(at.calls('saveStatusPreferences')[0]!.body).toMatchObject({ widgetType: 'JOBS' });
    expect(statuses().every(({ isSelected }) => isSelected)).toBe(true);
    await at.dispatch(tooManySelected());
    expect(at.notices()).toContain('You can select maximum 8 status.');
  });
});
