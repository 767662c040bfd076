/** The document of a broadcast that must be accepted: fetched with it, shown and downloaded. */
import { selectBroadcast } from '../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { selectBroadcastPreview } from '../../sagas/features/mustAccept/broadcasts/preview.selectors';
import {
  broadcastDocumentRequested,
  broadcastPreviewRetried,
} from '../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { broadcastOf } from '../support/queueServer';
import { queueWorld } from '../support/queueWorld';
import { ok } from '../support/scriptedServer';

type Page = Awaited<ReturnType<ReturnType<typeof queueWorld>['open']>>;
const view = ({ tab }: Page) => selectBroadcast(tab.state());

describe('the document of a broadcast', () => {
  /** A page on which this broadcast arrives, with its PDF at the server. */
  async function withDocument(...orders: readonly number[]) {
    const world = queueWorld();
    const page = await world.open();
    const files = orders.map(() => page.tab.files.keep(new Blob(['%PDF'])));
    const next = () =>
      world.server.script.respond(
        'previewBroadcastDocument',
        ok({ file: files.shift(), fileName: 'Terms.pdf', size: 4 }),
      );
    const arrive = async () => {
      for (const order of orders) world.server.broadcasts.push(broadcastOf(order, { documentName: 'Terms.PDF' }));
      await page.look();
    };
    return { ...world, page, next, arrive };
  }
  const preview = ({ tab }: Page) => selectBroadcastPreview(tab.state());

  it('is fetched, shown and released with it', async () => {
    const { page, next, arrive } = await withDocument(1);
    next();
    await arrive();
    expect(view(page)).toMatchObject({ hasDocument: true, showsDocument: true });
    expect(preview(page)).toEqual({ isPdf: true, file: '<file:1>', error: null });
    expect(page.sent('previewBroadcastDocument').map(({ body }) => body)).toEqual([{ entityId: 'b1', tenantId: 'o1' }]);
    await page.acceptBroadcast();
    expect([preview(page), page.tab.files.count()]).toEqual([{ isPdf: false, file: null, error: null }, 0]);
  });

  it('is replaced by the one of the next broadcast', async () => {
    const { page, next, arrive } = await withDocument(1, 2);
    next();
    await arrive();
    next();
    await page.acceptBroadcast();
    expect([page.broadcast(), preview(page).file, page.tab.files.count()]).toEqual(['b2', '<file:2>', 1]);
    expect(page.sent('previewBroadcastDocument').map(({ body }) => body?.['entityId'])).toEqual(['b1', 'b2']);
  });

  it('of the previous broadcast is not shown while the next one’s is loading', async () => {
    const { page, next, server, arrive } = await withDocument(1, 2);
    next();
    await arrive();
    server.script.respond('previewBroadcastDocument', 'hang');
    await page.acceptBroadcast();
    expect(preview(page)).toEqual({ isPdf: true, file: null, error: null });
  });

  it('that arrives too late is not shown with the next broadcast', async () => {
    const { clock, page, next, server, arrive } = await withDocument(1, 2);
    server.script.respond('previewBroadcastDocument', ok({ file: '<file:1>', fileName: 'Terms.pdf', size: 4 }), 2_000);
    await arrive();
    next();
    server.script.respond('previewBroadcastDocument', 'hang');
    await page.acceptBroadcast();
    await clock.advance(3_000);
    expect([page.broadcast(), preview(page).file]).toEqual(['b2', null]);
  });

  it('is fetched once, regardless of other changes to the queue', async () => {
    const { page, next, server, arrive } = await withDocument(1);
    next();
    await arrive();
    server.failNext('before');
    await page.acceptBroadcast();
    await page.look();
    expect([page.sent('previewBroadcastDocument').length, preview(page).file, page.tab.files.count()]).toEqual([
      1,
      '<file:1>',
      1,
    ]);
  });

  it('that cannot be fetched does not block the acceptance, and can be retried', async () => {
    const { page, next, server, arrive } = await withDocument(1);
    server.script.respond('previewBroadcastDocument', 'unreachable');
    await arrive();
    expect(preview(page)).toMatchObject({
      file: null,
      error: expect.stringMatching(/^The document cannot be shown\. .*cannot be reached/),
    });
    server.script.respond('previewBroadcastDocument', 'hang');
    await page.dispatch(broadcastPreviewRetried());
    expect(preview(page)).toEqual({ isPdf: true, file: null, error: null });
    next();
    await page.dispatch(broadcastPreviewRetried());
    expect(preview(page)).toEqual({ isPdf: true, file: '<file:1>', error: null });
    await page.acceptBroadcast();
    expect(page.broadcast()).toBeNull();
  });

  it.each([
    ['none', 'xdummyFilex', false],
    ['of another kind', 'Terms.docx', true],
  ])('%s is not fetched', async (_, documentName, hasDocument) => {
    const { server, open } = queueWorld();
    server.broadcasts.push(broadcastOf(1, { documentName }));
    const page = await open();
    await page.dispatch(broadcastPreviewRetried());
    expect(view(page)).toMatchObject({ hasDocument, showsDocument: false });
    expect([page.sent('previewBroadcastDocument'), preview(page).isPdf]).toEqual([[], false]);
  });

  it('is downloaded once for any number of clicks, and a failure shows a message', async () => {
    const { clock, page, server } = await withDocument(1);
    const saved: unknown[] = [];
    jest.spyOn(page.tab.files, 'save').mockImplementation((file, name) => saved.push([file, name]) > 0);
    server.script.respond('downloadBroadcastDocument', ok({ file: '<file:1>', fileName: 'Terms.docx', size: 4 }));
    const request = broadcastDocumentRequested({ entityId: 'b1', tenantId: 'o1' });
    page.tab.store.dispatch(request);
    page.tab.store.dispatch(request);
    await clock.advance(500);
    expect(page.sent('downloadBroadcastDocument').map(({ body }) => body)).toEqual([
      { entityId: 'b1', tenantId: 'o1' },
    ]);
    expect([saved, page.tab.files.count()]).toEqual([[['<file:1>', 'Terms.docx']], 0]);
    server.script.respond('downloadBroadcastDocument', 'unreachable');
    await page.dispatch(request);
    expect(selectNotices(page.tab.state()).at(-1)?.text).toMatch(
      /^The document was not downloaded\. .*cannot be reached/,
    );
  });
});
