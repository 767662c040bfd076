/** Files that go with messages. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import { fileKind, nameFor } from '../../platform/files/fileKind';
import { safeName, type FileContent } from '../../platform/http/replies';

/** Stores a file for a message to this candidate. Throws ApiError (`not.found`, `unsupported.media.type`). */
export async function storeFile(
  queries: Queries,
  userId: string,
  candidateId: string,
  { fileName, content }: { readonly fileName: string; readonly content: Buffer },
): Promise<ResponseOf<'uploadChatFile'>> {
  const candidate = await queries
    .selectFrom('candidates')
    .where('id', '=', candidateId)
    .select(['tenant_id', 'agency_id'])
    .executeTakeFirst();
  if (candidate === undefined) throw new ApiError('not.found');
  const kind = fileKind(content);
  if (kind === undefined) {
    throw new ApiError('unsupported.media.type', {
      sentence: 'A message can carry a PDF, Word, Excel, PowerPoint, PNG, JPEG or text file. Please choose another.',
    });
  }
  await sql`select chat_sweep()`.execute(queries);
  const file_name = nameFor(safeName(fileName), kind);
  const { id } = await queries
    .insertInto('chat_files')
    .values({
      ...candidate,
      candidate_id: candidateId,
      user_id: userId,
      file_name,
      media_type: kind.mediaType,
      content,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { chatFileId: id, fileName: file_name, mediaType: kind.mediaType, size: content.length };
}

/** A file of a message; before the message is sent, only its uploader gets it. Throws ApiError (`not.found`). */
export async function readFile(queries: Queries, userId: string, id: string): Promise<FileContent> {
  const file = await queries
    .selectFrom('chat_files')
    .where('id', '=', id)
    .where((where) => where.or([where('is_sent', '=', true), where('user_id', '=', userId)]))
    .select(['file_name as fileName', 'content'])
    .executeTakeFirst();
  if (file === undefined) throw new ApiError('not.found');
  return file;
}
