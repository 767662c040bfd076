import { useId } from 'react';
import type { ListFilter } from '../../../contract/lists';
import { FIRST_DAY, LAST_DAY, UNIT_LABELS, type RangeText } from '../../../sagas/lists/index';

interface RangeFieldsProps {
  readonly filter: Extract<ListFilter, { kind: 'dates' | 'numbers' }>;
  readonly range: RangeText;
  readonly fault: string | null;
  readonly onChange: (range: RangeText) => void;
}

/** From and to; either may be left empty. */
export function RangeFields({ filter, range, fault, onChange }: RangeFieldsProps) {
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
