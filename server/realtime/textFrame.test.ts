/** Frames are what `ws` makes of the same text. */
import { Sender } from 'ws';
import { textFrame } from './textFrame';

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a text of %i characters', (length) => {
  for (const character of ['x', '€']) {
    const text = character.repeat(length);
    const parts = (Sender as unknown as { frame(data: Buffer, options: object): Buffer[] }).frame(Buffer.from(text), {
      fin: true,
      rsv1: false,
      opcode: 1,
      mask: false,
      readOnly: false,
    });
    expect(textFrame(text).equals(Buffer.concat(parts))).toBe(true);
  }
});
