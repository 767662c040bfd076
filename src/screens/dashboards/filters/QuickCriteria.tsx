import { useEffect, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { CHOICE_LABELS, type ChoiceField } from '../../../../contract/dashboards/filter';
import { isSingle, withChoice } from '../../../../sagas/features/dashboards/filters/filterForm';
import { selectFieldChoices } from '../../../../sagas/features/dashboards/filters/drawer.selectors';
import { selectFields, selectForm, selectPlace } from '../../../../sagas/features/dashboards/filters/filters.selectors';
import { departmentsRequested, filterApplied } from '../../../../sagas/features/dashboards/filters/filters.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { ToolButton } from '../../../ui/ToolButton';
import { FieldChoices } from './FieldChoices';

/** Adds one criterion, which applies immediately. Where only one value is possible, it replaces the current one. */
export function QuickCriteria({ onDone }: { readonly onDone: () => void }) {
  const dispatch = useDispatch();
  const form = useAppSelector(selectForm);
  const place = useAppSelector(selectPlace);
  const fields = useAppSelector(selectFields);
  const choices = useAppSelector(selectFieldChoices);
  const [field, setField] = useState<ChoiceField>('clientIds');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const facilities = form?.clientIds?.join();
  useEffect(() => {
    if (field === 'departmentIds') dispatch(departmentsRequested());
  }, [dispatch, field, facilities]);
  if (form === null || place === null) return null;
  const isValid = chosen.length > 0;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    const before = isSingle(field, place) ? [] : (form[field] ?? []);
    dispatch(filterApplied({ form: withChoice(form, field, [...before, ...chosen]) }));
    onDone();
  };
  return (
    <form className="quick-criteria" aria-label="Add criteria" onSubmit={add}>
      <label>
        Criterion
        <select
          value={field}
          onChange={(event) => {
            setField(fields.find((each) => each === event.target.value) ?? field);
            setChosen([]);
          }}
        >
          {fields.map((each) => (
            <option key={each} value={each}>
              {CHOICE_LABELS[each]}
            </option>
          ))}
        </select>
      </label>
      <FieldChoices
        key={field}
        field={field}
        name="criterion"
        choices={choices[field]}
        chosen={chosen}
        onChange={setChosen}
      />
      <ToolButton primary type="submit" disabled={!isValid}>
        Add Criteria
      </ToolButton>
    </form>
  );
}
