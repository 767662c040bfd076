/** A text frame in one piece (RFC 6455 section 5.2), so that it is one write: with a thousand receivers that is the cost. */
const FINAL_TEXT = 0x81;
const IN_16_BITS = 126;
const IN_64_BITS = 127;

/** For a text of `length` bytes, which are still to be written: they are the last ones of it. */
export function emptyFrame(length: number): Buffer {
  const head = length < IN_16_BITS ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = IN_16_BITS;
    frame[2] = length >> 8;
    frame[3] = length & 0xff;
  } else {
    frame[1] = IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  return frame;
}

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = emptyFrame(length);
  frame.write(text, frame.length - length);
  return frame;
}
