/** The files of results: what was last measured of each section, as data and as the documents written from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, getPriority, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { LONG, USUAL } from '../sections';
import { document, type Results } from './report';

const FOLDER = path.join(__dirname, '..');
const DATA = path.join(FOLDER, 'results.json');

/** The names of the documents, each with the sections that it lists. */
export const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  'results.md': Object.keys(USUAL),
  'results-long.md': Object.keys(LONG),
};

/** JSON has no NaN and no Infinity; it writes null for both. */
export const readResults = (): Results =>
  JSON.parse(readFileSync(DATA, 'utf8'), (_, value: unknown) => value ?? Number.NaN) as Results;

export function writeResults(results: Results): void {
  writeFileSync(DATA, `${JSON.stringify(results, null, 2)}\n`);
  const written = readResults();
  for (const [file, names] of Object.entries(DOCUMENTS))
    writeFileSync(path.join(FOLDER, file), document(names, written));
}

/** Day, rounds, load and machine. */
export function conditions(rounds: number): string {
  const [cpu] = cpus();
  const priority = getPriority();
  return [
    new Date().toISOString().slice(0, 10),
    `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`,
    `load average before ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ...(priority === 0 ? [] : [`niceness ${priority}`]),
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.versions.node}`,
  ].join(', ');
}
