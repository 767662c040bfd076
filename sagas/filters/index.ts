/** The rules of a dashboard's filters that a screen may ask by itself: pure functions, no state. */
export {
  dayText,
  DEFAULT_FORM,
  defaultRange,
  rangeFault,
  typedDay,
  withBilling,
  withChoice,
  withoutRange,
  type FilterForm,
} from './filter.form';
export { isSingle } from './fields';
