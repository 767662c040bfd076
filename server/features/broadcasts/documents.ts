/** The documents attached to broadcasts. */
import { sql } from 'kysely';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import type { FileContent } from '../../platform/http/replies';
import type { BroadcastRef } from './pending';

export const PDF = 'application/pdf';

interface DocumentRow {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** For the recipients, and for senders of the same organization. Throws `not.found` for everyone else. */
export async function readBroadcastDocument(
  queries: Queries,
  { entityId, tenantId }: BroadcastRef,
  userId: string,
): Promise<FileContent & { readonly mediaType: string }> {
  const isSender = (await permissionsOf(queries, userId)).includes('BROADCAST_SEND');
  const { rows } = await sql<DocumentRow>`
    select file_name as "fileName", media_type as "mediaType", content
    from broadcast_document(${entityId}::uuid, ${tenantId}::uuid, ${isSender})`.execute(queries);
  if (rows[0] === undefined) throw new ApiError('not.found');
  return rows[0];
}

/** Returns the document. Throws ApiError (`unsupported.media.type`) if it is not a PDF. */
export function requirePdf<T extends { readonly mediaType: string }>(document: T): T {
  if (document.mediaType === PDF) return document;
  throw new ApiError('unsupported.media.type', {
    sentence: 'This document is not a PDF, so it cannot be shown here. Please download it.',
  });
}
