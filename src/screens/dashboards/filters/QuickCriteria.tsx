import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { CHOICE_LABELS, type ChoiceField } from '../../../../contract/dashboards/filter';
import { withChoice } from '../../../../sagas/features/dashboards/filters/filterForm';
import { selectFieldChoices } from '../../../../sagas/features/dashboards/filters/choices.selectors';
import { selectFields, selectForm } from '../../../../sagas/features/dashboards/filters/filters.selectors';
import { filterApplied } from '../../../../sagas/features/dashboards/filters/filters.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { CheckList } from '../../../ui/CheckList';
import { ToolButton } from '../../../ui/ToolButton';

/** Adds one criterion, which applies immediately. */
export function QuickCriteria({ onDone }: { readonly onDone: () => void }) {
  const dispatch = useDispatch();
  const form = useAppSelector(selectForm);
  const fields = useAppSelector(selectFields);
  const choices = useAppSelector(selectFieldChoices);
  const [field, setField] = useState<ChoiceField>('clientIds');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (form === null) return null;
  const isValid = chosen.length > 0;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    dispatch(filterApplied({ form: withChoice(form, field, [...(form[field] ?? []), ...chosen]) }));
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
      <CheckList
        key={field}
        legend={CHOICE_LABELS[field]}
        name="criterion"
        choices={choices[field]}
        single={false}
        chosen={chosen}
        onChange={setChosen}
      />
      <ToolButton primary type="submit" disabled={!isValid}>
        Add Criteria
      </ToolButton>
    </form>
  );
}
