/** Chats with candidates with the real root saga: marked read when visible, sent once, kept if sending fails. */
import fc from 'fast-check';
import {
  chatDiscardPressed,
  chatDraftChanged,
  chatFileChosen,
  chatMoreRequested,
  chatOlderRequested,
  chatReloadPressed,
  chatRetryPressed,
  chatSearched,
  chatSendPressed,
  chatUnreadToggled,
  chatUploadRemoved,
} from '../../sagas/features/chat/chat.slice';
import {
  selectChatAddress,
  selectHasMoreThreads,
  selectThreadList,
  selectThreadView,
} from '../../sagas/features/chat/chat.selectors';
import { selectChatLive } from '../../sagas/features/chat/live.selectors';
import { chatPanelClosed, chatPanelMoved, chatPanelOpened } from '../../sagas/features/chat/live.slice';
import type { FileRef } from '../../sagas/base/ports/network';
import { chatChangesReceived } from '../../sagas/features/realtime/realtime.slice';
import { selectPathname } from '../../sagas/navigation/location/location.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { cases } from '../support/cases';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';
import { openTab, type Tab, type TabOptions } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

async function world() {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.script.respond('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE', 'CANDIDATE_CHAT_ANSWER'] }));
  const browser = createBrowser(clock);
  /** Whether the browser still waits for the answer to each upload. */
  const awaited: (() => boolean)[] = [];
  const answer: TabOptions['answer'] = (call, wire, reply) => {
    if (call.endpoint === 'uploadChatFile') awaited.push(wire.awaited);
    server.answer(call, wire, reply);
  };
  const open = async (path?: string): Promise<Tab> => {
    const tab = openTab({ clock, browser, answer, socket: server.socket, ...(path && { path }) });
    tab.start();
    await untilBellKnown(tab, clock);
    await clock.advance(500);
    return tab;
  };
  const read = async (tab: Tab, candidateId: string) => {
    tab.store.dispatch(chatPanelOpened());
    await clock.advance(500);
    tab.store.dispatch(chatPanelMoved({ candidateId }));
    await clock.advance(500);
  };
  const write = async (tab: Tab, candidateId: string, text: string) => {
    tab.store.dispatch(chatDraftChanged({ candidateId, text }));
    tab.store.dispatch(chatSendPressed({ candidateId }));
    await clock.advance(500);
  };
  return { clock, server, chat: server.chat, open, read, write, awaited };
}

const shown = (tab: Tab) =>
  selectThreadView(tab.state())?.messages.map(({ author, text, state }) => [author, text, state]) ?? null;
const unread = (tab: Tab) => selectChatLive(tab.state()).unread;

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

it('a message is sent once for any number of clicks on Send, and shows its delivery', async () => {
  const { chat, open, read, write, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  const tab = await open();
  await read(tab, 'c1');
  await write(tab, 'c1', '  Can you start on Monday?  ');
  tab.store.dispatch(chatSendPressed({ candidateId: 'c1' }));
  await clock.advance(500);
  expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello', 'Can you start on Monday?']);
  expect(shown(tab)?.at(-1)).toEqual(['You', 'Can you start on Monday?', 'Sent']);
  chat.reach('c1', 2, 0);
  await clock.advance(500);
  expect(shown(tab)?.at(-1)?.[2]).toBe('Delivered');
  chat.reach('c1', 2, 2);
  await clock.advance(500);
  expect(shown(tab)?.at(-1)?.[2]).toBe('Read');
  expect(selectThreadView(tab.state())).toMatchObject({ draft: '', canSend: false });
});

it('a message that the server refuses is kept with the reason until it is retried or discarded', async () => {
  const { server, chat, open, read, write, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  const tab = await open();
  await read(tab, 'c1');
  server.script.respond('sendChatMessage', apiError(403, 'chat.forbidden'));
  await write(tab, 'c1', 'One');
  await write(tab, 'c1', 'Two');
  const refused = selectThreadView(tab.state())!.messages.filter(({ refusedAs }) => refusedAs !== null);
  expect(refused.map(({ text, state }) => [text, state])).toEqual([
    ['One', 'Not sent'],
    ['Two', 'Not sent'],
  ]);
  server.script.clearResponse('sendChatMessage');
  tab.store.dispatch(chatRetryPressed({ requestId: refused[0]!.key }));
  tab.store.dispatch(chatDiscardPressed({ requestId: refused[1]!.key }));
  await clock.advance(1_000);
  expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello', 'One']);
  expect(shown(tab)?.map(([, text]) => text)).toEqual(['Hello', 'One']);
  expect(selectThreadView(tab.state())?.draft).toBe('Two');
});

it('a refused message is shown in the next page, which sends it only when its author retries', async () => {
  const { server, chat, open, read, write, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  const first = await open();
  await read(first, 'c1');
  server.script.respond('sendChatMessage', apiError(403, 'chat.forbidden'));
  await write(first, 'c1', 'One');
  const reason = selectThreadView(first.state())!.messages.at(-1)!.refusedAs;
  server.script.clearResponse('sendChatMessage');

  const next = await open();
  await read(next, 'c1');
  await clock.advance(60_000);
  const last = () => selectThreadView(next.state())!.messages.at(-1)!;
  expect([last().text, last().state, last().refusedAs, reason]).toEqual([
    'One',
    'Not sent',
    reason,
    expect.any(String),
  ]);
  expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello']);

  server.goDown();
  next.store.dispatch(chatRetryPressed({ requestId: last().key }));
  await clock.advance(500);
  // It was retried, so a page sends it as soon as there is a connection.
  const third = await open();
  server.goUp();
  await clock.advance(90_000);
  expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello', 'One']);
  await read(third, 'c1');
  expect(shown(third)?.at(-1)).toEqual(['You', 'One', 'Sent']);
});

it('a message that its author discarded is gone from the next page as well', async () => {
  const { server, chat, open, read, write, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  const first = await open();
  await read(first, 'c1');
  server.script.respond('sendChatMessage', apiError(403, 'chat.forbidden'));
  await write(first, 'c1', 'One');
  first.store.dispatch(chatDraftChanged({ candidateId: 'c1', text: 'Another' }));
  first.store.dispatch(chatDiscardPressed({ requestId: selectThreadView(first.state())!.messages.at(-1)!.key }));
  await clock.advance(500);
  const next = await open();
  await read(next, 'c1');
  expect(shown(next)?.map(([, text]) => text)).toEqual(['Hello']);
  expect(selectThreadView(next.state())?.draft).toBe('Another');
});

it('a message that the user may no longer send does not lead away from the page', async () => {
  const { server, chat, open, read, write } = await world();
  chat.candidateWrites('c1', 'Hello');
  const page = '/vms/chat';
  const tab = await open(page);
  await read(tab, 'c1');
  server.script.respond('sendChatMessage', apiError(401, 'server.unauthorized'));
  await write(tab, 'c1', 'One');
  expect(shown(tab)?.at(-1)).toEqual(['You', 'One', 'Not sent']);
  expect(selectPathname(tab.state())).toBe(page);
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

it('a draft is restored in the next page of the same user', async () => {
  const { chat, open, read } = await world();
  chat.candidateWrites('c1', 'Hello');
  const tab = await open();
  await read(tab, 'c1');
  tab.store.dispatch(chatDraftChanged({ candidateId: 'c1', text: 'Half a thought' }));
  const next = await open();
  await read(next, 'c1');
  expect(selectThreadView(next.state())).toMatchObject({ draft: 'Half a thought', canSend: true });
});

it('a file is attached to the message it was chosen for, although one was chosen for another candidate meanwhile', async () => {
  const { server, chat, open, read, clock } = await world();
  for (const id of ['c1', 'c2']) chat.candidateWrites(id, 'Hello');
  const tab = await open();
  await read(tab, 'c1');
  const choose = (candidateId: string, fileName: string) => {
    server.script.respond(
      'uploadChatFile',
      ok({ chatFileId: fileName, fileName, mediaType: 'application/pdf', size: 4 }),
      2_000,
    );
    tab.store.dispatch(chatFileChosen({ candidateId, file: '<file:1>' as FileRef, fileName, size: 4 }));
  };
  choose('c1', 'replaced.pdf');
  await clock.advance(10);
  choose('c1', 'shifts.pdf');
  await read(tab, 'c2');
  choose('c2', 'contract.pdf');
  await clock.advance(3_000);
  expect(selectThreadView(tab.state())).toMatchObject({ file: { fileName: 'contract.pdf' }, upload: null });
  await read(tab, 'c1');
  expect(selectThreadView(tab.state())).toMatchObject({ file: { fileName: 'shifts.pdf' }, upload: null });
});

describe('a file that is being uploaded to a chat', () => {
  const PDF = { chatFileId: 'f1', fileName: 'cv.pdf', size: 4 };
  async function atChat() {
    const { server, chat, open, read, clock, awaited } = await world();
    chat.candidateWrites('c1', 'Hello');
    const tab = await open();
    await read(tab, 'c1');
    const happen = async (action: Parameters<typeof tab.store.dispatch>[0], ms = 500) => {
      tab.store.dispatch(action);
      await clock.advance(ms);
    };
    const choose = (size = 4, ms?: number) =>
      happen(chatFileChosen({ candidateId: 'c1', file: '<file:1>' as FileRef, fileName: 'cv.pdf', size }), ms);
    const uploads = (answer: Parameters<typeof server.script.respond>[1], ms = 100) =>
      server.script.respond('uploadChatFile', answer, ms);
    const upload = () => selectThreadView(tab.state())?.upload;
    const draft = (change: object) => happen(chatDraftChanged({ candidateId: 'c1', ...change }));
    await draft({ text: 'Please see' });
    return { tab, clock, happen, choose, uploads, upload, draft, isAwaited: () => awaited.map((each) => each()) };
  }
  const accepted = ok({ ...PDF, mediaType: 'application/pdf' });

  it('is not attached once that was cancelled; the text stays and can be sent', async () => {
    const { tab, clock, happen, choose, uploads, upload, isAwaited } = await atChat();
    uploads(accepted, 2_000);
    await choose();
    expect([upload(), isAwaited()]).toEqual([{ fileName: 'cv.pdf', problem: null }, [true]]);
    await happen(chatUploadRemoved({ candidateId: 'c1' }));
    expect(isAwaited()).toEqual([false]);
    await clock.advance(3_000);
    expect(selectThreadView(tab.state())).toMatchObject({
      upload: null,
      file: null,
      draft: 'Please see',
      canSend: true,
    });
  });

  it.each([
    ['it is removed', chatUploadRemoved({ candidateId: 'c1' })],
    ['the file that is attached is removed', chatDraftChanged({ candidateId: 'c1', file: null })],
    ['the message is sent', chatSendPressed({ candidateId: 'c1' })],
  ])('and fails says why, until %s', async (_, action) => {
    const { choose, uploads, upload, draft, happen } = await atChat();
    await draft({ file: PDF });
    uploads(apiError(400, 'upload.failed'));
    await choose();
    expect(upload()?.problem).toMatch(/^It was not attached\. /);
    await draft({ text: 'See the file' });
    expect(upload()?.problem).toMatch(/^It was not attached\. /);
    await happen(action);
    expect(upload()).toBeNull();
  });

  it('and fails says why, until another is chosen', async () => {
    const { choose, uploads, upload } = await atChat();
    await choose(0);
    expect(upload()?.problem).toMatch('empty');
    uploads(accepted, 2_000);
    await choose(4, 100);
    expect(upload()).toEqual({ fileName: 'cv.pdf', problem: null });
  });

  it('goes on when the file that it would replace is removed', async () => {
    const { tab, clock, choose, uploads, upload, draft } = await atChat();
    await draft({ file: { ...PDF, chatFileId: 'f0', fileName: 'old.pdf' } });
    uploads(accepted, 2_000);
    await choose();
    await draft({ file: null });
    expect(upload()).toEqual({ fileName: 'cv.pdf', problem: null });
    await clock.advance(3_000);
    expect(selectThreadView(tab.state())).toMatchObject({ upload: null, file: { fileName: 'cv.pdf' } });
  });
});

/** Threads with one unread message each, k1 the newest. */
function manyWrite(chat: Awaited<ReturnType<typeof world>>['chat'], count: number): readonly string[] {
  const ids = Array.from({ length: count }, (_, index) => `k${index + 1}`);
  for (const [index, id] of ids.entries())
    chat.candidateWrites(id, 'Hello', { createdDate: new Date(Date.UTC(2026, 0, 14) - index * 60_000).toISOString() });
  return ids;
}

const listed = (tab: Tab) => selectThreadList(tab.state()).records?.map(({ thread }) => thread.candidateId) ?? [];
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

type Act = 'candidate' | 'colleague' | 'elsewhere' | 'reach' | 'down' | 'up' | 'write' | 'open' | 'close' | 'wait';
const acts = fc.array(
  fc.tuple(
    fc.constantFrom<Act>(
      'candidate',
      'colleague',
      'elsewhere',
      'reach',
      'down',
      'up',
      'write',
      'open',
      'close',
      'wait',
    ),
    fc.integer({ min: 0, max: 1 }),
    fc.constantFrom('c1', 'c2'),
    fc.constantFrom(0, 40, 700, 7_000),
  ),
  { minLength: 3, maxLength: 14 },
);

it('for any sequence of events both tabs end with the server’s state: no message is lost, duplicated or out of order', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const { clock, server, chat, open, read, write } = await world();
      chat.candidateWrites('c1', 'Hello');
      const tabs = [await open(), await open()];
      const written: string[] = [];
      for (const [act, which, candidateId, pause] of history) {
        const tab = tabs[which]!;
        const { count, read: until } = chat.thread(candidateId);
        if (act === 'candidate') chat.candidateWrites(candidateId, `they ${count}`);
        if (act === 'colleague') chat.answer(candidateId, `colleague ${count}`);
        if (act === 'elsewhere') chat.read(candidateId, Math.max(until, count));
        if (act === 'reach') chat.reach(candidateId, count, count);
        if (act === 'down') server.goDown();
        if (act === 'up') server.goUp();
        if (act === 'open') await read(tab, candidateId);
        if (act === 'close') tab.store.dispatch(chatPanelClosed());
        if (act === 'write') {
          await read(tab, candidateId);
          written.push(`we ${written.length}`);
          await write(tab, candidateId, written.at(-1)!);
        }
        await clock.advance(pause);
      }
      server.goUp();
      await clock.advance(120_000);
      // The open thread has been updated by itself.
      const opened = tabs.map((tab) => [selectThreadView(tab.state())?.candidateId ?? null, shown(tab)] as const);
      for (const [candidateId, messages] of opened)
        if (candidateId !== null)
          expect(messages?.map(([, text]) => text)).toEqual(chat.messages(candidateId).map(({ text }) => text));
      for (const tab of tabs) tab.store.dispatch(chatPanelClosed());
      chat.candidateWrites('c2', 'One more');
      await clock.advance(5_000);
      expect(tabs.map(unread)).toEqual([chat.unread(), chat.unread()]);
      for (const tab of tabs) {
        for (const candidateId of ['c1', 'c2']) {
          await read(tab, candidateId);
          await clock.advance(2_000);
          const texts = chat.messages(candidateId).map(({ text }) => text);
          expect(shown(tab)?.map(([, text]) => text)).toEqual(texts);
        }
      }
      await clock.advance(10_000);
      expect([chat.unread(), ...tabs.map(unread)]).toEqual([0, 0, 0]);
      const sent = ['c1', 'c2'].flatMap((id) =>
        chat.messages(id).flatMap(({ text }) => (text.startsWith('we') ? [text] : [])),
      );
      expect(sent.sort()).toEqual(written.sort());
    }),
    { numRuns: cases('histories of the chat in two tabs', { usual: 12, long: 2_000 }) },
  );
});
