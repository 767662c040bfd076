/**
 * The documents attached to broadcasts. Their type is detected from the bytes; name and declared type are not trusted.
 */
import { isUtf8 } from 'node:buffer';
import { sql } from 'kysely';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import type { FileContent } from '../../platform/http/replies';
import type { WantedBroadcast } from './pending';

interface FileKind {
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

/** Undefined when a broadcast cannot carry this type. */
export function fileKind(bytes: Buffer): FileKind | undefined {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return { mediaType: 'application/pdf', extension: 'pdf' };
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    return { mediaType: 'image/png', extension: 'png' };
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return { mediaType: 'image/jpeg', extension: 'jpg' };
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) && bytes.includes('[Content_Types].xml'))
    return PACKED.find(([part]) => bytes.includes(part))?.[1];
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

export const PDF = 'application/pdf';

interface DocumentRow {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** For the recipients, and for senders of the same organization. Throws `not.found` for everyone else. */
export async function readBroadcastDocument(
  queries: Queries,
  { entityId, tenantId }: WantedBroadcast,
  userId: string,
): Promise<FileContent & { readonly mediaType: string }> {
  const isSender = (await permissionsOf(queries, userId)).includes('BROADCAST_SEND');
  const { rows } = await sql<DocumentRow>`
    select file_name as "fileName", media_type as "mediaType", content
    from broadcast_document(${entityId}::uuid, ${tenantId}::uuid, ${isSender})`.execute(queries);
  if (rows[0] === undefined) throw new ApiError('not.found');
  return rows[0];
}

/** The document. Throws ApiError (`unsupported.media.type`) if it is no PDF. */
export function requirePdf<T extends { readonly mediaType: string }>(document: T): T {
  if (document.mediaType === PDF) return document;
  throw new ApiError('unsupported.media.type', {
    sentence: 'This document is not a PDF, so it cannot be shown here. Please download it.',
  });
}
