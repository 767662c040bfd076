/** @jest-environment jsdom */
/** A chart by keyboard: where each key leads, and what is announced there. */
import { pointAfter, pointText, type Point } from '../../src/ui/chart/pointKeys';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ChartData } from '../../src/ui/chart/chart.types';
import { PointsChart } from '../../src/ui/chart/PointsChart';

const DATA: ChartData = {
  name: 'Starts',
  of: 'Month',
  labels: ['Jan', 'Feb', 'Mar', 'Apr'],
  fullLabels: ['January', 'February', 'March', 'April (so far)'],
  series: [
    { label: 'Starts', color: 'brand', values: [3, null, 5, 6], links: [null, null, '/rows', null] },
    { label: 'Pushed', color: 'warning', values: [1, 2, null, 0] },
  ],
};
const at = (index: number, series = 0): Point => ({ index, series });

test.each<[string, Point | null, Point]>([
  ['ArrowRight', null, at(3)],
  ['ArrowLeft', at(3), at(2)],
  ['ArrowLeft', at(2), at(0)],
  ['ArrowLeft', at(0), at(0)],
  ['ArrowRight', at(0), at(2)],
  ['ArrowDown', at(0), at(0, 1)],
  ['ArrowDown', at(2), at(2)],
  ['ArrowUp', at(0, 1), at(0)],
  ['Home', at(3, 1), at(0, 1)],
  ['End', at(0, 1), at(3, 1)],
])('%s from %j leads to %j', (key, from, to) => expect(pointAfter(key, from, DATA, 'line')).toEqual(to));

test('bars start at the first, and horizontal ones go from top to bottom', () => {
  expect(pointAfter('ArrowRight', null, DATA, 'bar')).toEqual(at(0));
  expect(pointAfter('ArrowDown', at(0), DATA, 'rows')).toEqual(at(2));
  expect(pointAfter('ArrowRight', at(0), DATA, 'rows')).toEqual(at(0, 1));
});

test('a chart without a value has no point', () => {
  expect(pointAfter('ArrowRight', null, { labels: ['Jan'], series: [] }, 'line')).toBeNull();
});

test('announces the position, and whether Enter opens a list', () => {
  expect(pointText(DATA, at(2))).toBe('March, Starts: 5. Enter opens its rows.');
  expect(pointText(DATA, at(3, 1))).toBe('April (so far), Pushed: 0.');
});

test('keys move from point to point, Enter opens the current one, Escape leaves the chart', () => {
  const onPick = jest.fn();
  render(<PointsChart data={DATA} kind="line" view="chart" onPick={onPick} />);
  const chart = screen.getByRole('application');
  fireEvent.keyDown(chart, { key: 'Enter' });
  expect(screen.getByText(/^April \(so far\), Starts: 6\.$/)).toBeTruthy();
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  fireEvent.keyDown(chart, { key: 'Enter' });
  expect(onPick.mock.calls).toEqual([[2, 0]]);
  fireEvent.keyDown(chart, { key: 'Escape' });
  expect(screen.queryByText(/Starts: /)).toBeNull();
  fireEvent.keyDown(chart, { key: 'Tab' });
  expect(onPick).toHaveBeenCalledTimes(1);
});
