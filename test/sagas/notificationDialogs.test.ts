/**
 * The company notification and the preferences with the real root saga: one call per click, nothing lost on failure.
 */
import {
  bellPressed,
  companyMessageCancelled,
  companyMessagePressed,
  companyMessageSubmitted,
} from '../../sagas/features/notifications/notifications.intents';
import {
  changesDiscarded,
  changesKept,
  preferenceToggled,
  preferencesClosed,
  preferencesOpened,
  preferencesSaveRequested,
  selectPreferences,
  selectPreferencesOpen,
} from '../../sagas/features/preferences/preferences.slice';
import { createNotificationServer } from '../support/notificationServer';
import { preference } from '../support/preference';
import { apiError, ok, type Reply } from '../support/scriptedServer';
import { createBrowser } from '../support/browser';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';
import { selectCompanyMessageView } from '../../sagas/features/notifications/companyMessage/companyMessage.selectors';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

async function signedIn() {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  const tab = openTab({ clock, browser: createBrowser(clock), answer: server.answer, socket: server.socket });
  tab.start();
  await untilBellKnown(tab, clock);
  const press = (action: Parameters<typeof tab.store.dispatch>[0]) => void tab.store.dispatch(action);
  const sent = (endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint);
  const notices = () => tab.state().notices!.shown.map(({ text }) => text);
  return { clock, server, tab, press, sent, notices };
}

describe('a company notification', () => {
  const TEXT = { subject: ' Cafeteria ', message: ' Closed on Friday. ' };

  it('is sent once for any number of clicks on Save, with one id for the whole dialog', async () => {
    const { clock, server, tab, press, sent, notices } = await signedIn();
    server.script.respond('companyNotificationReach', ok({ people: 1204 }));
    press(bellPressed());
    press(companyMessagePressed());
    await clock.advance(100);
    expect([selectPanel(tab.state()).open, selectCompanyMessageView(tab.state()).open]).toEqual([true, true]);
    server.script.respond('sendCompanyNotification', apiError(503, 'service.unavailable'));
    press(companyMessageSubmitted(TEXT));
    press(companyMessageSubmitted(TEXT));
    await clock.advance(100);
    expect(selectCompanyMessageView(tab.state())).toEqual({
      open: true,
      busy: false,
      readers: 'Everyone in the program',
      reach: 'It reaches 1,204 people.',
      error: 'The notification was not sent. The service is busy at the moment. Please wait a little and try again.',
    });
    server.script.respond('sendCompanyNotification', ok({ message: 'companyNotificationSent' }));
    press(companyMessageSubmitted(TEXT));
    await clock.advance(100);
    const bodies = sent('sendCompanyNotification').map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual({
      subject: 'Cafeteria',
      template: 'Closed on Friday.',
      requestId: bodies[0]!['requestId'],
    });
    expect([selectCompanyMessageView(tab.state()).open, notices()]).toEqual([
      false,
      ['The company notification has been sent.'],
    ]);
    press(companyMessagePressed());
    await clock.advance(10);
    press(companyMessageSubmitted(TEXT));
    await clock.advance(100);
    expect(sent('sendCompanyNotification')[2]!.body!['requestId']).not.toBe(bodies[0]!['requestId']);
  });

  it('is sent once although it is cancelled while it is being sent: the dialog stays until the server has answered', async () => {
    const { clock, server, tab, press, sent, notices } = await signedIn();
    const isOpen = () => selectCompanyMessageView(tab.state()).open;
    server.script.respond('sendCompanyNotification', ok({ message: 'companyNotificationSent' }), 5_000);
    press(companyMessagePressed());
    await clock.advance(100);
    press(companyMessageSubmitted(TEXT));
    press(companyMessageCancelled());
    await clock.advance(100);
    expect([isOpen(), notices()]).toEqual([true, []]);
    press(companyMessagePressed());
    press(companyMessageSubmitted(TEXT));
    await clock.advance(5_000);
    expect([isOpen(), sent('sendCompanyNotification').length, notices()]).toEqual([
      false,
      1,
      ['The company notification has been sent.'],
    ]);
  });

  it('can be cancelled before it is sent and after a failure', async () => {
    const { clock, server, tab, press } = await signedIn();
    const isOpen = () => selectCompanyMessageView(tab.state()).open;
    server.script.respond('sendCompanyNotification', apiError(503, 'service.unavailable'));
    press(companyMessagePressed());
    await clock.advance(100);
    press(companyMessageSubmitted({ subject: '', message: '' }));
    press(companyMessageCancelled());
    expect(isOpen()).toBe(false);
    press(companyMessagePressed());
    await clock.advance(100);
    press(companyMessageSubmitted(TEXT));
    await clock.advance(100);
    press(companyMessageCancelled());
    expect(isOpen()).toBe(false);
  });

  it.each<[string, Reply]>([
    ['at all', 'unreachable'],
    ['in time', 'hang'],
    ['but that of a proxy', { status: 502, body: '<html></html>', retryAfterSeconds: null }],
  ])('that gets no answer %s may have been sent, and the same request is sent again', async (_, reply) => {
    const { clock, server, tab, press, sent } = await signedIn();
    server.script.respond('sendCompanyNotification', reply);
    press(companyMessagePressed());
    await clock.advance(100);
    for (let time = 1; time <= 2; time += 1) {
      press(companyMessageSubmitted(TEXT));
      await clock.advance(40_000);
      expect(selectCompanyMessageView(tab.state())).toMatchObject({
        open: true,
        error: 'No answer arrived, so this may or may not have been sent. Please try again: it is sent only once.',
      });
    }
    const bodies = sent('sendCompanyNotification').map(({ body }) => JSON.stringify(body));
    expect([bodies.length, new Set(bodies).size]).toEqual([2, 1]);
  });

  it('shows it if it was already sent with an earlier text', async () => {
    const { clock, server, tab, press } = await signedIn();
    const errorMessage = 'This notification was already sent, with an earlier text.';
    server.script.respond('sendCompanyNotification', apiError(409, 'conflict', { errorMessage }));
    press(companyMessagePressed());
    await clock.advance(100);
    press(companyMessageSubmitted(TEXT));
    await clock.advance(100);
    expect(selectCompanyMessageView(tab.state())).toMatchObject({ open: true, error: errorMessage });
  });

  it('a 200 with an unexpected body is still a success', async () => {
    const { clock, server, press, notices } = await signedIn();
    server.script.respond('sendCompanyNotification', { status: 200, body: null, retryAfterSeconds: null });
    press(companyMessagePressed());
    await clock.advance(10);
    press(companyMessageSubmitted(TEXT));
    await clock.advance(100);
    expect(notices()).toEqual(['The company notification has been sent.']);
  });

  it.each([
    ['no subject', { subject: '  ', message: 'x' }],
    ['no message', { subject: 'x', message: '\n ' }],
    ['more than 10,000 characters', { subject: 'x', message: 'x'.repeat(10_001) }],
  ])('with %s is not sent', async (_, text) => {
    const { clock, press, sent } = await signedIn();
    press(companyMessagePressed());
    await clock.advance(10);
    press(companyMessageSubmitted(text));
    await clock.advance(100);
    expect(sent('sendCompanyNotification')).toEqual([]);
  });
});

describe('the preferences', () => {
  const ROW = preference({ id: null, emailNotification: true, isUseInVmsMobile: true });
  const OFF = preferenceToggled({ code: 'JOB_UPDATED', column: 'notification' });

  async function opened() {
    const world = await signedIn();
    world.server.script.respond('notificationPreferences', ok([{ categoryCode: 'JOB', subCategories: [ROW] }]));
    world.server.script.respond('notificationConfigs', ok([]));
    world.press(preferencesOpened());
    await world.clock.advance(100);
    const view = () => selectPreferences(world.tab.state());
    const isOpen = () => selectPreferencesOpen(world.tab.state());
    return { ...world, view, isOpen };
  }

  it('are saved with the changes by one call, and a failure changes and loses nothing', async () => {
    const { clock, server, press, sent, notices, view, isOpen } = await opened();
    press(preferencesSaveRequested());
    press(OFF);
    expect(view().changes).toBe(1);
    server.script.respond('saveNotificationPreferences', apiError(503, 'service.unavailable'));
    press(preferencesSaveRequested());
    press(preferencesSaveRequested());
    await clock.advance(100);
    expect([sent('saveNotificationPreferences').length, view().changes, view().failure]).toEqual([
      1,
      1,
      'Your changes were not saved. The service is busy at the moment. Please wait a little and try again.',
    ]);
    server.script.respond('saveNotificationPreferences', ok({ message: 'saveUserPreferences' }));
    press(preferencesSaveRequested());
    await clock.advance(100);
    expect(sent('saveNotificationPreferences')[1]!.body).toEqual({
      records: [{ subCategoryCode: 'JOB_UPDATED', notification: false, emailNotification: false }],
    });
    expect([isOpen(), notices()]).toEqual([false, ['Your notification preferences have been saved.']]);
  });

  it('are sent again if the answer is lost', async () => {
    const { clock, server, press, sent, notices, isOpen } = await opened();
    press(OFF);
    server.script.respond('saveNotificationPreferences', 'unreachable');
    press(preferencesSaveRequested());
    await clock.advance(500);
    server.script.respond('saveNotificationPreferences', ok({ message: 'saveUserPreferences' }));
    await clock.advance(1_000);
    const bodies = sent('saveNotificationPreferences').map(({ body }) => JSON.stringify(body));
    expect([bodies.length, new Set(bodies).size, isOpen(), notices()]).toEqual([
      2,
      1,
      false,
      ['Your notification preferences have been saved.'],
    ]);
  });

  it('that get no answer may have been saved, also if a later attempt is refused', async () => {
    const { clock, server, press, view } = await opened();
    press(OFF);
    server.script.respond('saveNotificationPreferences', 'unreachable');
    press(preferencesSaveRequested());
    await clock.advance(2_000);
    expect([view().changes, view().failure]).toEqual([
      1,
      'It is not known whether your changes were saved. The server cannot be reached. Check your connection and try again.',
    ]);
    server.script.respond('saveNotificationPreferences', apiError(503, 'service.unavailable'));
    press(preferencesSaveRequested());
    await clock.advance(100);
    expect(view().failure).toBe(
      'It is not known whether your changes were saved. The service is busy at the moment. Please wait a little and try again.',
    );
    press(preferencesClosed());
    press(changesDiscarded());
    press(preferencesOpened());
    await clock.advance(100);
    press(OFF);
    press(preferencesSaveRequested());
    await clock.advance(100);
    expect(view().failure).toMatch(/^Your changes were not saved\. /);
  });

  it('that get no answer are saved as they are shown, also if they are set back', async () => {
    const { clock, server, press, sent, view, isOpen, notices } = await opened();
    const email = preferenceToggled({ code: 'JOB_UPDATED', column: 'email' });
    press(email);
    server.script.respond('saveNotificationPreferences', 'unreachable');
    press(preferencesSaveRequested());
    await clock.advance(2_000);
    press(email);
    expect(view().changes).toBe(1);
    press(preferencesClosed());
    expect(view().asking).toBe(true);
    press(changesKept());
    press(preferenceToggled({ code: 'JOB_UPDATED', column: 'mobile' }));
    server.script.respond('saveNotificationPreferences', ok({ message: 'saveUserPreferences' }));
    press(preferencesSaveRequested());
    await clock.advance(100);
    expect(sent('saveNotificationPreferences').at(-1)!.body).toEqual({
      records: [{ subCategoryCode: 'JOB_UPDATED', emailNotification: true, mobileNotification: true }],
    });
    expect([isOpen(), notices()]).toEqual([false, ['Your notification preferences have been saved.']]);
  });

  it('ask for confirmation only before changes would be lost', async () => {
    const { press, view, isOpen } = await opened();
    press(OFF);
    press(OFF);
    press(preferenceToggled({ code: 'JOB_UPDATED', column: 'email' }));
    expect(view().changes).toBe(0);
    press(OFF);
    press(preferencesClosed());
    expect([isOpen(), view().asking]).toEqual([true, true]);
    press(changesKept());
    expect([isOpen(), view().asking, view().changes]).toEqual([true, false, 1]);
    press(preferencesClosed());
    press(changesDiscarded());
    expect(isOpen()).toBe(false);
  });
});
