/** The rules of the lists that a screen may ask by itself: pure functions, no state. */
export { formatCell, type Cell } from './cell.format';
export { FIRST_DAY, LAST_DAY, rangeFault, rangeValues, readRange, type RangeText } from './filter.ranges';
export { UNIT_LABELS } from './filter.texts';
export { takesOne } from './filter.values';
export { openingOf } from './list.openings';
export { directionOf, typedPage, type SortDirection } from './list.pages';
export type { Tone } from './statusTones';
