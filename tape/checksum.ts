/** A checksum that detects cut or edited tapes. It guards against accidents, not against attackers. */
export interface Checksum {
  readonly add: (text: string) => void;
  /** 14 hexadecimal digits. */
  readonly digest: () => string;
}

/** Two 32-bit FNV-like lanes (cyrb53), over UTF-16 code units. */
export function createChecksum(): Checksum {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  return {
    add(text) {
      // Local variables for speed: this loop runs for every code unit of a tape.
      const { imul } = Math;
      let [x, y] = [a, b];
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        x = imul(x ^ unit, 2654435761);
        y = imul(y ^ unit, 1597334677);
      }
      [a, b] = [x, y];
    },
    digest() {
      let x = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
      let y = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
      x >>>= 0;
      y >>>= 0;
      return (y & 0x1fffff).toString(16).padStart(6, '0') + x.toString(16).padStart(8, '0');
    },
  };
}

/** The checksum of a whole text. */
export function checksumOf(text: string): string {
  const sum = createChecksum();
  sum.add(text);
  return sum.digest();
}
