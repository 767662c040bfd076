import { useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { CHOICE_LABELS, type ChoiceField } from '../../../../contract/dashboards/filter';
import {
  DEFAULT_FORM,
  sameForm,
  withChoice,
  withoutField,
} from '../../../../sagas/features/dashboards/filters/filterForm';
import { mayExist, selectAllChoices } from '../../../../sagas/features/dashboards/filters/choices.selectors';
import {
  selectDraftPending,
  selectFieldChoices,
  selectHasBilling,
  selectHasDateRange,
  selectUpdatableSearch,
} from '../../../../sagas/features/dashboards/filters/drawer.selectors';
import {
  selectDraft,
  selectFields,
  selectFilters,
  selectOptionsStatus,
  selectTimeFrames,
} from '../../../../sagas/features/dashboards/filters/filters.selectors';
import {
  filterApplied,
  filterDrafted,
  filterOptionsRequested,
  filtersCleared,
  searchSaveRequested,
} from '../../../../sagas/features/dashboards/filters/filters.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { Message } from '../../../ui/Message';
import { useFocusWhenRemoved } from '../../../ui/focus';
import { DateRange } from './DateRange';
import { FieldChoices } from './FieldChoices';
import { SaveSearch } from './SaveSearch';

/** The whole form. Changes take effect with Apply, which closes the drawer when it is done. */
export function FilterFields() {
  const dispatch = useDispatch();
  const draft = useAppSelector(selectDraft);
  const pending = useAppSelector(selectDraftPending);
  const fields = useAppSelector(selectFields);
  const frames = useAppSelector(selectTimeFrames);
  const hasBilling = useAppSelector(selectHasBilling);
  const hasRange = useAppSelector(selectHasDateRange);
  const updatable = useAppSelector(selectUpdatableSearch);
  const { dropped, isCleared, saving: busy, settled: dashboard } = useAppSelector(selectFilters);
  const optionsStatus = useAppSelector(selectOptionsStatus);
  const [rangeValid, setRangeValid] = useState(true);
  const [saving, setSaving] = useState(false);
  const [applying, setApplying] = useState(false);
  const applyId = useId();
  const refocus = useFocusWhenRemoved();
  if (draft === null) return null;
  const change = (form: typeof draft, isCleared?: true) => {
    setApplying(false);
    dispatch(filterDrafted({ form, ...(isCleared && { isCleared }) }));
  };
  return (
    <form
      className="filter-fields"
      aria-label="Filters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!rangeValid || applying) return;
        setApplying(true);
        const isDefault = isCleared && sameForm(draft, DEFAULT_FORM);
        dispatch(isDefault ? filtersCleared({ dashboard }) : filterApplied({ form: draft }));
      }}
    >
      {optionsStatus === 'failed' && (
        <div className="filter-away">
          <Message tone="negative">The choices could not be loaded. Check your connection and try again.</Message>
          <Button
            onClick={() => {
              refocus(applyId);
              dispatch(filterOptionsRequested());
            }}
          >
            Retry
          </Button>
        </div>
      )}
      <label className="filter-field">
        <span>Time Frame</span>
        <select
          value={draft.timeFrame}
          disabled={draft.dateRange !== undefined}
          onChange={(event) => change({ ...draft, timeFrame: event.target.value })}
        >
          {!frames.some(({ value }) => value === draft.timeFrame) && (
            <option value={draft.timeFrame}>Unknown time frame</option>
          )}
          {frames.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {hasBilling && (
        <label className="filter-field">
          <span>Billing Timeframe</span>
          <select
            value={draft.billingTimeFrame ?? ''}
            onChange={({ target: { value } }) =>
              change(value === '' ? withoutField(draft, 'billingTimeFrame') : { ...draft, billingTimeFrame: value })
            }
          >
            <option value="">Twelve months</option>
            {frames.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {hasRange && <DateRange form={draft} onChange={change} onValid={setRangeValid} />}
      {dropped !== null && (
        <p className="filter-dropped" role="status">
          {dropped}
        </p>
      )}
      {fields.map((field) => (
        <FieldOf
          key={field}
          field={field}
          chosen={draft[field] ?? []}
          onChange={(v) => change(withChoice(draft, field, v))}
        />
      ))}
      <div className="filter-actions">
        {pending && (
          <p className="filter-pending" role="status">
            Changed, not applied yet
          </p>
        )}
        <Button id={applyId} variant="primary" type="submit" disabled={!rangeValid} busy={applying}>
          Apply
        </Button>
        <Button disabled={!rangeValid || applying} onClick={() => setSaving(true)}>
          Save as…
        </Button>
        {updatable !== null && (
          <Button
            disabled={!rangeValid || applying}
            busy={busy}
            title={`Saves these filters in the saved search '${updatable.searchName}'`}
            onClick={() => {
              refocus(applyId);
              dispatch(searchSaveRequested({ id: updatable.id, form: draft, apply: true }));
            }}
          >
            Update ‘{updatable.searchName}’
          </Button>
        )}
        <Button onClick={() => change(DEFAULT_FORM, true)}>Clear All</Button>
      </div>
      {saving && <SaveSearch form={draft} search={null} onClose={() => setSaving(false)} />}
    </form>
  );
}

interface FieldOfProps {
  readonly field: ChoiceField;
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/**
 * A collapsed field that shows what is chosen, open at first if anything is. It stays open when its last value is
 * unticked, as the focus is in it. Values that no longer exist can still be removed.
 */
function FieldOf({ field, chosen, onChange }: FieldOfProps) {
  const choices = useAppSelector(selectFieldChoices)[field];
  const all = useAppSelector(selectAllChoices)[field];
  const form = useAppSelector(selectDraft);
  const [open, setOpen] = useState(chosen.length > 0);
  const others = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const label = form !== null && mayExist(field, form) ? 'Not of the chosen facilities' : 'No longer there';
  const dead = others.map((value) => all.find((each) => each.value === value) ?? { value, label });
  return (
    <details className="filter-field" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {CHOICE_LABELS[field]}
        {chosen.length > 0 && <span className="filter-count">{chosen.length}</span>}
      </summary>
      <FieldChoices field={field} name={field} choices={[...dead, ...choices]} chosen={chosen} onChange={onChange} />
    </details>
  );
}
