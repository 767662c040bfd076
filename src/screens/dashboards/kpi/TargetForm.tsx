import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { targetProblem } from '../../../../contract/dashboards/kpiTargets';
import { kpi } from '../../../../contract/dashboards/kpis';
import type { KpiUnit } from '../../../../contract/dashboards/kpiDefinition';
import type { ComparedCard } from '../../../../sagas/features/dashboards/kpi/comparison.selectors';
import { kpiTargetSubmitted } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { useUnsavedInput } from '../../../hooks/useUnsavedInput';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { ToolButton } from '../../../ui/ToolButton';

interface TargetFormProps {
  readonly card: ComparedCard;
  readonly supplier: { readonly id: string; readonly name: string } | null;
  readonly onDone: () => void;
}

const UNITS: Readonly<Record<KpiUnit, string>> = {
  percent: 'percent',
  ratio: 'submissions per offer',
  days: 'days',
  count: 'per month',
  cents: 'cents per month',
};
const shownOf = (target: number | null): string => (target === null ? '' : String(target));

/** Sets the target of one KPI, for this supplier or for all that have none of their own. */
export function TargetForm({ card: { code, targets }, supplier, onDone }: TargetFormProps) {
  const dispatch = useDispatch();
  const [whose, setWhose] = useState<'own' | 'all'>(targets.own === null && targets.all !== null ? 'all' : 'own');
  const [text, setText] = useState(shownOf(targets[whose]));
  const [problem, setProblem] = useState<string | null>(null);
  useUnsavedInput(text !== shownOf(targets[whose]));
  if (supplier === null) return null;
  const agencyId = whose === 'own' ? supplier.id : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = Number(text.trim().replace(/,/g, ''));
    const found = text.trim() === '' ? 'Enter a number.' : targetProblem(code, value);
    setProblem(found);
    if (found !== null) return;
    dispatch(kpiTargetSubmitted({ kpi: code, agencyId, target: value }));
    onDone();
  };
  return (
    <form className="ui form kpi-target" onSubmit={submit} noValidate>
      <SelectField
        id="kpi-target-of"
        name="of"
        label="For"
        value={whose}
        choices={[
          { value: 'own', label: supplier.name },
          { value: 'all', label: 'All suppliers without a target of their own' },
        ]}
        onChange={({ target }) => {
          const next = target.value === 'all' ? 'all' : 'own';
          setWhose(next);
          setText(shownOf(targets[next]));
          setProblem(null);
        }}
      />
      <TextField
        id="kpi-target"
        name="target"
        label={`Target (${UNITS[kpi(code).unit]})`}
        value={text}
        inputMode="decimal"
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="kpi-target-actions">
        <ToolButton type="submit" primary>
          Save
        </ToolButton>
        {targets[whose] !== null && (
          <ToolButton
            onClick={() => {
              dispatch(kpiTargetSubmitted({ kpi: code, agencyId, target: null }));
              onDone();
            }}
          >
            Remove
          </ToolButton>
        )}
      </div>
    </form>
  );
}
