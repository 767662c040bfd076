/** @jest-environment jsdom */
/** The axis of a ranking of suppliers, in the unit of what is ranked. */
import { selectTopCards } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { rankData } from '../../src/screens/dashboards/kpi/TopSuppliers';
import { CHART_TOKENS, type ChartTokens } from '../../src/ui/chart/chartTokens';
import { optionsOf } from '../../src/ui/chart/options';
import { at } from '../support/kpiTab';

const TOKENS = Object.fromEntries(CHART_TOKENS.map((name) => [name, '#123456'])) as ChartTokens;

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
