/** The type of an uploaded file is that of its bytes. */
import fc from 'fast-check';
import { fileKind, nameFor } from './fileKind';
import { zipOf } from '../../../test/support/zip';

const TYPES = { '[Content_Types].xml': '<Types/>' };
const kindOf = (bytes: Buffer) => fileKind(bytes)?.extension;

test.each([
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
])('an Office document with %s is %s', (part, extension) => {
  expect(kindOf(zipOf({ ...TYPES, [part]: '' }))).toBe(extension);
});

test('the parts of an Office document are those that its directory lists, whatever its contents are', () => {
  const deck = zipOf({
    ...TYPES,
    'ppt/presentation.xml': 'compressed to xl/ and word/ by accident',
    'ppt/embeddings/xl/a.bin': '',
  });
  expect(kindOf(deck)).toBe('pptx');
  expect(nameFor('deck.pptx', fileKind(deck)!)).toBe('deck.pptx');
  expect(kindOf(zipOf({ 'notes.txt': '[Content_Types].xml xl/' }))).toBeUndefined();
});

test('a damaged Office document has no type, and does not fail', () => {
  const whole = zipOf({ ...TYPES, 'xl/workbook.xml': '<workbook/>' });
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
      const damaged = Buffer.from(whole);
      damaged[at] = byte;
      expect([undefined, 'xlsx', 'txt', 'pdf']).toContain(kindOf(isCut ? damaged.subarray(0, at) : damaged));
    }),
  );
  for (const offset of [0xffffffff, whole.length, whole.length - 22]) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt32LE(offset, whole.length - 6);
    expect(kindOf(damaged)).toBeUndefined();
  }
});
