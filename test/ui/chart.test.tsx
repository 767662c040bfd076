/** @jest-environment jsdom */
/** A chart's figures as a table, as a sentence, and with legible labels and fills. */
import { render, screen, within } from '@testing-library/react';
import { Chart } from '../../src/ui/chart/Chart';
import type { ChartData } from '../../src/ui/chart/chart.types';
import { CHART_TOKENS, type ChartTokens } from '../../src/ui/chart/chartTokens';
import { linesOf } from '../../src/ui/chart/labelText';
import { lineNames, namesWidth, withoutOverlap } from '../../src/ui/chart/lineNames';
import { dataOf, needsHorizontalBars, optionsOf } from '../../src/ui/chart/options';
import { summaryOf } from '../../src/ui/chart/chartText';

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

it('the table has every figure of the chart, with its row and column, newest first', async () => {
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

it('states in one sentence the total and the maximum', () => {
  expect(summaryOf(DATA)).toBe('Notifications per hour: 12 in all, most at Sat, 10:00 with 9.');
  expect(summaryOf({ ...DATA, series: [] })).toBe('Notifications per hour: none.');
});

it('draws the same figures, without animation', () => {
  // A browser without canvas patterns.
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
  ['Closed - Filled', 8, ['Closed -', 'Filled']],
  ['Closed - Filled', 15, ['Closed - Filled']],
  ['New', 4, ['New']],
  ['', 4, ['']],
])('the label %j in lines of %i characters keeps its words whole', (text, most, lines) => {
  expect(linesOf(text, (line) => line.length <= most)).toEqual(lines);
});

it('bars are horizontal if a word of their names is wider than a bar', () => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const labels = ['New', 'Qualified', 'Interviewing', 'Offered', 'Rejected'];
  const data: ChartData = { ...DATA, labels, labelled: true };
  expect([300, 600].map((width) => needsHorizontalBars(data, width, TOKENS))).toEqual([true, false]);
  expect(needsHorizontalBars({ ...data, labelled: false }, 300, TOKENS)).toBe(false);
});

it('fills are solid, or textured if chosen', () => {
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

describe('lines are named at their ends', () => {
  const LINES: ChartData = {
    name: 'Days by month',
    of: 'Month',
    labels: ['Sep', 'Oct', 'Nov'],
    open: 2,
    text: (value) => `${value} d`,
    series: [
      { label: 'Submitted to offered', color: 'tertiary', values: [3, 4, 5] },
      { label: 'Offered to booked', color: 'brand', values: [3, 4.5, null] },
      { label: 'Nothing yet', color: 'rose', values: [null, null, null] },
    ],
  };
  /** The labels from top to bottom for points at these heights. */
  function written(data: ChartData, heights: readonly number[]): readonly (readonly [text: string, y: number])[] {
    const texts: (readonly [string, number])[] = [];
    const pen = {
      fillText: (text: string, _: number, y: number) => void texts.push([text, y]),
      measureText: (text: string) => ({ width: text.length * 6 }),
    };
    const ctx = new Proxy(pen, { get: (own, name) => Reflect.get(own, name) ?? (() => {}), set: () => true });
    const chart = {
      ctx,
      width: 500,
      height: 200,
      chartArea: { right: 380 },
      getDatasetMeta: (series: number) => ({ data: data.labels.map(() => ({ x: 380, y: heights[series] })) }),
    };
    const { afterDatasetsDraw } = lineNames({ current: { data, tokens: TOKENS } });
    afterDatasetsDraw?.call(undefined as never, chart as never, {}, {}, false as never);
    return texts.sort(([, a], [, b]) => a - b);
  }

  beforeEach(() => void jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

  it('with the last value and its date; one without values has no label', () => {
    expect(written(LINES, [20, 120, 0]).map(([text]) => text)).toEqual([
      '5 d so far',
      'Submitted to offered',
      '4.5 d, Oct',
      'Offered to booked',
    ]);
  });

  it('a single one is named by the title', () => {
    expect(written({ ...LINES, series: LINES.series.slice(0, 1) }, [20]).map(([text]) => text)).toEqual(['5 d so far']);
  });

  it('in the unit of the values', () => {
    const data = { ...LINES, text: String, unit: 'days', series: LINES.series.slice(1, 2) };
    expect(written(data, [20]).map(([text]) => text)).toEqual(['4.5 days, Oct']);
  });

  it('if lines end at the same place, the names are stacked', () => {
    const rows = written(LINES, [199, 199, 0]).map(([, y]) => y);
    expect(rows.every((y, index) => index === 0 || y - (rows[index - 1] ?? 0) >= 11)).toBe(true);
    expect(Math.max(...rows)).toBeLessThan(200);
  });

  it('a narrow chart gives most of its width to the lines', () => {
    const long = {
      ...LINES,
      series: [{ ...LINES.series[0]!, label: 'Summithealthcarestaffing of the Upper Midwest' }, LINES.series[1]!],
    };
    for (const width of [300, 700]) expect(namesWidth(long, width, TOKENS)).toBeLessThan(width * 0.4);
    expect(namesWidth({ ...LINES, series: [] }, 300, TOKENS)).toBe(0);
  });

  it.each([
    ['alone', [[50, 20]], [40]],
    [
      'apart',
      [
        [50, 20],
        [90, 20],
      ],
      [40, 80],
    ],
    [
      'at one place',
      [
        [50, 20],
        [50, 20],
      ],
      [40, 64],
    ],
    [
      'in their order',
      [
        [60, 20],
        [50, 20],
      ],
      [64, 40],
    ],
    [
      'at the lower edge',
      [
        [98, 20],
        [99, 20],
      ],
      [56, 80],
    ],
    [
      'at the upper edge',
      [
        [1, 20],
        [2, 20],
      ],
      [0, 24],
    ],
  ])('%s', (_, blocks, tops) => {
    expect(
      withoutOverlap(
        blocks.map(([at = 0, height = 0]) => ({ at, height })),
        0,
        100,
        4,
      ),
    ).toEqual(tops);
  });
});
