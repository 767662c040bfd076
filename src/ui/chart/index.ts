export type { ChartColor, ChartData, ChartSeries, ChartView } from './chart.types';
export { Chart } from './Chart';
export { chartCsv } from './csv';
export { saveCsv, saveImage } from './save';
export { Swatch } from './Swatch';
