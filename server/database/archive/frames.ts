/**
 * The file format of a backup: gzipped frames of one letter, a length and a payload. The last frame counts the others,
 * so that a truncated file is noticed; each table carries the SHA-256 of its rows, so that a changed row is noticed.
 */
import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { Keys } from '../../base/keys';

/** H: header. T: a table begins. D: rows of it, in COPY's format. E: the table ends. Z: the file ends. */
export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'Z';

export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

export interface ArchiveHeader {
  readonly product: 'staffing-vms';
  readonly format: 1;
  /** ISO instant of the snapshot. */
  readonly createdAt: string;
  /** The names of those that were applied, in order. */
  readonly migrations: readonly string[];
  /** Identifies the server's secret, without which the encrypted values in the rows cannot be read. */
  readonly secretCheck: string;
  /** The last value of each sequence. */
  readonly sequences: Readonly<Record<string, number>>;
}

export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableEnd {
  readonly rows: number;
  /** Of the table's rows, hexadecimal. */
  readonly sha256: string;
}

export interface ArchiveEnd {
  readonly tables: number;
}

const HEAD_BYTES = 5;
const KINDS = 'HTDEZ';
const LONGEST_FRAME = 64 * 1024 * 1024;

/** The file is not a backup of this product, or is incomplete. The message is a sentence for the operator. */
export class ArchiveError extends Error {}

/** One frame as bytes; an object is written as JSON. */
export function frame(kind: FrameKind, payload: Buffer | object): Buffer {
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload), 'utf8');
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 'latin1');
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** The frames of a stream of bytes. Throws ArchiveError for other data. */
export async function* framesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length >= HEAD_BYTES) {
      const kind = pending.toString('latin1', 0, 1);
      const length = pending.readUInt32BE(1);
      if (!KINDS.includes(kind) || length > LONGEST_FRAME)
        throw new ArchiveError('This file is not a backup of this product.');
      if (pending.length < HEAD_BYTES + length) break;
      yield { kind: kind as FrameKind, payload: pending.subarray(HEAD_BYTES, HEAD_BYTES + length) };
      pending = pending.subarray(HEAD_BYTES + length);
    }
  }
  if (pending.length > 0) throw new ArchiveError('The backup is cut off: its end is missing.');
}

/** The payload of a frame that was written as JSON, unchecked. Throws SyntaxError for other data. */
export const parsed = <T>({ payload }: Frame): T => JSON.parse(payload.toString('utf8')) as T;

/** Differs from secret to secret and reveals none. */
export const secretCheckOf = (keys: Pick<Keys, 'mac'>): string =>
  keys.mac('backup', 'the same secret').toString('base64url');

/** For the rows of one table. */
export const newDigest = (): Hash => createHash('sha256');
