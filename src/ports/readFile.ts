/** Reads a file from an answer, if it has the expected type and an acceptable size. */
import { JSON_LINES, XLSX, type FileType } from '../../contract/base/endpoint';
import { FILE_MAX_BYTES } from '../../contract/base/files';

interface ReadFile {
  readonly blob: Blob;
  readonly fileName: string;
}

/** Null for another type, or a file that is too large. */
export async function readFile(response: Response, type: FileType): Promise<ReadFile | null> {
  const found = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const announced = Number(response.headers.get('content-length') ?? 0);
  const chunks = found === type && !(announced > FILE_MAX_BYTES) ? await readChunks(response) : null;
  if (chunks === null) {
    await response.body?.cancel().catch(() => undefined);
    return null;
  }
  return { blob: new Blob(chunks, { type }), fileName: fileName(response.headers, type) };
}

/** Null if more bytes arrive than allowed, whatever the header announced. */
async function readChunks({ body }: Response): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
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

/** RFC 6266: `filename*` before `filename`. Characters that a file system or a reader could misunderstand are removed. */
export function fileName(headers: Headers, type: FileType): string {
  const header = headers.get('content-disposition') ?? '';
  const extended = decoded(/;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1]);
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const name = (extended ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .slice(0, 150)
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return name || UNNAMED[type];
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
