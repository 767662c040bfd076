/** Notifications are searched in all tabs and the archive, page by page; results have actions. */
import type { Notification } from '../../contract/notifications/notification';
import {
  findMoreRequested,
  findSubmitted,
  findToggled,
  EMPTY_FIND_FORM,
  selectFind,
  whereText,
} from '../../sagas/features/notifications/panel/find.slice';
import {
  bellPressed,
  panelClosed,
  rowChanged,
  type FindForm,
} from '../../sagas/features/notifications/notifications.intents';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';
import { createBrowser } from '../support/browser';
import { createNotificationServer, notificationOf } from '../support/notificationServer';
import { apiError } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => Promise.all([import('../../sagas/app/shell.saga'), import('../../sagas/app/lateParts')]));

async function finding(...notifications: readonly Partial<Notification>[]) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.notify(...notifications);
  const tab = openTab({ clock, browser: createBrowser(clock), answer: server.answer, socket: server.socket });
  tab.start();
  await untilBellKnown(tab, clock);
  const act = async (action: Parameters<typeof tab.store.dispatch>[0]) => {
    tab.store.dispatch(action);
    // Late parts load in no time.
    for (let turns = 0; turns < 30; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(300);
  };
  await act(bellPressed());
  await act(findToggled());
  const look = (wanted: Partial<FindForm>) => act(findSubmitted({ wanted: { ...EMPTY_FIND_FORM, ...wanted } }));
  const sent = () => tab.sent.filter(({ endpoint }) => endpoint === 'findNotifications').map(({ body }) => body);
  const found = () => selectFind(tab.state()).items?.map(({ subject }) => subject);
  return { clock, server, tab, act, look, sent, found };
}

test('sends only the given conditions, trimmed, and none for all notifications', async () => {
  const { look, sent } = await finding({});
  await look({ words: ' Ada ', kind: 'OFFER_MADE', from: '2026-01-02', person: '  ' });
  await look({});
  expect(sent()).toEqual([
    { userId: expect.any(String), words: 'Ada', kind: 'OFFER_MADE', from: '2026-01-02' },
    { userId: expect.any(String) },
  ]);
});

test('a reversed period is refused with a message, without a request', async () => {
  const { look, sent, tab } = await finding({});
  await look({ from: '2026-01-03', to: '2026-01-02' });
  expect([sent(), selectFind(tab.state()).problem, selectFind(tab.state()).busy]).toEqual([
    [],
    'The first day is after the last one. Please change one of them.',
    false,
  ]);
  await look({ from: '2026-01-02', to: '2026-01-02' });
  expect([sent().length, selectFind(tab.state()).problem]).toEqual([1, null]);
});

test('loads the following pages, each once; after a failure the same page again', async () => {
  const { act, look, found, server, tab, sent } = await finding(...Array.from({ length: 60 }, () => ({})));
  await look({ words: 'Subject' });
  expect([found()?.length, found()?.[0], selectFind(tab.state()).more]).toEqual([25, 'Subject 60', true]);
  server.script.respond('findNotifications', apiError(503, 'service.unavailable'));
  await act(findMoreRequested());
  expect(selectFind(tab.state())).toMatchObject({ busy: false, failure: expect.anything() });
  server.script.clearResponse('findNotifications');
  await act(findMoreRequested());
  await act(findMoreRequested());
  expect([found()?.length, new Set(found()).size, selectFind(tab.state()).more]).toEqual([60, 60, false]);
  expect(
    sent()
      .slice(1)
      .map((body) => body?.['before']),
  ).toEqual([36, 36, 11]);
});

test('a new search replaces the running one, and closing ends it', async () => {
  const { tab, look, found, act, clock } = await finding({ subject: 'Ada' }, { subject: 'Bob' });
  tab.store.dispatch(findSubmitted({ wanted: { ...EMPTY_FIND_FORM, words: 'Ada' } }));
  await look({ words: 'Bob' });
  expect(found()).toEqual(['Bob']);
  tab.store.dispatch(findSubmitted({ wanted: { ...EMPTY_FIND_FORM, words: 'Ada' } }));
  await act(findToggled());
  await clock.advance(1_000);
  expect(selectFind(tab.state())).toMatchObject({ open: false, items: null, busy: false });
  await act(findToggled());
  await look({ words: 'Ada' });
  await act(panelClosed());
  expect(selectFind(tab.state())).toMatchObject({ open: false, items: null });
});

test('a result is changed alone, even if its record has a history, stays in place and can be undone', async () => {
  const { tab, act, look } = await finding(
    { recordKey: 'submission:ada' },
    { recordKey: 'submission:ada', subject: 'Ada' },
  );
  await look({ words: 'Ada' });
  const [item] = selectFind(tab.state()).items!;
  await act(rowChanged({ id: item!.id, patch: { done: true } }));
  expect(tab.sent.filter(({ endpoint }) => endpoint === 'changeNotifications').at(-1)?.body?.['changes']).toEqual([
    { id: item!.id, done: true },
  ]);
  expect(selectFind(tab.state()).items?.map(({ state }) => state?.done)).toEqual([true]);
  expect(selectPanel(tab.state()).undo?.text).toBe('Done: Ada');
});

test('names the tab of each result', () => {
  const state = { read: null, done: false, saved: false, snoozedUntil: null };
  const of = (facts: Partial<Notification>) => whereText(notificationOf(1, facts));
  expect([
    of({}),
    of({ subCategoryCode: 'COMPANY', state: { ...state, done: true } }),
    of({ subCategoryCode: 'JOB_UPDATED', state: { ...state, snoozedUntil: '2026-02-01T08:00:00.000Z' } }),
  ]).toEqual(['Submissions', 'Nexus VMS, done', 'Job/Orders, snoozed']);
});
