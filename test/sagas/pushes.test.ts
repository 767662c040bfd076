/** Push notifications to this browser and alerts on its desktop. */
import type { Notification } from '../../contract/notifications/notification';
import type { DesktopAlert, Permission } from '../../sagas/base/ports/alerts';
import type { Ports } from '../../sagas/base/ports/ports';
import {
  channelsReloadRequested,
  desktopChosen,
  deviceRemoved,
  pushTurnedOn,
} from '../../sagas/features/channels/channels.slice';
import { chatToastsOf, toastOf } from '../../sagas/features/notifications/toasts/toastQueue';
import { shownWhileHidden } from '../../sagas/features/notifications/toasts/toasts.slice';
import { scriptedAlerts, SUBSCRIPTION } from '../support/alertsPort';
import { apiError, ok, type Reply } from '../support/scriptedServer';
import { PAGE, CHANNELS, openAt } from '../support/channelsPage';

const PHONE = {
  id: 'd0000000-0000-4000-8000-000000000001',
  name: 'Chrome on Android',
  since: '2026-11-23T10:00:00.000Z',
  isCurrent: true,
};

describe('pushes to this browser', () => {
  it('are subscribed with the server’s key, and sent to the server', async () => {
    const { act, script, sentTo, shown, notices } = await openAt(PAGE, { addPushDevice: ok({ id: PHONE.id }) });
    expect(shown().push).toEqual({ isOn: false, text: 'Push notifications are off in this browser.', mayTurnOn: true });
    script.respond('notificationChannels', ok({ ...CHANNELS, devices: [PHONE] }));
    await act(pushTurnedOn(), pushTurnedOn());
    expect(sentTo('addPushDevice').map(({ body }) => body)).toEqual([SUBSCRIPTION]);
    expect(shown().push).toMatchObject({ isOn: true, mayTurnOn: false });
    expect(notices()).toEqual([
      expect.stringMatching(/^Notifications with a check mark under Mobile are sent to this browser/),
    ]);
  });

  it('that the user does not allow send nothing to the server, and the next step is shown', async () => {
    const { act, sentTo, shown, notices } = await openAt(PAGE, {}, { given: 'refused' });
    await act(pushTurnedOn());
    expect(sentTo('addPushDevice')).toEqual([]);
    expect(notices()).toEqual([expect.stringMatching(/^This browser did not allow notifications\. Please allow them/)]);
    expect(shown()).toMatchObject({ changing: null, push: { isOn: false } });
  });

  it('that are allowed but cannot be turned on send nothing to the server, and the next step is shown', async () => {
    const { act, sentTo, notices } = await openAt(PAGE, {}, { given: 'failed' });
    await act(pushTurnedOn());
    expect(sentTo('addPushDevice')).toEqual([]);
    expect(notices()).toEqual([
      'This browser could not turn on push notifications, although they are allowed. Please check your connection, and try again.',
    ]);
  });

  it('are off if the browser has lost its subscription, and can be turned on again', async () => {
    const { shown } = await openAt(PAGE, { notificationChannels: ok({ ...CHANNELS, devices: [PHONE] }) });
    expect(shown().push).toEqual({ isOn: false, text: 'Push notifications are off in this browser.', mayTurnOn: true });
  });

  it('are off if the server does not have this browser, and can be turned on again', async () => {
    const port = scriptedAlerts();
    await port.subscribe('');
    const { shown } = await openAt(PAGE, {}, { port });
    expect(shown().push).toEqual({ isOn: false, text: 'Push notifications are off in this browser.', mayTurnOn: true });
  });

  it.each([
    ['unsupported', /add the app to the home screen/],
    ['forbidden', /Please allow them in the settings of the browser/],
  ] as const)('are not offered if they are %s', async (ability, text) => {
    const { shown } = await openAt(PAGE, { notificationChannels: ok({ ...CHANNELS, devices: [PHONE] }) }, { ability });
    expect(shown().push).toMatchObject({ isOn: false, mayTurnOn: false, text: expect.stringMatching(text) });
  });

  it('that the server refuses are unsubscribed in the browser', async () => {
    const sentence = 'This browser’s push service cannot be reached from here. Please use another browser.';
    const { act, alerts, shown } = await openAt(PAGE, {
      addPushDevice: apiError(400, 'request.invalid', { errorMessage: sentence }),
    });
    await act(pushTurnedOn());
    expect(shown().error).toContain(sentence);
    expect(await alerts.pushAbility('')).toBe('able');
  });

  it('end on the server and in the browser', async () => {
    const port = scriptedAlerts();
    await port.subscribe('');
    const { act, script, sentTo, shown } = await openAt(
      PAGE,
      { notificationChannels: ok({ ...CHANNELS, devices: [PHONE] }), removePushDevice: ok({}) },
      { port },
    );
    script.respond('notificationChannels', ok(CHANNELS));
    await act(deviceRemoved({ id: PHONE.id, isCurrent: true }));
    expect(sentTo('removePushDevice').map(({ params }) => params)).toEqual([{ deviceId: PHONE.id }]);
    expect(await port.pushAbility('')).toBe('able');
    expect(shown().devices).toEqual([]);
  });
});

describe('pushes to this browser whose start the server has not confirmed', () => {
  const lost = { addPushDevice: 'unreachable' } as const;

  it('are requested once more: the answer also carries the cookie of this browser', async () => {
    const { script, act, sentTo, alerts, shown, notices } = await openAt(PAGE, lost);
    script.respond('notificationChannels', ok({ ...CHANNELS, devices: [PHONE] }));
    await act(pushTurnedOn());
    script.respond('addPushDevice', ok({ id: PHONE.id }));
    for (let halfSeconds = 0; halfSeconds < 3; halfSeconds++) await act();
    const sent = sentTo('addPushDevice').map(({ body }) => body);
    expect([sent.length, sent[1]]).toEqual([2, sent[0]]);
    expect([await alerts.pushAbility(''), shown().error, shown().push.isOn]).toEqual(['subscribed', null, true]);
    expect(notices()).toEqual([expect.stringMatching(/^Notifications with a check mark under Mobile are sent/)]);
  });

  it('may be on, also if the second request is refused because the server is busy', async () => {
    const { script, act, shown } = await openAt(PAGE, lost);
    await act(pushTurnedOn());
    script.respond('addPushDevice', apiError(503, 'service.unavailable'));
    for (let halfSeconds = 0; halfSeconds < 3; halfSeconds++) await act();
    expect(shown().error).toMatch(/^It is not known whether this was changed\. The service is busy/);
  });

  it('are off in the browser, too, if no answer arrives twice', async () => {
    const { act, alerts, shown, notices } = await openAt(PAGE, lost);
    await act(pushTurnedOn());
    for (let halfSeconds = 0; halfSeconds < 3; halfSeconds++) await act();
    expect(await alerts.pushAbility('')).toBe('able');
    expect(shown()).toMatchObject({ changing: null, push: { isOn: false, mayTurnOn: true } });
    expect([shown().error, notices()]).toEqual([expect.stringContaining('The server cannot be reached.'), []]);
  });
});

describe('pushes to this browser whose end the server has not confirmed', () => {
  async function subscribed(answer: Reply) {
    const port = scriptedAlerts();
    await port.subscribe('');
    const answers = { notificationChannels: ok({ ...CHANNELS, devices: [PHONE] }), removePushDevice: answer };
    return openAt(PAGE, answers, { port });
  }
  const stop = deviceRemoved({ id: PHONE.id, isCurrent: true });

  it('have ended if the page shows so', async () => {
    const { act, alerts, script, shown, notices } = await subscribed('unreachable');
    script.respond('notificationChannels', ok(CHANNELS));
    await act(stop);
    expect([shown().devices, shown().error, await alerts.pushAbility('')]).toEqual([[], null, 'able']);
    expect(notices()).toEqual(['Push notifications are off for that device.']);
  });

  it('go on if the page shows so, until they are ended again, also if the server has ended them by then', async () => {
    const { act, alerts, script, shown } = await subscribed('unreachable');
    await act(stop);
    expect([shown().devices.length, await alerts.pushAbility('')]).toEqual([1, 'subscribed']);
    expect(shown().error).toMatch(/^It is not known whether this was changed\. /);
    script.respond('removePushDevice', apiError(404, 'not.found'));
    script.respond('notificationChannels', ok(CHANNELS));
    await act(stop);
    expect([shown().devices, shown().error, await alerts.pushAbility('')]).toEqual([[], null, 'able']);
  });

  it('go on if the server refuses, and the page says so', async () => {
    const { act, alerts, shown } = await subscribed(apiError(503, 'service.unavailable'));
    await act(stop);
    expect([shown().devices.length, await alerts.pushAbility('')]).toEqual([1, 'subscribed']);
    expect(shown().error).toMatch(/^Nothing was changed\. /);
  });
});

describe('the desktop', () => {
  const arrived = (sequence: number, ...ids: readonly string[]) =>
    shownWhileHidden({
      toasts: ids.map((id) =>
        toastOf({ ...({ id, subject: `Subject ${id}`, sequence, stickyNotification: false } as Notification) }),
      ),
    });
  const unseen = (...ids: readonly string[]) => arrived(1, ...ids);
  it('shows toasts while the tab is hidden, with a sound if chosen', async () => {
    const shown: DesktopAlert[] = [];
    const chimes: number[] = [];
    const { act, shown: view } = await openAt(PAGE, {}, { shown, chimes });
    await act(unseen('a'));
    expect(shown).toEqual([]);
    await act(desktopChosen('on'));
    await act(unseen('b'), unseen('c'));
    expect(view().desktop).toBe('on');
    expect(shown).toEqual([
      { id: 'b', title: 'Subject b', path: '/open?notification=b', isAgain: false },
      { id: 'c', title: 'Subject c', path: '/open?notification=c', isAgain: false },
    ]);
    await act(desktopChosen('sound'));
    await act(unseen('d'));
    expect([shown.map(({ id }) => id), chimes.length]).toEqual([['b', 'c', 'd'], 2]);
    await act(desktopChosen('off'));
    await act(unseen('e'));
    expect(shown.length).toBe(3);
  });

  it('a candidate’s message leads to the chat with the candidate, as its toast does', async () => {
    const shown: DesktopAlert[] = [];
    const { act } = await openAt(PAGE, {}, { shown });
    const candidateId = 'c0000000-0000-4000-8000-000000000001';
    const createdDate = '2026-11-23T10:00:00.000Z';
    const item = { id: 'm1', candidateId, candidateName: 'Ada Quinn', text: 'Hello', createdDate };
    await act(desktopChosen('on'));
    await act(shownWhileHidden({ toasts: chatToastsOf([item]) }));
    expect(shown).toEqual([
      {
        id: `chat-${candidateId}`,
        title: 'Message from Ada Quinn',
        path: `/vms/allCandidates/${candidateId}?tab=chat`,
        isAgain: true,
      },
    ]);
  });

  it('shows a notification once, with one sound, even if a closed tab left it to the next one', async () => {
    const shown: DesktopAlert[] = [];
    const chimes: number[] = [];
    const { act } = await openAt(PAGE, {}, { shown, chimes });
    await act(desktopChosen('sound'));
    await act(unseen('a', 'b'));
    const soundsBefore = chimes.length;
    await act(unseen('a', 'b'));
    expect([shown.map(({ id }) => id), chimes.length - soundsBefore]).toEqual([['a', 'b'], 0]);
    await act(unseen('b', 'c'));
    expect(shown.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('shows a notification that returns from a snooze again, with a sound', async () => {
    const shown: DesktopAlert[] = [];
    const chimes: number[] = [];
    const { act } = await openAt(PAGE, {}, { shown, chimes });
    await act(desktopChosen('sound'));
    await act(arrived(1, 'a'));
    const soundsBefore = chimes.length;
    await act(arrived(2, 'a'));
    await act(arrived(2, 'a'));
    expect(shown.map(({ id, isAgain }) => [id, isAgain])).toEqual([
      ['a', false],
      ['a', true],
    ]);
    expect(chimes.length - soundsBefore).toBe(1);
  });

  it('shows nothing and is silent once the permission is withdrawn; the page says so', async () => {
    const shown: DesktopAlert[] = [];
    const chimes: number[] = [];
    let permission: Permission = 'granted';
    const { act, shown: view } = await openAt(PAGE, {}, { shown, chimes, permission: () => permission });
    await act(desktopChosen('sound'));
    const soundsBefore = chimes.length;
    permission = 'denied';
    await act(unseen('a'));
    expect([shown, chimes.length - soundsBefore]).toEqual([[], 0]);
    await act(channelsReloadRequested());
    const blocked = expect.stringMatching(/^Notifications are blocked for this address\. Please allow them/) as string;
    expect(view()).toMatchObject({ desktop: 'off', desktopProblem: blocked });
    permission = 'granted';
    await act(channelsReloadRequested());
    expect(view()).toMatchObject({ desktop: 'sound', desktopProblem: null });
    permission = 'unasked';
    await act(channelsReloadRequested());
    expect(view()).toMatchObject({ desktop: 'off', desktopProblem: null });
  });

  it('is off after the browser has refused a change of it', async () => {
    let permission: Permission = 'granted';
    const { act, shown: view, notices } = await openAt(PAGE, {}, { permission: () => permission });
    await act(desktopChosen('on'));
    permission = 'denied';
    await act(desktopChosen('sound'));
    expect(view().desktop).toBe('off');
    expect(notices()).toEqual([expect.stringMatching(/^This browser did not allow notifications/)]);
  });

  it('that cannot show a notification does not end the app', async () => {
    const port = scriptedAlerts();
    const broken: Ports['alerts'] = { ...port, show: () => Promise.reject(new TypeError('No.')) };
    const { act, tab, shown: view } = await openAt(PAGE, {}, { port: broken });
    await act(desktopChosen('on'));
    await act(unseen('a'));
    await act(desktopChosen('off'));
    expect([tab.faults, view().desktop]).toEqual([[], 'off']);
  });

  it('that is allowed but cannot get ready stays off, and the next step is shown', async () => {
    const { act, shown, notices } = await openAt(PAGE, {}, { isReady: false });
    await act(desktopChosen('on'));
    expect([shown().desktop, notices()]).toEqual([
      'off',
      [
        'This browser could not get ready to show notifications, although they are allowed. Please reload the page, and try again.',
      ],
    ]);
  });

  it('shows nothing if the browser denies it, and shows what to do', async () => {
    const { act, shown, notices } = await openAt(PAGE, {}, { permission: () => 'denied' });
    await act(desktopChosen('on'));
    expect([shown().desktop, notices()]).toEqual([
      'off',
      [expect.stringMatching(/^This browser did not allow notifications\. Please allow them/)],
    ]);
  });
});
