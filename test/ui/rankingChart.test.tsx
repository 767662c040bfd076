/** @jest-environment jsdom */
/** The axis, the names and the values of a ranking of suppliers, in the unit of what is ranked. */
import { selectTopCards } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { rankData } from '../../src/screens/dashboards/kpi/TopSuppliers';
import { CHART_TOKENS, type ChartTokens } from '../../src/ui/chart/chartTokens';
import { barLabels } from '../../src/ui/chart/barLabels';
import { optionsOf } from '../../src/ui/chart/options';
import { at } from '../support/kpiTab';

const TOKENS = Object.fromEntries(CHART_TOKENS.map((name) => [name, '#123456'])) as ChartTokens;

beforeEach(() => void jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

it('is in thousands of dollars for spend, in percent for shares, and in plain numbers for the rest', async () => {
  const cards = selectTopCards((await at('top-supplier')).tab.state());
  const ticks = (title: string, ...values: number[]) => {
    const card = cards.find((each) => each.title === title);
    if (card === undefined) throw new Error(title);
    const { ticks: axis } = optionsOf(rankData(card), 'rows', false, TOKENS).scales!['x']!;
    const callback = axis!.callback as unknown as (value: number) => string;
    return values.map((value) => callback(value));
  };
  expect(ticks('Spend', 0, 250_000, 2_500_000)).toEqual(['$0K', '$250K', '$2,500K']);
  expect(ticks('On Time Start Percentage', 0, 25, 100)).toEqual(['0%', '25%', '100%']);
  expect(ticks('Most Submissions', 0, 40)).toEqual(['0', '40']);
});

it('has the value of each bar with its unit, and room for it beside the longest bar', async () => {
  const cards = selectTopCards((await at('top-supplier')).tab.state());
  const written = (title: string) => {
    const data = rankData(cards.find((each) => each.title === title)!);
    const texts: string[] = [];
    const pen = { fillText: (text: string) => void texts.push(text) };
    const ctx = new Proxy(pen, { get: (own, name) => Reflect.get(own, name) ?? (() => {}), set: () => true });
    const bars = data.labels.map(() => ({ x: 0, y: 0, horizontal: true }));
    const chart = { ctx, getDatasetMeta: () => ({ data: bars }) };
    const { afterDatasetsDraw } = barLabels({ current: { data, tokens: TOKENS } });
    afterDatasetsDraw?.call(undefined as never, chart as never, {}, {}, false as never);
    const { padding } = optionsOf(data, 'rows', false, TOKENS).layout as { padding: { right: number } };
    return { texts, isLabelled: data.labelled, room: padding.right };
  };
  const days = written('Time to Hire');
  expect([days.isLabelled, days.texts.length > 0]).toEqual([true, true]);
  for (const text of days.texts) expect(text).toMatch(/^\d+\.\d\d days$/);
  expect(days.room).toBeGreaterThan(written('Most Submissions').room);
});
