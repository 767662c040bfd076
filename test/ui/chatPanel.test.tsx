/** @jest-environment jsdom */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { ChatMessage, ChatThread } from '../../contract/chat/chat';
import type { ChatOutboxContext } from '../../machines/chatOutbox/chatOutbox.machine';
import type { AppState } from '../../sagas/app/state';
import { machineMoved, machinesReducer } from '../../sagas/base/runtime/machines.slice';
import { OUTBOX } from '../../sagas/features/chat/chat.selectors';
import {
  chatDiscardPressed,
  chatDraftChanged,
  chatFileChosen,
  chatReducers,
  chatRetryPressed,
  chatSearched,
  chatSendPressed,
  chatUnreadToggled,
  olderArrived,
  threadArrived,
  threadOpened,
  threadsArrived,
  chatUploadRemoved,
  uploadMoved,
  type WithChat,
} from '../../sagas/features/chat/chat.slice';
import { chatChanged, chatPanelClosed, chatPanelOpened, chatPanelReducer } from '../../sagas/features/chat/live.slice';
import type { FileRef } from '../../sagas/base/ports/network';
import { KeepFileContext } from '../../src/hooks/files';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { ChatPanel } from '../../src/screens/chat/ChatPanel';
import { ChatScreen } from '../../src/screens/chat/ChatScreen';
import { changesOf, messageOf, threadOf } from '../support/chatChanges';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

const thread = (candidateId: string, candidateName: string) =>
  ({ candidateId, candidateName, unread: 0, last: null }) as unknown as ChatThread;

/** The panel over a page. */
function open(count = 2, page: ReactNode = null) {
  const intents: Action[] = [];
  const base = signedIn({ permissions: ['MENU_CANDIDATE', 'CANDIDATE_CHAT_ANSWER'] });
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
  store.dispatch(threadsArrived({ found: { records, count }, isFirst: true }));
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: '/vms/dashboard', search: '', key: 'k' }}>
        {page}
        <KeepFileContext.Provider value={() => '<file:1>' as FileRef}>
          <ChatPanel />
        </KeepFileContext.Provider>
      </ShellRouter>
    </Provider>,
  );
  return { intents, happen, user: userEvent.setup({ delay: null }) };
}

const OUTGOING = { requestId: 'r1', candidateId: 'c2', text: 'Hello', file: null, at: 0 };
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

it('Escape in the search first shows all chats again, and then closes the panel', async () => {
  const { intents, happen, user } = open();
  const search = screen.getByLabelText<HTMLInputElement>('Search chats');
  await user.type(search, 'quinn{Enter}');
  const searched = () => intents.filter(chatSearched.match).map(({ payload }) => payload.q);
  expect(searched()).toEqual(['quinn']);
  happen(
    threadsArrived({
      found: { records: [{ thread: thread('c1', 'Ada Quinn'), match: null }], count: 1 },
      isFirst: true,
    }),
  );
  await user.keyboard('{Escape}');
  expect([search.value, searched(), intents.filter(chatPanelClosed.match)]).toEqual(['', ['quinn', ''], []]);
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
  happen(
    threadOpened({ candidateId: 'c2' }),
    threadArrived({ thread: thread('c2', 'Eva Moss'), messages: [], more: false }),
    outbox({ refused: [{ outgoing: OUTGOING, failure: { kind: 'unauthorized' } }] }),
  );
  act(() => screen.getByRole('button', { name }).focus());
  await user.keyboard('{Enter}');
  happen(outbox({}));
  expect(intents).toContainEqual(intent({ requestId: 'r1' }));
  expect([screen.queryByRole('button', { name }), focused()]).toEqual([null, 'Messages']);
});

/** The chat with Eva Moss, whose messages these are. */
async function openThread(messages: readonly ChatMessage[] = [], more = false) {
  const shown = open();
  await shown.user.click(screen.getByRole('button', { name: /Eva Moss/ }));
  shown.happen(
    threadOpened({ candidateId: 'c2' }),
    threadArrived({ thread: threadOf('c2', { candidateName: 'Eva Moss' }), messages: [...messages], more }),
  );
  return shown;
}
const draft = (facts: object) => chatDraftChanged({ candidateId: 'c2', ...facts });
const FILE = { chatFileId: 'f1', fileName: 'cv.pdf', size: 1_000, mediaType: 'application/pdf' };

it('after Send, and after Remove of the attached file, the next message can be typed at once', async () => {
  const { happen, intents, user } = await openThread();
  happen(draft({ text: 'Hello' }));
  act(() => screen.getByRole('button', { name: 'Send' }).focus());
  await user.keyboard('{Enter}');
  happen(draft({ text: '' }));
  expect(intents).toContainEqual(chatSendPressed({ candidateId: 'c2' }));
  expect(focused()).toBe('Message to Eva Moss');
  happen(draft({ file: FILE }));
  act(() => screen.getByRole('button', { name: 'Remove' }).focus());
  await user.keyboard('{Enter}');
  expect([screen.queryByText(/cv.pdf/), focused()]).toEqual([null, 'Message to Eva Moss']);
});

it('a file that is dropped on the message is attached; text is left to the field', async () => {
  const { intents } = await openThread();
  const field = screen.getByLabelText('Message to Eva Moss');
  const drop = (dataTransfer: object) => [
    fireEvent.dragOver(field, { dataTransfer }),
    fireEvent.drop(field, { dataTransfer }),
  ];
  // Whether the browser still does what it does with it by itself.
  expect(drop({ types: ['text/plain'], files: [] })).toEqual([true, true]);
  expect(intents.filter(chatFileChosen.match)).toEqual([]);
  const file = new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' });
  expect(drop({ types: ['Files'], files: [file] })).toEqual([false, false]);
  expect(intents.filter(chatFileChosen.match).map(({ payload }) => payload.fileName)).toEqual(['cv.pdf']);
});

it.each([
  ['Cancel of an upload', 'Cancel', null],
  ['Dismiss of a file that was not attached', 'Dismiss', 'The file is empty. Please choose another.'],
])('after %s, the next message can be typed at once', async (_, name, problem) => {
  const { happen, intents, user } = await openThread();
  happen(draft({ text: 'Hello' }), uploadMoved({ candidateId: 'c2', upload: { fileName: 'cv.pdf', problem } }));
  act(() => screen.getByRole('button', { name }).focus());
  await user.keyboard('{Enter}');
  expect(intents).toContainEqual(chatUploadRemoved({ candidateId: 'c2' }));
  expect([screen.queryByText(/cv.pdf/), focused()]).toEqual([null, 'Message to Eva Moss']);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message to Eva Moss').value).toBe('Hello');
});

it('an upload that ends while its Cancel has the focus leaves the focus at the message', async () => {
  const { happen } = await openThread();
  happen(uploadMoved({ candidateId: 'c2', upload: { fileName: 'cv.pdf', problem: null } }));
  act(() => screen.getByRole('button', { name: 'Cancel' }).focus());
  happen(draft({ file: FILE }), uploadMoved({ candidateId: 'c2', upload: null }));
  expect(focused()).toBe('Message to Eva Moss');
});

it('after the last page of chats, the focus is at the row before the new ones', async () => {
  const { happen, user } = open(3);
  act(() => screen.getByRole('button', { name: 'See more' }).focus());
  await user.keyboard('{Enter}');
  const record = { thread: thread('c3', 'Ida Berg'), match: null };
  happen(threadsArrived({ found: { records: [record], count: 3 }, isFirst: false }));
  expect(screen.queryByRole('button', { name: 'See more' })).toBeNull();
  const rows = screen.getAllByRole('listitem');
  expect(rows.indexOf(document.activeElement as HTMLElement)).toBe(1);
});

it('after the earliest messages, the focus is at the messages', async () => {
  const { happen, user } = await openThread([messageOf('c2', 2)], true);
  act(() => screen.getByRole('button', { name: 'Earlier messages' }).focus());
  await user.keyboard('{Enter}');
  happen(olderArrived({ thread: threadOf('c2'), messages: [messageOf('c2', 1)], more: false }));
  expect([screen.queryByRole('button', { name: 'Earlier messages' }), focused()]).toEqual([null, 'Messages']);
});

it('announces only a message of someone else that arrives, not those of the past, nor own ones', async () => {
  const { happen } = await openThread([messageOf('c2', 2)], true);
  expect(screen.getByRole('log', { name: 'Messages' }).getAttribute('aria-live')).toBe('off');
  const status = document.querySelector('.chat-thread > [role="status"]');
  const said = [status?.textContent];
  const arrive = (...messages: readonly ChatMessage[]) => {
    const changes = { after: 1, position: 2, unread: 0, threads: [], messages: [...messages], reset: false };
    happen(chatChanged({ changes }));
    said.push(document.querySelector('.chat-thread > [role="status"]')?.textContent);
  };
  happen(olderArrived({ thread: threadOf('c2'), messages: [messageOf('c2', 1)], more: false }));
  said.push(status?.textContent);
  arrive({ ...messageOf('c2', 3), authorName: 'Eva Moss', text: 'I can start on Monday.' });
  arrive({ ...messageOf('c2', 4), authorName: 'Maria Keller', text: 'Good.', requestId: 'r1' });
  arrive({ ...messageOf('c2', 5), authorName: 'Eva Moss', text: '', file: { ...FILE, id: 'f1' } });
  expect(said).toEqual(['', '', 'Eva Moss: I can start on Monday.', '', 'Eva Moss: cv.pdf']);
  expect(document.querySelector('.chat-thread > [role="status"]')).toBe(status);
});

describe('a reader of earlier messages', () => {
  /** The messages as if they were higher than their box, which shows the first ones. */
  async function scrolledUp() {
    const shown = await openThread([messageOf('c2', 1), messageOf('c2', 2)]);
    const box = screen.getByRole('log', { name: 'Messages' });
    Object.defineProperties(box, {
      scrollHeight: { get: () => box.querySelectorAll('li').length * 300 },
      clientHeight: { value: 200 },
    });
    box.scrollTop = 50;
    fireEvent.scroll(box);
    return { ...shown, box };
  }

  it('who sends a message sees it, as it is sent', async () => {
    const { happen, user, box } = await scrolledUp();
    await user.type(screen.getByLabelText('Message to Eva Moss'), 'Hello{Enter}');
    happen(outbox({ queue: [OUTGOING] }));
    expect(box.scrollTop).toBe(900);
  });

  it('stays there when the candidate writes', async () => {
    const { happen, box } = await scrolledUp();
    happen(chatChanged({ changes: changesOf({ after: 1, position: 2, messages: [messageOf('c2', 3)] }) }));
    expect(box.scrollTop).toBe(50);
  });
});

it('a search and its end are in the field of the panel and in that of the page below it', async () => {
  const { user } = open(2, <ChatScreen />);
  const [ofPage, ofPanel] = screen.getAllByLabelText<HTMLInputElement>('Search chats');
  const values = () => [ofPage!.value, ofPanel!.value];
  await user.type(ofPage!, 'smith{Enter}');
  expect(values()).toEqual(['smith', 'smith']);
  await user.clear(ofPanel!);
  expect(values()).toEqual(['', '']);
  await user.type(ofPanel!, 'moss{Enter}');
  expect(values()).toEqual(['moss', 'moss']);
});

it('a search leaves the text as it is typed', async () => {
  const { user } = open();
  const field = screen.getByLabelText<HTMLInputElement>('Search chats');
  await user.type(field, 'smith {Enter}');
  expect(field.value).toBe('smith ');
});

it('the time of a message has its year, unless that is the current one', async () => {
  const year = new Date().getFullYear();
  const writtenIn = (of: number) => ({ createdDate: new Date(of, 5, 15, 9, 30).toISOString() });
  const { happen, user } = await openThread([
    messageOf('c2', 1, writtenIn(year - 1)),
    messageOf('c2', 2, writtenIn(year)),
  ]);
  const times = [`Jun 15, ${year - 1}, 9:30 AM`, 'Jun 15, 9:30 AM'];
  expect([...document.querySelectorAll('.chat-state')].map(({ textContent }) => textContent)).toEqual(times);
  const records = [year - 1, year].map((of) => ({
    thread: threadOf(`of ${of}`, { last: { ...threadOf('c2').last!, ...writtenIn(of) } }),
    match: null,
  }));
  happen(threadsArrived({ found: { records, count: 2 }, isFirst: true }));
  await user.click(screen.getByRole('button', { name: 'All chats' }));
  const shown = [...document.querySelectorAll('.chat-row .quiet')].map(({ textContent }) => textContent);
  expect(shown).toEqual([...times].reverse());
});
