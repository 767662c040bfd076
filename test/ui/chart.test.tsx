/** @jest-environment jsdom */
/** A chart's figures as a table, as a sentence, and in colors that nobody takes for one another. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render, screen, within } from '@testing-library/react';
import { Chart, type ChartColor, type ChartData } from '../../src/ui/chart';
import { CHART_TOKENS, dataOf, linesOf, optionsOf, type ChartTokens } from '../../src/ui/chart/options';
import { summaryOf } from '../../src/ui/chart/summary';
import { textureOf } from '../../src/ui/chart/texture';

const DATA: ChartData = {
  name: 'Notifications per hour',
  newestFirst: true,
  of: 'Hour',
  labels: ['09:00', '10:00'],
  fullLabels: ['Sat, 09:00', 'Sat, 10:00'],
  series: [
    { label: 'Submissions', color: 'primary', values: [3, 4] },
    { label: 'Compliance', color: 'purple', values: [0, 5] },
  ],
};
const TOKENS = Object.fromEntries(CHART_TOKENS.map((name) => [name, '#123456'])) as ChartTokens;

it('the table has every figure of the chart, with its row and its column, the last ones first', async () => {
  render(<Chart data={DATA} kind="bar" stacked view="table" />);
  const region = await screen.findByRole('region', { name: 'Notifications per hour' });
  const cells = within(region)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Hour', 'Total', 'Submissions', 'Compliance'],
    ['Sat, 10:00', '9', '4', '5'],
    ['Sat, 09:00', '3', '3', '0'],
  ]);
});

it('one series needs no total', async () => {
  render(<Chart data={{ ...DATA, series: DATA.series.slice(0, 1) }} kind="line" view="table" />);
  expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
    'Hour',
    'Submissions',
  ]);
});

it('says in one sentence how much there is, and when most', () => {
  expect(summaryOf(DATA)).toBe('Notifications per hour: 12 in all, most at Sat, 10:00 with 9.');
  expect(summaryOf({ ...DATA, series: [] })).toBe('Notifications per hour: none.');
});

it('what is drawn is the same figures, and nothing of it moves', () => {
  // A browser that makes no patterns.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  for (const kind of ['bar', 'line'] as const)
    expect(dataOf(DATA, kind, TOKENS).datasets.map(({ data }) => data)).toEqual([
      [3, 4],
      [0, 5],
    ]);
  expect(optionsOf(DATA, 'bar', true, TOKENS).animation).toBe(false);
});

/** What is left of a color in linear light: Machado, Oliveira and Fernandes 2009, at full severity. */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  'no red': [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  'no green': [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  'no blue': [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
/** Well above what can just be told apart side by side (CIE 1976). */
const APART = 15;

function labOf(hex: string, eye: readonly number[]): readonly number[] {
  const light = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const dot = (row: readonly number[]) => row.reduce((sum, weight, at) => sum + weight * light[at]!, 0);
  const [r, g, b] = [0, 3, 6].map((at) => Math.min(1, Math.max(0, dot(eye.slice(at, at + 3))))) as [
    number,
    number,
    number,
  ];
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

it('two series that some eyes see in one color have different textures, light and dark', () => {
  const css = readFileSync(path.join(__dirname, '../../src/ui/theme/tokens.css'), 'utf8');
  const names = ['warning', 'primary', 'purple', 'blue', 'success', 'tertiary'] as const satisfies ChartColor[];
  const values = (name: ChartColor) =>
    [...css.matchAll(new RegExp(`--category-${name}: (#[0-9a-f]{6})`, 'g'))].map((m) => m[1]!);
  const mistaken: string[] = [];
  for (const [theme, at] of [
    ['light', 0],
    ['dark', 1],
  ] as const)
    for (const [eye, matrix] of Object.entries(EYES))
      for (const one of names)
        for (const other of names.slice(names.indexOf(one) + 1)) {
          const [a, b] = [labOf(values(one)[at]!, matrix), labOf(values(other)[at]!, matrix)];
          const distance = Math.hypot(...a.map((part, index) => part - b[index]!));
          if (distance < APART && textureOf(one) === textureOf(other))
            mistaken.push(`${theme}, ${eye}: ${one} and ${other}`);
        }
  expect(mistaken).toEqual([]);
});

it.each([
  ['Open Without Submissions', 12, ['Open Without', 'Submissions']],
  ['Open Without Submissions', 8, ['Open', 'Without', 'Submis-', 'sions']],
  ['Interviewing', 6, ['Inte-', 'rvie-', 'wing']],
  ['Qualified', 7, ['Quali-', 'fied']],
  ['Closed - Filled', 8, ['Closed', 'Filled']],
  ['New', 4, ['New']],
  ['', 4, ['']],
])('the label %j in lines of %i characters', (text, most, lines) => {
  expect(linesOf(text, most)).toEqual(lines);
});
