import fc from 'fast-check';
import { FILE_TIMEOUT_MS } from '../../contract/base/files';
import { attachment, safeName } from '../../server/platform/http/replies';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import type { HttpCall } from '../../sagas/base/ports/network';
import { createFileStore } from '../../src/ports/files.port';
import { createHttpPort } from '../../src/ports/http.port';
import { FILE_MAX_BYTES, fileName, readFile } from '../../src/ports/readFile';
import { createSecretStore } from '../../src/ports/secrets.port';
import { cases } from '../support/cases';
import { settle } from '../support/virtualClock';

const PDF = 'application/pdf';
const unheard = () => {};

const streamed = (megabytes: number) => {
  let left = megabytes;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(1024 * 1024));
      else controller.close();
    },
    cancel: () => void (cancelled = true),
  });
  return { body, sent: () => megabytes - left, cancelled: () => cancelled };
};

describe('an answer that is a file', () => {
  it('is read with its bytes, its type and its name', async () => {
    const read = await readFile(
      new Response('%PDF-1.7', {
        headers: { 'content-type': 'Application/PDF; x=1', 'content-disposition': attachment('License – Ann.pdf') },
      }),
      PDF,
      unheard,
    );
    expect(await read?.blob.text()).toBe('%PDF-1.7');
    expect(read?.blob.type).toBe(PDF);
    expect(read?.fileName).toBe('License – Ann.pdf');
  });

  it.each([['text/html'], ['application/pdfx'], ['application/json'], ['text/csv'], [null]])(
    'is not recognized if it is %s',
    async (type) => {
      const response = new Response(new Blob(['<html>']), { headers: type === null ? {} : { 'content-type': type } });
      expect(await readFile(response, PDF, unheard)).toBeNull();
    },
  );

  it('is refused unread if it announces more than the app’s limit', async () => {
    const { body, cancelled } = streamed(2);
    const headers = { 'content-type': PDF, 'content-length': String(FILE_MAX_BYTES + 1) };
    await expect(readFile(new Response(body, { headers }), PDF, unheard)).rejects.toMatchObject({ kind: 'tooLarge' });
    expect(cancelled()).toBe(true);
  });

  it('is aborted if it is longer than announced', async () => {
    const endless = streamed(1_000);
    const response = new Response(endless.body, { headers: { 'content-type': PDF } });
    await expect(readFile(response, PDF, unheard)).rejects.toMatchObject({ kind: 'tooLarge' });
    expect(endless.cancelled()).toBe(true);
    expect(endless.sent()).toBeLessThan(60);
  });
});

describe('a file on its way', () => {
  const services = {
    'api-user': '',
    'api-job': '',
    'api-agency': '',
    'api-client': '',
    'api-timecard': '',
    'api-websocket': '',
  };
  const EXPORT: HttpCall = { endpoint: 'listExport', params: { list: 'jobs' }, body: {}, timeoutMs: FILE_TIMEOUT_MS };

  /** Fetches a file whose parts the test sends. */
  async function fetching() {
    let sending: ReadableStreamDefaultController<Uint8Array> | undefined;
    jest.spyOn(globalThis, 'fetch').mockImplementation((_, options) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          sending = controller;
          options?.signal?.addEventListener('abort', () => controller.error(options.signal?.reason));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } }));
    });
    const files = createFileStore();
    const outcome: unknown[] = [];
    createHttpPort(services, createSecretStore(), files)
      .send(EXPORT)
      .then(
        ({ body }) => outcome.push(body),
        (error: unknown) => outcome.push(error),
      );
    await import('../../src/ports/readFile');
    await settle();
    const send = (bytes: number) => sending?.enqueue(new Uint8Array(bytes));
    return { files, outcome, send, end: () => sending?.close() };
  }

  beforeAll(async () => (await loadEndpointCatalog()).loadLaterContract());
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('is read whole however long it takes, as long as bytes arrive', async () => {
    const { outcome, send, end } = await fetching();
    for (let seconds = 0; seconds < 80; seconds += 20) {
      await jest.advanceTimersByTimeAsync(20_000);
      send(1_000);
      await settle();
    }
    expect(outcome).toEqual([]);
    end();
    await settle();
    expect(outcome).toEqual([{ file: expect.any(String), fileName: 'list.csv', size: 4_000 }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('has failed after a minute without a byte', async () => {
    const { files, outcome, send } = await fetching();
    await jest.advanceTimersByTimeAsync(30_000);
    send(1_000);
    await settle();
    await jest.advanceTimersByTimeAsync(FILE_TIMEOUT_MS - 1);
    expect(outcome).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await settle();
    expect(outcome).toEqual([expect.objectContaining({ kind: 'timedOut' })]);
    expect(files.count()).toBe(0);
  });

  it('has failed for its size if it is larger than the app takes', async () => {
    const { files, outcome, send } = await fetching();
    send(FILE_MAX_BYTES);
    await settle();
    expect(outcome).toEqual([]);
    send(1);
    await settle();
    expect(outcome).toEqual([expect.objectContaining({ kind: 'tooLarge' })]);
    expect(files.count()).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('the name of a download', () => {
  it.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ['attachment; filename=plain.pdf', 'plain.pdf'],
    ['attachment; filename="a.pdf"; filename*=UTF-8\'\'%C3%A4.pdf', 'ä.pdf'],
    ['attachment; filename="a.pdf"; filename*=UTF-8\'\'%ZZ', 'a.pdf'],
    ['attachment; filename="../../etc/passwd"', 'etc passwd'],
    ['attachment; filename="..\\\\..\\\\x.pdf"', 'x.pdf'],
    ['attachment', 'document.pdf'],
    ['attachment; filename="..."', 'document.pdf'],
    ["attachment; filename*=UTF-8''a%0d%0ab%00.pdf", 'a b .pdf'],
    ["attachment; filename*=UTF-8''a%E2%80%AEfdp.exe", 'a fdp.exe'],
  ])('%s is %s', (header, name) => {
    expect(fileName(new Headers({ 'content-disposition': header }), PDF)).toBe(name);
  });

  it('survives any characters, in a header that is one line of ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const header = attachment(name);
        expect(header).toMatch(/^attachment; filename="[ !#-$&-[\]-~]*"; filename\*=UTF-8''[\w.%!#$&+^`|~-]+$/);
        expect(header.length).toBeLessThan(3_000);
        expect(safeName(name)).not.toMatch(/[/\\\p{Cc}\p{Cf}]|^\.|\.$/u);
        // The app decodes what the server encodes.
        expect(fileName(new Headers({ 'content-disposition': header }), PDF)).toBe(safeName(name));
      }),
      { numRuns: cases('file names over the wire', { usual: 300, long: 50_000 }) },
    );
  });

  it('has no half of an emoji where its extension is cut', () => {
    expect(attachment('a.bcdefghijkl😀')).toBe(`attachment; filename="a.bcdefghijkl"; filename*=UTF-8''a.bcdefghijkl`);
    expect(attachment('a.bcdefghijk😀m')).toMatch(/''a\.bcdefghijk%F0%9F%98%80$/);
  });

  it('keeps its extension however long it is', () => {
    const headers = new Headers({ 'content-disposition': `attachment; filename="${'x'.repeat(500)}.pdf"` });
    expect([safeName(`${'x'.repeat(500)}.pdf`), fileName(headers, PDF)]).toEqual([
      `${'x'.repeat(150)}.pdf`,
      `${'x'.repeat(150)}.pdf`,
    ]);
  });
});

describe('held files', () => {
  it('are opened by their reference until released, and never confused', async () => {
    const files = createFileStore();
    const [one, two] = [files.keep(new Blob(['one'])), files.keep(new Blob(['two']))];
    expect(await files.open(one)?.text()).toBe('one');
    files.release([one, one]);
    expect(files.open(one)).toBeUndefined();
    expect(await files.open(two)?.text()).toBe('two');
    expect(files.keep(new Blob([]))).not.toBe(one);
    expect(files.save(one, 'gone.pdf')).toBe(false);
    expect(files.count()).toBe(2);
  });
});
