/** The generated PDF documents, read as a viewer reads them. */
import { broadcastPdf } from '../../../server/features/broadcasts/pdf';
import { complianceDocumentPdf, type ComplianceDocument } from '../../../server/features/documents/complianceDocument';
import { invoicePdf, type Invoice } from '../../../server/features/documents/invoice';
import { RenderQueue } from '../../../server/platform/pdf/renderQueue';
import { table, text, type PdfDocument } from '../../../server/platform/pdf/document';
import { MAX_PAGES, render } from '../../../server/platform/pdf/render';
import { DOCUMENTS } from '../../../server/demo/seed/catalog';
import { COMPLIANCE_DOCUMENT } from '../support/complianceDocument';
import { INVOICE } from '../support/invoice';
import { readPdfs, type ReadPdf } from '../../support/readPdf';

const AT = new Date('2026-03-04T05:06:07Z');

const document = (name: string, more: Partial<ComplianceDocument> = {}): ComplianceDocument => ({
  ...COMPLIANCE_DOCUMENT,
  name,
  ...more,
});

const notice = (message: string, subject = 'New rules'): PdfDocument =>
  broadcastPdf({ sender: 'Meridian', subject, message, sentAt: AT });

/** Of a reader who does not leave. */
const reading = (): AbortSignal => new AbortController().signal;

const wholeText = ({ pages }: ReadPdf) => pages.map((page) => page.text).join('\n');

test('every kind of compliance document shows its owner, kind and expiry', async () => {
  const names = DOCUMENTS.map(([name]) => name);
  const found = await readPdfs(await Promise.all(names.map((name) => render(complianceDocumentPdf(document(name))))));
  for (const [index, pdf] of found.entries()) {
    const all = wholeText(pdf);
    expect([names[index], all.includes('Maya Ortiz'), all.includes('Jan 1, 2028'), pdf.pages.length > 0]).toEqual([
      names[index],
      true,
      true,
      true,
    ]);
  }
  const pages = Object.fromEntries(found.map((pdf, index) => [names[index], pdf.pages.length]));
  expect(pages['State license']).toBe(1);
  expect(pages['References']).toBeGreaterThan(1);
});

test('it shows its moments in the zone of the facility, as the pages of the app do', async () => {
  const [pdf] = await readPdfs([await render(complianceDocumentPdf(document('Skills checklist')))]);
  const all = wholeText(pdf!).replace(/\s+/g, ' ');
  expect(all).toContain('Uploaded Mar 3, 2026, 11:06 PM CST by Rae Cole');
  expect(all).toContain('Reviewed Mar 3, 2026, 11:06 PM CST by Dana Brooks');
  expect(all).toContain('On Mar 3, 2026, 11:06 PM CST');
  expect(all).not.toContain('UTC');
});

test('a skills checklist has three to six pages for every candidate', async () => {
  const ids = [1, 2].map((n) => `0b8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a0${n}`);
  const files = await Promise.all(ids.map((id) => render(complianceDocumentPdf(document('Skills checklist', { id })))));
  for (const { pages } of await readPdfs(files)) {
    expect(pages.length).toBeGreaterThanOrEqual(3);
    expect(pages.length).toBeLessThanOrEqual(6);
  }
});

test('it is accessible: title, language, headings and tables, with page numbers as artifacts', async () => {
  const [pdf] = await readPdfs([await render(complianceDocumentPdf(document('State license')))]);
  expect(pdf).toMatchObject({ title: 'License verification', tagged: true });
  const [page] = pdf!.pages;
  expect(page!.lang).toBe('en-US');
  expect(page!.roles).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']));
  expect(page!.text).toContain('Page 1 of 1');
});

test('the same row gives the same bytes, another row another number', async () => {
  const one = await render(complianceDocumentPdf(document('State license')));
  expect((await render(complianceDocumentPdf(document('State license')))).equals(one)).toBe(true);
  const other = { id: '0b8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a70' };
  expect((await render(complianceDocumentPdf(document('State license', other)))).equals(one)).toBe(false);
});

test('letters beyond the standard fonts are rendered, and hostile text is only text', async () => {
  const hostile = ') Tj ET /JS (app.alert(1)) >> endobj \\ ( <</S/JavaScript>>';
  const [names, attack, empty] = await readPdfs(
    await Promise.all([
      render(complianceDocumentPdf(document('BLS', { person: 'Đặng Łukasz Ćirić Ελένη Жанна 李 \u202e\u0007' }))),
      render(notice(`first\n\n\n${hostile}\n\nlast`, hostile)),
      render(notice('')),
    ]),
  );
  expect(wholeText(names!)).toContain('Đăng Łukasz Ćirić Ελένη Жанна ?');
  expect(wholeText(attack!).replace(/\s+/g, ' ')).toContain(hostile);
  expect(attack!.title).toBe(hostile);
  expect(empty!.pages).toHaveLength(1);
});

test('a message of maximum length is complete', async () => {
  const words = Array.from({ length: 1_600 }, (_, index) => `w${index}`);
  const [pdf] = await readPdfs([await render(notice(words.join(' ').slice(0, 10_000)))]);
  expect(wholeText(pdf!)).toContain('w1599');
});

test('a document that becomes too long is cut off and states this', async () => {
  const endless: PdfDocument = { ...notice(''), blocks: [text('word\n'.repeat(2_800))] };
  const [pdf] = await readPdfs([await render(endless)]);
  expect(pdf!.pages.length).toBeLessThanOrEqual(MAX_PAGES + 1);
  expect(wholeText(pdf!)).toContain('The rest is left out');
});

test('a document that ends on the last page is complete; one that is longer has all of that page, and states the rest', async () => {
  const drawn = async (rows: number): Promise<ReadPdf> => {
    const numbers = Array.from({ length: rows }, (_, index) => [`row ${index + 1}.${' tall'.repeat(800)}`]);
    const [pdf] = await readPdfs([
      await render({ ...notice(''), blocks: [table([{ title: 'No.', share: 1 }], numbers)] }),
    ]);
    return pdf!;
  };
  const rowsOn = (pdf: ReadPdf, page: number): number[] =>
    [...(pdf.pages[page - 1]?.text ?? '').matchAll(/row (\d+)\./g)].map(([, number]) => Number(number));
  const long = await drawn(400);
  const earlier = rowsOn(long, MAX_PAGES - 1);
  const before = earlier.at(-1)!;
  for (const rows of [1, earlier.length]) {
    const pdf = await drawn(before + rows);
    expect([pdf.pages.length, rowsOn(pdf, MAX_PAGES).at(-1)]).toEqual([MAX_PAGES, before + rows]);
    expect(wholeText(pdf)).not.toContain('The rest is left out');
  }
  expect(rowsOn(long, MAX_PAGES)).toHaveLength(earlier.length);
  expect(long.pages).toHaveLength(MAX_PAGES + 1);
  expect(wholeText(long)).toContain('The rest is left out');
});

test('an invoice that is cut off begins with its total', async () => {
  const line = { person: 'Maya Ortiz', facility: 'Lakeside '.repeat(60), minutes: 480, overtimeMinutes: 0, cents: 500 };
  const lines = Array.from({ length: 200 }, (_, index) => ({ ...line, number: index + 1 }));
  const [pdf] = await readPdfs([await render(invoicePdf({ ...INVOICE, lines, total_cents: 100_000 }))]);
  expect(pdf!.pages[0]!.text).toContain('Total $1,000.00');
  expect(wholeText(pdf!)).toContain('The rest is left out');
});

test('a reverse invoice names its fee only if there is one', () => {
  const factsOf = (more: Partial<Invoice>) =>
    invoicePdf({ ...INVOICE, client_id: null, agency_id: 's', ...more }).blocks.flatMap((block) =>
      block.kind === 'facts' ? block.rows : [],
    );
  expect(factsOf({ fee_cents: 500 })).toContainEqual(['Fee', '-$5.00']);
  expect(factsOf({ fee_cents: 0 }).map(([label]) => label)).not.toContain('Fee');
});

test('the server answers other requests while it draws', async () => {
  let turns = 0;
  let drawing = true;
  const turn = () => {
    turns++;
    if (drawing) setImmediate(turn);
  };
  setImmediate(turn);
  await render(complianceDocumentPdf(document('Skills checklist')));
  drawing = false;
  expect(turns).toBeGreaterThan(50);
});

test('two are drawn at the same time, forty wait, the next must retry, and a failure frees its slot', async () => {
  const held: { done: () => void; fail: () => void }[] = [];
  const renderQueue = new RenderQueue(
    () =>
      new Promise((resolve, reject) =>
        held.push({ done: () => resolve(Buffer.alloc(0)), fail: () => reject(new Error('torn')) }),
      ),
  );
  const papers = Array.from({ length: 42 }, () =>
    renderQueue.render(notice(''), reading()).catch((error: Error) => error.message),
  );
  expect(held).toHaveLength(2);
  await expect(renderQueue.render(notice(''), reading())).rejects.toMatchObject({ code: 'service.unavailable' });
  held[0]!.fail();
  expect(await papers[0]).toBe('torn');
  expect(held).toHaveLength(3);
  for (let index = 1; index < 42; index++) {
    held[index]!.done();
    await papers[index];
  }
  const afterwards = renderQueue.render(notice(''), reading());
  expect(held).toHaveLength(43);
  held[42]!.done();
  await afterwards;
});

test('a document whose reader has gone leaves the queue at once and is not drawn', async () => {
  const drawn: (() => void)[] = [];
  const renderQueue = new RenderQueue(() => new Promise((resolve) => drawn.push(() => resolve(Buffer.alloc(0)))));
  const gone = new AbortController();
  const papers = [renderQueue.render(notice(''), reading()), renderQueue.render(notice(''), reading())];
  const unread = expect(renderQueue.render(notice(''), gone.signal)).rejects.toMatchObject({ name: 'AbortError' });
  for (let waiting = 1; waiting < 40; waiting++) papers.push(renderQueue.render(notice(''), reading()));
  await expect(renderQueue.render(notice(''), reading())).rejects.toMatchObject({ code: 'service.unavailable' });
  gone.abort();
  await unread;
  papers.push(renderQueue.render(notice(''), reading()));
  for (const [index, paper] of papers.entries()) {
    drawn[index]!();
    await paper;
  }
  expect(drawn).toHaveLength(42);
  await expect(renderQueue.render(notice(''), gone.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(drawn).toHaveLength(42);
});
