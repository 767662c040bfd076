/** The chat whose position could not be read at first, with the real root saga: nothing of a loaded thread is lost. */
import { chatDraftChanged, chatSendPressed } from '../../sagas/features/chat/chat.slice';
import { selectThreadList, selectThreadView } from '../../sagas/features/chat/chat.selectors';
import { chatPanelMoved, chatPanelOpened } from '../../sagas/features/chat/live.slice';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';
import { openTab, type Tab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

/** A tab that could not read the chat's position so far. */
async function world() {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  server.script.respond('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE', 'CANDIDATE_CHAT_ANSWER'] }));
  server.script.respond('chatChanges', apiError(503, 'server.unavailable'));
  server.chat.candidateWrites('c1', 'Hello');
  const tab = openTab({ clock, browser: createBrowser(clock), answer: server.answer, socket: server.socket });
  tab.start();
  await untilBellKnown(tab, clock);
  await clock.advance(500);
  const recover = () => server.script.clearResponse('chatChanges');
  return { clock, server, tab, recover };
}

const calls = (tab: Tab, endpoint: string) => tab.sent.filter((call) => call.endpoint === endpoint).length;
const shown = (tab: Tab) => selectThreadView(tab.state())?.messages.map(({ text, state }) => [text, state]);

it('a message that is sent before the position is known stays in its thread', async () => {
  const { clock, tab, recover } = await world();
  tab.store.dispatch(chatPanelOpened());
  await clock.advance(500);
  tab.store.dispatch(chatPanelMoved({ candidateId: 'c1' }));
  await clock.advance(500);
  recover();
  tab.store.dispatch(chatDraftChanged({ candidateId: 'c1', text: 'Good morning' }));
  tab.store.dispatch(chatSendPressed({ candidateId: 'c1' }));
  await clock.advance(1_000);
  expect(shown(tab)).toEqual([
    ['Hello', ''],
    ['Good morning', 'Sent'],
  ]);
});

it('what a candidate writes before the position is known is in the list', async () => {
  const { clock, server, tab, recover } = await world();
  tab.store.dispatch(chatPanelOpened());
  await clock.advance(500);
  recover();
  server.chat.candidateWrites('c2', 'Are you there?');
  await clock.advance(1_000);
  expect(selectThreadList(tab.state()).records?.map(({ thread }) => thread.candidateId)).toEqual(['c1', 'c2']);
});

it('the first position loads nothing again while no part of the chat has been loaded', async () => {
  const { clock, server, tab, recover } = await world();
  recover();
  const before = calls(tab, 'chatChanges');
  server.chat.candidateWrites('c1', 'Are you there?');
  await clock.advance(1_000);
  expect([calls(tab, 'chatChanges') - before, calls(tab, 'chatThreads')]).toEqual([1, 0]);
});
