/** Messages to candidates with the real root saga: sent once, and kept if sending fails. */
import {
  chatDiscardPressed,
  chatDraftChanged,
  chatRetryPressed,
  chatSendPressed,
} from '../../sagas/features/chat/chat.slice';
import { selectThreadView } from '../../sagas/features/chat/chat.selectors';
import { selectPathname } from '../../sagas/navigation/location/location.selectors';
import { shown, world } from '../support/chatTab';
import { apiError } from '../support/scriptedServer';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

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
  const { server, chat, open, close, read, write, clock } = await world();
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

  server.script.respond('sendChatMessage', 'unreachable');
  next.store.dispatch(chatRetryPressed({ requestId: last().key }));
  await clock.advance(500);
  close(next);
  expect(last().state).toBe('Waiting for the connection');
  // It was retried, so the next page sends it as soon as there is a connection.
  const third = await open();
  server.script.clearResponse('sendChatMessage');
  await clock.advance(90_000);
  expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello', 'One']);
  await read(third, 'c1');
  expect(shown(third)?.at(-1)).toEqual(['You', 'One', 'Sent']);
});

it('a message that waited for the connection is sent by the next page, although the chat is not opened there', async () => {
  const { server, chat, open, close, read, write, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  const first = await open();
  await read(first, 'c1');
  server.script.respond('sendChatMessage', 'unreachable');
  await write(first, 'c1', 'Can you start on Monday?');
  expect(shown(first)?.at(-1)).toEqual(['You', 'Can you start on Monday?', 'Waiting for the connection']);
  close(first);
  server.script.clearResponse('sendChatMessage');
  const next = await open();
  await clock.advance(1_000);
  expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello', 'Can you start on Monday?']);
  expect(next.sent.filter(({ endpoint }) => endpoint === 'chatThreads')).toEqual([]);
  await read(next, 'c1');
  expect(shown(next)?.at(-1)).toEqual(['You', 'Can you start on Monday?', 'Sent']);
});

it('a message that waited in a tab that is closed is sent by another one when that is looked at', async () => {
  const { server, chat, open, close, read, write, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  const [first, other] = [await open(), await open()];
  await read(first, 'c1');
  await read(other, 'c1');
  server.script.respond('sendChatMessage', 'unreachable');
  await write(first, 'c1', 'Can you start on Monday?');
  close(first);
  server.script.clearResponse('sendChatMessage');
  other.signal('visible');
  await clock.advance(1_000);
  expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello', 'Can you start on Monday?']);
  expect(shown(other)?.at(-1)).toEqual(['You', 'Can you start on Monday?', 'Sent']);
});

describe('a message that was refused in two tabs', () => {
  /** It waited in the first one when the other was looked at. */
  const inTwoTabs = async () => {
    const all = await world();
    const { server, chat, open, read, write, clock } = all;
    chat.candidateWrites('c1', 'Hello');
    const [first, other] = [await open(), await open()];
    await read(first, 'c1');
    await read(other, 'c1');
    server.script.respond('sendChatMessage', 'unreachable');
    await write(first, 'c1', 'One');
    other.signal('visible');
    server.script.respond('sendChatMessage', apiError(403, 'chat.forbidden'));
    await clock.advance(90_000);
    for (const tab of [first, other]) expect(shown(tab)?.at(-1)).toEqual(['You', 'One', 'Not sent']);
    const requestId = selectThreadView(first.state())!.messages.at(-1)!.key;
    const look = async () => {
      other.signal('visible');
      await clock.advance(1_000);
    };
    return { ...all, first, other, requestId, look };
  };

  it('and discarded in one of them is gone from the other when that is looked at', async () => {
    const { first, other, requestId, look } = await inTwoTabs();
    first.store.dispatch(chatDiscardPressed({ requestId }));
    await look();
    expect(shown(other)?.map(([, text]) => text)).toEqual(['Hello']);
    expect(selectThreadView(other.state())?.draft).toBe('One');
  });

  it('and retried in one that is closed is sent by the other when that is looked at', async () => {
    const { server, chat, first, other, requestId, look, close, clock } = await inTwoTabs();
    server.script.respond('sendChatMessage', 'unreachable');
    first.store.dispatch(chatRetryPressed({ requestId }));
    await clock.advance(500);
    close(first);
    server.script.clearResponse('sendChatMessage');
    await look();
    expect(chat.messages('c1').map(({ text }) => text)).toEqual(['Hello', 'One']);
    expect(shown(other)?.at(-1)).toEqual(['You', 'One', 'Sent']);
  });
});

it('a message that was refused in another tab is shown when this one is looked at', async () => {
  const { server, chat, open, read, write, clock } = await world();
  chat.candidateWrites('c1', 'Hello');
  const [first, other] = [await open(), await open()];
  await read(first, 'c1');
  await read(other, 'c1');
  server.script.respond('sendChatMessage', apiError(403, 'chat.forbidden'));
  await write(first, 'c1', 'One');
  other.signal('visible');
  await clock.advance(1_000);
  expect(shown(other)?.at(-1)).toEqual(['You', 'One', 'Not sent']);
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

describe('a draft', () => {
  const inTwoTabs = async () => {
    const all = await world();
    all.chat.candidateWrites('c1', 'Hello');
    const tab = await all.open();
    await all.read(tab, 'c1');
    tab.store.dispatch(chatDraftChanged({ candidateId: 'c1', text: 'Half a thought' }));
    const next = await all.open();
    await all.read(next, 'c1');
    const send = async () => {
      tab.store.dispatch(chatSendPressed({ candidateId: 'c1' }));
      await all.clock.advance(500);
    };
    return { ...all, tab, next, send };
  };

  it('is restored in the next page of the same user', async () => {
    const { next } = await inTwoTabs();
    expect(selectThreadView(next.state())).toMatchObject({ draft: 'Half a thought', canSend: true });
  });

  it('that is sent in one tab is no longer in the field of another', async () => {
    const { next, send } = await inTwoTabs();
    await send();
    expect(selectThreadView(next.state())).toMatchObject({ draft: '', canSend: false });
  });

  it('that waits for the connection in one tab is no longer in another tab when that is looked at', async () => {
    const { server, clock, next, send } = await inTwoTabs();
    server.script.respond('sendChatMessage', 'unreachable');
    await send();
    next.signal('visible');
    await clock.advance(500);
    expect(selectThreadView(next.state())).toMatchObject({ draft: '', canSend: false });
  });

  it('stays as it was typed last when its tab is looked at again', async () => {
    const { clock, tab, next } = await inTwoTabs();
    next.store.dispatch(chatDraftChanged({ candidateId: 'c1', text: 'Half a thought more' }));
    for (const each of [tab, next]) each.signal('visible');
    await clock.advance(500);
    expect([tab, next].map((each) => selectThreadView(each.state())?.draft)).toEqual([
      'Half a thought more',
      'Half a thought more',
    ]);
  });
});
