/**
 * Text frames (RFC 6455 section 5.2) as strings of one character a byte. Such strings are joined without being copied, and
 * Node writes them from its stack: a frame for each of a thousand receivers costs little more than one for all of them.
 */

const FINAL_TEXT = '\x81';
const IN_16_BITS = '\x7e';
const IN_64_BITS = '\x7f';

/** One character for each byte of UTF-8. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** @param bytes one character each */
export function textFrame(bytes: string): string {
  const { length } = bytes;
  if (length < 126) return FINAL_TEXT + String.fromCharCode(length) + bytes;
  if (length < 65_536) return FINAL_TEXT + IN_16_BITS + String.fromCharCode(length >> 8, length & 0xff) + bytes;
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(length));
  return FINAL_TEXT + IN_64_BITS + size.toString('latin1') + bytes;
}
