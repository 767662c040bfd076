/** The rules of the KPI dashboards that a screen may ask by itself: pure functions, no state. */
export { chartText, tickText } from './chart.data';
export { SCORES } from './boards';
