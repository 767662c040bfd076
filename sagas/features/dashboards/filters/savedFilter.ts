/** Filters as JSON text, in a saved search and in this tab's storage. Broken or outdated text is ignored. */
import { CHOICE_FIELDS, type ChoiceField } from '../../../../contract/dashboards/filter';
import { isRecord, parsed } from '../../../base/json';
import { normalForm, rangeFault, type FilterForm } from './filterForm';

/** Labels stored with a search, because values may be deleted later. */
export interface SavedChip {
  readonly field: ChoiceField;
  readonly value: string;
  readonly label: string;
}
export interface SavedFilter {
  readonly form: FilterForm;
  readonly chips: readonly SavedChip[];
}

/** A filter as it is stored in a saved search. */
export const savedText = ({ form, chips }: SavedFilter): string => JSON.stringify({ form: normalForm(form), chips });

/** Null for unusable text. Invalid fields are ignored, the others are kept. */
export function parseSaved(text: string): SavedFilter | null {
  const value = parsed(text);
  if (!isRecord(value) || !isRecord(value['form'])) return null;
  return { form: formOf(value['form']), chips: chipsOf(value['chips']) };
}

/** The known fields of stored values; anything else is dropped. */
export function formOf(value: Readonly<Record<string, unknown>>): FilterForm {
  const form: Record<string, unknown> = {};
  for (const field of CHOICE_FIELDS) {
    const values = value[field];
    if (Array.isArray(values)) form[field] = values.filter((each) => typeof each === 'string');
  }
  for (const field of ['timeFrame', 'billingTimeFrame']) {
    if (typeof value[field] === 'string') form[field] = value[field];
  }
  const range: unknown = value['dateRange'];
  if (Array.isArray(range)) {
    const [from, to] = range as readonly unknown[];
    if (typeof from === 'string' && typeof to === 'string' && rangeFault(from, to) === null)
      form['dateRange'] = [from, to];
  }
  return normalForm(form);
}

function chipsOf(value: unknown): readonly SavedChip[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((chip) => {
    const field = CHOICE_FIELDS.find((each) => each === chip['field']);
    const { value: of, label } = chip;
    return field !== undefined && typeof of === 'string' && typeof label === 'string'
      ? [{ field, value: of, label }]
      : [];
  });
}
