/** @jest-environment jsdom */
import { configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { TotalsView } from '../../sagas/features/dashboards/kpi/reportTotals.selectors';
import { ReportTotals } from '../../src/screens/reports/ReportTotals';

let view: TotalsView | null;
jest.mock('../../sagas/features/dashboards/kpi/reportTotals.selectors', () => ({
  selectReportTotals: () => view,
  selectTotalsRequest: () => REQUEST,
  selectTotalledCount: () => 4,
}));
const REQUEST = {};

const column = { name: 'regular', label: 'Regular', sum: '1,678.25', mean: '35.49', of: null };
const answered = { id: 'reportTotals', rows: '47,303', error: null };

describe('the place of the sums has the height of four lines on a phone, so that no row below moves,', () => {
  it.each<[string, TotalsView | null, string]>([
    ['while the sums are added up', null, ''],
    ['with the sums', { ...answered, columns: [column] }, 'Regular'],
    ['if adding up takes too long', { ...answered, columns: null }, 'Adding up 47,303 rows takes too long.'],
    ['if adding up failed', { ...answered, columns: [], error: 'The server cannot be reached.' }, 'Retry'],
  ])('%s', (_, shown, text) => {
    view = shown;
    const { container } = render(
      <Provider store={configureStore({ reducer: () => ({}) })}>
        <ReportTotals />
      </Provider>,
    );
    const place = container.querySelector<HTMLElement>('.report-totals')!;
    expect([place.style.getPropertyValue('--lines'), place.textContent]).toEqual(['4', expect.stringContaining(text)]);
  });
});
