/** Answers that are files: always something to save, never a page of ours. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileType } from '../../contract';

export interface FileContent {
  /** Shown to the person and proposed as the name of the download; made harmless here. */
  readonly fileName: string;
  /** A stream that fails breaks the answer off, so nobody takes half a file for a whole one. */
  readonly content: Buffer | Readable;
}

const NAME_MAX_LENGTH = 150;
const BYTES: readonly FileType[] = ['application/pdf', 'application/octet-stream'];

export function sendFile(reply: FastifyReply, type: FileType, { fileName, content }: FileContent): FastifyReply {
  return reply
    .headers({
      'content-type': BYTES.includes(type) ? type : `${type}; charset=utf-8`,
      'content-disposition': attachment(fileName),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .send(content);
}

/** RFC 6266 with the encoding of RFC 8187; the plain name is for what does not read that. */
export function attachment(fileName: string): string {
  const name = safeName(fileName);
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Without paths, control and direction characters, and anything else a file system or a reader could misunderstand. */
export function safeName(fileName: string): string {
  const name = fileName
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot).slice(0, 12) : '';
  const stem = name.slice(0, dot > 0 ? dot : undefined);
  return [...stem].slice(0, NAME_MAX_LENGTH).join('') + extension || 'file';
}
