/** The rules of the calendar that a screen may ask by itself. */
export { addMonths, dayByKey, dayName, monthName, monthOf } from './calendar.rules';
