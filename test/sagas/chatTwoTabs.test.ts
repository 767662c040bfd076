/** Random histories of the chat in two tabs, with the real root saga. */
import fc from 'fast-check';
import { selectThreadView } from '../../sagas/features/chat/chat.selectors';
import { chatPanelClosed } from '../../sagas/features/chat/live.slice';
import { cases } from '../support/cases';
import { shown, unread, world } from '../support/chatTab';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

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
