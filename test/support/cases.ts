import { appendFileSync } from 'node:fs';

/**
 * How many random cases a test tries: `usual` on every run, `long` under `npm run test:long`, which sets TEST_LONG to
 * the file where the numbers are noted.
 */
export function cases(what: string, { usual, long }: { readonly usual: number; readonly long: number }): number {
  const notes = process.env['TEST_LONG'];
  if (notes === undefined) return usual;
  appendFileSync(notes, `${JSON.stringify({ what, cases: long })}\n`);
  return long;
}

/** `TEST_SEED=2` tries other random cases than the usual ones. */
export const seed = (usual: number): number => Number(process.env['TEST_SEED'] ?? usual);
