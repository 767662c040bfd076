import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { rangeFault, rangeValues, readRange, takesOne } from '../../../sagas/lists/index';
import { selectChoices, type OpenFilter } from '../../../sagas/lists/filters.selectors';
import { listFilterSet, listOptionsWanted } from '../../../sagas/lists/lists.intents';
import { useAppSelector } from '../../app/state';
import { itemsOf } from '../../ui/arrowKeys';
import { CheckList } from '../../ui/CheckList';
import { ToolButton } from '../../ui/ToolButton';
import { RangeFields } from './RangeFields';

interface FilterEditorProps {
  readonly open: OpenFilter;
  readonly onDone: () => void;
  /** It takes the place of what had the focus. */
  readonly takesFocus?: boolean;
}

const YES_OR_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Sets one filter. Nothing is asked of the server before Apply: one decision, one step back. */
export function FilterEditor({ open: { name, filter, values: set }, onDone, takesFocus = false }: FilterEditorProps) {
  const dispatch = useDispatch();
  const choices = useAppSelector(selectChoices);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(set);
  const isRange = filter.kind === 'dates' || filter.kind === 'numbers';
  const range = readRange(values[0]);
  const fault = isRange ? rangeFault(filter.kind, range) : null;
  useEffect(() => {
    if (takesFocus) itemsOf(form.current, 'input')[0]?.focus();
  }, [takesFocus]);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null) return;
    dispatch(listFilterSet({ name, values: isRange ? rangeValues(range) : values }));
    onDone();
  };
  return (
    <form ref={form} className="filter-editor" aria-label={filter.label} noValidate onSubmit={apply}>
      {isRange ? (
        <RangeFields
          filter={filter}
          range={range}
          fault={fault}
          onChange={({ from, to }) => setValues([`${from}..${to}`])}
        />
      ) : filter.kind === 'lookup' && choices.state !== 'ready' ? (
        <ChoicesAway missing={choices.state === 'missing'} onRetry={() => dispatch(listOptionsWanted())} />
      ) : (
        <CheckList
          legend={filter.label}
          name={name}
          choices={filter.kind === 'flag' ? YES_OR_NO : (choices.of[name] ?? [])}
          single={takesOne(filter)}
          chosen={values}
          onChange={setValues}
        />
      )}
      {filter.hint !== undefined && <p className="filter-hint">{filter.hint}</p>}
      <div className="filter-steps">
        <ToolButton primary type="submit" aria-disabled={fault !== null}>
          Apply
        </ToolButton>
        {values.length > 0 && <ToolButton onClick={() => setValues([])}>Clear</ToolButton>}
      </div>
    </form>
  );
}

function ChoicesAway({ missing, onRetry }: { readonly missing: boolean; readonly onRetry: () => void }) {
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
