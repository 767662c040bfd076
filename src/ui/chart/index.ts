export type { ChartColour, ChartData, ChartSeries, ChartView } from './chart.types';
export { Chart } from './Chart';
export { Swatch } from './Swatch';
