/** Files of messages to candidates, with the real root saga: uploaded first, attached to the message they are for. */
import {
  chatDraftChanged,
  chatFileChosen,
  chatSendPressed,
  chatUploadRemoved,
} from '../../sagas/features/chat/chat.slice';
import { selectThreadView } from '../../sagas/features/chat/chat.selectors';
import type { FileRef } from '../../sagas/base/ports/network';
import { world } from '../support/chatTab';
import { apiError, ok } from '../support/scriptedServer';

/** Compiled before the first test, so that its time limit does not include it. */
beforeAll(() => import('../../sagas/app/shell.saga'));

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
