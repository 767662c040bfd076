/** @jest-environment jsdom */
/** A chart's figures as a table, as a sentence, and with labels and fills that can be read. */
import { render, screen, within } from '@testing-library/react';
import { Chart, type ChartData } from '../../src/ui/chart';
import { CHART_TOKENS, dataOf, linesOf, mustLie, optionsOf, type ChartTokens } from '../../src/ui/chart/options';
import { summaryOf } from '../../src/ui/chart/summary';

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

it.each([
  ['Open Without Submissions', 12, ['Open Without', 'Submissions']],
  ['Open Without Submissions', 8, ['Open', 'Without', 'Submissions']],
  ['Interviewing', 6, ['Interviewing']],
  ['Closed - Filled', 8, ['Closed', 'Filled']],
  ['New', 4, ['New']],
  ['', 4, ['']],
])('the label %j in lines of %i characters keeps its words whole', (text, most, lines) => {
  expect(linesOf(text, (line) => line.length <= most)).toEqual(lines);
});

it('bars lie where a word of their names is wider than the place of a bar', () => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const labels = ['New', 'Qualified', 'Interviewing', 'Offered', 'Rejected'];
  const data: ChartData = { ...DATA, labels, labelled: true };
  expect([300, 600].map((width) => mustLie(data, width, TOKENS))).toEqual([true, false]);
  expect(mustLie({ ...data, labelled: false }, 300, TOKENS)).toBe(false);
});

it('fills are solid, and textured where that is asked for', () => {
  const pattern = {} as CanvasPattern;
  const pen = new Proxy(
    {},
    { get: (_, name) => (name === 'createPattern' ? () => pattern : () => {}), set: () => true },
  );
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const fills = (texture: string) =>
    dataOf(DATA, 'bar', { ...TOKENS, 'chart-texture': texture }).datasets.map(({ backgroundColor }) => backgroundColor);
  expect(fills('none')).toEqual(['#123456', '#123456']);
  expect(fills('on')).toEqual(['#123456', pattern]);
});
