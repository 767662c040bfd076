/** The rules of the KPI dashboards that a screen may ask by itself: pure functions, no state. */
export { chartText } from './chart.data';
export { SCORES } from './boards';
