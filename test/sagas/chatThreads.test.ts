/** The list of chats and an opened chat, with the real root saga: complete, in order, and marked read when visible. */
import {
  chatMoreRequested,
  chatOlderRequested,
  chatReloadPressed,
  chatSearched,
  chatUnreadToggled,
} from '../../sagas/features/chat/chat.slice';
import {
  selectChatAddress,
  selectHasMoreThreads,
  selectThreadList,
  selectThreadView,
} from '../../sagas/features/chat/chat.selectors';
import { chatPanelMoved, chatPanelOpened } from '../../sagas/features/chat/live.slice';
import { chatChangesReceived } from '../../sagas/features/realtime/realtime.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { listed, shown, unread, world } from '../support/chatTab';
import { apiError, ok } from '../support/scriptedServer';
import type { Tab } from '../support/tab';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

it('the list has each thread, and an opened thread is marked read in every tab', async () => {
  const { chat, open, read, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  chat.candidateWrites('c2', 'Good morning');
  chat.candidateWrites('c1', 'Are you there?');
  const tab = await open();
  const other = await open();
  expect([unread(tab), unread(other)]).toEqual([3, 3]);
  await read(tab, 'c1');
  expect(selectThreadList(tab.state()).records?.map(({ thread }) => thread.candidateId)).toEqual(['c1', 'c2']);
  expect(shown(tab)?.map(([, text]) => text)).toEqual(['Hello', 'Are you there?']);
  await clock.advance(1_000);
  expect([chat.unread(), unread(tab), unread(other)]).toEqual([1, 1, 1]);
});

it('the chat as a page keeps the chosen facility', async () => {
  const { open, clock } = await world();
  const clientId = 'a0000000-0000-4000-8000-000000000001';
  const tab = await open('/vms/allCandidates');
  expect(selectChatAddress(tab.state())('c1')).toBe('/vms/chat?candidate=c1');
  tab.store.dispatch(navigateRequested({ to: `/vms/allCandidates?clientId=${clientId}` }));
  await clock.advance(500);
  const addressOf = selectChatAddress(tab.state());
  expect([addressOf(null), addressOf('c1')]).toEqual([
    `/vms/chat?clientId=${clientId}`,
    `/vms/chat?clientId=${clientId}&candidate=c1`,
  ]);
});

/** Threads with one unread message each, k1 the newest. */
function manyWrite(chat: Awaited<ReturnType<typeof world>>['chat'], count: number): readonly string[] {
  const ids = Array.from({ length: count }, (_, index) => `k${index + 1}`);
  for (const [index, id] of ids.entries())
    chat.candidateWrites(id, 'Hello', { createdDate: new Date(Date.UTC(2026, 0, 14) - index * 60_000).toISOString() });
  return ids;
}

const pages = (tab: Tab) =>
  tab.sent.flatMap(({ endpoint, query }) => (endpoint === 'chatThreads' ? [query?.['page'] ?? 0] : []));

describe('See more', () => {
  const openList = async (count: number) => {
    const all = await world();
    const ids = manyWrite(all.chat, count);
    const tab = await all.open();
    tab.store.dispatch(chatPanelOpened());
    await all.clock.advance(500);
    const more = async () => {
      tab.store.dispatch(chatMoreRequested());
      await all.clock.advance(500);
    };
    const onlyUnread = async () => {
      tab.store.dispatch(chatUnreadToggled());
      await all.clock.advance(500);
    };
    const hasMore = () => selectHasMoreThreads(tab.state());
    return { ...all, ids, tab, more, onlyUnread, hasMore };
  };

  it('with unread threads only brings all of them, although some were read in the meantime', async () => {
    const { chat, clock, ids, tab, more, onlyUnread, hasMore } = await openList(45);
    await onlyUnread();
    expect([listed(tab).length, hasMore()]).toEqual([30, true]);
    for (const id of ids.slice(0, 5)) chat.read(id, 1);
    await clock.advance(500);
    // What was read stays in its place until the list is loaded again.
    expect(listed(tab)).toEqual(ids.slice(0, 30));
    for (let presses = 0; presses < 3 && hasMore(); presses += 1) await more();
    expect(ids.filter((id) => !listed(tab).includes(id))).toEqual([]);
    expect([listed(tab).length, hasMore()]).toEqual([45, false]);
  });

  it('is not offered because a thread was read or became unread again', async () => {
    const { chat, clock, tab, onlyUnread, hasMore } = await openList(3);
    await onlyUnread();
    chat.read('k1', 1);
    await clock.advance(500);
    expect([listed(tab), hasMore()]).toEqual([['k1', 'k2', 'k3'], false]);
    chat.candidateWrites('k1', 'Another');
    await clock.advance(500);
    expect([listed(tab), hasMore(), selectThreadList(tab.state()).count]).toEqual([['k1', 'k2', 'k3'], false, 3]);
  });

  it('goes on to another page if one brings only known threads', async () => {
    const { server, chat, clock, ids, tab, more, hasMore } = await openList(70);
    // Newer threads that this page does not know yet push the known ones to the next page.
    const fresh = Array.from({ length: 30 }, (_, index) => `n${index}`);
    server.goDown();
    await clock.advance(10);
    for (const id of fresh) chat.candidateWrites(id, 'Hello');
    await more();
    expect(listed(tab)).toEqual(ids.slice(0, 60));
    expect(pages(tab).slice(-2)).toEqual([1, 2]);
    for (let presses = 0; presses < 5 && hasMore(); presses += 1) await more();
    expect([listed(tab).length, hasMore(), selectThreadList(tab.state()).count]).toEqual([100, false, 100]);
  });

  it('counts a chat of a later page once, whatever happens in it', async () => {
    const { chat, clock, tab } = await openList(45);
    const count = () => selectThreadList(tab.state()).count;
    chat.candidateWrites('k40', 'Again');
    chat.reach('k41', 1, 1);
    chat.read('k42', 1);
    await clock.advance(500);
    expect([listed(tab)[0], count()]).toEqual(['k40', 45]);
    chat.candidateWrites('n1', 'Hello');
    await clock.advance(500);
    expect([listed(tab).includes('n1'), count()]).toEqual([true, 46]);
  });

  it('counts a chat of a later page among the unread ones once', async () => {
    const { chat, clock, ids, tab, onlyUnread } = await openList(45);
    const count = () => selectThreadList(tab.state()).count;
    chat.read('k45', 1);
    await onlyUnread();
    expect(count()).toBe(44);
    chat.candidateWrites('k40', 'Again');
    await clock.advance(500);
    expect([listed(tab)[0], count()]).toEqual(['k40', 44]);
    chat.candidateWrites('k45', 'Again');
    await clock.advance(500);
    expect([[...listed(tab)].sort(), count()]).toEqual([[...ids.slice(0, 30), 'k40', 'k45'].sort(), 45]);
  });

  it('of one list does not add to another list', async () => {
    const { server, chat, clock, ids, tab, onlyUnread } = await openList(45);
    for (const id of ids.slice(5)) chat.read(id, 1);
    await clock.advance(500);
    server.script.respond(
      'chatThreads',
      ok({ records: [{ thread: chat.thread('k40'), match: null }], count: 45 }),
      2_000,
    );
    tab.store.dispatch(chatMoreRequested());
    await clock.advance(10);
    server.script.clearResponse('chatThreads');
    await onlyUnread();
    await clock.advance(5_000);
    expect(listed(tab)).toEqual(ids.slice(0, 5));
  });
});

describe('Earlier messages', () => {
  it('of one thread neither fail in another thread nor delay its own', async () => {
    const { server, chat, open, read, clock } = await world();
    for (const id of ['c1', 'c2'])
      for (let count = 0; count < 60; count += 1) chat.candidateWrites(id, `Text ${count}`);
    const tab = await open();
    await read(tab, 'c1');
    server.script.respond('chatMessages', apiError(503, 'service.unavailable'), 2_000);
    tab.store.dispatch(chatOlderRequested());
    await clock.advance(10);
    server.script.clearResponse('chatMessages');
    await read(tab, 'c2');
    tab.store.dispatch(chatOlderRequested());
    await clock.advance(500);
    const view = () => selectThreadView(tab.state());
    expect({ of: view()?.candidateId, messages: shown(tab)?.length }).toEqual({ of: 'c2', messages: 60 });
    await clock.advance(5_000);
    expect({ of: view()?.candidateId, error: view()?.error }).toEqual({ of: 'c2', error: null });
  });

  it('that failed say so in their own thread, and can be tried again', async () => {
    const { server, chat, open, read, clock } = await world();
    for (let count = 0; count < 60; count += 1) chat.candidateWrites('c1', `Text ${count}`);
    const tab = await open();
    await read(tab, 'c1');
    server.script.respond('chatMessages', apiError(503, 'service.unavailable'));
    tab.store.dispatch(chatOlderRequested());
    await clock.advance(500);
    expect(selectThreadView(tab.state())).toMatchObject({ error: expect.any(String), loadingOlder: false });
    server.script.clearResponse('chatMessages');
    tab.store.dispatch(chatOlderRequested());
    await clock.advance(500);
    expect([shown(tab)?.length, selectThreadView(tab.state())?.error]).toEqual([60, null]);
  });

  it('a late failure to load one thread again is not shown in another thread', async () => {
    const { server, chat, open, read, clock } = await world();
    chat.candidateWrites('c1', 'Hello');
    chat.candidateWrites('c2', 'Good morning');
    const tab = await open();
    await read(tab, 'c1');
    server.script.respond('chatMessages', apiError(503, 'service.unavailable'), 2_000);
    tab.store.dispatch(chatReloadPressed());
    await clock.advance(10);
    server.script.clearResponse('chatMessages');
    await read(tab, 'c2');
    await clock.advance(5_000);
    expect(selectThreadView(tab.state())).toMatchObject({ candidateId: 'c2', error: null });
  });
});

describe('The answers of the server', () => {
  const texts = (tab: Tab) => shown(tab)?.map(([, text]) => text);
  const found = (chat: Awaited<ReturnType<typeof world>>['chat'], ...ids: readonly string[]) =>
    ok({ records: ids.map((id) => ({ thread: chat.thread(id), match: null })), count: ids.length });

  it('to an earlier search, or to none, do not replace the list of the last one', async () => {
    const { server, chat, open, clock } = await world();
    for (const id of ['c1', 'c2', 'c3']) chat.candidateWrites(id, 'Hello');
    const tab = await open();
    server.script.respond('chatThreads', found(chat, 'c1', 'c2', 'c3'), 3_000);
    tab.store.dispatch(chatPanelOpened());
    await clock.advance(500);
    server.script.respond('chatThreads', found(chat, 'c1', 'c2'), 2_000);
    tab.store.dispatch(chatSearched({ q: 'smi' }));
    await clock.advance(10);
    server.script.respond('chatThreads', found(chat, 'c2'));
    tab.store.dispatch(chatSearched({ q: 'smith' }));
    await clock.advance(500);
    expect(listed(tab)).toEqual(['c2']);
    await clock.advance(5_000);
    expect([listed(tab), selectThreadList(tab.state()).loading]).toEqual([['c2'], false]);
  });

  it('to a reload after many changes arrive although the chat goes on, and not for another search', async () => {
    const { server, chat, open, read, clock } = await world();
    chat.candidateWrites('c1', 'Hello');
    const tab = await open();
    await read(tab, 'c1');
    server.goDown();
    const before = chat.position();
    chat.candidateWrites('c1', 'Two');
    chat.candidateWrites('c2', 'New');
    const tooMuch = { ...chat.changes(before), threads: [], messages: [], reset: true };
    tab.store.dispatch(chatChangesReceived({ changes: tooMuch }));
    await clock.advance(5);
    chat.candidateWrites('c3', 'Good morning');
    tab.store.dispatch(chatChangesReceived({ changes: chat.changes(chat.position() - 1) }));
    await clock.advance(500);
    expect([[...listed(tab)].sort(), selectThreadList(tab.state()).loading]).toEqual([['c1', 'c2', 'c3'], false]);
    expect(texts(tab)).toEqual(['Hello', 'Two']);

    server.script.respond('chatThreads', found(chat, 'c1', 'c2', 'c3'), 2_000);
    const again = chat.position();
    chat.reach('c1', 2, 2);
    tab.store.dispatch(chatChangesReceived({ changes: { ...chat.changes(again), threads: [], reset: true } }));
    await clock.advance(10);
    server.script.respond('chatThreads', found(chat, 'c2'));
    tab.store.dispatch(chatSearched({ q: 'smith' }));
    await clock.advance(5_000);
    expect(listed(tab)).toEqual(['c2']);
  });

  it('are completed with what a candidate wrote while they were on their way', async () => {
    const { chat, open, clock } = await world();
    chat.candidateWrites('c1', 'Hello');
    chat.read('c1', 1);
    const tab = await open();
    tab.store.dispatch(chatPanelOpened());
    await clock.advance(500);
    const write = async (candidateId: string) => {
      // The server has read its answer, and sends it.
      await clock.advance(12);
      chat.candidateWrites(candidateId, 'Are you there?');
      await clock.advance(500);
    };
    tab.store.dispatch(chatPanelMoved({ candidateId: 'c1' }));
    await write('c1');
    expect(texts(tab)).toEqual(['Hello', 'Are you there?']);
    expect(chat.thread('c1').unread).toBe(0);
    tab.store.dispatch(chatSearched({ q: '' }));
    await write('c2');
    expect([[...listed(tab)].sort(), selectThreadList(tab.state()).count]).toEqual([['c1', 'c2'], 2]);
  });

  it('that one thread is marked as read leaves none of another thread with as many messages', async () => {
    const { server, chat, open, read, clock } = await world();
    for (const id of ['c1', 'c2']) chat.candidateWrites(id, 'Hello');
    const tab = await open();
    server.script.respond('readChat', ok(chat.changes()), 2_000);
    await read(tab, 'c1');
    server.script.clearResponse('readChat');
    await read(tab, 'c2');
    await clock.advance(3_000);
    expect(chat.thread('c2').unread).toBe(0);
  });

  it('after a restore of its database replace what no longer exists', async () => {
    const { server, chat, open, read, clock } = await world();
    for (const text of ['Hello', 'Lost', 'Lost as well']) chat.candidateWrites('c1', text);
    chat.candidateWrites('c2', 'Never written');
    const tab = await open();
    await read(tab, 'c1');
    await clock.advance(500);
    server.goDown();
    chat.restore(1);
    await clock.advance(10);
    server.goUp();
    await clock.advance(90_000);
    expect([texts(tab), listed(tab)]).toEqual([['Hello'], ['c1']]);
    for (const text of ['Back again', 'And once more']) chat.candidateWrites('c1', text);
    await clock.advance(1_000);
    expect(texts(tab)).toEqual(['Hello', 'Back again', 'And once more']);
    expect(selectThreadList(tab.state()).records?.[0]?.thread.last?.excerpt).toBe('And once more');
  });
});
