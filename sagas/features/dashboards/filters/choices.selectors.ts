/** The options of each filter field, chosen values that no longer exist, and the chips. */
import { createSelector } from 'reselect';
import { JOB_TYPE_OPTIONS } from '../../../../contract/base/statuses';
import { CHOICE_FIELDS, CHOICE_LABELS, type ChoiceField } from '../../../../contract/dashboards/filter';
import { dayText } from '../../../base/dates';
import { OTHER_LABELS, normalForm, withChoice, type FilterField, type FilterForm } from './filterForm';
import {
  departmentsOf,
  selectFilterOptions,
  selectFilters,
  selectForm,
  selectOptionsStatus,
  selectTimeFrames,
} from './filters.selectors';
import { parseSaved } from './savedFilter';

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  /** The parent's name, to distinguish options of the same name. */
  readonly of?: string;
  /** The profession of a specialty, the offering of a sub-offering. */
  readonly parent?: string;
}

/** All options of each field, regardless of the others, but only the departments of the form's facilities. */
export const selectAllChoices = createSelector(
  [selectFilterOptions, selectFilters, selectForm],
  (options, filters, form): Readonly<Record<ChoiceField, readonly FieldChoice[]>> => {
    const offered = options?.organizationOfferingDTO ?? [];
    const professionOf = new Map(options?.professions.map(({ value, label }) => [value, label]));
    return {
      clientIds: options?.clientNames ?? [],
      departmentIds: departmentsOf(filters, form) ?? [],
      professionIds: options?.professions ?? [],
      specialtyIds: (options?.specialties ?? []).map(({ value, label, professionId: parent }) => {
        const of = professionOf.get(parent);
        return { value, label, parent, ...(of !== undefined && { of }) };
      }),
      agencyIds: options?.agencyNames ?? [],
      salesRepIds: options?.salesRep ?? [],
      jobTypes: options?.jobTypes ?? JOB_TYPE_OPTIONS,
      offeringIds: [...new Map(offered.map((each) => [each.offeringId, each.offering]))].map(([value, label]) => ({
        value,
        label,
      })),
      subOfferingIds: offered.map(({ subofferingId, subOffering, offeringId, offering }) => ({
        value: subofferingId,
        label: subOffering,
        parent: offeringId,
        of: offering,
      })),
    };
  },
);

export interface Chip {
  readonly field: FilterField;
  readonly label: string;
  /** Labels of the chosen values, where known. */
  readonly text: string;
  /** Chosen values that are no longer offered. */
  readonly dead: readonly string[];
}

/** Names stored with saved searches, including those of deleted values. */
const selectRememberedNames = createSelector([selectFilterOptions], (options) => {
  const names = new Map<string, string>();
  for (const { filter } of options?.savedFilters ?? []) {
    for (const { value, label } of parseSaved(filter)?.chips ?? []) names.set(value, label);
  }
  return names;
});

const GONE = 'no longer there';
/** Whether a chosen value that is not offered may exist: only the departments of the chosen facilities are known. */
export const mayExist = (field: FilterField, form: FilterForm): boolean =>
  field === 'departmentIds' && form.clientIds !== undefined;
const MAX_NAMES = 2;
function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

const FRAME_FIELDS = ['timeFrame', 'billingTimeFrame'] as const;

/**
 * Chosen values of a field that are no longer offered; empty until the options are loaded. Departments depend on the
 * chosen facilities.
 */
const selectDeadOf = createSelector(
  [selectAllChoices, selectTimeFrames, selectOptionsStatus, selectFilters, selectForm],
  (all, frames, status, filters, form) =>
    (field: FilterField, values: readonly string[]): readonly string[] => {
      if (status !== 'there' || field === 'dateRange') return [];
      if (field === 'departmentIds' && !departmentsOf(filters, form)) return [];
      const offered = field === 'timeFrame' || field === 'billingTimeFrame' ? frames : all[field];
      return values.filter((each) => !offered.some(({ value }) => value === each));
    },
);

/**
 * The filter that numbers are counted under: without values that no longer exist, which their chips mark. Departments
 * are loaded later than the rest, so the cards reload if one of them no longer exists.
 */
export const selectEffectiveForm = createSelector([selectForm, selectDeadOf], (form, deadOf): FilterForm | null => {
  if (form === null) return null;
  let effective = form;
  for (const field of CHOICE_FIELDS) {
    const dead = deadOf(field, form[field] ?? []);
    if (dead.length > 0) {
      const alive = form[field]?.filter((value) => !dead.includes(value)) ?? [];
      effective = withChoice(effective, field, alive);
    }
  }
  for (const field of FRAME_FIELDS) {
    const { [field]: frame = '', ...others } = effective;
    if (deadOf(field, frame === '' ? [] : [frame]).length > 0) effective = normalForm(others);
  }
  return effective;
});

/** A chip for each field of the applied filter, with the names of its values. */
export const selectChips = createSelector(
  [selectForm, selectAllChoices, selectOptionsStatus, selectRememberedNames, selectTimeFrames, selectDeadOf],
  (form, choices, status, remembered, timeFrames, deadOf): readonly Chip[] => {
    if (form === null) return [];
    const chips = CHOICE_FIELDS.flatMap((field): readonly Chip[] => {
      const values = form[field] ?? [];
      if (values.length === 0) return [];
      const dead = deadOf(field, values);
      const names = values.map(
        (value) =>
          choices[field].find((choice) => choice.value === value)?.label ??
          remembered.get(value) ??
          (!dead.includes(value) ? '…' : mayExist(field, form) ? 'not of the chosen facilities' : GONE),
      );
      return [{ field, label: CHOICE_LABELS[field], text: listed(names), dead }];
    });
    const frames = FRAME_FIELDS.flatMap((field): readonly Chip[] => {
      const { [field]: frame } = form;
      const dead = frame === undefined ? [] : deadOf(field, [frame]);
      // The time frame has its own dropdown: it has a chip only if its value no longer exists.
      if (frame === undefined || (field === 'timeFrame' && dead.length === 0)) return [];
      const text = timeFrames.find(({ value }) => value === frame)?.label ?? (status === 'there' ? GONE : '…');
      return [{ field, label: OTHER_LABELS[field], text, dead }];
    });
    const range = form.dateRange?.map(dayText).join(' – ');
    return [
      ...chips,
      ...frames,
      ...(range === undefined
        ? []
        : [{ field: 'dateRange', label: OTHER_LABELS.dateRange, text: range, dead: [] } as const]),
    ];
  },
);
