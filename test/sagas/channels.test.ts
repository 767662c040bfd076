/** What reaches a person beside the panel, over a scripted server: this browser's pushes, times, rules, and links from outside. */
import type { EndpointName } from '../../contract/endpoints';
import { MAIL_MODES, STANCES, type NotificationChannels } from '../../contract/notifications/channels.endpoints';
import type { Notification } from '../../contract/notifications/notification';
import type { DesktopAlert, Ports } from '../../sagas/base/ports';
import { selectChannels, selectRuleViews, selectSettings } from '../../sagas/features/channels/channels.selectors';
import {
  changesDropped,
  desktopChosen,
  deviceRemoved,
  followEnded,
  pushTurnedOn,
  ruleAdded,
  ruleChanged,
  ruleRaised,
  ruleRemoved,
  rulesSaved,
  ruleTried,
  settingsChanged,
  settingsSaved,
} from '../../sagas/features/channels/channels.slice';
import {
  followChosen,
  followsClosed,
  followsOpened,
  selectFollows,
  selectFollowsOf,
} from '../../sagas/features/follows/follows.slice';
import { followText } from '../../sagas/features/follows/follows.rules';
import { toastOf } from '../../sagas/features/notifications/toasts/toastQueue';
import { attentionMoved, toastsRaised } from '../../sagas/features/notifications/toasts/toasts.slice';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { scriptedAlerts, SUBSCRIPTION, type ScriptedAlerts } from '../support/alertsPort';
import { openAdmin } from '../support/adminTab';
import { apiError, ok, type Reply } from '../support/scriptedServer';

const PAGE = '/vms/profile/notifications';
const LAKESIDE = 'a0000000-0000-4000-8000-000000000001';
const JOB = `job:${LAKESIDE}`;
const CHANNELS: NotificationChannels = {
  settings: { mailMode: 'AT_ONCE', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone: 'America/Chicago' },
  publicKey: 'public-key-of-the-server',
  devices: [],
  deliveries: [],
  follows: [],
  rules: [],
  facilities: [{ id: LAKESIDE, name: 'Lakeside' }],
  suppliers: [],
};
const PHONE = {
  id: 'd0000000-0000-4000-8000-000000000001',
  name: 'Chrome on Android',
  since: '2026-11-23T10:00:00.000Z',
  isCurrent: true,
};

async function openAt(
  path: string,
  answers: Partial<Record<EndpointName, Reply>> = {},
  scripted: ScriptedAlerts & { readonly port?: Ports['alerts'] } = {},
) {
  const alerts = scripted.port ?? scriptedAlerts(scripted);
  const opened = await openAdmin(
    path,
    { notificationChannels: ok(CHANNELS), notificationContext: ok({ context: 'c' }), ...answers },
    { alerts },
  );
  return { ...opened, alerts, shown: () => selectChannels(opened.tab.state()) };
}

describe('pushes to this browser', () => {
  it('are asked for with the server’s key, and the server learns where to push', async () => {
    const { act, script, sentTo, shown, notices } = await openAt(PAGE, { addPushDevice: ok({ id: PHONE.id }) });
    expect(shown().push).toEqual({ isOn: false, text: 'Pushes are off in this browser.', mayTurnOn: true });
    script.say('notificationChannels', ok({ ...CHANNELS, devices: [PHONE] }));
    await act(pushTurnedOn(), pushTurnedOn());
    expect(sentTo('addPushDevice').map(({ body }) => body)).toEqual([SUBSCRIPTION]);
    expect(shown().push).toMatchObject({ isOn: true, mayTurnOn: false });
    expect(notices()).toEqual([expect.stringMatching(/^Notifications with a check mark under Mobile are pushed/)]);
  });

  it('that the person does not allow reach no server, and the next step is said', async () => {
    const { act, sentTo, shown, notices } = await openAt(PAGE, {}, { given: null });
    await act(pushTurnedOn());
    expect(sentTo('addPushDevice')).toEqual([]);
    expect(notices()).toEqual([expect.stringMatching(/^This browser did not allow notifications\. Please allow them/)]);
    expect(shown()).toMatchObject({ changing: null, push: { isOn: false } });
  });

  it.each([
    ['unsupported', /add the app to the home screen/],
    ['forbidden', /Please allow them in the settings of the browser/],
  ] as const)('are not offered where they are %s', async (ability, text) => {
    const { shown } = await openAt(PAGE, { notificationChannels: ok({ ...CHANNELS, devices: [PHONE] }) }, { ability });
    expect(shown().push).toMatchObject({ isOn: false, mayTurnOn: false, text: expect.stringMatching(text) });
  });

  it('that the server refuses are given back by the browser', async () => {
    const sentence = 'This browser’s push service cannot be reached from here. Please use another browser.';
    const { act, alerts, shown } = await openAt(PAGE, {
      addPushDevice: apiError(400, 'request.invalid', { errorMessage: sentence }),
    });
    await act(pushTurnedOn());
    expect(shown().error).toContain(sentence);
    expect(await alerts.subscription()).toBeNull();
  });

  it('end on the server and in the browser', async () => {
    const port = scriptedAlerts();
    await port.subscribe('');
    const { act, script, sentTo, shown } = await openAt(
      PAGE,
      { notificationChannels: ok({ ...CHANNELS, devices: [PHONE] }), removePushDevice: ok({}) },
      { port },
    );
    script.say('notificationChannels', ok(CHANNELS));
    await act(deviceRemoved({ id: PHONE.id, isCurrent: true }));
    expect(sentTo('removePushDevice').map(({ params }) => params)).toEqual([{ deviceId: PHONE.id }]);
    expect(await port.subscription()).toBeNull();
    expect(shown().devices).toEqual([]);
  });
});

describe('the desktop', () => {
  const toasts = (...ids: readonly string[]) =>
    toastsRaised({
      toasts: ids.map((id) =>
        toastOf({ ...({ id, subject: `Subject ${id}`, sequence: 1, stickyNotification: false } as Notification) }),
      ),
    });
  const hidden = attentionMoved({ visible: false, showsToasts: true });

  it('shows what pops up once, while nobody looks at the tab, with a sound where that was chosen', async () => {
    const shown: DesktopAlert[] = [];
    const chimes: number[] = [];
    const { act, shown: view } = await openAt(PAGE, {}, { shown, chimes });
    await act(hidden, toasts('a'));
    expect(shown).toEqual([]);
    await act(desktopChosen('on'));
    await act(toasts('b'), toasts('b', 'c'));
    expect(view().desktop).toBe('on');
    expect(shown).toEqual([
      { id: 'b', title: 'Subject b', path: '/open?notification=b' },
      { id: 'c', title: 'Subject c', path: '/open?notification=c' },
    ]);
    await act(attentionMoved({ visible: true, showsToasts: true }), toasts('d'));
    await act(hidden, desktopChosen('sound'));
    await act(toasts('e'));
    expect([shown.map(({ id }) => id), chimes.length]).toEqual([['b', 'c', 'e'], 2]);
    await act(desktopChosen('off'));
    await act(toasts('f'));
    expect(shown.length).toBe(3);
  });

  it('shows nothing where the browser does not let it, and says what to do', async () => {
    const { act, shown, notices } = await openAt(PAGE, {}, { allows: false });
    await act(desktopChosen('on'));
    expect([shown().desktop, notices()]).toEqual([
      'off',
      [expect.stringMatching(/^This browser did not allow notifications\. Please allow them/)],
    ]);
  });
});

describe('times of mail', () => {
  it('are saved as they stand; what is changed stays over a failure, and is dropped on request', async () => {
    const { act, tab, script, sentTo, shown } = await openAt(PAGE, { saveNotificationSettings: 'unreachable' });
    await act(settingsChanged({ mailMode: 'MORNING' }), settingsChanged({ quietFrom: '22:00', quietTo: '06:00' }));
    expect(tab.asksToLeave()).toBe(true);
    await act(settingsSaved());
    expect(shown().error).toMatch(/^Nothing was changed\. /);
    expect(selectSettings(tab.state())?.mailMode).toBe('MORNING');
    script.say('saveNotificationSettings', ok({}));
    const wanted = { ...CHANNELS.settings, mailMode: 'MORNING', quietFrom: '22:00', quietTo: '06:00' } as const;
    script.say('notificationChannels', ok({ ...CHANNELS, settings: wanted }));
    await act(settingsSaved());
    expect(sentTo('saveNotificationSettings').at(-1)?.body).toEqual(wanted);
    expect(tab.asksToLeave()).toBe(false);
    await act(settingsChanged({ mailMode: 'HOURLY' }));
    expect(tab.asksToLeave()).toBe(true);
    await act(changesDropped());
    expect([selectSettings(tab.state()), tab.asksToLeave()]).toEqual([wanted, false]);
  });
});

describe('what is not saved yet', () => {
  it('is there again when one comes back to the page, and the browser asks before the tab is closed', async () => {
    const { act, tab } = await openAt(PAGE);
    expect(tab.asksToLeave()).toBe(false);
    await act(ruleAdded());
    await act(navigateRequested({ to: '/' }));
    expect([selectRuleViews(tab.state()).length, tab.asksToLeave()]).toEqual([1, true]);
    await act(navigateRequested({ to: PAGE }));
    expect([selectRuleViews(tab.state()).length, tab.asksToLeave()]).toEqual([1, true]);
    await act(ruleRemoved({ index: 0 }), changesDropped());
    expect(tab.asksToLeave()).toBe(false);
  });
});

describe('rules', () => {
  it('are made, ordered, tried and saved together', async () => {
    const { act, tab, sentTo, notices } = await openAt(PAGE, {
      tryNotificationRule: ok({ matched: 14, of: 120, subjects: ['Timesheet 7 was disputed'] }),
      saveNotificationRules: ok({}),
    });
    const views = () => selectRuleViews(tab.state());
    await act(ruleAdded(), ruleAdded(), ruleAdded());
    await act(
      ruleChanged({ index: 0, patch: { words: 'icu', mail: 'MORNING', push: false, toast: 'QUIET' } }),
      ruleChanged({
        index: 1,
        patch: { kinds: ['TIMESHEET_DISPUTED'], facilityId: LAKESIDE, toast: 'STICKY', push: true },
      }),
    );
    expect(views().map(({ text }) => text)).toEqual([
      'Everything with ‘icu’: no toast, not to my phone, mail in the morning',
      'Timesheet Disputed at Lakeside: its toast stays, to my phone',
      'Everything: nothing yet',
    ]);
    await act(ruleRemoved({ index: 2 }), ruleRaised({ index: 1 }), ruleTried({ index: 0 }));
    expect(views()[0]?.tried).toEqual({
      text: 'Would have matched 14 of the 120 notifications you got in the last 30 days.',
      subjects: ['Timesheet 7 was disputed'],
    });
    expect(sentTo('tryNotificationRule').map(({ body }) => body)).toEqual([{ rule: views()[0]?.rule }]);
    const rules = views().map(({ rule }) => rule);
    await act(rulesSaved());
    expect(sentTo('saveNotificationRules').map(({ body }) => body)).toEqual([{ rules }]);
    expect(notices().at(-1)).toMatch(/^Your rules have been saved\./);
  });

  it('an answer about a rule that was changed meanwhile is not shown', async () => {
    const { act, tab, script } = await openAt(PAGE);
    script.say('tryNotificationRule', ok({ matched: 1, of: 2, subjects: [] }), 200);
    await act(ruleAdded());
    await act(ruleTried({ index: 0 }), ruleChanged({ index: 0, patch: { words: 'other' } }));
    expect(selectRuleViews(tab.state())[0]?.tried).toBeNull();
    expect(selectChannels(tab.state()).changing).toBeNull();
  });
});

it('what is followed and muted is listed in words, and ended', async () => {
  const follows = [
    { subject: JOB, label: 'Job 1042', stance: 'FOLLOW' },
    { subject: 'kind:OFFER_MADE', label: 'Offer Made', stance: 'MUTE' },
  ] as const;
  const { act, shown, sentTo } = await openAt(PAGE, {
    notificationChannels: ok({ ...CHANNELS, follows }),
    setFollow: ok({}),
  });
  expect(shown().follows.map(({ label, text }) => [label, text])).toEqual([
    ['Job 1042', 'You get everything about this job, also what is muted elsewhere.'],
    ['Offer Made', expect.stringMatching(/^You get nothing about notifications of this kind, except what is required/)],
  ]);
  await act(followEnded({ subject: JOB }));
  expect(sentTo('setFollow').map(({ body }) => body)).toEqual([{ subject: JOB, stance: null }]);
});

describe('following from a row or a record', () => {
  const of = { notificationId: LAKESIDE };
  const choices = [
    { subject: JOB, label: 'Job 1042', stance: null },
    { subject: 'kind:OFFER_MADE', label: 'Offer Made', stance: 'MUTE' },
  ] as const;

  it('shows what there is, sets it at once and says what it leads to', async () => {
    const { act, tab, sentTo } = await openAt('/vms/dashboard', { followChoices: ok({ choices }), setFollow: ok({}) });
    const shown = () => selectFollows(tab.state());
    await act(followsOpened(of));
    expect(sentTo('followChoices').map(({ body }) => body)).toEqual([of]);
    expect([selectFollowsOf(tab.state()), shown().choices?.map(({ label }) => label)]).toEqual([
      `notification:${LAKESIDE}`,
      ['Job 1042', 'Offer Made'],
    ]);
    await act(followChosen({ subject: JOB, stance: 'FOLLOW' }), followChosen({ subject: JOB, stance: 'FOLLOW' }));
    expect(sentTo('setFollow').map(({ body }) => body)).toEqual([{ subject: JOB, stance: 'FOLLOW' }]);
    expect(shown().choices?.[0]?.text).toBe('You get everything about this job, also what is muted elsewhere.');
    await act(followsClosed());
    expect(selectFollowsOf(tab.state())).toBeNull();
  });

  it('puts back what the server refuses, with the reason', async () => {
    const { act, tab } = await openAt('/vms/dashboard', { followChoices: ok({ choices }), setFollow: 'unreachable' });
    await act(followsOpened(of));
    await act(followChosen({ subject: JOB, stance: 'MUTE' }));
    const { choices: now, error } = selectFollows(tab.state());
    expect([now?.[0]?.stance, error]).toEqual([null, expect.stringMatching(/^That was not saved\. /)]);
  });

  it('an answer about another row than the one that is open is not shown', async () => {
    const { act, tab, script } = await openAt('/vms/dashboard', { followChoices: ok({ choices }) });
    await act(followsOpened(of));
    await act(followsClosed());
    script.say('followChoices', ok({ choices }), 300);
    await act(followsOpened(of), followsOpened({ subject: 'facility:x' }), followsClosed());
    expect(selectFollows(tab.state()).choices).toBeNull();
  });
});

it('every choice about every subject has a sentence', () => {
  for (const stance of [...STANCES, null])
    for (const kind of [
      'job',
      'candidate',
      'submission',
      'assignment',
      'document',
      'timesheet',
      'invoice',
      'facility',
      'supplier',
      'kind',
    ])
      expect(followText(`${kind}:x`, stance)).toMatch(/^(You get|Your rules) .*\.$/);
  expect(MAIL_MODES.length).toBe(3);
});

it('deliveries say what became of them', async () => {
  const delivery = {
    ...{ id: '1', channel: 'PUSH', subject: 'S', status: 'SENT', problem: null, device: 'Phone', attempts: 1 },
    ...{ createdAt: '2026-11-23T10:00:00.000Z', dueAt: '2026-11-23T10:05:00.000Z', doneAt: '2026-11-23T10:00:01.000Z' },
  } as const;
  const { shown } = await openAt(PAGE, {
    notificationChannels: ok({
      ...CHANNELS,
      deliveries: [
        delivery,
        { ...delivery, id: '2', channel: 'MAIL', device: null, status: 'PENDING', doneAt: null },
        {
          ...delivery,
          id: '3',
          status: 'FAILED',
          problem: 'The push service answered 500.',
          doneAt: null,
          attempts: 2,
        },
        { ...delivery, id: '4', status: 'GIVEN_UP', problem: 'The browser does not take pushes any more.' },
      ],
    }),
  });
  expect(shown().deliveries.map(({ text, isBad }) => [text, isBad])).toEqual([
    [expect.stringMatching(/^Push to Phone: sent /), false],
    [expect.stringMatching(/^Mail: waits until /), false],
    [
      expect.stringMatching(
        /^Push to Phone: not delivered yet, tried 2 times\. The push service answered 500\. Next try /,
      ),
      true,
    ],
    [expect.stringMatching(/^Push to Phone: given up .*The browser does not take pushes any more\.$/), true],
  ]);
});

it('a page that cannot be loaded says so', async () => {
  const { shown } = await openAt(PAGE, { notificationChannels: 'unreachable' });
  expect(shown()).toMatchObject({ isLoaded: false, error: expect.stringMatching(/^This page could not be loaded\. /) });
});

describe('a link from outside', () => {
  const ID = 'b0000000-0000-4000-8000-000000000001';
  const notification = {
    ...{ id: ID, sequence: 4, categoryCode: 'BACK_OFFICE', subCategoryCode: 'TIMESHEET_DISPUTED' },
    ...{ subCategoryName: 'Timesheet Disputed', subject: 'S', template: '<p>T</p>', entityId: LAKESIDE },
    ...{ notificationDate: '2026-11-23T10:00:00.000Z', notificationDateWithZone: '', stickyNotification: false },
    ...{ releaseNotes: false, messageTags: [], documentName: 'xdummyFilex' },
  };
  async function follow(answers: Partial<Record<EndpointName, Reply>>) {
    const opened = await openAt('/vms/dashboard', answers);
    await opened.act(navigateRequested({ to: `/open?notification=${ID}` }));
    return opened;
  }

  it('goes on to what the notification is about, as read', async () => {
    const { tab, sentTo } = await follow({
      notificationById: ok(notification),
      changeNotifications: ok({ events: [] }),
    });
    expect(sentTo('notificationById').map(({ params }) => params)).toEqual([{ notificationId: ID }]);
    expect(tab.path()).toBe(`/vms/timesheets/${LAKESIDE}`);
    expect(sentTo('changeNotifications')[0]?.body).toMatchObject({ changes: [{ id: ID, read: true }] });
  });

  it('to a message opens the panel where it stands', async () => {
    const { tab } = await follow({
      notificationById: ok({ ...notification, categoryCode: 'COMPANY', subCategoryCode: 'COMPANY' }),
      changeNotifications: ok({ events: [] }),
    });
    expect(selectPanel(tab.state())).toMatchObject({ open: true, tab: 'BROADCAST' });
    expect(tab.path()).toBe('/vms/dashboard');
  });

  it.each([
    ['of somebody else', apiError(404, 'not.found'), /not kept any more, or it is for somebody else/],
    ['that is not whole', apiError(400, 'request.invalid'), /not kept any more, or it is for somebody else/],
    ['without an answer', 'unreachable' as const, /^The notification could not be opened\. /],
  ])('%s ends on the home page, with the reason', async (_, answer, text) => {
    const { tab, notices } = await follow({ notificationById: answer });
    expect(tab.path()).toBe('/vms/dashboard');
    expect(notices()).toEqual([expect.stringMatching(text)]);
  });
});
