/** The table, on the screen and in a file of results. */
import { cpus, totalmem } from 'node:os';
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

export function document(rows: readonly Row[], how: string): string {
  const [cpu] = cpus();
  return [
    '# Measured',
    '',
    'Written by `npm run bench` or `npm run bench -- --long`. Ratios are medians of interleaved pairs within one run, with the smallest, the largest',
    'and the number of pairs; times of two runs, or of two machines, do not compare. Only exact figures fail `--check`.',
    '',
    `- ${how}`,
    `- ${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    '',
    table(rows),
    '',
    summary(rows),
    '',
  ].join('\n');
}
