/** A link in a push or mail opens its notification, for any signed-in user. */
import type { EndpointName } from '../../contract/endpoints';
import type { NotificationState } from '../../contract/notifications/notification';
import {
  panelClosed,
  panelTabChosen,
  rowChanged,
  searchSubmitted,
} from '../../sagas/features/notifications/notifications.intents';
import { findToggled, selectFind } from '../../sagas/features/notifications/panel/find.slice';
import { selectLinked } from '../../sagas/features/notifications/panel/linked.slice';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { apiError, ok, type Reply } from '../support/scriptedServer';
import { LAKESIDE, openAt } from '../support/channelsPage';

describe('an external link', () => {
  const ID = 'b0000000-0000-4000-8000-000000000001';
  const notification = {
    ...{ id: ID, sequence: 4, categoryCode: 'BACK_OFFICE', subCategoryCode: 'TIMESHEET_DISPUTED' },
    ...{ subCategoryName: 'Timesheet Disputed', subject: 'S', template: '<p>T</p>', entityId: LAKESIDE },
    ...{ notificationDate: '2026-11-23T10:00:00.000Z', notificationDateWithZone: '', stickyNotification: false },
    ...{ releaseNotes: false, messageTags: [], documentName: 'xdummyFilex' },
  };
  async function follow(answers: Partial<Record<EndpointName, Reply>>, path = '/open') {
    const opened = await openAt('/vms/dashboard', answers);
    await opened.act(navigateRequested({ to: `${path}?notification=${ID}` }));
    return opened;
  }

  it.each(['/open', '/open/'])('%s opens the subject of the notification and marks it read', async (path) => {
    const { tab, sentTo } = await follow(
      { notificationById: ok(notification), changeNotifications: ok({ events: [] }) },
      path,
    );
    expect(sentTo('notificationById').map(({ params }) => params)).toEqual([{ notificationId: ID }]);
    expect(tab.path()).toBe(`/vms/timesheets/${LAKESIDE}`);
    expect(sentTo('changeNotifications')[0]?.body).toMatchObject({ changes: [{ id: ID, read: true }] });
  });

  describe('to a message that no list shows, because it is done', () => {
    const done = { read: null, done: true, saved: false, snoozedUntil: null };
    const message = { ...notification, categoryCode: 'COMPANY', subCategoryCode: 'COMPANY', state: done } as const;
    const changedTo = (sequence: number, state: NotificationState) =>
      ok({
        events: [
          {
            sequence,
            changed: {
              ...{ id: ID, tab: 'BROADCAST', date: message.notificationDate, state, dismissed: true },
              ...{ listed: 0, unread: 0, fresh: 0 },
            },
          },
        ],
      });
    const followed = () =>
      follow({ notificationById: ok(message), changeNotifications: changedTo(5, { ...done, read: true }) });

    it('opens the panel at its tab with that message, as read', async () => {
      const { tab } = await followed();
      expect(selectPanel(tab.state())).toMatchObject({ open: true, tab: 'BROADCAST' });
      expect(selectLinked(tab.state())).toEqual({ ...message, state: { ...done, read: true } });
      expect(tab.path()).toBe('/vms/dashboard');
    });

    it('lets it be changed, and shows it as changed', async () => {
      const { tab, act, script, sentTo } = await followed();
      script.respond('changeNotifications', changedTo(6, { ...done, read: true, done: false }));
      await act(rowChanged({ id: ID, patch: { done: false } }));
      expect(sentTo('changeNotifications').at(-1)?.body).toMatchObject({ changes: [{ id: ID, done: false }] });
      expect(selectLinked(tab.state())?.state).toMatchObject({ read: true, done: false });
    });

    it.each([
      ['the panel is closed', panelClosed()],
      ['another tab is chosen', panelTabChosen({ tab: 'SUBMISSIONS' })],
      ['something is searched for', searchSubmitted({ tab: 'BROADCAST', keyword: 'ada' })],
    ])('no longer shows it once %s', async (_, action) => {
      const { tab, act } = await followed();
      await act(action);
      expect(selectLinked(tab.state())).toBeNull();
    });

    it('shows it instead of a search in all tabs', async () => {
      const { tab, act } = await follow({ notificationById: ok(message) }, '/open');
      await act(findToggled());
      expect([selectFind(tab.state()).open, selectLinked(tab.state())]).toEqual([true, null]);
      await act(navigateRequested({ to: `/open?notification=${ID}` }));
      expect([selectFind(tab.state()).open, selectLinked(tab.state())?.id]).toEqual([false, ID]);
    });
  });

  it.each([
    ['of another user', apiError(404, 'not.found'), /no longer stored, or it was sent to another user/],
    ['that is not whole', apiError(400, 'request.invalid'), /no longer stored, or it was sent to another user/],
    ['without an answer', 'unreachable' as const, /^The notification could not be opened\. /],
  ])('%s leads to the home page, with the reason', async (_, answer, text) => {
    const { tab, notices } = await follow({ notificationById: answer });
    expect(tab.path()).toBe('/vms/dashboard');
    expect(notices()).toEqual([expect.stringMatching(text)]);
  });
});
