export type { ChartColor, ChartData, ChartSeries, ChartView } from './chart.types';
export { Chart } from './Chart';
export { chartCsv } from './csv';
export { Swatch } from './Swatch';
