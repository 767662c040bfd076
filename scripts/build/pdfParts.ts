/** Files that pdf.js loads if a document needs them: fonts that are not embedded, character maps, decoders. */
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const PARTS = ['cmaps', 'iccs', 'standard_fonts', 'wasm'];

const FONTS = ['LiberationSans-Regular.ttf', 'LiberationSans-Bold.ttf', 'LICENSE_LIBERATION'];

const ofPdfJs = (): string => path.dirname(createRequire(__filename).resolve('pdfjs-dist/package.json'));

export function copyPdfParts(appFolder: string): void {
  const to = path.join(appFolder, 'pdf');
  rmSync(to, { recursive: true, force: true });
  for (const part of PARTS) cpSync(path.join(ofPdfJs(), part), path.join(to, part), { recursive: true });
}

/** Copies the fonts that the server embeds in PDFs if Helvetica lacks a character. */
export function copyFonts(serverFolder: string): void {
  for (const name of FONTS)
    cpSync(path.join(ofPdfJs(), 'standard_fonts', name), path.join(serverFolder, 'fonts', name));
}
