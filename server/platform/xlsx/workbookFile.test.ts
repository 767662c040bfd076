/** Whose workbook is written next. A file whose reader has disconnected is not written. */
import type { SheetValue } from './workbook';
import { workbookFile, type SheetSource } from './workbookFile';

type Rows = readonly (readonly SheetValue[])[];

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A sheet whose rows arrive when `release` is called; `read` says how many parts were asked for. */
function blocked(name: string, began: string[] = []) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const seen = { parts: 0, closed: false };
  async function* rows(): AsyncGenerator<Rows> {
    began.push(name);
    try {
      for (seen.parts = 1; seen.parts <= 3; seen.parts += 1) {
        await gate;
        yield [[name]];
      }
    } finally {
      seen.closed = true;
    }
  }
  const sheet: SheetSource = { name, head: [], columns: [{ label: 'Name', width: 10 }], rows: rows(), foot: null };
  return { sheet, seen, release };
}

const waits = new AbortController().signal;

test('one is written at a time, and a second person comes before the second of the first', async () => {
  const began: string[] = [];
  const books = (['ann 1', 'ann 2', 'ann 3', 'ben 1', 'cyd 1', 'ben 2'] as const).map((name) => {
    const book = blocked(name, began);
    const [userId = ''] = name.split(' ');
    return { ...book, name, file: workbookFile([book.sheet], { userId, signal: waits }) };
  });
  await settled();
  expect(began).toEqual(['ann 1']);
  for (const { release } of books) release();
  const files = await Promise.all(books.map(({ file }) => file));
  for (const file of files) expect(file.subarray(0, 2).toString()).toBe('PK');
  expect(began).toEqual(['ann 1', 'ben 1', 'cyd 1', 'ann 2', 'ben 2', 'ann 3']);
});

test('a file whose reader has disconnected is not begun, and does not delay others', async () => {
  const began: string[] = [];
  const [first, left, next] = [blocked('first', began), blocked('left', began), blocked('next', began)];
  const gone = new AbortController();
  const written = workbookFile([first.sheet], { userId: 'ann', signal: waits });
  const unread = workbookFile([left.sheet], { userId: 'ann', signal: gone.signal });
  const last = workbookFile([next.sheet], { userId: 'ann', signal: waits });
  gone.abort();
  await expect(unread).rejects.toMatchObject({ name: 'AbortError' });
  await expect(workbookFile([left.sheet], { userId: 'ben', signal: gone.signal })).rejects.toThrow();
  for (const { release } of [first, left, next]) release();
  await Promise.all([written, last]);
  expect(began).toEqual(['first', 'next']);
});

test('a file whose reader disconnects while it is written is abandoned', async () => {
  const book = blocked('book');
  const gone = new AbortController();
  const file = workbookFile([book.sheet], { userId: 'ann', signal: gone.signal });
  await settled();
  const next = blocked('next');
  const other = workbookFile([next.sheet], { userId: 'ben', signal: waits });
  gone.abort();
  book.release();
  await expect(file).rejects.toMatchObject({ name: 'AbortError' });
  expect(book.seen).toEqual({ parts: 1, closed: true });
  next.release();
  expect((await other).subarray(0, 2).toString()).toBe('PK');
});

test('a failure is that of its caller only', async () => {
  const broken: SheetSource = {
    ...blocked('broken').sheet,
    rows: (async function* (): AsyncGenerator<Rows> {
      yield await Promise.reject(new Error('The rows cannot be read.'));
    })(),
  };
  const good = blocked('good');
  good.release();
  const failed = workbookFile([broken], { userId: 'ann', signal: waits });
  const written = workbookFile([good.sheet], { userId: 'ann', signal: waits });
  await expect(failed).rejects.toThrow('The rows cannot be read.');
  expect((await written).byteLength).toBeGreaterThan(0);
});
