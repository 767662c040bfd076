/** Reads a file from an answer, if it has the expected type and an acceptable size. */
import { JSON_LINES, XLSX, type FileType } from '../../contract/base/endpoint';
import { FILE_MAX_MEGABYTES } from '../../contract/base/files';
import { NoAnswer, type FetchedFile } from '../../sagas/base/ports/network';
import type { FileStore } from './files.port';

export const FILE_MAX_BYTES = FILE_MAX_MEGABYTES * 1024 * 1024;

export interface Limits {
  readonly signal: AbortSignal;
  /** Starts the time limit again. */
  readonly waitOn: () => void;
}

interface ReadFile {
  readonly blob: Blob;
  readonly fileName: string;
}

/** The file behind a reference; null for another type. Throws NoAnswer (`tooLarge`), and the signal's reason. */
export async function keepFile(
  response: Response,
  type: FileType,
  files: Pick<FileStore, 'keep'>,
  { signal, waitOn }: Limits,
): Promise<FetchedFile | null> {
  const read = await readFile(response, type, waitOn);
  signal.throwIfAborted();
  return read && { file: files.keep(read.blob), fileName: read.fileName, size: read.blob.size };
}

/** Null for another type. Calls `arrived` with each part. Throws NoAnswer (`tooLarge`). */
export async function readFile(response: Response, type: FileType, arrived: () => void): Promise<ReadFile | null> {
  const found = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const announced = Number(response.headers.get('content-length') ?? 0);
  const chunks = found === type && !(announced > FILE_MAX_BYTES) ? await readChunks(response, arrived) : null;
  if (chunks === null) {
    await response.body?.cancel().catch(() => undefined);
    if (found === type) throw new NoAnswer('tooLarge');
    return null;
  }
  return { blob: new Blob(chunks, { type }), fileName: fileName(response.headers, type) };
}

/** Null if more bytes arrive than allowed, whatever the header announced. */
async function readChunks({ body }: Response, arrived: () => void): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    arrived();
    size += part.value.byteLength;
    if (size > FILE_MAX_BYTES) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return chunks;
}

const UNNAMED: Readonly<Record<FileType, string>> = {
  'application/pdf': 'document.pdf',
  'text/csv': 'list.csv',
  [XLSX]: 'list.xlsx',
  [JSON_LINES]: 'list.jsonl',
  'image/svg+xml': 'image.svg',
  'application/octet-stream': 'document',
};

const STEM_MAX_LENGTH = 150;
const EXTENSION_MAX_LENGTH = 12;

/**
 * RFC 6266: `filename*` before `filename`. Characters that a file system or a reader could misunderstand are removed;
 * a long name keeps its extension.
 */
export function fileName(headers: Headers, type: FileType): string {
  const header = headers.get('content-disposition') ?? '';
  const extended = decoded(/;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1]);
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const name = (extended ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? shortened(name.slice(dot), EXTENSION_MAX_LENGTH) : '';
  return shortened(name.slice(0, dot > 0 ? dot : undefined), STEM_MAX_LENGTH) + extension || UNNAMED[type];
}

/** Cuts between code points, so that no surrogate pair is split. */
const shortened = (text: string, max: number): string => [...text].slice(0, max).join('');

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
