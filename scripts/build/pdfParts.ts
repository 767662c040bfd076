/** What pdf.js asks for when a document needs it: fonts that are not in the file, character maps, decoders. */
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const PARTS = ['cmaps', 'iccs', 'standard_fonts', 'wasm'];

export function copyPdfParts(appFolder: string): void {
  const from = path.dirname(createRequire(__filename).resolve('pdfjs-dist/package.json'));
  const to = path.join(appFolder, 'pdf');
  rmSync(to, { recursive: true, force: true });
  for (const part of PARTS) cpSync(path.join(from, part), path.join(to, part), { recursive: true });
}
