/**
 * The dashboard filter in the address:
 * `?client=<id>,<id>&jobType=TRAVEL&frame=YEAR_TO_DATE&days=2026-01-01..2026-03-31`. Names are those of the lists
 * behind it. Defaults are left out; unknown values are reported.
 */
import {
  CHOICE_FIELDS,
  CHOICE_LABELS,
  DEFAULT_TIME_FRAME,
  LIST_FILTER_OF,
  type ChoiceField,
} from '../../../../contract/dashboards/filter';
import {
  OTHER_LABELS,
  isSingle,
  normalForm,
  offersField,
  rangeFault,
  type FilterForm,
  type FilterPlace,
  type FormInput,
} from './filterForm';
import {
  STORED_QUERY_MISSING,
  STORED_QUERY_PARAM,
  joinValues,
  searchOf,
  splitValues,
} from '../../../navigation/routes/queryText';
import { isUuid } from '../../../../contract/base/uuid';

export const FRAME_PARAM = 'frame';
const DAYS = 'days';
const BILLING = 'billing';
const MAX_VALUES = 500;
const WORD = /^[A-Z_]{1,40}$/;

const FILTER_PARAMS: readonly string[] = [
  ...Object.values(LIST_FILTER_OF),
  FRAME_PARAM,
  DAYS,
  BILLING,
  STORED_QUERY_PARAM,
];

/** Whether the address has any parameter of the filter. */
export const hasFilterParams = (params: URLSearchParams): boolean => FILTER_PARAMS.some((name) => params.has(name));

export interface ReadForm {
  readonly form: FilterForm;
  /** Labels of filters in the address that this dashboard does not know. */
  readonly ignored: readonly string[];
}

const isValue = (field: ChoiceField, value: string): boolean =>
  field === 'jobTypes' ? WORD.test(value) : isUuid(value);

/** The filter in the address, and the labels of what this dashboard does not offer or does not know. */
export function readForm(params: URLSearchParams, place: FilterPlace): ReadForm {
  const form: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const field of CHOICE_FIELDS) {
    const given = params.getAll(LIST_FILTER_OF[field]).filter(Boolean).flatMap(splitValues);
    if (given.length === 0) continue;
    const values = offersField(field, place) ? given.filter((value) => isValue(field, value)) : [];
    if (values.length !== given.length) ignored.push(CHOICE_LABELS[field]);
    form[field] = values.slice(0, isSingle(field, place) ? 1 : MAX_VALUES);
  }
  const frame = params.get(FRAME_PARAM);
  if (frame !== null && WORD.test(frame)) form['timeFrame'] = frame;
  else if (frame !== null) ignored.push(OTHER_LABELS.timeFrame);
  const billing = params.get(BILLING);
  if (billing !== null && offersField('billingTimeFrame', place) && WORD.test(billing)) {
    form['billingTimeFrame'] = billing;
  } else if (billing !== null) ignored.push(OTHER_LABELS.billingTimeFrame);
  const days = params.get(DAYS);
  const [from = '', to = ''] = days?.split('..') ?? [];
  if (days !== null && offersField('dateRange', place) && rangeFault(from, to) === null) form['dateRange'] = [from, to];
  else if (days !== null) ignored.push(OTHER_LABELS.dateRange);
  if (params.has(STORED_QUERY_PARAM)) ignored.push(STORED_QUERY_MISSING);
  return { form: normalForm(form), ignored };
}

/** The query for this form; other parameters (`keep`) stay. */
export function writeForm(form: FormInput, keep: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(keep);
  for (const name of FILTER_PARAMS) params.delete(name);
  const { timeFrame, billingTimeFrame, dateRange } = normalForm(form);
  for (const field of CHOICE_FIELDS) {
    const values = form[field] ?? [];
    if (values.length > 0) params.set(LIST_FILTER_OF[field], joinValues(values));
  }
  if (timeFrame !== DEFAULT_TIME_FRAME) params.set(FRAME_PARAM, timeFrame);
  if (billingTimeFrame !== undefined) params.set(BILLING, billingTimeFrame);
  if (dateRange !== undefined) params.set(DAYS, dateRange.join('..'));
  return params;
}

/** The same with its question mark, or empty. */
export const searchWith = (form: FormInput, keep: URLSearchParams): string => searchOf(writeForm(form, keep));
