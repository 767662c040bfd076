/** The fields a dashboard can be filtered by, depending on the dashboard, its tab and the application type. */
import type { ApplicationType } from '../../../../contract/base/organizations';
import {
  CHOICE_FIELDS,
  DEFAULT_TIME_FRAME,
  FIRST_YEAR,
  LAST_YEAR,
  offersChoice,
  type ChoiceField,
  type DashboardFilter,
} from '../../../../contract/dashboards/filter';
import type { Dashboard } from '../../../../contract/dashboards/filters.endpoints';
import type { KpiTab } from '../../../navigation/routes/sections';
import { isDay } from '../../../base/dates';

/** The dashboard, tab and user that fields depend on. */
export interface FilterPlace {
  readonly dashboard: Dashboard;
  /** Of the KPI dashboard. */
  readonly tab: KpiTab | null;
  readonly type: ApplicationType;
}

/** Fields other than value lists. */
export type OtherField = 'timeFrame' | 'dateRange' | 'billingTimeFrame';
export type FilterField = ChoiceField | OtherField;

export const OTHER_LABELS: Readonly<Record<OtherField, string>> = {
  timeFrame: 'Time Frame',
  dateRange: 'Date Range',
  billingTimeFrame: 'Billing Timeframe',
};

/** The supplier dashboards, and the tab that shows one supplier. */
const isOfOneSupplier = ({ dashboard, tab, type }: FilterPlace): boolean =>
  dashboard === 'SUPPLIER_KPI' || tab === 'supplier-dashboard' || (dashboard === 'HOME' && type === 'AGENCY');

/** Whether the dashboard offers this field to this organization type. */
export function offersField(field: FilterField, place: FilterPlace): boolean {
  const { dashboard, tab, type } = place;
  switch (field) {
    case 'timeFrame':
      return true;
    case 'dateRange':
      return isOfOneSupplier(place);
    case 'billingTimeFrame':
      return dashboard === 'FACILITY_KPI' || tab === 'bussiness-analysis';
    case 'agencyIds':
      return offersChoice(field, type) && (dashboard !== 'KPI' || tab === 'supplier-dashboard');
    case 'departmentIds':
      return dashboard === 'KPI' ? type === 'VMS' : offersChoice(field, type);
    default:
      return offersChoice(field, type);
  }
}

/** The choice fields that the dashboard offers, in order. */
export const fieldsOf = (place: FilterPlace): readonly ChoiceField[] =>
  CHOICE_FIELDS.filter((field) => offersField(field, place));

/** At most one value: the tab shows one supplier. */
export const isSingle = (field: ChoiceField, { tab }: FilterPlace): boolean =>
  field === 'agencyIds' && tab === 'supplier-dashboard';

/** Dashboards with spend have a separate time frame for it. */
export type FormInput = DashboardFilter & { readonly billingTimeFrame?: string };
/** Always has a time frame, never an empty list. */
export type FilterForm = FormInput & { readonly timeFrame: string };

export const DEFAULT_FORM: FilterForm = { timeFrame: DEFAULT_TIME_FRAME };

/** In field order, without duplicates and empty lists. Ids are in lower case: the same id may be written in either. */
export function normalForm(form: FormInput): FilterForm {
  const choices = CHOICE_FIELDS.flatMap((field) => {
    const given = form[field] ?? [];
    const values = [...new Set(field === 'jobTypes' ? given : given.map((id) => id.toLowerCase()))];
    return values.length === 0 ? [] : [[field, values] as const];
  });
  return {
    timeFrame: form.timeFrame ?? DEFAULT_TIME_FRAME,
    ...(form.billingTimeFrame !== undefined && { billingTimeFrame: form.billingTimeFrame }),
    ...(form.dateRange !== undefined && { dateRange: form.dateRange }),
    ...Object.fromEntries(choices),
  };
}

/** Equal for filters that mean the same. */
export const formText = (form: FormInput): string => JSON.stringify(normalForm(form));
/** Whether two filters mean the same. */
export const sameForm = (one: FormInput, other: FormInput): boolean => formText(one) === formText(other);

/** The filter with these values chosen in a field; none removes it. */
export const withChoice = (form: FormInput, field: ChoiceField, values: readonly string[]): FilterForm =>
  normalForm({ ...form, [field]: values });

/** The filter with nothing chosen in this field; the time frame becomes the default one. */
export function withoutField(form: FormInput, field: FilterField): FilterForm {
  const { [field]: _, ...others } = form;
  return normalForm(others);
}

/** Whether the filter has values that must fit those of another field: departments the facilities, and so on. */
export const mayNotFit = (form: FormInput): boolean =>
  ((form.departmentIds && form.clientIds) ??
    (form.specialtyIds && form.professionIds) ??
    (form.subOfferingIds && form.offeringIds)) !== undefined;

/** The form, with the stored values of the fields that only other tabs of the dashboard have. */
export const withUnoffered = (form: FormInput, stored: FilterForm, place: FilterPlace): FilterForm =>
  normalForm({
    ...Object.fromEntries(Object.entries(stored).filter(([field]) => !offersField(field as FilterField, place))),
    ...form,
  });

/** Drops fields the dashboard cannot be filtered by, and limits single-value fields to one value. */
export function narrowed(form: FormInput, place: FilterPlace): FilterForm {
  let kept = normalForm(form);
  if (!offersField('dateRange', place)) kept = withoutField(kept, 'dateRange');
  if (!offersField('billingTimeFrame', place)) kept = withoutField(kept, 'billingTimeFrame');
  for (const field of CHOICE_FIELDS) {
    const values = offersField(field, place) ? (kept[field] ?? []) : [];
    kept = withChoice(kept, field, isSingle(field, place) ? values.slice(0, 1) : values);
  }
  return kept;
}

const yearOf = (day: string) => Number(day.slice(0, 4));

/** Why a date range is invalid, as a sentence; null if valid. */
export function rangeFault(from: string, to: string): string | null {
  for (const day of [from, to]) {
    if (!isDay(day)) return 'Please give both days as MM/DD/YYYY.';
    if (yearOf(day) < FIRST_YEAR || yearOf(day) > LAST_YEAR) {
      return `Please choose days between 01/01/${FIRST_YEAR} and 12/31/${LAST_YEAR}.`;
    }
  }
  return from <= to ? null : 'The first day comes after the last. Please swap them.';
}

const TYPED = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Parses '03/31/2026' to '2026-03-31'; null if it is not a date in that format. */
export function typedDay(text: string): string | null {
  const match = TYPED.exec(text);
  if (match === null) return null;
  const day = `${match[3]}-${match[1]}-${match[2]}`;
  return isDay(day) ? day : null;
}

/** From the start of the year to today, both YYYY-MM-DD. */
export const defaultRange = (today: string): readonly [string, string] => [`${today.slice(0, 4)}-01-01`, today];
