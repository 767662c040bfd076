/** Detects the type of a file from its bytes, because names and declared types are not trusted. */
import { isUtf8 } from 'node:buffer';

/** What a file is by its content; `extension` is without a dot. */
export interface FileKind {
  readonly mediaType: string;
  readonly extension: string;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const PACKED: readonly (readonly [part: string, FileKind])[] = [
  ['word/', { mediaType: `${OFFICE}.wordprocessingml.document`, extension: 'docx' }],
  ['xl/', { mediaType: `${OFFICE}.spreadsheetml.sheet`, extension: 'xlsx' }],
  ['ppt/', { mediaType: `${OFFICE}.presentationml.presentation`, extension: 'pptx' }],
];
const startsWith = (bytes: Buffer, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

const DIRECTORY_END = Buffer.from('PK\u0005\u0006', 'latin1');
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;

/** The names in the directory of a zip file; its contents may contain the same bytes by accident. */
function packedNames(bytes: Buffer): readonly string[] {
  const end = bytes.lastIndexOf(DIRECTORY_END);
  if (end < 0 || end + 20 > bytes.length) return [];
  const names: string[] = [];
  let at = bytes.readUInt32LE(end + 16);
  while (at + ENTRY_LENGTH <= end && bytes.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameEnd = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('latin1', at + ENTRY_LENGTH, Math.min(nameEnd, end)));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

/** Undefined for a type that the product does not accept. */
export function fileKind(bytes: Buffer): FileKind | undefined {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return { mediaType: 'application/pdf', extension: 'pdf' };
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    return { mediaType: 'image/png', extension: 'png' };
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return { mediaType: 'image/jpeg', extension: 'jpg' };
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const names = packedNames(bytes);
    if (names.includes('[Content_Types].xml'))
      return PACKED.find(([part]) => names.some((name) => name.startsWith(part)))?.[1];
  }
  // HTML, SVG and scripts are text as well, but dangerous when opened.
  const isText =
    bytes.length > 0 && !bytes.includes(0) && isUtf8(bytes) && !/^\s*<|^#!/.test(bytes.toString('utf8', 0, 200));
  return isText ? { mediaType: 'text/plain', extension: 'txt' } : undefined;
}

/** Appends the extension of the detected type, unless the name has it. */
export function nameFor(fileName: string, { extension }: FileKind): string {
  const alternatives = extension === 'jpg' ? ['jpg', 'jpeg'] : extension === 'txt' ? ['txt', 'csv', 'md'] : [extension];
  const given = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return alternatives.includes(given) ? fileName : `${fileName}.${extension}`;
}
