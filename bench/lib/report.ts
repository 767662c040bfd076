/** What was measured, on the screen and in a file of results. */
import type { Row } from './row';

const HEAD = ['id', 'what', 'ours', 'peer or limit', 'ratio', 'goal', 'verdict'];

export function table(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const line = (values: readonly string[]): string =>
    `| ${values.map((value, column) => value.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map((row) => line(cells(row)))].join(
    '\n',
  );
}

function cells(row: Row): readonly string[] {
  const gate = row.exact ? ' (exact)' : '';
  const reason = row.reason === undefined ? '' : `: ${row.reason}`;
  return [row.id, row.what, row.ours, row.other, ratio(row), `${row.goal}${gate}`, `${row.verdict}${reason}`];
}

function ratio(row: Row): string {
  if (row.ratio === undefined) return '';
  const { spread } = row;
  const range = spread ? ` (${spread.min.toFixed(2)}..${spread.max.toFixed(2)}, n=${spread.pairs})` : '';
  return `${row.ratio.toFixed(2)}${range}`;
}

export function summary(rows: readonly Row[]): string {
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  return `${count('ok')} reached, ${count('MISSED')} missed, ${count('WRONG')} wrong, ${count('SKIPPED')} skipped, ${count('info')} without a goal`;
}

/** What was measured of a section, and under which conditions. */
export interface Measured {
  readonly under: string;
  readonly rows: readonly Row[];
}
/** By the name of the section. */
export type Results = Readonly<Record<string, Measured>>;

/** A file of results: these sections, each with what was last measured of it. */
export function document(names: readonly string[], results: Results): string {
  const measured = names.flatMap((name) => (results[name] ? [{ name, ...results[name] }] : []));
  const missing = names.filter((name) => !(name in results));
  return [
    '# Measured',
    '',
    'Written by `npm run bench`, from `results.json`; a section that is measured again replaces its earlier figures.',
    'Where a spread is given, the ratio is the median of interleaved pairs of one run, with the smallest, the largest and',
    'the number of pairs. Times of different sections, runs or machines cannot be compared. Only exact figures fail',
    '`--check`.',
    '',
    `In all: ${summary(measured.flatMap(({ rows }) => rows))}.`,
    '',
    ...(missing.length === 0 ? [] : [`Not measured: ${missing.map((name) => `\`${name}\``).join(', ')}.`, '']),
    ...measured.flatMap(({ name, under, rows }) => [`## ${name}`, '', under, '', table(rows), '']),
  ].join('\n');
}
