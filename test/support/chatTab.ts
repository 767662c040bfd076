/** Tabs of a browser over a server of chats, and what the chat shows in them. */
import type { Task } from 'redux-saga';
import { chatDraftChanged, chatSendPressed } from '../../sagas/features/chat/chat.slice';
import { selectThreadList, selectThreadView } from '../../sagas/features/chat/chat.selectors';
import { selectChatLive } from '../../sagas/features/chat/live.selectors';
import { chatPanelMoved, chatPanelOpened } from '../../sagas/features/chat/live.slice';
import { createBrowser } from './browser';
import { createNotificationServer } from './notificationServer';
import { ok } from './scriptedServer';
import { openTab, type Tab, type TabOptions } from './tab';
import { untilBellKnown } from './untilBellKnown';
import { USER } from './user';
import { createVirtualClock } from './virtualClock';

export async function world() {
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
  const running = new Map<Tab, Task>();
  const open = async (path?: string): Promise<Tab> => {
    const tab = openTab({ clock, browser, answer, socket: server.socket, ...(path && { path }) });
    running.set(tab, tab.start());
    await untilBellKnown(tab, clock);
    await clock.advance(500);
    return tab;
  };
  /** Nothing of the page runs any more. */
  const close = (tab: Tab) => running.get(tab)?.cancel();
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
  return { clock, server, chat: server.chat, browser, open, close, read, write, awaited };
}

/** The open thread; null if there is none. */
export const shown = (tab: Tab) =>
  selectThreadView(tab.state())?.messages.map(({ author, text, state }) => [author, text, state]) ?? null;
export const unread = (tab: Tab) => selectChatLive(tab.state()).unread;
/** The candidates of the list. */
export const listed = (tab: Tab) =>
  selectThreadList(tab.state()).records?.map(({ thread }) => thread.candidateId) ?? [];
