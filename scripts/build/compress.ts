/**
 * Compresses files at build time, so that no request pays for it: brotli, at its best by default, and gzip for other
 * clients.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(m?js|css|svg|json|txt)$/;
const COMPRESSED = /\.(br|gz)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses new files of the folder, and removes compressed versions of deleted files. Names are hashed, so the age of
 * a compressed file does not matter.
 */
export async function compressFolder(folder: string, isFullRebuild: boolean, quality = 11): Promise<void> {
  const names = readdirSync(folder);
  for (const name of names.filter((candidate) => COMPRESSED.test(candidate))) {
    if (isFullRebuild || !names.includes(name.replace(COMPRESSED, ''))) rmSync(path.join(folder, name));
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
