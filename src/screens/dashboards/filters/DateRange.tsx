import { useEffect, useId, useState } from 'react';
import { dayText, localDayAt } from '../../../../sagas/base/dates';
import {
  defaultRange,
  rangeFault,
  typedDay,
  withoutField,
  type FilterForm,
} from '../../../../sagas/features/dashboards/filters/filterForm';
import { useNow } from '../../../hooks/useNow';
import { useFocusAfterRender } from '../../../ui/focus';

const MINUTE_MS = 60_000;

interface DateRangeProps {
  readonly form: FilterForm;
  readonly onChange: (form: FilterForm) => void;
  readonly onValid: (valid: boolean) => void;
}

const textsOf = (range: FilterForm['dateRange']) => range?.map(dayText) ?? ['', ''];

/** Two days, typed as MM/DD/YYYY or picked; instead of the time frame. */
export function DateRange({ form, onChange, onValid }: DateRangeProps) {
  const today = localDayAt(useNow(MINUTE_MS, true));
  const range = form.dateRange?.join();
  const chooseId = useId();
  const firstId = useId();
  const refocus = useFocusAfterRender();
  const [known, setKnown] = useState(range);
  const [texts, setTexts] = useState(() => textsOf(form.dateRange));
  const [from = '', to = ''] = texts;
  const isOn = form.dateRange !== undefined || from !== '' || to !== '';
  const days = [typedDay(from) ?? '', typedDay(to) ?? ''] as const;
  // Faulty texts are not part of the form, so a form that was reset outside does not clear them.
  if (known !== range) {
    setKnown(range);
    if (range !== days.join()) setTexts(textsOf(form.dateRange));
  }
  const fault = isOn ? rangeFault(...days) : null;
  useEffect(() => onValid(fault === null), [fault, onValid]);

  const set = (next: readonly string[]) => {
    setTexts([...next]);
    const [first, last] = next.map((text) => typedDay(text) ?? '');
    if (first === undefined || last === undefined || rangeFault(first, last) !== null) return;
    onChange({ ...form, dateRange: [first, last] });
  };
  const field = (index: 0 | 1, label: string) => (
    <label className="date-field">
      {label}
      <span className="date-inputs">
        <input
          id={index === 0 ? firstId : undefined}
          type="text"
          inputMode="numeric"
          placeholder="MM/DD/YYYY"
          maxLength={10}
          value={texts[index] ?? ''}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'date-range-fault'}
          onChange={(event) => set(texts.map((text, at) => (at === index ? event.target.value : text)))}
        />
        <input
          type="date"
          aria-label={`Pick ${label.toLowerCase()}`}
          min="1990-01-01"
          max="2100-12-31"
          value={days[index]}
          onChange={(event) => {
            const { value } = event.target;
            if (value !== '') set(texts.map((text, at) => (at === index ? dayText(value) : text)));
          }}
        />
      </span>
    </label>
  );
  return (
    <fieldset className="filter-field date-range">
      <legend>Date Range</legend>
      {isOn ? (
        <>
          {field(0, 'First day')}
          {field(1, 'Last day')}
          {fault !== null && (
            <p id="date-range-fault" className="field-error" role="alert">
              {fault}
            </p>
          )}
          <button
            type="button"
            className="link"
            onClick={() => {
              refocus(chooseId);
              setTexts(['', '']);
              onChange(withoutField(form, 'dateRange'));
            }}
          >
            Use the time frame instead
          </button>
        </>
      ) : (
        <button
          type="button"
          id={chooseId}
          className="link"
          onClick={() => {
            refocus(firstId);
            set(defaultRange(today).map(dayText));
          }}
        >
          Choose days
        </button>
      )}
    </fieldset>
  );
}
