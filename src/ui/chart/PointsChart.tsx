import type { Chart as ChartJs } from 'chart.js';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Chart, type ChartProps } from './Chart';
import { pointAfter, pointText, showPoint, type Point } from './pointKeys';
import { summaryOf } from './chartText';

const KEYS = /^(Arrow|Home$|End$|Enter$| $|Escape$)/;

/** A chart whose points are reachable by keyboard: arrow keys go from one to the next, Enter selects where they are. */
export function PointsChart(props: Omit<ChartProps, 'onChart'>) {
  const { data, kind, view, onPick } = props;
  const chart = useRef<ChartJs | null>(null);
  const point = useRef<Point | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const press = (key: string) => {
    const at = point.current;
    if ((key === 'Enter' || key === ' ') && at !== null) return onPick?.(at.index, at.series);
    point.current = key === 'Escape' ? null : pointAfter(key, at, data, kind);
    if (chart.current !== null) showPoint(chart.current, point.current);
    setAnnouncement(point.current === null ? '' : pointText(data, point.current));
  };
  if (view === 'table') return <Chart {...props} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!KEYS.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && point.current === null) return;
    event.preventDefault();
    press(event.key);
  };
  return (
    <div
      className="chart-points"
      role="application"
      aria-roledescription="chart"
      aria-label={summaryOf(data)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => point.current !== null && press('Escape')}
    >
      <Chart
        {...props}
        onChart={(drawn) => {
          chart.current = drawn;
        }}
      />
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}
