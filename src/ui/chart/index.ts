export type { ChartColour, ChartData, ChartSeries, ChartView } from './chart.types';
export { Chart } from './Chart';
export { saveCsv, saveImage } from './save';
export { Swatch } from './Swatch';
