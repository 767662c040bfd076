/** Fonts: the standard ones if they suffice, otherwise Liberation Sans, embedded in the file. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { allTexts, type PdfDocument } from './document';

export interface Fonts {
  /** The name of a standard font, or a font file. */
  readonly regular: string | Buffer;
  readonly bold: string | Buffer;
}

const STANDARD: Fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

/** Windows-1252, the character set of the standard fonts. */
const STANDARD_TEXT =
  /^[\n\x20-\x7e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]*$/;

/** The characters of Liberation Sans that we use: Latin, Greek and Cyrillic, punctuation, currencies. */
const KNOWN =
  /[\n\x20-\x7e\u00a0-\u017f\u0218-\u021b\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u2010\u2011\u2013-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u2122]/;

let embedded: Promise<Fonts> | undefined;

/** The standard fonts if they have every character of the document, otherwise the embedded ones. */
export async function fontsFor(document: PdfDocument): Promise<Fonts> {
  if (allTexts(document).every((text) => STANDARD_TEXT.test(text))) return STANDARD;
  return (embedded ??= readEmbedded());
}

/** A character without a glyph loses its accents or becomes a question mark, so that no text silently disappears. */
export function printable(text: string): string {
  return [...text.normalize('NFC').replace(/\r\n?/g, '\n').replace(/\t/g, ' ')].map(printableLetter).join('');
}

function printableLetter(letter: string): string {
  if (KNOWN.test(letter)) return letter;
  const [base = '', ...marks] = letter.normalize('NFD');
  const accented = marks
    .map((mark) => (base + mark).normalize('NFC'))
    .find((one) => one.length === 1 && KNOWN.test(one));
  if (accented !== undefined) return accented;
  if (KNOWN.test(base)) return base;
  return /\p{C}|\p{M}/u.test(letter) ? '' : '?';
}

async function readEmbedded(): Promise<Fonts> {
  const folder = fontFolder();
  const [regular, bold] = await Promise.all(
    ['Regular', 'Bold'].map((style) => readFile(join(folder, `LiberationSans-${style}.ttf`))),
  );
  return regular && bold ? { regular, bold } : STANDARD;
}

/**
 * The build puts the fonts beside the server; without a build they are in pdf.js, which production does not install.
 */
function fontFolder(): string {
  const built = join(dirname(resolve(process.argv[1] ?? '.')), 'fonts');
  if (existsSync(built)) return built;
  const { resolve: find } = createRequire(join(process.cwd(), 'package.json'));
  return join(dirname(find('pdfjs-dist/package.json')), 'standard_fonts');
}
