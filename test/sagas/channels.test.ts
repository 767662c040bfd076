/** The notification delivery page with a scripted server: mail times, rules and deliveries. */
import type { NotificationChannels, NotificationRule } from '../../contract/notifications/channels.endpoints';
import { selectChannels, selectRuleViews, selectSettings } from '../../sagas/features/channels/channels.selectors';
import {
  channelsReloadRequested,
  currentRulesRequested,
  NEW_RULE,
  ruleAdded,
  ruleChanged,
  ruleMovedUp,
  ruleRemoved,
  rulesDropped,
  rulesSaveRequested,
  ruleTried,
  settingsChanged,
  settingsDropped,
  settingsSaveRequested,
} from '../../sagas/features/channels/channels.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { apiError, ok } from '../support/scriptedServer';
import { PAGE, LAKESIDE, CHANNELS, openAt } from '../support/channelsPage';

/** Rules whose answer is lost are sent once more, which fails as well by then. */
const SENT_AGAIN_MS = 2_000;

describe('mail times', () => {
  it('are saved as changed; changes survive a failure, and are dropped on request', async () => {
    const { act, tab, script, sentTo, shown } = await openAt(PAGE, { saveNotificationSettings: 'unreachable' });
    await act(settingsChanged({ mailMode: 'MORNING' }), settingsChanged({ quietFrom: '22:00', quietTo: '06:00' }));
    expect(tab.warnsBeforeLeaving()).toBe(true);
    await act(settingsSaveRequested());
    expect(shown().error).toMatch(/^It is not known whether this was changed\. The server cannot be reached\. /);
    expect(selectSettings(tab.state())?.mailMode).toBe('MORNING');
    script.respond('saveNotificationSettings', ok({}));
    const changes = { mailMode: 'MORNING', quietFrom: '22:00', quietTo: '06:00' } as const;
    const wanted = { ...CHANNELS.settings, ...changes };
    script.respond('notificationChannels', ok({ ...CHANNELS, settings: wanted }));
    await act(settingsSaveRequested());
    expect(sentTo('saveNotificationSettings').at(-1)?.body).toEqual(changes);
    expect(tab.warnsBeforeLeaving()).toBe(false);
    await act(settingsChanged({ mailMode: 'HOURLY' }));
    expect(tab.warnsBeforeLeaving()).toBe(true);
    await act(settingsDropped());
    expect([selectSettings(tab.state()), tab.warnsBeforeLeaving()]).toEqual([wanted, false]);
  });

  it('that another tab has saved stay, and are shown beside unsaved changes', async () => {
    const { act, tab, script, bodies } = await openAt(PAGE, { saveNotificationSettings: ok({}) });
    await act(settingsChanged({ timeZone: 'America/Denver' }), settingsChanged({ mailMode: 'HOURLY' }));
    await act(settingsChanged({ mailMode: 'AT_ONCE' }));
    const elsewhere = { ...CHANNELS.settings, mailMode: 'MORNING', quietFrom: '22:00', quietTo: '06:00' } as const;
    script.respond('notificationChannels', ok({ ...CHANNELS, settings: elsewhere }));
    await act(channelsReloadRequested());
    expect(selectSettings(tab.state())).toEqual({ ...elsewhere, timeZone: 'America/Denver' });
    await act(settingsChanged({ quietFrom: '21:00' }));
    await act(settingsSaveRequested());
    expect(bodies('saveNotificationSettings')).toEqual([
      { timeZone: 'America/Denver', quietFrom: '21:00', quietTo: '06:00' },
    ]);
  });

  it('that are set back are no change', async () => {
    const { act, tab, bodies } = await openAt(PAGE);
    await act(settingsChanged({ mailMode: 'HOURLY' }), settingsChanged({ mailMode: 'AT_ONCE' }));
    expect([selectChannels(tab.state()).settingsChanged, tab.warnsBeforeLeaving()]).toEqual([false, false]);
    await act(settingsSaveRequested());
    expect(bodies('saveNotificationSettings')).toEqual([]);
  });
});

describe('unsaved changes', () => {
  it('are restored when the user returns to the page, and the browser asks for confirmation before the tab is closed', async () => {
    const { act, tab } = await openAt(PAGE);
    expect(tab.warnsBeforeLeaving()).toBe(false);
    await act(ruleAdded());
    await act(navigateRequested({ to: '/' }));
    expect([selectRuleViews(tab.state()).length, tab.warnsBeforeLeaving()]).toEqual([1, true]);
    await act(navigateRequested({ to: PAGE }));
    expect([selectRuleViews(tab.state()).length, tab.warnsBeforeLeaving()]).toEqual([1, true]);
    await act(ruleRemoved({ index: 0 }), rulesDropped());
    expect(tab.warnsBeforeLeaving()).toBe(false);
  });

  it('are discarded in their own form only', async () => {
    const { act, tab } = await openAt(PAGE);
    const unsaved = () => ({
      rules: selectRuleViews(tab.state()).length - CHANNELS.rules.length,
      mailMode: selectSettings(tab.state())?.mailMode,
    });
    await act(ruleAdded(), settingsChanged({ mailMode: 'HOURLY' }), settingsDropped());
    expect(unsaved()).toEqual({ rules: 1, mailMode: CHANNELS.settings.mailMode });
    await act(settingsChanged({ mailMode: 'HOURLY' }), rulesDropped());
    expect(unsaved()).toEqual({ rules: 0, mailMode: 'HOURLY' });
  });
});

describe('while a save is on its way', () => {
  it('mail times that are changed stay unsaved changes', async () => {
    const { act, after, tab, script } = await openAt(PAGE);
    script.respond('saveNotificationSettings', ok({}), 300);
    await act(settingsChanged({ mailMode: 'MORNING' }));
    const sent = { ...CHANNELS.settings, mailMode: 'MORNING' } as const;
    script.respond('notificationChannels', ok({ ...CHANNELS, settings: sent }));
    await act(settingsSaveRequested(), settingsChanged({ mailMode: 'HOURLY' }));
    await after(500);
    expect([selectSettings(tab.state())?.mailMode, tab.warnsBeforeLeaving()]).toEqual(['HOURLY', true]);
    await act(settingsDropped());
    expect([selectSettings(tab.state()), tab.warnsBeforeLeaving()]).toEqual([sent, false]);
  });

  it('mail times that are set back stay unsaved changes', async () => {
    const { act, after, tab, script } = await openAt(PAGE);
    script.respond('saveNotificationSettings', ok({}), 300);
    await act(settingsChanged({ mailMode: 'MORNING' }));
    script.respond(
      'notificationChannels',
      ok({ ...CHANNELS, settings: { ...CHANNELS.settings, mailMode: 'MORNING' } }),
    );
    await act(settingsSaveRequested(), settingsChanged({ mailMode: 'AT_ONCE' }));
    await after(500);
    expect([selectSettings(tab.state())?.mailMode, tab.warnsBeforeLeaving()]).toEqual(['AT_ONCE', true]);
  });

  it('rules that are changed stay unsaved changes, on top of those that were sent', async () => {
    const { act, after, tab, script, bodies } = await openAt(PAGE);
    script.respond('saveNotificationRules', ok({ version: 'v2' }), 300);
    await act(ruleAdded());
    const sent = selectRuleViews(tab.state()).map(({ rule }) => rule);
    script.respond('notificationChannels', ok({ ...CHANNELS, rules: sent, rulesVersion: 'v2' }));
    await act(rulesSaveRequested(), ruleChanged({ index: 0, patch: { words: 'icu' } }));
    await after(500);
    const words = () => selectRuleViews(tab.state()).map(({ rule }) => rule.words);
    expect([words(), tab.warnsBeforeLeaving()]).toEqual([['icu'], true]);
    script.respond('saveNotificationRules', 'unreachable');
    await act(rulesSaveRequested());
    expect(bodies('saveNotificationRules').map((body) => body?.['version'])).toEqual(['v1', 'v2']);
    await act(rulesDropped());
    expect([words(), tab.warnsBeforeLeaving()]).toEqual([[''], false]);
  });
});

describe('if the page cannot be loaded again', () => {
  it('what was saved is shown as saved, and the failed loading can be tried again', async () => {
    const { act, tab, script, shown, notices } = await openAt(PAGE, {
      saveNotificationSettings: ok({}),
      saveNotificationRules: ok({ version: 'v2' }),
    });
    script.respond('notificationChannels', 'unreachable');
    await act(settingsChanged({ mailMode: 'MORNING' }), ruleAdded());
    await act(settingsSaveRequested());
    await act(rulesSaveRequested());
    expect(notices()).toEqual([expect.stringMatching(/^Your times/), expect.stringMatching(/^Your rules/)]);
    expect(shown()).toMatchObject({
      error: expect.stringMatching(/^The page could not be brought up to date\. The server cannot be reached\./),
      canRetry: true,
      changing: null,
    });
    expect([
      selectSettings(tab.state())?.mailMode,
      selectRuleViews(tab.state()).length,
      tab.warnsBeforeLeaving(),
    ]).toEqual(['MORNING', 1, false]);
    script.respond('notificationChannels', ok(CHANNELS));
    await act(channelsReloadRequested());
    expect(shown()).toMatchObject({ error: null, canRetry: false });
  });

  it('a change that fails afterwards says that nothing was changed', async () => {
    const { act, script, shown } = await openAt(PAGE, {
      saveNotificationRules: apiError(400, 'request.invalid', { errorMessage: 'A rule has no effect yet.' }),
    });
    script.respond('notificationChannels', 'unreachable');
    await act(channelsReloadRequested());
    await act(ruleAdded());
    await act(rulesSaveRequested());
    expect(shown().error).toBe('Nothing was changed. A rule has no effect yet.');
  });
});

describe('if the answer to a change is lost', () => {
  it('the page has what the server has now, and does not claim that nothing was changed', async () => {
    const { act, after, tab, script, shown } = await openAt(PAGE, { saveNotificationRules: 'unreachable' });
    await act(ruleAdded());
    const stored = selectRuleViews(tab.state()).map(({ rule }) => rule);
    script.respond('notificationChannels', ok({ ...CHANNELS, rules: stored }));
    await act(rulesSaveRequested());
    await after(SENT_AGAIN_MS);
    expect(shown().error).toMatch(/^It is not known whether this was changed\. The server cannot be reached\. /);
    await act(rulesDropped());
    expect(selectRuleViews(tab.state()).map(({ rule }) => rule)).toEqual(stored);
  });

  it('rules that are changed further are saved on top of those that arrived', async () => {
    const { act, after, script, bodies } = await openAt(PAGE, { saveNotificationRules: 'unreachable' });
    await act(ruleAdded(), ruleChanged({ index: 0, patch: { words: ' ICU', toast: 'STICKY' } }));
    const stored = { ...NEW_RULE, words: 'icu', toast: 'STICKY' };
    script.respond('notificationChannels', ok({ ...CHANNELS, rules: [stored], rulesVersion: 'v2' }));
    await act(rulesSaveRequested());
    await after(SENT_AGAIN_MS);
    await act(ruleChanged({ index: 0, patch: { push: true } }));
    await act(rulesSaveRequested());
    expect(bodies('saveNotificationRules').map((body) => body?.['version'])).toEqual(['v1', 'v1', 'v2']);
  });

  it('or a proxy answers instead of the server, it is not known either', async () => {
    const proxy = { status: 502, body: '<html></html>', retryAfterSeconds: null };
    const { act, after, script, shown, sentTo } = await openAt(PAGE, { saveNotificationRules: proxy });
    const before = sentTo('notificationChannels').length;
    await act(ruleAdded());
    await act(rulesSaveRequested());
    await after(SENT_AGAIN_MS);
    expect(shown().error).toMatch(/^It is not known whether this was changed\. The service is busy/);
    expect(sentTo('notificationChannels')).toHaveLength(before + 1);
    script.respond('saveNotificationRules', apiError(503, 'service.unavailable'));
    await act(rulesSaveRequested());
    expect(shown().error).toMatch(/^Nothing was changed\. The service is busy/);
  });

  it('the test of a rule has changed nothing all the same', async () => {
    const { act, shown } = await openAt(PAGE, { tryNotificationRule: 'unreachable' });
    await act(ruleAdded(), ruleTried({ index: 0 }));
    expect(shown().error).toMatch(/^Nothing was changed\. The server cannot be reached\. /);
  });
});

describe('rules', () => {
  it('are created, ordered, tested and saved together', async () => {
    const { act, tab, sentTo, notices } = await openAt(PAGE, {
      tryNotificationRule: ok({ matched: 14, of: 120, subjects: ['Timesheet 7 was disputed'] }),
      saveNotificationRules: ok({ version: 'v2' }),
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
      'Everything with ‘icu’: no toast, no push notification, email in the morning',
      'Timesheet Disputed at Lakeside: sticky toast, push notification',
      'Everything: nothing yet',
    ]);
    await act(ruleRemoved({ index: 2 }), ruleMovedUp({ index: 1 }), ruleTried({ index: 0 }));
    expect(views()[0]?.tried).toEqual({
      text: 'Would have matched 14 of the 120 notifications you got in the last 30 days.',
      subjects: ['Timesheet 7 was disputed'],
    });
    expect(sentTo('tryNotificationRule').map(({ body }) => body)).toEqual([{ rule: views()[0]?.rule }]);
    const rules = views().map(({ rule }) => rule);
    await act(rulesSaveRequested());
    expect(sentTo('saveNotificationRules').map(({ body }) => body)).toEqual([{ rules, version: 'v1' }]);
    expect(notices().at(-1)).toMatch(/^Your rules have been saved\./);
  });

  it('say which of their emails were stopped by the link in one, and how to get these again', async () => {
    const rules: readonly Partial<NotificationRule>[] = [
      { mail: 'AT_ONCE' },
      { kinds: ['TIMESHEET_DISPUTED', 'OFFER_MADE'], mail: 'MORNING' },
      { kinds: ['OFFER_MADE'], mail: 'AT_ONCE' },
      { kinds: ['TIMESHEET_DISPUTED'], mail: 'NONE' },
      { kinds: ['TIMESHEET_DISPUTED'], push: true },
    ];
    const saved: NotificationChannels = {
      ...CHANNELS,
      rules: rules.map((rule) => ({ ...NEW_RULE, ...rule })),
      mailRefused: ['TIMESHEET_DISPUTED', 'DOCUMENT_UPLOADED'],
    };
    const { tab } = await openAt(PAGE, { notificationChannels: ok(saved) });
    expect(selectRuleViews(tab.state()).map(({ stopped }) => stopped)).toEqual([
      'Emails about Timesheet Disputed, Document Uploaded were stopped by the link in one of them, so none are sent. To get them again, please open Notification Preferences in the profile menu and check Email there.',
      'Emails about Timesheet Disputed were stopped by the link in one of them, so none are sent. To get them again, please open Notification Preferences in the profile menu and check Email there.',
      ...[null, null, null],
    ]);
  });

  it('a test result for a rule that was changed in the meantime is not shown', async () => {
    const { act, tab, script } = await openAt(PAGE);
    script.respond('tryNotificationRule', ok({ matched: 1, of: 2, subjects: [] }), 200);
    await act(ruleAdded());
    await act(ruleTried({ index: 0 }), ruleChanged({ index: 0, patch: { words: 'other' } }));
    expect(selectRuleViews(tab.state())[0]?.tried).toBeNull();
    expect(selectChannels(tab.state()).changing).toBeNull();
  });
});

describe('if other rules have been saved since they were opened, for example in another tab', () => {
  const SENTENCE = 'Your rules were not saved. What you have entered is still here.';
  const ELSEWHERE = { ...CHANNELS, rules: [{ ...NEW_RULE, words: 'elsewhere' }], rulesVersion: 'v2' };

  async function refused() {
    const opened = await openAt(PAGE, {
      saveNotificationRules: apiError(409, 'conflict', { errorMessage: SENTENCE }),
    });
    await opened.act(ruleAdded(), ruleChanged({ index: 0, patch: { words: 'here' } }));
    opened.script.respond('notificationChannels', ok(ELSEWHERE));
    await opened.act(rulesSaveRequested());
    const words = () => selectRuleViews(opened.tab.state()).map(({ rule }) => rule.words);
    return { ...opened, words };
  }

  it('they are refused, and what was entered is kept', async () => {
    const { act, tab, shown, words, notices } = await refused();
    expect(shown()).toMatchObject({ rulesConflict: SENTENCE, error: null, rulesChanged: true, changing: null });
    expect([words(), tab.warnsBeforeLeaving(), notices()]).toEqual([['here'], true, []]);
    await act(ruleChanged({ index: 0, patch: { push: true } }));
    expect([words(), shown().rulesConflict]).toEqual([['here'], SENTENCE]);
  });

  it('saving again, also after the page was left and opened again, is refused as well', async () => {
    const { act, words, shown, bodies } = await refused();
    await act(rulesSaveRequested());
    await act(navigateRequested({ to: '/' }));
    await act(navigateRequested({ to: PAGE }));
    expect(shown().rulesConflict).toBeNull();
    await act(rulesSaveRequested());
    expect(bodies('saveNotificationRules').map((body) => body?.['version'])).toEqual(['v1', 'v1', 'v1']);
    expect([words(), shown().rulesConflict]).toEqual([['here'], SENTENCE]);
  });

  it('the current ones are shown on request, can be changed, and are saved', async () => {
    const { act, tab, script, words, shown, bodies } = await refused();
    script.respond('notificationChannels', ok({ ...ELSEWHERE, rulesVersion: 'v3' }));
    await act(currentRulesRequested());
    expect([words(), shown().rulesConflict, tab.warnsBeforeLeaving()]).toEqual([['elsewhere'], null, false]);
    script.respond('saveNotificationRules', ok({ version: 'v4' }));
    await act(ruleAdded());
    await act(rulesSaveRequested());
    expect(bodies('saveNotificationRules').map((body) => body?.['version'])).toEqual(['v1', 'v3']);
    expect(shown().rulesConflict).toBeNull();
  });

  it('what was entered is kept if the current ones cannot be loaded', async () => {
    const { act, tab, script, words, shown } = await refused();
    script.respond('notificationChannels', 'unreachable');
    await act(currentRulesRequested());
    expect([words(), tab.warnsBeforeLeaving()]).toEqual([['here'], true]);
    expect(shown()).toMatchObject({
      error: expect.stringMatching(/^The page could not be brought up to date\. /),
      canRetry: true,
      changing: null,
    });
  });

  it('discarding what was entered shows the current ones, too', async () => {
    const { act, words, shown } = await refused();
    await act(rulesDropped());
    expect([words(), shown().rulesConflict]).toEqual([['elsewhere'], null]);
  });
});

it('deliveries show their results', async () => {
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
        { ...delivery, id: '4', status: 'GIVEN_UP', problem: 'The browser no longer accepts push notifications.' },
      ],
    }),
  });
  expect(shown().deliveries.map(({ text, isBad }) => [text, isBad])).toEqual([
    [expect.stringMatching(/^Push notification to Phone: sent /), false],
    [expect.stringMatching(/^Email: waits until /), false],
    [
      expect.stringMatching(
        /^Push notification to Phone: not delivered yet, tried 2 times\. The push service answered 500\. Next try /,
      ),
      true,
    ],
    [
      expect.stringMatching(
        /^Push notification to Phone: given up .*The browser no longer accepts push notifications\.$/,
      ),
      true,
    ],
  ]);
});

it('a page that cannot be loaded shows a message', async () => {
  const { shown } = await openAt(PAGE, { notificationChannels: 'unreachable' });
  expect(shown()).toMatchObject({
    isLoaded: false,
    error: expect.stringMatching(/^This page could not be loaded\. /),
    canRetry: true,
  });
});
