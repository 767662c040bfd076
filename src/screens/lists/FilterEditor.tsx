import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { ListFilter } from '../../../contract/lists/list';
import { selectChoices, type OpenFilter } from '../../../sagas/features/lists/filterBar.selectors';
import { UNIT_LABELS } from '../../../sagas/features/lists/filterText';
import {
  FIRST_DAY,
  LAST_DAY,
  rangeFault,
  rangeValues,
  readRange,
  isSingleChoice,
  type RangeText,
} from '../../../sagas/features/lists/filterValues';
import { listFilterSet, listOptionsRequested } from '../../../sagas/features/lists/lists.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { CheckList } from '../../ui/CheckList';
import { ToolButton } from '../../ui/ToolButton';
import { itemsOf } from '../../ui/arrowKeys';

interface FilterEditorProps {
  readonly open: OpenFilter;
  readonly onDone: () => void;
  /** It replaces the focused element, so it takes over the focus. */
  readonly takesFocus?: boolean;
}

const YES_OR_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Edits one filter. Apply makes one request and one history step. */
export function FilterEditor({ open: { name, filter, values: set }, onDone, takesFocus = false }: FilterEditorProps) {
  const dispatch = useDispatch();
  const choices = useAppSelector(selectChoices);
  const form = useRef<HTMLFormElement>(null);
  const applyId = useId();
  const [values, setValues] = useState(set);
  // Kept as two values: joined with '..', a trailing decimal point would become part of the dots.
  const [range, setRange] = useState(() => readRange(set[0]));
  const [clears, setClears] = useState(0);
  const isRange = filter.kind === 'dates' || filter.kind === 'numbers';
  const fault = isRange ? rangeFault(filter.kind, range) : null;
  const wanted = isRange ? rangeValues(range) : values;
  useEffect(() => {
    if (takesFocus) itemsOf(form.current, 'input')[0]?.focus();
  }, [takesFocus]);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null) return;
    dispatch(listFilterSet({ name, values: wanted }));
    onDone();
  };
  /** The pressed button is removed, so the focus moves to Apply, which stays. */
  const focusApply = () => document.getElementById(applyId)?.focus();
  const clear = () => {
    setValues([]);
    setRange(readRange(undefined));
    setClears(clears + 1);
    focusApply();
  };
  return (
    <form ref={form} className="filter-editor" aria-label={filter.label} onSubmit={apply}>
      {isRange ? (
        // New fields: a date that is typed only in part has no value that could be cleared.
        <RangeFields key={clears} filter={filter} range={range} fault={fault} onChange={setRange} />
      ) : filter.kind === 'lookup' && choices.state !== 'ready' ? (
        <ChoicesMissing
          missing={choices.state === 'missing'}
          onRetry={() => {
            focusApply();
            dispatch(listOptionsRequested());
          }}
        />
      ) : (
        <CheckList
          legend={filter.label}
          name={name}
          choices={filter.kind === 'flag' ? YES_OR_NO : (choices.of[name] ?? [])}
          single={isSingleChoice(filter)}
          chosen={values}
          onChange={setValues}
        />
      )}
      {filter.hint !== undefined && <p className="filter-hint">{filter.hint}</p>}
      <div className="filter-steps">
        <ToolButton id={applyId} primary type="submit" aria-disabled={fault !== null}>
          Apply
        </ToolButton>
        {wanted.length > 0 && <ToolButton onClick={clear}>Clear</ToolButton>}
      </div>
    </form>
  );
}

function ChoicesMissing({ missing, onRetry }: { readonly missing: boolean; readonly onRetry: () => void }) {
  if (!missing) {
    return (
      <p className="filter-hint" role="status">
        Loading the choices…
      </p>
    );
  }
  return (
    <div role="alert">
      <p className="filter-hint">The choices could not be loaded. Check your connection and try again.</p>
      <ToolButton onClick={onRetry}>Retry</ToolButton>
    </div>
  );
}

interface RangeFieldsProps {
  readonly filter: Extract<ListFilter, { kind: 'dates' | 'numbers' }>;
  readonly range: RangeText;
  readonly fault: string | null;
  readonly onChange: (range: RangeText) => void;
}

/** From and to; either may be empty. */
function RangeFields({ filter, range, fault, onChange }: RangeFieldsProps) {
  const id = useId();
  const kind =
    filter.kind === 'dates'
      ? ({ type: 'date', min: FIRST_DAY, max: LAST_DAY } as const)
      : ({ type: 'text', inputMode: 'decimal', maxLength: 13, autoComplete: 'off' } as const);
  const unit = filter.kind === 'numbers' ? UNIT_LABELS[filter.unit] : '';
  const side = (name: 'from' | 'to', label: string) => (
    <label>
      <span>{unit === '' ? label : `${label} (${unit})`}</span>
      <input
        {...kind}
        value={range[name]}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : id}
        onChange={(event) => onChange({ ...range, [name]: event.target.value.trim() })}
      />
    </label>
  );
  return (
    <>
      <div className="range-fields">
        {side('from', 'From')}
        {side('to', 'To')}
      </div>
      {fault !== null && (
        <p id={id} className="field-error" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
