/** Frames equal those of `ws`. */
import * as ws from 'ws';
import { bytesOf, textFrame } from './textFrame';

/** Missing in its types. */
const { Sender } = ws as unknown as { readonly Sender: { frame(data: Buffer, options: object): Buffer[] } };

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a text of %i characters', (length) => {
  for (const character of ['x', '€']) {
    const text = character.repeat(length);
    const parts = Sender.frame(Buffer.from(text), {
      fin: true,
      rsv1: false,
      opcode: 1,
      mask: false,
      readOnly: false,
    });
    expect(textFrame(bytesOf(text)).equals(Buffer.concat(parts))).toBe(true);
  }
});
