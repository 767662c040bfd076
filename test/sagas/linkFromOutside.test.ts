/** A link in a push or mail opens its notification, for any signed-in user. */
import type { EndpointName } from '../../contract/endpoints';
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

  it('to a message opens the panel at that message', async () => {
    const { tab } = await follow({
      notificationById: ok({ ...notification, categoryCode: 'COMPANY', subCategoryCode: 'COMPANY' }),
      changeNotifications: ok({ events: [] }),
    });
    expect(selectPanel(tab.state())).toMatchObject({ open: true, tab: 'BROADCAST' });
    expect(tab.path()).toBe('/vms/dashboard');
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
