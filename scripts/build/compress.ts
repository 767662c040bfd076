/** Files ready for the wire, so that no request pays for compressing: brotli, at its best by default, and gzip for the rest. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(m?js|css|svg|json|txt)$/;
const COMPRESSED = /\.(br|gz)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses what is new in the folder, and removes the twins of what is gone. Hashed names make a twin's age irrelevant. */
export async function compressFolder(folder: string, alwaysAnew: boolean, quality = 11): Promise<void> {
  const names = readdirSync(folder);
  for (const name of names.filter((candidate) => COMPRESSED.test(candidate))) {
    if (alwaysAnew || !names.includes(name.replace(COMPRESSED, ''))) rmSync(path.join(folder, name));
  }
  const wanted = names.filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(wanted.map((name) => compressFile(path.join(folder, name), quality)));
}

async function compressFile(file: string, quality: number): Promise<void> {
  if (existsSync(`${file}.br`) && existsSync(`${file}.gz`)) return;
  const content = readFileSync(file);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${file}.br`, await brotli(content, { params: size }));
  writeFileSync(`${file}.gz`, await zip(content, { level: 9 }));
}
