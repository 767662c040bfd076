/** Text frames (RFC 6455 section 5.2), from strings with one character per byte, which concatenate without copying. */

const FINAL_TEXT = 0x81;
const IN_16_BITS = 126;
const IN_64_BITS = 127;

/** One character per byte of UTF-8. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** @param bytes one character each */
export function textFrame(bytes: string): Buffer {
  const { length } = bytes;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  frame[1] = head === 2 ? length : head === 4 ? IN_16_BITS : IN_64_BITS;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(bytes, head, 'latin1');
  return frame;
}
