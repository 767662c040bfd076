import fc from 'fast-check';
import { FILE_MAX_BYTES } from '../../contract/base/files';
import { attachment, safeName } from '../../server/platform/http/replies';
import { createFileStore } from '../../src/ports/files.port';
import { fileName, readFile } from '../../src/ports/readFile';
import { cases } from '../support/cases';

const PDF = 'application/pdf';

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
    );
    expect(await read?.blob.text()).toBe('%PDF-1.7');
    expect(read?.blob.type).toBe(PDF);
    expect(read?.fileName).toBe('License – Ann.pdf');
  });

  it.each([['text/html'], ['application/pdfx'], ['application/json'], ['text/csv'], [null]])(
    'is not recognized if it is %s',
    async (type) => {
      const response = new Response(new Blob(['<html>']), { headers: type === null ? {} : { 'content-type': type } });
      expect(await readFile(response, PDF)).toBeNull();
    },
  );

  it('is refused unread if it announces more than the app’s limit', async () => {
    const { body, cancelled } = streamed(2);
    const headers = { 'content-type': PDF, 'content-length': String(FILE_MAX_BYTES + 1) };
    expect(await readFile(new Response(body, { headers }), PDF)).toBeNull();
    expect(cancelled()).toBe(true);
  });

  it('is aborted if it is longer than announced', async () => {
    const endless = streamed(1_000);
    expect(await readFile(new Response(endless.body, { headers: { 'content-type': PDF } }), PDF)).toBeNull();
    expect(endless.cancelled()).toBe(true);
    expect(endless.sent()).toBeLessThan(60);
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
        const shorter = safeName(name).slice(0, 150).trim();
        if (safeName(name).length <= 150)
          expect(fileName(new Headers({ 'content-disposition': header }), PDF)).toBe(shorter);
      }),
      { numRuns: cases('file names over the wire', { usual: 300, long: 50_000 }) },
    );
  });

  it('keeps its extension however long it is', () => {
    expect(safeName(`${'x'.repeat(500)}.pdf`)).toBe(`${'x'.repeat(150)}.pdf`);
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
