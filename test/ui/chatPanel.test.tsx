/** @jest-environment jsdom */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { ChatThread } from '../../contract/chat/chat';
import type { ChatOutboxContext } from '../../machines/chatOutbox/chatOutbox.machine';
import type { AppState } from '../../sagas/app/state';
import { machineMoved, machinesReducer } from '../../sagas/base/runtime/machines.slice';
import { OUTBOX } from '../../sagas/features/chat/chat.selectors';
import {
  chatDiscardPressed,
  chatReducers,
  chatRetryPressed,
  chatUnreadToggled,
  threadArrived,
  threadOpened,
  threadsArrived,
  type WithChat,
} from '../../sagas/features/chat/chat.slice';
import { chatPanelClosed, chatPanelOpened, chatPanelReducer } from '../../sagas/features/chat/live.slice';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { ChatPanel } from '../../src/screens/chat/ChatPanel';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

const thread = (candidateId: string, candidateName: string) =>
  ({ candidateId, candidateName, unread: 0, last: null }) as unknown as ChatThread;

function open() {
  const intents: Action[] = [];
  const base = signedIn({ permissions: ['MENU_CANDIDATE'] });
  const store = configureStore({
    reducer: (state: (AppState & WithChat) | undefined, action: Action): AppState & WithChat => {
      intents.push(action);
      return {
        ...after(state ?? base, action),
        machines: machinesReducer((state ?? base).machines, action),
        chat: chatReducers.chat(state?.chat, action),
        chatPanel: chatPanelReducer(state?.chatPanel, action),
      };
    },
  });
  const happen = (...actions: readonly Action[]) => act(() => actions.forEach((action) => void store.dispatch(action)));
  const records = [thread('c1', 'Ada Quinn'), thread('c2', 'Eva Moss')].map((each) => ({ thread: each, match: null }));
  store.dispatch(chatPanelOpened());
  store.dispatch(threadsArrived({ found: { records, count: 2 }, isFirst: true }));
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: '/vms/dashboard', search: '', key: 'k' }}>
        <ChatPanel />
      </ShellRouter>
    </Provider>,
  );
  return { intents, happen, user: userEvent.setup({ delay: null }) };
}

it('opening a chat focuses its heading, and going back its row; Escape closes the panel from there', async () => {
  const { intents, user } = open();
  act(() => screen.getByRole('button', { name: /Eva Moss/ }).focus());
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Chat');
  expect(document.activeElement?.tagName).toBe('H3');
  await user.click(screen.getByRole('button', { name: 'All chats' }));
  expect(focused()).toContain('Eva Moss');
  await user.keyboard('{Escape}');
  expect(intents).toContainEqual(chatPanelClosed());
});

it('going back to a list without the chat keeps the focus in the panel', async () => {
  const { intents, happen, user } = open();
  await user.click(screen.getByRole('button', { name: /Eva Moss/ }));
  happen(chatUnreadToggled());
  await user.click(screen.getByRole('button', { name: 'All chats' }));
  expect(focused()).not.toBe('nothing');
  await user.keyboard('{Escape}');
  expect(intents).toContainEqual(chatPanelClosed());
});

it.each([
  ['Discard', chatDiscardPressed],
  ['Send again', chatRetryPressed],
] as const)('%s of a message that was refused leaves the focus at the messages', async (name, intent) => {
  const { intents, happen, user } = open();
  await user.click(screen.getByRole('button', { name: /Eva Moss/ }));
  const outgoing = { requestId: 'r1', candidateId: 'c2', text: 'Hello', file: null, at: 0 };
  const outbox = (context: Partial<ChatOutboxContext>) =>
    machineMoved({
      machine: OUTBOX,
      event: 'DISCARD',
      projection: {
        value: 'idle',
        context: { queue: [], refused: [], attempts: 0, ...context },
        tags: [],
        can: [],
        status: 'active',
      },
    });
  happen(
    threadOpened({ candidateId: 'c2' }),
    threadArrived({ thread: thread('c2', 'Eva Moss'), messages: [], more: false }),
    outbox({ refused: [{ outgoing, failure: { kind: 'unauthorized' } }] }),
  );
  act(() => screen.getByRole('button', { name }).focus());
  await user.keyboard('{Enter}');
  happen(outbox({}));
  expect(intents).toContainEqual(intent({ requestId: 'r1' }));
  expect([screen.queryByRole('button', { name }), focused()]).toEqual([null, 'Messages']);
});
