/**
 * Passwords that became public in breaches: a file of SHA-1 hashes in ascending order, `HASH:COUNT` per line, as the
 * downloader of Have I Been Pwned writes it. It may have tens of gigabytes, so it is searched on disk.
 */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { canonicalPassword } from './passwordHasher';

const HASH_LENGTH = 40;
/** Longer than any line: a hash, a colon, a count and the end of the line. */
const WINDOW_BYTES = 96;

/** Whether the file has the password, by some forty short reads. Rejects if it cannot be read. */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(canonicalPassword(password), 'utf8').digest('hex').toUpperCase();
  const handle = await open(file, 'r');
  try {
    let low = 0;
    let high = (await handle.stat()).size;
    while (low < high) {
      const line = await lineAt(handle, Math.floor((low + high) / 2));
      if (line.hash === hash) return true;
      if (line.hash < hash) low = line.end;
      else high = line.start;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** The line that the byte at this position belongs to; `end` is where the next one starts. */
async function lineAt(handle: FileHandle, position: number) {
  const from = Math.max(0, position - WINDOW_BYTES);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2 * WINDOW_BYTES), 0, 2 * WINDOW_BYTES, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const start = position === from ? 0 : text.lastIndexOf('\n', position - from - 1) + 1;
  const newline = text.indexOf('\n', position - from);
  const end = newline < 0 ? bytesRead : newline + 1;
  return { hash: text.slice(start, start + HASH_LENGTH).toUpperCase(), start: from + start, end: from + end };
}
