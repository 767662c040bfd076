/** The user's open work and what changed since their last visit, above the home dashboard's cards, in virtual time. */
import type { NotificationCategory } from '../../contract/notifications/categories';
import { WIDGETS, meaningOf, type Widget } from '../../contract/dashboards/widgets';
import { filterApplied } from '../../sagas/features/dashboards/filters/filters.slice';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { selectShownCards } from '../../sagas/features/dashboards/home/cardRequests.selectors';
import { selectCardView } from '../../sagas/features/dashboards/home/cards.selectors';
import { timesheetViewChosen } from '../../sagas/features/dashboards/home/home.slice';
import { NEEDS_YOU_FIGURES } from '../../contract/dashboards/needsYou';
import { selectFigureChange, selectNeedsYou, selectSince } from '../../sagas/features/dashboards/home/visit.selectors';
import { changesDue, changesSeen, selectVisit } from '../../sagas/features/dashboards/home/visit.slice';
import { signOutRequested } from '../../sagas/session/session.events';
import { signInSubmitted } from '../../sagas/session/signIn/signIn.intents';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { notificationOf } from '../support/notificationServer';
import { USER } from '../support/user';
import { FACILITY, OTHER_FACILITY, atDashboard, json } from '../support/dashboardServer';

type Harness = Awaited<ReturnType<typeof atDashboard>>;
const view = ({ tab }: Harness, widget: Widget) => selectCardView(tab.state())(widget)!;
const eventOf = (sequence: number, categoryCode: NotificationCategory) =>
  eventsApplied({ events: [{ sequence, notification: notificationOf(sequence, { categoryCode }) }], live: true });

describe('the figures', () => {
  it('that wait for the user are shown above the cards, for any filter and cards, unless they are zero', async () => {
    const figures = [
      { widget: 'INVOICE', code: 'INVOICE_PAST_DUE', count: 2 },
      { widget: 'TIMESHEET', code: 'DISPUTES', count: 0 },
      { widget: 'COMPLIANCE', code: 'FILES_DUE', count: 1_204 },
    ];
    const at = await atDashboard({
      at: `/vms/dashboard?client=${FACILITY}&clientId=${OTHER_FACILITY}&cards=JOBS`,
      script: { needsYou: () => ({ reply: json({ figures }) }) },
    });
    await at.clock.advance(500);
    expect(at.calls('needsYou').map(({ body }) => body)).toEqual([{ clientId: OTHER_FACILITY }]);
    expect(selectNeedsYou(at.tab.state())).toEqual([
      {
        code: 'INVOICE_PAST_DUE',
        label: 'Invoices Past Due',
        count: 2,
        to: `/vms/timesheets/invoicetimesheet?clientId=${OTHER_FACILITY}&status=INVOICE_PAST_DUE`,
      },
      {
        code: 'FILES_DUE',
        label: 'Files Due',
        count: 1_204,
        to: `/vms/compliance/filesdues?clientId=${OTHER_FACILITY}&status=ACTIVE,BOOKED`,
      },
    ]);
    for (const each of Object.values(NEEDS_YOU_FIGURES)) {
      expect(each.length).toBeLessThanOrEqual(5);
      expect(each.filter(({ widget, code }) => meaningOf(widget, code)?.kind !== 'stock')).toEqual([]);
    }
    const nothing = await atDashboard({ script: { needsYou: () => ({ reply: 'unreachable' }) } });
    await nothing.clock.advance(500);
    expect([selectNeedsYou(nothing.tab.state()), nothing.notices()]).toEqual([null, []]);
  });

  it('that wait for the user are shown also when all cards are hidden', async () => {
    const widgetPreferences = JSON.stringify(WIDGETS.map((code) => ({ code, isSelected: false })));
    const figures = [{ widget: 'INVOICE', code: 'INVOICE_PAST_DUE', count: 2 }];
    for (const search of ['', `?client=${FACILITY}`]) {
      const at = await atDashboard({
        at: `/vms/dashboard${search}`,
        options: { widgetPreferences },
        script: { needsYou: () => ({ reply: json({ figures }) }) },
      });
      await at.clock.advance(1_000);
      expect([at.cardCalls().length, at.calls('needsYou').length, at.calls('homeChanges').length]).toEqual([0, 1, 0]);
      expect(selectNeedsYou(at.tab.state())).toMatchObject([{ code: 'INVOICE_PAST_DUE', count: 2 }]);
      // They are of the facility that is chosen for all pages, and as new as a notification.
      await at.dispatch(navigateRequested({ to: `/vms/dashboard?clientId=${OTHER_FACILITY}` }), 1_000);
      expect(at.calls('needsYou').map(({ body }) => body)).toEqual([{}, { clientId: OTHER_FACILITY }]);
      await at.dispatch(eventOf(1, 'BACK_OFFICE'), 3_000);
      expect(at.calls('needsYou')).toHaveLength(3);
      await at.dispatch(navigateRequested({ to: '/vms/jobs' }), 5_000);
      expect(at.calls('needsYou')).toHaveLength(3);
    }
  });

  it('that wait for a user, and their changes, are never shown to the next user of the tab', async () => {
    let isDown = false;
    const reply = (body: object) => () => ({ reply: isDown ? ('unreachable' as const) : json(body) });
    const at = await atDashboard({
      script: {
        clearTokenIdentifier: () => ({ reply: json({}) }),
        twoFactorCheck: () => ({ reply: json({ required: false }) }),
        needsYou: reply({ figures: [{ widget: 'INVOICE', code: 'INVOICE_PAST_DUE', count: 2 }] }),
        homeChanges: reply({ since: '2026-01-20T10:00:00.000Z', figures: [] }),
      },
    });
    await at.clock.advance(500);
    expect([selectNeedsYou(at.tab.state()), selectSince(at.tab.state())]).not.toContain(null);
    isDown = true;
    await at.dispatch(signOutRequested(), 500);
    expect(selectVisit(at.tab.state())).toEqual({ needs: null, changes: null });
    const password = at.tab.secrets.keep('secret-9');
    await at.dispatch(signInSubmitted({ userName: USER.userName, organizationCode: 'MERIDIAN', password }), 1_000);
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(1_000);
    expect(selectShownCards(at.tab.state())).toEqual(WIDGETS);
    expect([selectNeedsYou(at.tab.state()), selectSince(at.tab.state())]).toEqual([null, null]);
  });

  it('show what entered and left since the last visit, for the same filter only', async () => {
    const since = '2026-01-20T10:00:00.000Z';
    const figures = [{ widget: 'JOBS', code: 'ON_HOLD', entered: 2, left: 1 }];
    const at = await atDashboard({
      at: `/vms/dashboard?client=${FACILITY}`,
      script: {
        homeChanges: ({ body }) => ({
          ms: 40,
          reply: json((body as { seen?: true }).seen ? { since: null, figures: [] } : { since, figures }),
        }),
      },
    });
    await at.clock.advance(500);
    const change = () => selectFigureChange(at.tab.state())('JOBS', 'ON_HOLD');
    const link = `/vms/jobs?jobStatusIds=ON_HOLD&client=${FACILITY}&change=`;
    expect(change()).toEqual({
      entered: 2,
      left: 1,
      enteredTo: link + encodeURIComponent(`entered@${since}`),
      leftTo: link + encodeURIComponent(`left@${since}`),
    });
    expect(selectFigureChange(at.tab.state())('JOBS', 'EXTENSION')).toBeNull();
    expect(selectSince(at.tab.state())).toEqual({
      text: expect.stringMatching(/^Since you last looked, Jan 20, \d/) as string,
      isNews: true,
    });
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 20);
    expect(change()).toBeNull();
    await at.clock.advance(500);
    expect(change()).toMatchObject({ entered: 2 });
    await at.dispatch(changesSeen(), 100);
    expect([change(), selectSince(at.tab.state())?.isNews]).toEqual([null, false]);
    // A wall display does not count as a visit.
    const board = await atDashboard({ at: '/vms/dashboard?board=1' });
    await board.clock.advance(500);
    expect([board.calls('homeChanges').length, board.calls('needsYou').length]).toEqual([0, 1]);
    expect(view(board, 'JOBS').statuses.map(({ to }) => to)).toEqual(view(board, 'JOBS').statuses.map(() => null));
  });

  it('are asked for changes once a minute, however many events arrive, and immediately for another filter or view', async () => {
    const at = await atDashboard({
      script: {
        homeChanges: () => ({ reply: json({ since: null, figures: [] }) }),
        needsYou: () => ({ reply: json({ figures: [] }) }),
      },
    });
    const asked = () => at.calls('homeChanges').length;
    await at.clock.advance(1_000);
    expect(asked()).toBe(1);
    for (let sequence = 1; sequence <= 10; sequence += 1) await at.dispatch(eventOf(sequence, 'BACK_OFFICE'), 3_000);
    expect(asked()).toBe(1);
    expect(at.calls('needsYou').length).toBeGreaterThan(5);
    await at.clock.advance(60_000);
    expect(asked()).toBe(2);
    // After a quiet time, the next event is not counted by everyone at the same moment.
    await at.clock.advance(300_000);
    await at.dispatch(eventOf(11, 'BACK_OFFICE'), 5_000);
    expect(asked()).toBe(2);
    await at.clock.advance(15_000);
    expect(asked()).toBe(3);
    await at.dispatch(filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }), 1_000);
    expect(asked()).toBe(4);
    await at.dispatch(timesheetViewChosen('facility'), 1_000);
    expect(asked()).toBe(5);
    await at.dispatch(changesSeen(), 1_000);
    expect(at.calls('homeChanges').map(({ body }) => 'seen' in (body as object))).toEqual([
      ...Array<boolean>(5).fill(false),
      true,
    ]);
  });

  it('are asked for changes immediately when the user comes back, if the last count is a minute old', async () => {
    const at = await atDashboard({
      script: { homeChanges: () => ({ reply: json({ since: null, figures: [] }) }) },
    });
    const asked = () => at.calls('homeChanges').length;
    await at.clock.advance(1_000);
    expect(asked()).toBe(1);
    at.tab.goTo('/vms/jobs');
    await at.clock.advance(3_600_000);
    at.tab.goTo('/vms/dashboard');
    await at.clock.advance(1_000);
    expect(asked()).toBe(2);
    // The cards that arrived on the way back are not counted again.
    await at.clock.advance(80_000);
    expect(asked()).toBe(2);
    at.tab.attention.hide();
    await at.dispatch(eventOf(1, 'BACK_OFFICE'), 3_600_000);
    expect(asked()).toBe(2);
    at.tab.attention.focus();
    await at.clock.advance(1_000);
    expect(asked()).toBe(3);
    // A short absence is no reason to count.
    at.tab.attention.hide();
    await at.clock.advance(10_000);
    at.tab.attention.focus();
    await at.clock.advance(1_000);
    expect(asked()).toBe(3);
  });

  it('are asked for changes after an event also if the clock of the device was set back', async () => {
    const at = await atDashboard({
      script: { homeChanges: () => ({ reply: json({ since: null, figures: [] }) }) },
    });
    const asked = () => at.calls('homeChanges').length;
    await at.clock.advance(1_000);
    at.clock.adjust(-3_600_000);
    await at.dispatch(eventOf(1, 'BACK_OFFICE'), 80_000);
    expect(asked()).toBe(2);
    // Cards that keep arriving do not postpone it.
    await at.dispatch(eventOf(2, 'BACK_OFFICE'), 5_000);
    at.clock.adjust(-3_600_000);
    for (let sequence = 3; sequence <= 30; sequence += 1) await at.dispatch(eventOf(sequence, 'BACK_OFFICE'), 3_000);
    expect(asked()).toBe(3);
  });

  it.each([
    ['could not be sent', { ms: 10, reply: 'unreachable' }, null],
    ['is still on its way when they are counted again', { ms: 300, reply: json({ since: null, figures: [] }) }, 50],
  ] as const)('are marked as seen by the next count if the mark %s', async (_, answer, again) => {
    let isMarked = false;
    const counted = { reply: json({ since: null, figures: [] }) };
    const at = await atDashboard({ script: { homeChanges: () => (isMarked ? answer : counted) } });
    const seen = () => at.calls('homeChanges').map(({ body }) => 'seen' in (body as object));
    await at.clock.advance(1_000);
    isMarked = true;
    await at.dispatch(changesSeen(), again ?? 1_000);
    if (again === null) isMarked = false;
    await at.dispatch(changesDue(), 1_000);
    expect(seen()).toEqual([false, true, true]);
    // Once it has arrived, changes are counted as before.
    await at.dispatch(changesDue(), 1_000);
    expect(seen()).toEqual([false, true, true, false]);
  });

  it('that came long after a mark which could not be sent are not marked as seen', async () => {
    let isDown = false;
    const counted = { reply: json({ since: null, figures: [] }) };
    const at = await atDashboard({
      script: { homeChanges: () => (isDown ? { reply: 'unreachable' } : counted) },
    });
    await at.clock.advance(1_000);
    isDown = true;
    await at.dispatch(changesSeen(), 1_000);
    isDown = false;
    await at.clock.advance(300_000);
    await at.dispatch(changesDue(), 1_000);
    expect(at.calls('homeChanges').at(-1)?.body).not.toHaveProperty('seen');
  });
});
