/**
 * Toasts for candidates' messages, and documents of notifications, with the real root saga: shown once, in one tab,
 * grouped, and after an absence.
 */
import type { ChatItem } from '../../contract/notifications/notification';
import type { FileRef } from '../../sagas/base/ports/network';
import { targetOf } from '../../sagas/features/notifications/links';
import { documentPressed } from '../../sagas/features/notifications/notifications.intents';
import { chatPanelMoved, chatPanelOpened } from '../../sagas/features/chat/live.slice';
import { chatToastsOf } from '../../sagas/features/notifications/toasts/toastQueue';
import { createNotificationServer, notificationOf } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';
import { createBrowser } from '../support/browser';
import { openTab, type Tab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';
import { pageBecameVisible } from '../../sagas/base/pageSignals.saga';
import { selectToasts } from '../../sagas/features/notifications/toasts/toasts.slice';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

const from = (candidateId: string, minute: number, text = `at ${minute}`): ChatItem => ({
  id: `${candidateId} ${minute}`,
  candidateId,
  candidateName: `Name of ${candidateId}`,
  text,
  createdDate: new Date(Date.UTC(2026, 0, 15, 9, minute)).toISOString(),
});

/** A message written by the candidate. */
const candidateWrites = (
  server: ReturnType<typeof createNotificationServer>,
  { id, candidateId, text = '', createdDate }: ChatItem,
) => server.chat.candidateWrites(candidateId, text, { id, createdDate });

async function world(permissions: readonly 'MENU_CANDIDATE'[] = ['MENU_CANDIDATE']) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.script.respond('userInfo', ok({ ...USER, permissions }));
  const browser = createBrowser(clock);
  const missed = (...items: readonly ChatItem[]) =>
    server.script.respond('unreadChatMessages', ok({ records: [...items].reverse(), count: items.length }));
  missed();
  const open = async (): Promise<Tab> => {
    const tab = openTab({ clock, browser, answer: server.answer, socket: server.socket });
    tab.start();
    await untilBellKnown(tab, clock);
    await clock.advance(500);
    return tab;
  };
  return { clock, server, missed, open };
}

const shown = (tab: Tab) =>
  selectToasts(tab.state())!.shown.flatMap((toast) =>
    toast.kind === 'chat' ? [`${toast.count} of ${toast.item.candidateId}: ${toast.item.text}`] : [],
  );
const look = (tab: Tab) => {
  tab.attention.focus();
  tab.store.dispatch(pageBecameVisible());
};
const requestedDates = (tab: Tab) =>
  tab.sent.flatMap(({ endpoint, body }) => (endpoint === 'unreadChatMessages' ? [body?.['lastCreatedDate']] : []));

describe('chat', () => {
  it('messages missed while the link was down are shown once, grouped by candidate, and requested from the last one received', async () => {
    const { clock, server, missed, open } = await world();
    const tab = await open();
    candidateWrites(server, from('c1', 1));
    await clock.advance(50);
    server.goDown();
    await clock.advance(6_000);
    missed(from('c1', 2), from('c2', 3), from('c1', 4));
    server.goUp();
    await clock.advance(90_000);
    expect(requestedDates(tab)[0]).toBe(from('c1', 1).createdDate);
    expect(tab.sent.find(({ endpoint }) => endpoint === 'unreadChatMessages')!.body).toMatchObject({
      candidateIds: [],
      userId: USER.userId,
    });
    look(tab);
    await clock.advance(500);
    expect(requestedDates(tab).at(-1)).toBe(from('c1', 4).createdDate);
    expect(tab.faults).toEqual([]);
  });

  it('missed messages become one toast for each candidate, not repeated by a later answer', async () => {
    const { clock, server, missed, open } = await world();
    const tab = await open();
    candidateWrites(server, from('c9', 1));
    await clock.advance(6_000);
    expect(shown(tab)).toEqual([]);
    missed(from('c1', 2), from('c2', 3), from('c1', 4));
    for (let count = 0; count < 3; count += 1) {
      look(tab);
      await clock.advance(300);
    }
    expect(shown(tab)).toEqual(['1 of c2: at 3', '2 of c1: at 4']);
  });

  it('is received by the leader tab and shown by the tab with the toasts; all tabs have it', async () => {
    const { clock, server, open } = await world();
    const [leader, speaker] = [await open(), await open()];
    candidateWrites(server, from('c1', 1));
    await clock.advance(100);
    expect([shown(leader), shown(speaker)]).toEqual([[], ['1 of c1: at 1']]);
    look(leader);
    await clock.advance(100);
    expect(shown(leader)).toEqual([]);
    expect(requestedDates(leader).at(-1)).toBe(from('c1', 1).createdDate);
  });

  it('the thread on screen shows no toast; another candidate’s does, and so does any in another tab', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    tab.store.dispatch(chatPanelOpened());
    tab.store.dispatch(chatPanelMoved({ candidateId: 'c1' }));
    await clock.advance(500);
    candidateWrites(server, from('c1', 1));
    await clock.advance(100);
    expect(shown(tab)).toEqual([]);
    candidateWrites(server, from('c2', 2));
    await clock.advance(100);
    expect(shown(tab)).toEqual(['1 of c2: at 2']);

    const other = await open();
    candidateWrites(server, from('c1', 3));
    await clock.advance(100);
    expect(shown(other)).toEqual(['1 of c1: at 3']);
  });

  it('is not requested by users who may not see candidates, nor before anything was read', async () => {
    const { clock, server, open } = await world([]);
    const tab = await open();
    candidateWrites(server, from('c1', 1));
    look(tab);
    await clock.advance(300);
    expect(requestedDates(tab)).toEqual([]);

    const other = await world();
    const fresh = await other.open();
    expect(requestedDates(fresh)).toEqual([]);
  });

  it('a failure is not shown: the next event requests the same changes', async () => {
    const { clock, server, missed, open } = await world();
    const tab = await open();
    candidateWrites(server, from('c1', 1));
    await clock.advance(6_000);
    server.script.respond('unreadChatMessages', apiError(503, 'service.unavailable'));
    look(tab);
    await clock.advance(10_000);
    missed(from('c1', 2));
    look(tab);
    await clock.advance(300);
    expect(requestedDates(tab).slice(-2)).toEqual([from('c1', 1).createdDate, from('c1', 1).createdDate]);
    expect([shown(tab), tab.state().notices!.shown, tab.faults]).toEqual([['1 of c1: at 2'], [], []]);
  });

  it('groups by candidate, with the latest sender last', () => {
    const toasts = chatToastsOf([from('a', 1), from('b', 2), from('a', 3), from('c', 4)]);
    expect(toasts.map((toast) => toast.kind === 'chat' && [toast.item.text, toast.count])).toEqual([
      ['at 2', 1],
      ['at 3', 2],
      ['at 4', 1],
    ]);
  });
});

describe('the document of release notes', () => {
  const notes = notificationOf(1, { subCategoryCode: 'RELEASE_NOTES', releaseNotes: true, documentName: 'New.pdf' });

  it('is the target of the notification, if there is a document', () => {
    expect(targetOf(USER, notes)).toEqual({ kind: 'document', name: 'New.pdf', shown: null });
    expect(targetOf(USER, { ...notes, documentName: 'xdummyFilex' })).toEqual({ kind: 'message' });
    expect(targetOf(USER, { ...notes, releaseNotes: false })).toEqual({ kind: 'message' });
  });

  it('of a broadcast is shown if it is a PDF, and can always be downloaded', () => {
    const { entityId: id } = notes;
    const sent = { ...notes, releaseNotes: false, tenantId: 'o1' };
    const shown = { kind: 'broadcast', id, tenantId: 'o1' };
    expect(targetOf(USER, sent)).toEqual({ kind: 'document', name: 'New.pdf', shown });
    expect(targetOf(USER, { ...sent, documentName: 'New.docx' })).toMatchObject({ name: 'New.docx', shown: null });
  });

  it('is downloaded under its name and released, once for any number of clicks', async () => {
    const { clock, server, open } = await world();
    const tab = await open();
    const file = '<file:1>' as FileRef;
    const saved = jest.spyOn(tab.files, 'save').mockReturnValue(true);
    const released = jest.spyOn(tab.files, 'release');
    server.script.respond('notificationDocument', ok({ file, fileName: 'New.pdf', size: 4 }));
    tab.store.dispatch(documentPressed({ id: notes.id }));
    tab.store.dispatch(documentPressed({ id: notes.id }));
    await clock.advance(500);
    expect(saved.mock.calls).toEqual([[file, 'New.pdf']]);
    expect(released).toHaveBeenCalledWith([file]);
    expect(tab.sent.filter(({ endpoint }) => endpoint === 'notificationDocument').map(({ params }) => params)).toEqual([
      { notificationId: notes.id },
    ]);
  });

  it.each([
    [apiError(404, 'not.found'), /^The document was not downloaded\. .+\.$/],
    [apiError(503, 'service.unavailable'), /Please wait a little and try again\.$/],
  ])('if it fails to load, a message shows what to do (%#)', async (answer, sentence) => {
    const { clock, server, open } = await world();
    const tab = await open();
    server.script.respond('notificationDocument', answer);
    tab.store.dispatch(documentPressed({ id: notes.id }));
    await clock.advance(1_500);
    expect(tab.state().notices!.shown.map(({ text }) => text)).toEqual([expect.stringMatching(sentence)]);
  });
});
