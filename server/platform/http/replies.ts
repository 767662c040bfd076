/** Answers that are files, always as downloads, and answers that are lines. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { XLSX, type FileType } from '../../../contract/base/endpoint';

export interface FileContent {
  /** Shown to the user and proposed as the download name; sanitized here. */
  readonly fileName: string;
  /** A stream that fails aborts the answer, so that a partial file is not taken for a complete one. */
  readonly content: Buffer | Readable;
}

const STEM_MAX_LENGTH = 150;
const EXTENSION_MAX_LENGTH = 12;
const BYTES: readonly FileType[] = ['application/pdf', 'application/octet-stream', XLSX];

/** Answers with a download that no browser runs, stores or frames. */
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

/** RFC 6266 with the encoding of RFC 8187; the plain name is for clients without it. */
export function attachment(fileName: string): string {
  const name = safeName(fileName);
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Without paths, control and direction characters, and other characters that a file system could misinterpret. */
export function safeName(fileName: string): string {
  const name = fileName
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const stem = name.slice(0, dot > 0 ? dot : undefined);
  return shortened(stem, STEM_MAX_LENGTH) + shortened(extension, EXTENSION_MAX_LENGTH) || 'file';
}

/** By whole characters: half an emoji cannot be encoded. */
const shortened = (text: string, max: number) => [...text].slice(0, max).join('');

/**
 * Runs up to `atOnce` tasks in parallel and writes each result as a line, in the order they finish. When the reader
 * disconnects, tasks not yet started are skipped. Tasks report their own failures: one that throws aborts the answer.
 */
export function streamLines(tasks: readonly (() => Promise<string>)[], atOnce: number): Readable {
  const lines = new Readable({ read: () => undefined });
  const waiting = tasks.values();
  const work = async (): Promise<void> => {
    for (const task of waiting) {
      const line = await task();
      if (lines.destroyed) return;
      lines.push(`${line}\n`);
    }
  };
  void Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, work)).then(
    () => (lines.destroyed ? undefined : lines.push(null)),
    (error: Error) => lines.destroy(error),
  );
  return lines;
}

/** Aborted when the caller has disconnected. The request's own signal is aborted when its body has been read. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}
